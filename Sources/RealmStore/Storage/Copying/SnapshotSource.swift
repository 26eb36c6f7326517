/// One version as the source of a copy: its nodes, and the facts about the file that the copy needs.
package struct SnapshotSource {
    /// The path of the file, for errors.
    package let path: String
    let space: NodeSpace
    /// The lists of table names and tables; nil for a file to which nothing was ever committed.
    package let roots: (names: Ref, tables: Ref)?
    /// The file format version; 0 for a file to which nothing was ever committed.
    package let format: Int
    package let version: UInt64
    let fileIdentifier: UInt64
    let historyType: TopArray.HistoryType
    /// Bytes in use: about the size of the copy, and at least that of the nodes.
    package let usedByteCount: Int
    /// Bytes of nodes created by a write transaction.
    let arenaByteCount: Int
    let isEncrypted: Bool
    /// The committed version: the source itself, or the one a write transaction began with; nil if there was none.
    private let top: TopArray?
    /// Permission bits of the file.
    let mode: UInt32
    /// Releases the memory of nodes that were read; they stay readable by their refs, those of a plain file also by
    /// pointers.
    let releaseMemory: () -> Void
    /// The object that keeps the nodes in place.
    private let owner: AnyObject

    /// The version that `file` was opened with.
    package init(_ file: RealmFile) throws(StorageError) {
        try self.init(file.path, file.space, file.top, file.header.format, owner: file, file.contents)
    }

    /// A version of a file that is open for writing.
    ///
    /// - Parameter sharesPages: an encrypted file is decrypted where others read it, and stays so.
    init(_ snapshot: Snapshot, sharesPages: Bool = false) throws(StorageError) {
        let format = snapshot.top == nil ? 0 : FileHeader.currentFormat
        try self.init(
            snapshot.path, snapshot.space, snapshot.top, format, owner: snapshot, snapshot.contents,
            hasOwnPages: !sharesPages && !snapshot.mayBeAheadOfFile)
    }

    private init(
        _ path: String, _ space: NodeSpace, _ top: TopArray?, _ format: Int, owner: AnyObject,
        _ contents: FileContents, hasOwnPages: Bool = true
    ) throws(StorageError) {
        self.path = path
        isEncrypted = contents.pages != nil
        mode = contents.mode
        switch contents.pages {
        case let shared? where hasOwnPages:
            // Others read the shared decrypted pages: these are private, so that they can be released.
            let pages: EncryptedPages
            do { pages = try EncryptedPages(again: shared) } catch { throw StorageError(error, path) }
            self.space = NodeSpace(base: pages.range.base, end: space.end, pages: pages)
            releaseMemory = { pages.forget() }
        case _?: (self.space, releaseMemory) = (space, {})
        case nil: (self.space, releaseMemory) = (space, contents.releaseMemory)
        }
        self.top = top
        roots = top.map { ($0.names, $0.tables) }
        self.format = format
        version = top?.version ?? TopArray.firstVersion
        fileIdentifier = top?.syncFileIdentifier ?? 0
        historyType = top?.historyType ?? .none
        do { usedByteCount = try FileUsage(top, in: space).used } catch { throw StorageError(error, path) }
        arenaByteCount = 0
        self.owner = owner
    }

    /// The tables of a file of an older format in the layout of the current one: the file's own nodes, and in memory
    /// the ones that differ.
    package init(upgraded memory: FileArena, names: Ref, tables: Ref) throws(StorageError) {
        let start = try SnapshotSource(memory.file)
        path = start.path
        space = memory.arena.space
        top = start.top
        roots = (names, tables)
        format = FileHeader.currentFormat
        version = start.version
        fileIdentifier = start.fileIdentifier
        historyType = start.historyType
        arenaByteCount = memory.arena.byteCount
        usedByteCount = start.usedByteCount + arenaByteCount
        mode = start.mode
        owner = memory
        // The nodes in memory lie beside the file's own, whose pages others read as well.
        isEncrypted = start.isEncrypted
        releaseMemory = start.isEncrypted ? {} : start.releaseMemory
    }

    /// The version that a write transaction would commit now. The transaction may continue once the copy is made.
    ///
    /// - Parameters:
    ///   - names: the array of table names; in the arena, or the one that the transaction began with.
    ///   - tables: the array of tables, likewise.
    init(_ transaction: WriteTransaction, names: Ref, tables: Ref) throws(StorageError) {
        let start = try SnapshotSource(transaction.start)
        path = start.path
        space = transaction.arena.space
        top = start.top
        roots = (names, tables)
        format = FileHeader.currentFormat
        version = start.version + 1
        fileIdentifier = start.fileIdentifier
        historyType = start.historyType
        arenaByteCount = transaction.arena.byteCount
        usedByteCount = start.usedByteCount + arenaByteCount
        mode = start.mode
        owner = transaction
        isEncrypted = start.isEncrypted
        releaseMemory = start.isEncrypted ? {} : start.releaseMemory
    }
}

