/// The tables reachable by links from one table, directly or indirectly, and their columns with links.
///
/// A mixed column counts if it actually leads to objects: then these have backlinks from it.
struct RelatedTables {
    /// For each such table, the first one included, its columns with links.
    private(set) var links: [TableKey: [Column]] = [:]

    init(from table: TableKey, in group: Group) {
        var columns: [TableKey: [ColumnKey]] = [:]
        var targets: [TableKey: Set<TableKey>] = [:]
        for table in group.tables {
            for backlink in table.backlinkColumns {
                columns[backlink.oppositeTable, default: []].append(backlink.oppositeColumn)
                targets[backlink.oppositeTable, default: []].insert(table.key)
            }
        }
        var rest = [table]
        while let key = rest.popLast() {
            guard links[key] == nil, let table = group.table(key) else { continue }
            links[key] = Set(columns[key] ?? []).compactMap { table.column($0) }.filter { !$0.isBacklink }
            rest += targets[key] ?? []
        }
    }

    func contains(_ table: TableKey) -> Bool { links[table] != nil }

    /// True if no link leads to another table than the first.
    var isSingle: Bool { links.count == 1 }
}
