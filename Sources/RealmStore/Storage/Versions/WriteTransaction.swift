/// A new version of a file under construction, from `WriteTurn.begin` until it is committed or rolled back.
///
/// Nodes are created and changed in `arena`; nothing reaches the file before that. Used by one thread at a time.
package final class WriteTransaction {
    /// The version that the transaction began with.
    let start: Snapshot
    /// The memory of the new version, over the nodes of `start`.
    let memory: ArenaMemory
    package var arena: Arena { memory.arena }
    /// The file format of `start`. Commits are always of the current format.
    let format: Int
    /// Whether the tables are of an older format, so that committing them unchanged would corrupt the file.
    var isUpgrade: Bool { format != FileHeader.currentFormat && start.top != nil }
    /// Bytes that the commit moves to let the file shrink: nil for a bit more than half of its own, 0 for none.
    var movedByteCount: Int?
    /// Ends with the transaction, unless retained elsewhere; nil once the transaction is over.
    private(set) var turn: WriteTurn?
    /// The time waited for other writers.
    let waited: Duration

    init(_ turn: WriteTurn, _ start: Snapshot, format: Int, _ memory: ArenaMemory, waited: Duration) {
        self.turn = turn
        self.waited = waited
        self.start = start
        self.format = format
        self.memory = memory
    }

    deinit { rollback() }

    /// Makes the trees below `names` and `tables` the new version.
    ///
    /// The transaction is over in any case. After `writingStopped`, or any failed write, it is unknown whether the
    /// version is in effect; the file is valid either way.
    ///
    /// - Parameters:
    ///   - names: the array of table names; in the arena, or the one of `start`.
    ///   - tables: the array of tables, likewise.
    ///   - changeset: the changes of the transaction; nil if there are none to follow.
    /// - Returns: the new version. It is durable, as are all versions placed before it in this turn.
    /// - Complexity: O(nodes of the arena + free blocks).
    func commit(
        names: Ref, tables: Ref, changeset: ChangesetBytes? = nil
    ) throws(StorageError) -> Snapshot {
        defer { rollback() }
        let snapshot = try openTurn.place(self, names: names, tables: tables, changeset, isShown: false)
        try openTurn.finish()
        return snapshot
    }

    /// The same without waiting for the disk: the version is durable after `WriteTurn.finish`.
    ///
    /// - Returns: the new version, which is visible in this process.
    func place(names: Ref, tables: Ref, changeset: ChangesetBytes? = nil) throws(StorageError) -> Snapshot {
        defer { rollback() }
        return try openTurn.place(self, names: names, tables: tables, changeset, isShown: true)
    }

    private var openTurn: WriteTurn {
        guard let turn else { preconditionFailure("the write transaction is over") }
        return turn
    }

    /// Discards all changes; does nothing if the transaction is over.
    package func rollback() {
        guard turn != nil else { return }
        memory.close()
        turn = nil
    }
}
