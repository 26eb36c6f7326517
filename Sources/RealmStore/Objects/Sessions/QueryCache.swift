/// The query that a session made ready last. As a part of the session it does not keep an older version in use.
struct QueryCache {
    /// The conditions of some results, made ready for the state that the session shows.
    private var latest: (number: Int, query: PreparedQuery)?
    private var count = 0

    /// A number for results, by which their query is known.
    mutating func nextNumber() -> Int {
        count += 1
        return count
    }

    /// The query of the results with that number, if it is the latest one.
    func query(of number: Int) -> PreparedQuery? { latest?.number == number ? latest?.query : nil }

    mutating func keep(_ query: PreparedQuery, of number: Int) { latest = (number, query) }

    /// The session shows another state.
    mutating func forget() { latest = nil }
}
