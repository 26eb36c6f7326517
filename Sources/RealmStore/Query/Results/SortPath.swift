/// The path to the sort value of an object: single links, then a property or the value of a key.
final class SortPath {
    private let path: ObjectPath
    private let column: Int
    /// The key in a dictionary, in UTF-8.
    private let key: [UInt8]?

    /// - Parameter clause: the purpose of the path, for messages.
    init(
        _ path: PropertyPath, _ clause: String, on table: Table, in context: QueryContext, _ rules: ComparisonOptions
    ) throws(QueryError) {
        func fail(_ message: String, _ suggestions: [String] = []) -> QueryError {
            .predicate(PredicateError(message, at: path.offset, suggestions: suggestions))
        }
        let objects: ObjectPath
        do { objects = ObjectPath(try ClusterCursor(table)) } catch { throw .damaged(error) }
        var rest = path.steps[...]
        var end: Column?
        while case .property(let name)? = rest.first {
            let here = objects.end.table
            guard let column = here.column(named: context.names.column(name, here.displayName) ?? name) else {
                let known = here.columns.map(\.name) + context.names.others(here.displayName)
                throw fail(
                    "No property '\(name)' found on object type '\(here.displayName)' specified in '\(clause)' clause",
                    PredicateError.suggestions(for: name, among: known))
            }
            rest = rest.dropFirst()
            end = column
            guard !rest.isEmpty, column.collection != .dictionary else { break }
            guard column.type == .link, column.collection == nil,
                let target = context.group.table(column.oppositeTable)
            else { throw fail("All but last property must be a link: '\(name)' is none") }
            do { try objects.add(.link, column, .every, to: target) } catch { throw .damaged(error) }
            end = nil
        }
        guard let end else { throw fail("'\(path.text)' does not end with a property in the '\(clause)' clause") }
        key = try SortPath.key(end, rest, clause, fail)
        if rules.contains(.sdkRules), end.type == .link || end.type == .binary {
            throw fail("Cannot \(clause) on '\(path.text)': properties of type '\(end.type.queryName)' have no order")
        }
        self.path = objects
        column = objects.end.add(end)
    }

    /// The key after a dictionary; nil after a single value.
    private static func key(
        _ column: Column, _ rest: ArraySlice<PropertyPath.Step>, _ clause: String,
        _ fail: (String, [String]) -> QueryError
    ) throws(QueryError) -> [UInt8]? {
        switch (column.collection, rest.first) {
        case (nil, nil): return nil
        case (.dictionary?, .property(let key)?), (.dictionary?, .key(let key)?):
            guard rest.count == 1 else { throw fail("a path ends behind the key of '\(column.name)'", []) }
            return Array(key.utf8)
        case (nil, _): throw fail("a path ends behind '\(column.name)'", [])
        default: throw fail("Cannot \(clause) on a collection property: '\(column.name)'", [])
        }
    }

    /// The objects at the start of the path.
    var start: ClusterCursor { path.cursors[0] }

    /// The number of the column in `start`, if the path ends at a single value of the object itself.
    var ownColumn: Int? { path.hops.isEmpty && key == nil ? column : nil }

    /// The value; nil if a link on the path is null, or the object does not exist.
    func value(of object: ObjectKey) throws(FormatError) -> Value? {
        guard let row = try path.cursors[0].seek(object) else { return nil }
        var value: Value?
        try path.forEachRow(row) { (target) throws(FormatError) in value = try self.value(in: target) }
        return value
    }

    private func value(in row: Int) throws(FormatError) -> Value {
        let cursor = path.end
        guard let key else {
            let value = try cursor.leaf(column).value(row)
            if case .link(_, let target) = value, target.isUnresolved { return .null }
            return value
        }
        var found = Value.null
        let tree = try DictionaryTree(
            cursor.root(column, row), hasIntegerKeys: cursor.column(column).hasIntegerKeys, in: cursor.table.space)
        try ElementSelection.key(key).forEach(in: tree, missing: .null) { found = $0 }
        return found
    }
}
