/// The last query prepared by a session. As a part of the session it does not keep an older version in use.
struct QueryCache {
    /// The conditions of some results, prepared for the session's current state, and the id of these results.
    private var latest: PreparedQuery?
    private var number = 0
    private var count = 0

    /// An id for results, which identifies their query.
    mutating func nextNumber() -> Int {
        count += 1
        return count
    }

    /// The query of the results with that id, if it is the latest one.
    func query(of number: Int) -> PreparedQuery? { self.number == number ? latest : nil }

    /// The latest query with another value, now that of the results with that id; nil if more differs.
    mutating func retarget(_ predicate: Predicate, on table: TableKey, of number: Int) -> PreparedQuery? {
        guard isKnownUniquelyReferenced(&latest), let latest, latest.table.key == table, latest.retarget(predicate)
        else { return nil }
        self.number = number
        return latest
    }

    mutating func keep(_ query: PreparedQuery, of number: Int) -> PreparedQuery {
        (latest, self.number) = (query, number)
        return query
    }

    /// Drops the query: the session shows another state.
    mutating func forget() { latest = nil }
}
