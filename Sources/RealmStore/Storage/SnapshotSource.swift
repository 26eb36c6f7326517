/// One version as the source of a copy: where its nodes are, and what the copy must know of the file.
struct SnapshotSource {
    /// Of the file, for errors.
    let path: String
    let space: NodeSpace
    /// The lists of table names and tables; nil for a file to which nothing was ever committed.
    let roots: (names: Ref, tables: Ref)?
    /// The file format version; 0 for a file to which nothing was ever committed.
    let format: Int
    let version: UInt64
    let fileIdentifier: UInt64
    let historyType: TopArray.HistoryType
    /// Bytes in use: those of the copy, about, and no fewer than those of the nodes.
    let usedByteCount: Int
    /// Bytes of nodes that a write transaction has made.
    let arenaByteCount: Int
    let isEncrypted: Bool
    /// Lets go of the memory of nodes that were read; they stay readable by their refs, those of a plain file by
    /// pointers, too.
    let releaseMemory: () -> Void
    /// What keeps the nodes where they are.
    private let owner: AnyObject

    /// The version that `file` was opened with.
    init(_ file: RealmFile) throws(StorageError) {
        try self.init(file.path, file.space, file.top, file.header.format, owner: file, file.contents)
    }

    /// A version of a file that is open for writing.
    init(_ snapshot: Snapshot) throws(StorageError) {
        let format = snapshot.top == nil ? 0 : FileHeader.currentFormat
        try self.init(snapshot.path, snapshot.space, snapshot.top, format, owner: snapshot, snapshot.contents)
    }

    private init(
        _ path: String, _ space: NodeSpace, _ top: TopArray?, _ format: Int, owner: AnyObject, _ contents: FileContents
    ) throws(StorageError) {
        self.path = path
        isEncrypted = contents.pages != nil
        if let shared = contents.pages {
            // Others read the pages that they have decrypted: these are ours alone, so that they can go.
            let pages: EncryptedPages
            do { pages = try EncryptedPages(again: shared) } catch { throw StorageError(error, path) }
            self.space = NodeSpace(base: pages.range.base, end: space.end, pages: pages)
            releaseMemory = { pages.forget() }
        } else {
            self.space = space
            releaseMemory = contents.releaseMemory
        }
        roots = top.map { ($0.names, $0.tables) }
        self.format = format
        version = top?.version ?? Snapshot.firstVersion
        fileIdentifier = top?.syncFileIdentifier ?? 0
        historyType = top?.historyType ?? .none
        do { usedByteCount = try FileUsage(top, in: space).used } catch { throw StorageError(error, path) }
        arenaByteCount = 0
        self.owner = owner
    }

    /// The tables of a file of an older format in the layout of the current one: the file's own nodes, and in memory
    /// the ones that differ.
    init(upgraded memory: FileArena, names: Ref, tables: Ref) throws(StorageError) {
        let start = try SnapshotSource(memory.file)
        path = start.path
        space = memory.arena.space
        roots = (names, tables)
        format = FileHeader.currentFormat
        version = start.version
        fileIdentifier = start.fileIdentifier
        historyType = start.historyType
        arenaByteCount = memory.arena.byteCount
        usedByteCount = start.usedByteCount + arenaByteCount
        owner = memory
        // The nodes in memory lie beside the file's own, whose pages others read, too.
        isEncrypted = start.isEncrypted
        releaseMemory = start.isEncrypted ? {} : start.releaseMemory
    }

    /// What a write transaction would commit now. It may go on as soon as the copy is made.
    ///
    /// - Parameters:
    ///   - names: the array of table names; of the arena, or the one that the transaction began with.
    ///   - tables: the array of tables, likewise.
    init(_ transaction: WriteTransaction, names: Ref, tables: Ref) throws(StorageError) {
        let start = try SnapshotSource(transaction.start)
        path = start.path
        space = transaction.arena.space
        roots = (names, tables)
        format = FileHeader.currentFormat
        version = start.version + 1
        fileIdentifier = start.fileIdentifier
        historyType = start.historyType
        arenaByteCount = transaction.arena.byteCount
        usedByteCount = start.usedByteCount + arenaByteCount
        owner = transaction
        isEncrypted = start.isEncrypted
        releaseMemory = start.isEncrypted ? {} : start.releaseMemory
    }
}

extension SnapshotSource {
    /// Throws `syncHistory` for a file whose history a copy would lose.
    func checkHistoryIsLocal() throws(StorageError) {
        let local: [TopArray.HistoryType] = [.none, .inRealm]
        guard !local.contains(historyType) else { return }
        throw StorageError(.syncHistory, path, "belongs to a synchronised app; its copy is a local Realm")
    }
}
