/// An aggregate of one property over objects of a class, prepared for one version.
///
/// Source: file-format/queries.md, "Aggregates of results and collections".
final class RowAggregate {
    private let cursor: ClusterCursor
    private let column: Int
    private let operation: AggregateOperation
    private let isExact: Bool
    /// Keeps the version readable.
    private let context: QueryContext

    /// - Parameter isExact: whether integers are summed without wrapping around; see `Aggregation.exactResult`.
    /// - Throws: for a missing property, a collection, and types that have no such aggregate.
    init(
        _ operation: AggregateOperation, of property: String, on table: Table, isExact: Bool = false,
        in context: QueryContext
    ) throws(QueryError) {
        let name = context.names.column(property, table.displayName) ?? property
        guard let column = table.column(named: name) else {
            let known = table.columns.map(\.name) + context.names.others(table.displayName)
            throw .predicate(
                PredicateError(
                    "'\(table.displayName)' has no property '\(property)'",
                    suggestions: PredicateError.suggestions(for: property, among: known)))
        }
        guard column.collection == nil, Aggregation.isPossible(operation, of: column.type) else {
            let type = column.collection == nil ? RowAggregate.name(of: column.type) : "collection"
            throw .predicate(
                PredicateError(
                    "Operation '\(operation.name)' not supported for \(type) property "
                        + "'\(table.displayName).\(property)'"
                ))
        }
        do { cursor = try ClusterCursor(table) } catch { throw .damaged(error) }
        self.column = cursor.add(column)
        self.operation = operation
        self.isExact = isExact
        self.context = context
    }

    private static func name(of type: ValueType) -> String {
        switch type {
        case .timestamp: "date"
        case .binary: "data"
        case .link: "object"
        default: type.queryName
        }
    }

    /// Over all objects of the class; null without relevant values.
    func result() throws(FormatError) -> Value {
        var aggregation = start()
        try cursor.table.objects().forEachLeaf { (leaf) throws(FormatError) in
            cursor.open(leaf)
            try add(RowSet(first: leaf.count), to: &aggregation)
        }
        return isExact ? aggregation.exactResult : aggregation.result
    }

    /// Over the objects that a query finds.
    func result(of run: PreparedQuery) throws(FormatError) -> Value {
        var aggregation = start()
        try run.forEachMatch { (cluster, rows) throws(FormatError) in
            cursor.open(cluster)
            try add(rows, to: &aggregation)
            return true
        }
        return isExact ? aggregation.exactResult : aggregation.result
    }

    /// Over the given objects, including duplicates; missing ones do not count.
    func result(of keys: some Sequence<ObjectKey>) throws(FormatError) -> Value {
        var aggregation = start()
        for key in keys {
            if let row = try cursor.seek(key) { aggregation.add(try cursor.leaf(column).value(row)) }
        }
        return isExact ? aggregation.exactResult : aggregation.result
    }

    private func start() -> Aggregation { Aggregation(operation, of: cursor.column(column).type) }

    private func add(_ rows: RowSet, to aggregation: inout Aggregation) throws(FormatError) {
        guard !rows.isEmpty else { return }
        try aggregation.add(rows, of: cursor.leaf(column))
    }
}
