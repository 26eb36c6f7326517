/// New objects whose rows are not in their tables yet: many are added at once, which costs a fraction.
///
/// Their keys are taken, and their primary keys are known to be free. Nobody sees a table without them
/// (`GroupEditor.postpone`).
final class PendingObjects: PendingWork {
    /// By the slot of the table.
    private var tables: [PendingRows?] = []
    /// Those to which an object was added last, if the work is still to be done.
    @exclusivity(unchecked) private(set) var last: PendingRows?

    /// The times in a row that hardly any object was added before somebody looked.
    @exclusivity(unchecked) private var vainCount = 0
    /// The objects that were not asked to wait since then.
    @exclusivity(unchecked) private var passedCount = 0

    private static let (patience, pause) = (8, 64)

    /// Whether waiting for others may gain something: not while somebody looks after each object. Then one in many
    /// tries again.
    func isWorthwhile() -> Bool {
        guard vainCount >= PendingObjects.patience else { return true }
        passedCount += 1
        guard passedCount >= PendingObjects.pause else { return false }
        (vainCount, passedCount) = (PendingObjects.patience - 1, 0)
        return true
    }

    /// The objects of a table.
    func rows(of table: TableEditor) throws(FormatError) -> PendingRows {
        let slot = table.key.slot
        if slot < tables.count, let rows = tables[slot], rows.table === table,
            rows.count > 0 || rows.columns.layout.describes(table)
        {
            last = rows
            return rows
        }
        while tables.count <= slot { tables.append(nil) }
        let made = PendingRows(table)
        tables[slot] = made
        last = made
        return made
    }

    /// Adds them to their tables.
    func finish(in group: GroupEditor) throws(FormatError) {
        last = nil
        let objects = ObjectEditor(group)
        let count = tables.reduce(0) { $0 + ($1?.count ?? 0) }
        vainCount = count < PendingRows.minimumCount ? vainCount + 1 : 0
        for case let rows? in tables {
            if rows.count > 0 { try rows.finish(objects) }
            rows.forgetStoredKeys()
        }
    }
}
