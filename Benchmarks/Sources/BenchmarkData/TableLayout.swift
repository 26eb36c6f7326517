/// The parts of a table other than its objects (file format: tables, "Table array").
struct TableLayout {
    var name: String
    /// The table's position in the file, as no table was ever removed.
    var key: Int64
    var columns: [ColumnLayout]
    /// Whether the first column is the primary key.
    var hasPrimaryKey: Bool

    /// Writes the table's array over its cluster tree and, if it has a primary key, its search index.
    func append(
        clusters: Ref, objectCount: Int, primaryKeyIndex: Ref = .null, to writer: inout NodeWriter
    ) -> Ref {
        let columnKeys = columns.enumerated().map { $1.key(index: $0, tableKey: key) }
        let spec = appendSpec(columnKeys: columnKeys, to: &writer)
        let noIndex = [Element](repeating: .null, count: columns.count - 1)
        let indexes = writer.append([.ref(primaryKeyIndex)] + noIndex)
        let oppositeTables = writer.append(columns.map { _ in Int64(0x7FFF_FFFF) })
        let oppositeColumns = writer.append(columns.map { _ in Int64.max })
        return writer.append([
            .ref(spec),
            .null,
            .ref(clusters),
            .tagged(key),
            .ref(indexes),
            .tagged(0),
            .tagged(1),
            .ref(oppositeTables),
            .ref(oppositeColumns),
            .tagged(Int64(objectCount)),
            .null,
            hasPrimaryKey ? .tagged(columnKeys[0]) : .null,
            .tagged(0),
            .null,
        ])
    }

    private func appendSpec(columnKeys: [Int64], to writer: inout NodeWriter) -> Ref {
        let types = writer.append(columns.map(\.type.rawValue))
        let names = writer.appendSlots(columns.map(\.name))
        let attributes = writer.append(columns.map { _ in Int64(0) })
        let keys = writer.append(columnKeys)
        return writer.append([.ref(types), .ref(names), .ref(attributes), .null, .null, .ref(keys)])
    }
}
