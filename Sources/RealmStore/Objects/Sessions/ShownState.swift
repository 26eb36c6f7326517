/// The version that a session shows outside of write transactions, and the means to detect content read in another
/// state.
struct ShownState {
    /// Nil after `endEra` until it is needed.
    private(set) var group: Group?
    /// Counts the states shown: content read in an earlier one must be read again.
    private(set) var generation = 0
    /// Counts the placements of what is stored: positions and leaves found in an earlier one must be found again.
    /// Replacing a value in its place moves nothing.
    private(set) var placement = 0
    /// Counts the layouts of tables shown.
    private(set) var layout = 0
    /// Counts the times that everything read before became permanently invalid.
    private(set) var era = 0
    /// The clusters read last. Those of an earlier placement are not used again; those of another version go at once.
    private var clusters = ClusterCache()
    /// The class in which an object was looked up last, likewise.
    private(set) var keyed: KeyedClass?
    /// The state in which each table was last seen changed by a new version.
    private var changes: [UInt32: Int] = [:]

    /// Keeps the changesets since the shown version for those who ask what has changed.
    private var followed: FollowedVersion?

    init(_ group: Group?) { self.group = group }

    /// From now on keeps the changesets since the shown version, which is this one.
    mutating func follow(_ version: FollowedVersion) { followed = version }

    /// The cluster of a leaf, shared with others who asked for it in this placement.
    mutating func cluster(_ table: Table, _ leaf: ClusterLeaf) -> RowCluster {
        clusters.cluster(table, leaf, at: placement)
    }

    /// Keeps a class in which an object was looked up, for the next ones.
    mutating func keep(_ keyed: KeyedClass) { self.keyed = keyed }

    private mutating func forgetWhatWasRead() {
        clusters.forget()
        keyed = nil
    }

    /// Shows another version.
    ///
    /// - Returns: whether its tables have another layout.
    mutating func show(_ new: Group) -> Bool {
        // As long as both versions are in use, no node of the older one is overwritten: equal refs mean equal content.
        for table in new.tables where group?.table(table.key)?.ref != table.ref {
            changes[table.key.value] = generation + 1
        }
        let isOther = group?.hasSameLayout(as: new) != true
        group = new
        followed = followed?.moved(to: new.snapshot.version)
        forgetWhatWasRead()
        noteChange()
        if isOther { layout += 1 }
        return isOther
    }

    /// Shows a version in place of an unreadable one.
    mutating func replace(by new: Group) {
        group = new
        forgetWhatWasRead()
    }

    /// Records that the write transaction changed something; `inPlace`: replaced a value in its place.
    mutating func noteChange(inPlace: Bool = false) {
        generation += 1
        if !inPlace { placement += 1 }
    }

    /// Records that tables or columns of the write transaction were added, removed or changed.
    mutating func noteLayoutChange() {
        layout += 1
        noteChange()
    }

    /// Ends the use of everything that was read.
    ///
    /// - Parameter forgets: whether the version itself is no longer in use, and nothing is shown.
    mutating func endEra(forgets: Bool) {
        era += 1
        forgetWhatWasRead()
        noteChange()
        if forgets { (group, followed) = (nil, nil) }
    }

    /// True if no version shown since a state changed a table.
    func isUnchanged(_ table: TableKey, since generation: Int) -> Bool { changes[table.value] ?? 0 <= generation }
}
