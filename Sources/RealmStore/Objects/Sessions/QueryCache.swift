/// The last query prepared by a session. As a part of the session it does not keep an older version in use.
struct QueryCache {
    /// The conditions of some results, prepared for the session's current state.
    private var latest: (number: Int, query: PreparedQuery)?
    private var count = 0

    /// An id for results, which identifies their query.
    mutating func nextNumber() -> Int {
        count += 1
        return count
    }

    /// The query of the results with that id, if it is the latest one.
    func query(of number: Int) -> PreparedQuery? { latest?.number == number ? latest?.query : nil }

    mutating func keep(_ query: PreparedQuery, of number: Int) { latest = (number, query) }

    /// Drops the query: the session shows another state.
    mutating func forget() { latest = nil }
}
