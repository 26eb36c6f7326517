// For versions without known history between them.
extension TouchedObjects {
    /// The objects touched between two versions: according to their changesets, or by comparing the versions.
    ///
    /// - Parameters:
    ///   - changesets: one for each version above `old` up to `new`; nil if the history does not reach back.
    ///   - places: the collections that will be queried later. Nothing is known of them without changesets.
    /// - Precondition: without changesets, that of `ChangeSet`.
    init(
        between old: Group, _ new: Group, _ changesets: [[UInt8]]?,
        watching places: some Sequence<CollectionPlace> = EmptyCollection()
    ) throws(FormatError) {
        guard let changesets else {
            self.init()
            try addDifferences(old, new)
            return
        }
        self.init(watching: places)
        for changeset in changesets { try add(changeset) }
    }

    private mutating func addDifferences(_ old: Group, _ new: Group) throws(FormatError) {
        if !old.hasSameLayout(as: new) { noteSchemaChange() }
        for table in new.tables {
            try addDifferences(old.table(table.key), table, table.key)
        }
        for table in old.tables where new.table(table.key) == nil { try addDifferences(table, nil, table.key) }
    }

    private mutating func addDifferences(_ old: Table?, _ new: Table?, _ key: TableKey) throws(FormatError) {
        let changes = try ChangeSet(from: old, to: new)
        if changes.isEmpty { return }
        var modified: [(ObjectKey, ColumnKey)] = []
        if let old, let new, !changes.modifications.isEmpty {
            var columns = try ColumnDifference(old, new)
            for object in changes.modifications {
                modified += try columns.differing(object).map { (object, $0) }
            }
        }
        note(created: changes.insertions, removed: changes.deletions, modified: modified, in: key)
    }
}

/// The columns in which an object differs between two versions.
private struct ColumnDifference {
    private let old: Table
    private let new: Table
    private let columns: [(old: Column, new: Column)]
    private let content: ContentComparison
    private let objects: (old: ClusterTree, new: ClusterTree)

    init(_ old: Table, _ new: Table) throws(FormatError) {
        (self.old, self.new) = (old, new)
        columns = old.columns.compactMap { column in new.column(column.key).map { (column, $0) } }
        content = ContentComparison(old.space, new.space, sharesNodes: true) {
            $0.table == $1.table && $0.key == $1.key
        }
        objects = (try old.objects(), try new.objects())
    }

    mutating func differing(_ key: ObjectKey) throws(FormatError) -> [ColumnKey] {
        guard let before = try objects.old.find(key), let after = try objects.new.find(key) else { return [] }
        var keys: [ColumnKey] = []
        for column in columns {
            let isSame: Bool
            if let kind = column.old.collection {
                isSame = try content.isSameCollection(
                    old.collectionRoot(old.slot(of: column.old, at: before), of: column.old), column.old,
                    new.collectionRoot(new.slot(of: column.new, at: after), of: column.new), column.new, kind: kind)
            } else {
                isSame = try content.isSame(
                    old.value(of: column.old, at: before), new.value(of: column.new, at: after))
            }
            if !isSame { keys.append(column.new.key) }
        }
        return keys
    }
}
