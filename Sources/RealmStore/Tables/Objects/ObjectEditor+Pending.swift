/// Adding objects one by one, which are written together.
extension ObjectEditor {
    /// Whether a new object should wait for others.
    func mayWait() -> Bool { pending?.isWorthwhile() ?? true }

    /// The new objects of a table to which another one is added. They are written before anybody asks for a table.
    ///
    /// - Precondition: the class is not embedded.
    func pendingRows(of key: TableKey) throws(FormatError) -> PendingRows {
        if let rows = pending?.last, rows.table.key == key { return rows }
        guard let table = try tables.unsettledTable(key) else {
            throw FormatError(.badTable, at: .none, "table \(key.value) does not exist")
        }
        precondition(table.kind != .embedded, "an embedded object is made by its owner")
        let pending = self.pending ?? PendingObjects()
        self.pending = pending
        try tables.postpone(pending)
        return try pending.rows(of: table)
    }
}