// MARK: - Walking

extension SnapshotSource {
    /// Visits all nodes of names and tables, and proves that those of the version are laid out correctly.
    ///
    /// - Parameters:
    ///   - replacement: trees walked in place of some others.
    ///   - progress: called now and then with the bytes of nodes visited so far.
    /// - Returns: what the visitor returned for the roots, and the number of nodes; nil for a file without a commit.
    /// - Throws: `damaged`; errors of the visitor.
    func walk<Visitor: NodeTreeVisitor & ~Copyable>(
        _ visitor: inout Visitor, replacement: (any TreeReplacement)? = nil,
        progress: @escaping (Int) -> Void = { _ in }
    ) throws(StorageError) -> (names: Ref, tables: Ref, nodeCount: Int)? {
        guard let roots else { return nil }
        let isCommitted = roots.names == top?.names && roots.tables == top?.tables
        if !isCommitted { try prove() }
        var walk = NodeTreeWalk(
            space, path: path, arenaByteCount: arenaByteCount, proof: isCommitted ? try proof() : nil,
            replacement: replacement, release: releaseMemory, progress: progress)
        let names = try walk.run(roots.names, &visitor)
        let tables = try walk.run(roots.tables, &visitor)
        let nodeCount = walk.nodeCount
        if isCommitted { try conclude(&walk) }
        return (names, tables, nodeCount)
    }

    /// Throws `damaged` unless the nodes of the committed version are laid out correctly.
    ///
    /// - Complexity: O(number of nodes, and bytes of those with refs); a bit of memory for each 8 bytes of the file
    func prove() throws(StorageError) {
        guard let top else { return }
        var walk = NodeTreeWalk(space, path: path, proof: try proof(), release: releaseMemory)
        try walk.passOver(top.names)
        try walk.passOver(top.tables)
        try conclude(&walk)
    }

    private func proof() throws(StorageError) -> SpaceProof? {
        guard let top else { return nil }
        do { return try SpaceProof(top, in: space) } catch { throw StorageError(error, path) }
    }

    /// Visits the nodes of the version outside of tables, and checks that nothing is left over.
    private func conclude(_ walk: inout NodeTreeWalk) throws(StorageError) {
        guard let top, top.knowsFreeSpace else { return }
        try walk.passOver(restOf: top)
        do { try walk.proof?.checkNothingIsLeft() } catch { throw StorageError(error, path) }
    }
}

extension SnapshotSource {
    /// Throws `syncHistory` for a file whose history a copy would lose.
    package func checkHistoryIsLocal() throws(StorageError) {
        let local: [TopArray.HistoryType] = [.none, .inRealm]
        guard !local.contains(historyType) else { return }
        throw StorageError(.syncHistory, path, "belongs to a synchronised app; its copy is a local Realm")
    }
}
