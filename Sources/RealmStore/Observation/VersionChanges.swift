/// The changes of the objects of all tables between two versions of a file: what the commits between them touched.
///
/// An embedded object belongs to its owner: if it is modified, so is the owner.
struct VersionChanges {
    private let old: Group
    private let new: Group
    private var sets: [TableKey: ChangeSet] = [:]

    init(from old: Group, to new: Group, _ touched: TouchedObjects) throws(FormatError) {
        self.old = old
        self.new = new
        for table in new.tables {
            if let touched = touched[table.key] { sets[table.key] = ChangeSet(touched) }
        }
        for table in old.tables where new.table(table.key) == nil {
            sets[table.key] = try ChangeSet(from: table, to: nil)
        }
        try passOnToOwners()
    }

    /// The changes of a table.
    subscript(table: TableKey) -> ChangeSet { sets[table] ?? ChangeSet() }

    // MARK: Owners

    private mutating func passOnToOwners() throws(FormatError) {
        var owners: [TableKey: Set<ObjectKey>] = [:]
        for table in new.tables where table.kind == .embedded {
            for key in self[table.key].modifications {
                if let owner = try owner(of: key, in: table) { owners[owner.table, default: []].insert(owner.key) }
            }
        }
        for (table, keys) in owners {
            var set = self[table]
            let known = Set(set.modifications).union(set.insertions)
            set.modifications = (set.modifications + keys.filter { !known.contains($0) }).sorted()
            sets[table] = set
        }
    }

    /// The top-level object to which an embedded object belongs, directly or indirectly; nil if it has no owner.
    private func owner(
        of key: ObjectKey, in table: Table
    ) throws(FormatError) -> (table: TableKey, key: ObjectKey)? {
        var (table, key) = (table, key)
        for _ in 0..<VersionChanges.maximumDepth {
            guard let position = try table.objects().find(key) else { return nil }
            var owner: (table: Table, key: ObjectKey)?
            for column in table.backlinkColumns where owner == nil {
                let origins = try table.backlinks(column, at: position)
                if origins.count > 0, let origin = new.table(column.oppositeTable) {
                    owner = (origin, try origins.origin(at: 0))
                }
            }
            guard let owner else { return nil }
            if owner.table.kind != .embedded { return (owner.table.key, owner.key) }
            (table, key) = owner
        }
        throw FormatError(.badValue, at: table.ref, "embedded objects of '\(table.name)' own each other")
    }

    /// A deeper chain of owners than programs have.
    private static let maximumDepth = 128
}

extension ChangeSet {
    /// An object that was removed and replaced by another one with its key is modified.
    fileprivate init(_ touched: TouchedTable) {
        let replaced = touched.created.intersection(touched.removed)
        insertions = touched.created.subtracting(replaced).sorted()
        modifications = (Array(touched.modified) + replaced).sorted()
        deletions = touched.removed.subtracting(replaced).sorted()
    }
}
