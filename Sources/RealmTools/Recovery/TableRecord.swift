import RealmStore

/// A table array of a damaged file: the refs and numbers in it, all untrusted.
struct TableRecord {
    let ref: Ref
    let key: TableKey
    /// Raised with each commit that changed the table.
    let version: UInt64
    let spec: Ref
    let clusters: Ref
    let oppositeTables: Ref?
    let oppositeColumns: Ref?
    let primaryKey: ColumnKey?
    let kind: Table.Kind

    init?(_ node: Node) {
        guard node.kind.hasRefs, !node.kind.isInner, !node.kind.context,
            TableLayout.validCounts.contains(node.count), node.slot(TableLayout.unused).isEmpty,
            let spec = node.slot(TableLayout.spec).ref, let clusters = node.slot(TableLayout.clusters).ref,
            let key = node.slot(TableLayout.key).number, key < UInt64(TableKey.null.value)
        else { return nil }
        ref = node.ref
        self.key = TableKey(UInt32(key))
        version = node.slot(TableLayout.contentVersion).number ?? 0
        self.spec = spec
        self.clusters = clusters
        oppositeTables = node.slot(TableLayout.oppositeTables).ref
        oppositeColumns = node.slot(TableLayout.oppositeColumns).ref
        primaryKey = node.slot(TableLayout.primaryKey).number.map { ColumnKey(Int64(bitPattern: $0)) }
        let kind = node.count > TableLayout.flags ? node.slot(TableLayout.flags).number ?? 0 : 0
        self.kind = Table.Kind(rawValue: Int(truncatingIfNeeded: kind)) ?? .topLevel
    }

    /// The targets of links and backlinks, by leaf index.
    func opposites(in space: SalvageSpace) -> [Int: (table: TableKey, column: ColumnKey)] {
        guard let tables = oppositeTables.flatMap(space.integers), let columns = oppositeColumns.flatMap(space.integers)
        else { return [:] }
        var result: [Int: (table: TableKey, column: ColumnKey)] = [:]
        for index in 0..<min(tables.count, columns.count, 1 << 16) where columns[index] != ColumnKey.null.value {
            result[index] = (TableKey(UInt32(truncatingIfNeeded: tables[index])), ColumnKey(columns[index]))
        }
        return result
    }
}

extension SalvageSpace {
    /// The plain integers at `ref`, unless part of them is lost.
    func integers(_ ref: Ref) -> IntegerArray? {
        guard let node = peek(ref), !node.kind.hasRefs, node.kind.scheme == .bits, !node.kind.context,
            !lost.meets(ref.offset..<ref.offset + node.footprint)
        else { return nil }
        return IntegerArray(node)
    }

    /// The names at `ref`; an unreadable one is empty.
    func names(_ ref: Ref) -> [String]? {
        guard let node = peek(ref), node.count <= 1 << 16, !lost.meets(ref.offset..<ref.offset + node.footprint),
            let leaf = try? NameLeaf(ref, in: space)
        else { return nil }
        return (0..<leaf.count).map { (try? leaf.repairedName($0)) ?? "" }
    }
}
