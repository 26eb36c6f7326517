@testable import RealmStore

/// The differences between two versions, compared with those between two models.
extension ModelRun {
    /// Compares the `ChangeSet` of each table with the differences of the models. The newer version is that of `state`.
    func checkChanges(from old: Group, _ before: ModelState, to new: Group) throws {
        for key in Set(before.tables.keys).union(state.tables.keys) {
            let table = TableKey(key)
            let found = try ChangeSet(from: old.table(table), to: new.table(table))
            let expected = ModelRun.changes(from: before.tables[key], to: state.tables[key])
            guard found == expected else {
                throw ModelError(
                    "table \(key) from version \(old.snapshot.version) to \(new.snapshot.version): \(found), "
                        + "not \(expected)")
            }
        }
    }

    private static func changes(from old: ModelTable?, to new: ModelTable?) -> ChangeSet {
        var changes = ChangeSet()
        let (before, after) = (old?.objects ?? [:], new?.objects ?? [:])
        changes.deletions = (old?.keys ?? []).filter { after[$0] == nil }.map { ObjectKey($0) }
        changes.insertions = (new?.keys ?? []).filter { before[$0] == nil }.map { ObjectKey($0) }
        guard let old, let new else { return changes }
        var columns: [(old: Int, new: Int)] = []
        for (index, column) in old.columns.enumerated() {
            if let other = new.columns.firstIndex(where: { $0.key == column.key }) { columns.append((index, other)) }
        }
        changes.modifications = old.keys.filter { key in
            guard let first = before[key], let second = after[key] else { return false }
            return columns.contains { first[$0.old] != second[$0.new] }
        }.map { ObjectKey($0) }
        return changes
    }
}
