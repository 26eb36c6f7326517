/// Makes the thing that stands for a collection of any type.
enum ObservedCollection {
    /// What becomes of a list, set, linking objects, results or what wraps one of them.
    ///
    /// - Returns: nil for a collection in memory, and one in a value that was taken out of its own.
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

    /// The table of a collection's objects, which key paths begin with; nil for values.
    static func table(of rows: _CollectionRows) -> Table? {
        (rows.rows as? ObjectResults).flatMap { $0.session.group.table($0.binding.table) }
    }
}
