import RealmStore

/// Reads the keys of one class in one file: primary keys, object keys, or user-defined properties.
final class DiffKeyReader {
    private let exported: ExportClass
    private let source: ExportSource
    /// Empty for the object key.
    private let paths: [ExportPath]
    private var leaf: ClusterLeaf?
    /// The leaves in the cluster of paths without links.
    private var values: [ColumnLeaf?] = []

    init(_ exported: ExportClass, _ source: ExportSource, _ paths: [ExportPath]) {
        self.exported = exported
        self.source = source
        self.paths = paths
    }

    /// The key of an object. Cheap if it is close to the previous one.
    ///
    /// - Throws: also if there is no such object.
    func key(of key: ObjectKey) throws(FormatError) -> DiffKey {
        if paths.isEmpty { return DiffKey(first: .int(key.value), rest: []) }
        let row = try row(of: key)
        let first = try value(0, key, row)
        var rest: [Value] = []
        for path in paths.indices.dropFirst() { rest.append(try value(path, key, row)) }
        return DiffKey(first: first, rest: rest)
    }

    private func row(of key: ObjectKey) throws(FormatError) -> Int {
        if let row = leaf?.row(of: key) { return row }
        guard let position = try exported.table.objects().find(key) else {
            throw FormatError(
                .badValue, at: exported.table.ref,
                "a link leads to object \(key.value) of '\(exported.name)', which does not exist")
        }
        leaf = position.leaf
        values = []
        for path in paths {
            guard path.links.isEmpty, let property = path.property else {
                values.append(nil)
                continue
            }
            let column = exported.properties[property].column
            values.append(
                try ColumnLeaf.column(
                    column, at: position.leaf.column(column.leafIndex), rows: position.leaf.count,
                    in: exported.table.space))
        }
        return position.row
    }

    private func value(_ index: Int, _ key: ObjectKey, _ row: Int) throws(FormatError) -> Value {
        if let leaf = values[index] { return try named(leaf.value(row)) }
        guard let (end, key) = try paths[index].end(from: exported, key, source) else { return .null }
        guard let property = paths[index].property else { return .int(key.value) }
        guard let (rows, row) = try end.find(key), case .single(let leaf) = rows.values[property] else { return .null }
        return try named(leaf.value(row))
    }

    /// Replaces a link by the key of its target, since object keys differ between files.
    private func named(_ value: Value) throws(FormatError) -> Value {
        guard case .link(let table, let key) = value.withoutUnresolvedLink else { return value.withoutUnresolvedLink }
        return try source.target(table, key).primaryKey ?? .int(key.value)
    }
}
