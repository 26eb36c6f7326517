/// Creates the observed thing for a collection of any type.
enum ObservedCollection {
    /// The thing for a list, set, linking objects, results, or a wrapper of one of them.
    ///
    /// - Returns: nil for a collection in memory, and for one in a value that was removed from its container.
    static func thing(_ rows: _CollectionRows, _ filter: KeyPathFilter) -> (any ObservedPositions)? {
        if let stored = rows.stored { return ObservedElements(stored, filter) }
        return rows.rows.flatMap { self.rows($0, filter) }
    }

    static func rows(_ rows: any LiveResults, _ filter: KeyPathFilter) -> (any ObservedPositions)? {
        switch rows {
        case let objects as ObjectResults: ObservedRows(objects.recipe, filter)
        case let values as ValueResults: ObservedValues(values)
        default: nil
        }
    }

    /// The table of a collection's objects, at which key paths start; nil for values.
    static func table(of rows: _CollectionRows) -> Table? {
        (rows.rows as? ObjectResults).flatMap { $0.session.group.table($0.binding.table) }
    }
}
