/// The columns of a table in one version, and the nodes that describe them.
///
/// Most commits change none of these nodes, or only the roots of search indexes: then the columns of an older version
/// are used again. Source: file-format/tables.md, "The table array".
struct TableDescription: Sendable {
    /// Properties, in the order in which they were added.
    let columns: [Column]
    let backlinkColumns: [Column]
    let primaryKey: Column?

    private let spec: Ref
    private let indexes: Ref?
    private let oppositeTables: Ref?
    private let oppositeColumns: Ref?
    private let primarySlot: UInt64?
    /// Distinct values are read through the space of one version.
    let isReusable: Bool

    /// - Parameters:
    ///   - node: the table array.
    ///   - older: the description in a version since which no node that both refer to was overwritten.
    init(
        _ spec: Ref, _ node: Node, of name: String, in space: NodeSpace, after older: TableDescription?
    ) throws(FormatError) {
        self.spec = spec
        indexes = node.slot(TableLayout.indexes).ref
        oppositeTables = node.slot(TableLayout.oppositeTables).ref
        oppositeColumns = node.slot(TableLayout.oppositeColumns).ref
        primarySlot = TableLayout.primaryKey < node.count ? node.slot(TableLayout.primaryKey).number : nil
        if let older, older.isReusable, older.spec == spec, older.primarySlot == primarySlot,
            older.oppositeTables == oppositeTables, older.oppositeColumns == oppositeColumns,
            let columns = try older.columns(indexedBy: indexes, in: space)
        {
            self.columns = columns
            (backlinkColumns, isReusable) = (older.backlinkColumns, true)
            primaryKey = older.primaryKey.flatMap { key in columns.first { $0.key == key.key } }
            return
        }
        let reader = try SpecReader(
            spec, indexes: indexes, oppositeTables: oppositeTables, oppositeColumns: oppositeColumns, table: name,
            in: space)
        columns = try reader.publicColumns()
        backlinkColumns = try reader.backlinkColumns()
        isReusable = columns.allSatisfy { $0.enumeratedValues == nil } && backlinkColumns.allSatisfy(\.indexRoot.isNone)
        let primary = primarySlot.map { ColumnKey(Int64(bitPattern: $0)) }
        primaryKey = columns.first { $0.key == primary }
        if let primary, primary != .null, primaryKey == nil {
            throw FormatError(.badTable, at: node.ref, "table '\(name)' has a primary key column that does not exist")
        }
        guard primaryKey?.canBePrimaryKey ?? true else {
            throw FormatError(
                .badTable, at: node.ref, "table '\(name)' has a primary key of a type that none can have")
        }
    }

    /// The columns with the roots of another list of search indexes; nil if that does not fit to them.
    private func columns(indexedBy other: Ref?, in space: NodeSpace) throws(FormatError) -> [Column]? {
        if other == indexes { return columns }
        guard let other, let oppositeTables else { return nil }
        let roots = try space.refs(other, "search indexes")
        guard try space.integers(oppositeTables, "opposite tables").count == roots.count,
            backlinkColumns.allSatisfy({ roots.slot($0.leafIndex).ref == nil })
        else { return nil }
        return columns.map { column in
            let root = roots.slot(column.leafIndex).ref ?? .none
            return root == column.indexRoot ? column : column.with(indexRoot: root)
        }
    }

    /// True if both were read as one.
    func isSame(as other: TableDescription) -> Bool {
        spec == other.spec && indexes == other.indexes && oppositeTables == other.oppositeTables
            && oppositeColumns == other.oppositeColumns && primarySlot == other.primarySlot
    }
}
