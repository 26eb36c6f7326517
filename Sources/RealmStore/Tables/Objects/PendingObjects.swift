/// New objects whose rows are not in their tables yet: many are added at once, which costs a fraction.
///
/// Their keys are taken, and their primary keys are known to be free. Nobody sees a table without them
/// (`GroupEditor.postpone`).
final class PendingObjects: PendingWork {
    /// By the slot of the table.
    private var tables: [PendingRows?] = []
    /// Those to which an object was added last, if the work is still to be done.
    @exclusivity(unchecked) private(set) var last: PendingRows?

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
        for case let rows? in tables {
            if rows.count > 0 { try rows.finish(objects) }
            rows.forgetStoredKeys()
        }
    }
}
