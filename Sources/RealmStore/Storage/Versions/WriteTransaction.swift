/// A new version of a file while it is made, from `WriteTurn.begin` until it is committed or rolled back.
///
/// Nodes are made and changed in `arena`; nothing reaches the file before that. Used by one thread at a time.
package final class WriteTransaction {
    /// The version that the transaction began with.
    let start: Snapshot
    /// The memory of the new version, over the nodes of `start`.
    let memory: ArenaMemory
    package var arena: Arena { memory.arena }
    /// The file format of `start`. What is committed is of the current one.
    let format: Int
    /// Whether the tables are of an older format, so that committing them unchanged would spoil the file.
    var isUpgrade: Bool { format != FileHeader.currentFormat && start.top != nil }
    /// Bytes that the commit moves to let the file shrink: nil for half of its own and some more, 0 for none.
    var movedByteCount: Int?
    /// Ends with the transaction, unless somebody else keeps it; nil once the transaction is over.
    private(set) var turn: WriteTurn?

    init(_ turn: WriteTurn, _ start: Snapshot, format: Int, _ memory: ArenaMemory) {
        self.turn = turn
        self.start = start
        self.format = format
        self.memory = memory
    }

    deinit { rollback() }

    /// Makes the trees below `names` and `tables` the new version.
    ///
    /// The transaction is over in any case. After `writingStopped`, or any failed write, it is unknown whether the
    /// version counts; the file is whole either way.
    ///
    /// - Parameters:
    ///   - names: the array of table names; of the arena, or the one of `start`.
    ///   - tables: the array of tables, likewise.
    ///   - changeset: what the transaction did; nil for nothing that anybody could be told of.
    /// - Returns: the new version. It is durable, and with it all that were placed before it in this turn.
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
    /// - Returns: the new version, which everybody in this process sees.
    func place(names: Ref, tables: Ref, changeset: ChangesetBytes? = nil) throws(StorageError) -> Snapshot {
        defer { rollback() }
        return try openTurn.place(self, names: names, tables: tables, changeset, isShown: true)
    }

    private var openTurn: WriteTurn {
        guard let turn else { preconditionFailure("the write transaction is over") }
        return turn
    }

    /// Forgets all changes; fine if the transaction is over.
    package func rollback() {
        guard turn != nil else { return }
        memory.close()
        turn = nil
    }
}
