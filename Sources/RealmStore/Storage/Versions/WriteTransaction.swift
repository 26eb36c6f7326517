/// The right to make the next version of a file, from `Database.beginWrite` until it is committed or rolled back.
///
/// Nodes are made and changed in `arena`; nothing reaches the file before `commit`. Used by one thread at a time.
package final class WriteTransaction {
    /// The version that the transaction began with.
    let start: Snapshot
    /// The file's header of then: nobody else writes it meanwhile.
    let header: FileHeader
    /// The memory of the new version, over the nodes of `start`.
    let memory: ArenaMemory
    package var arena: Arena { memory.arena }
    /// The file format of `start`. What is committed is of the current one.
    var format: Int { header.format }
    /// Whether the tables are of an older format, so that committing them unchanged would spoil the file.
    var isUpgrade: Bool { format != FileHeader.currentFormat && start.top != nil }
    /// Bytes that the commit moves to let the file shrink: nil for half of its own and some more, 0 for none.
    var movedByteCount: Int?
    private let database: Database
    private var isOpen = true

    init(_ database: Database, _ start: Snapshot, _ header: FileHeader, _ memory: ArenaMemory) {
        self.database = database
        self.start = start
        self.header = header
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
    /// - Returns: the new version. It is durable.
    /// - Complexity: O(nodes of the arena + free blocks).
    func commit(
        names: Ref, tables: Ref, changeset: ChangesetBytes? = nil
    ) throws(StorageError) -> Snapshot {
        precondition(isOpen, "the write transaction is over")
        defer { rollback() }
        return try database.add(self, names: names, tables: tables, changeset)
    }

    /// Forgets all changes; fine if the transaction is over.
    package func rollback() {
        guard isOpen else { return }
        isOpen = false
        memory.close()
        database.endWrite()
    }
}
