/// The version that a session shows outside of write transactions, and how to tell what was read in another state.
struct ShownState {
    /// nil until it is asked for after `endEra`.
    private(set) var group: Group?
    /// Counts the states that were shown: what was read in an earlier one must be read anew.
    private(set) var generation = 0
    /// Counts the layouts of tables that were shown.
    private(set) var layout = 0
    /// Counts the times that everything that was read before was gone for good.
    private(set) var era = 0
    /// The state in which each table was last seen changed by a new version.
    private var changes: [UInt32: Int] = [:]

    init(_ group: Group?) { self.group = group }

    /// Shows another version.
    ///
    /// - Returns: whether its tables have another layout.
    mutating func show(_ new: Group) -> Bool {
        // As long as both versions are in use no node of the older one is overwritten: what lies where it lay is the
        // same.
        for table in new.tables where group?.table(table.key)?.ref != table.ref {
            changes[table.key.value] = generation + 1
        }
        let isOther = group?.hasSameLayout(as: new) != true
        group = new
        generation += 1
        if isOther { layout += 1 }
        return isOther
    }

    /// Shows a version in place of one that cannot be read.
    mutating func replace(by new: Group) { group = new }

    /// Notes that the write transaction changed something.
    mutating func noteChange() { generation += 1 }

    /// Notes that tables or columns of the write transaction have come, gone or changed.
    mutating func noteLayoutChange() {
        layout += 1
        generation += 1
    }

    /// Ends the use of everything that was read.
    ///
    /// - Parameter forgets: whether the version itself is not in use any more, and nothing is shown.
    mutating func endEra(forgets: Bool) {
        era += 1
        generation += 1
        if forgets { group = nil }
    }

    /// True if no version that was shown since a state changed a table.
    func isUnchanged(_ table: TableKey, since generation: Int) -> Bool { changes[table.value] ?? 0 <= generation }
}
