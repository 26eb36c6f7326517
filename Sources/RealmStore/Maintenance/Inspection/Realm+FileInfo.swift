import Foundation

extension Realm {
    /// Returns facts about a file. Nothing is written except, in lock mode `shared`, the lock file.
    ///
    /// - Parameters:
    ///   - fileURL: the file.
    ///   - encryptionKey: its key, 64 bytes; nil for a plain file.
    ///   - deep: whether to count the bytes of each class, which reads every node. Without, objects are counted by
    ///     their keys alone, so that a damaged file may have another number: see `verify(at:)`.
    ///   - asksHolders: whether to take part in the session of those who have the file open, and to give them time to
    ///     say since when they use which versions. Without, the file is looked at from outside, as it also is while a
    ///     process stands in the way of all others: nobody notices, nothing is kept in use, no lock file is made. Only
    ///     a file that changes too fast to be looked at is read as with it.
    ///   - lockMode: the way the file is shared with other processes meanwhile.
    ///   - lockTimeout: the time to wait for a conflicting process; see `Configuration.lockTimeout`.
    ///   - scratchDirectory: the directory of a private copy, if one is needed; nil for the system's directory.
    /// - Throws: as `Realm.init(configuration:queue:)`; `invalidDatabase` with reason `damagedFile` for damage
    ///   encountered; `changedWhileReading` in lock mode `immutable`.
    /// - Complexity: O(number of classes and free blocks, objects / 256), with `deep` O(bytes).
    public static func fileInfo(
        at fileURL: URL, encryptionKey: Data? = nil, deep: Bool = false, asksHolders: Bool = true,
        lockMode: Configuration.LockMode = .shared, lockTimeout: Duration? = nil, scratchDirectory: URL? = nil
    ) throws -> FileInfo {
        var configuration = Configuration(fileURL: fileURL, encryptionKey: encryptionKey)
        configuration.schemaMode = .discovered
        configuration.lockMode = lockMode
        configuration.lockTimeout = lockTimeout
        configuration.scratchDirectory = scratchDirectory
        // Both before opening, which adds a lock file and a lock of this process.
        let request = FileInfoRequest(
            configuration: configuration, deep: deep, openBy: try processesUsing(fileAt: fileURL),
            companions: CompanionFiles.existing(besideFileAt: fileURL.path))
        guard case .shared = lockMode else { return try request.opened() }
        return if asksHolders {
            if request.isObstructed, let info = request.looked() { info } else { try request.opened() }
        } else {
            if let info = request.looked() { info } else { try request.opened() }
        }
    }

    /// Returns the processes that have the file open through a session of any engine, ascending; without this one.
    ///
    /// These are the holders of a lock on `NAME.lock` in the system's list of locks: a process in another container may
    /// be missing. Additional to the SDK.
    ///
    /// - Throws: `fileNotFound`, `filePermissionDenied`, `fileOperationFailed` for the file.
    public static func processesUsing(fileAt fileURL: URL) throws -> [Int32] {
        _ = try rethrowing { try FileStatus.ofRegularFile(fileURL.path) }
        return SessionLock.holders(fileURL.path).filter { $0 != ProcessIdentity.current }
    }
}

/// The files that engines put beside a Realm file.
enum CompanionFiles {
    private static let suffixes = [".lock", HolderTable.suffix, CommitNews.suffix, ".management"]

    static func existing(besideFileAt path: String) -> [String] {
        suffixes.map { path + $0 }.filter { FileManager.default.fileExists(atPath: $0) }
            + UpgradeBackup(path: path).companions
    }
}

extension Realm.FileInfo.History {
    /// - Parameter top: nil for a file without commits.
    package init(_ top: TopArray?) {
        self =
            switch top?.historyType ?? .none {
            case .none: .none
            case .inRealm: .local
            case .syncClient: .syncClient
            case .outOfRealm, .syncServer: .other
            }
    }
}

/// The facts that are wanted of a file, and the ways to them.
private struct FileInfoRequest {
    let configuration: Realm.Configuration
    let deep: Bool
    /// The processes that have the file open, and its companions.
    let openBy: [Int32]
    let companions: [String]

    /// A look at a file that is written fast meets no moment without a commit; one at a large file takes long itself.
    private static let lookCount = 5
    private static let lookPatience = Duration.milliseconds(20)

    private var view: SessionView.Look {
        let path = configuration.fileURL?.path ?? ""
        return SessionView.look(atFile: (try? FileName.resolved(path)) ?? path)
    }

    /// Whether somebody stands in the way of all who take part in the session.
    var isObstructed: Bool {
        guard case .seen(let view) = view else { return false }
        let moment = view.moment()
        guard moment.mayBeObstructed else { return false }
        Pause.milliseconds(FileInfoReader.moment)
        return view.obstacles(since: moment).contains { if case .killed = $0 { false } else { true } }
    }

    /// The facts as found in the session.
    func opened() throws -> Realm.FileInfo {
        try info(configuration) { (file) throws(StorageError) in
            try file.checkUnchanged()
            return true
        }!
    }

    /// The facts as found from outside; nil if they cannot be found so.
    func looked() -> Realm.FileInfo? {
        var configuration = configuration
        configuration.lockMode = .immutable
        configuration.isLook = true
        let begin = ContinuousClock.now
        for count in 0..<FileInfoRequest.lookCount
        where count == 0 || ContinuousClock.now - begin < FileInfoRequest.lookPatience || isObstructed {
            let view = view
            if case .unclear = view { return nil }
            // An error may come of a commit meanwhile; whoever takes part in the session knows what it means.
            if let info = try? info(configuration, seen: view, { $0.isStillNewest() }) { return info }
        }
        return nil
    }

    /// - Parameter isWhole: says whether the facts that were found are of one version.
    /// - Returns: nil if they are not.
    private func info(
        _ configuration: Realm.Configuration, seen view: SessionView.Look? = nil,
        _ isWhole: (RealmFile) throws(StorageError) -> Bool
    ) throws -> Realm.FileInfo? {
        let session = try Session(configuration, ModelSchema.none, .none)
        do {
            // Without one it shows a file that this process has open and has removed meanwhile.
            guard let file = session.file else {
                throw RLMError(StorageError(.fileNotFound, session.path, "does not exist any more"))
            }
            let reader = FileInfoReader(session: session, file: file, deep: deep, seen: view)
            let facts = try reader.facts()
            guard try rethrowing({ () throws(StorageError) in try isWhole(file) }) else { return nil }
            return reader.info(
                facts, fingerprint: configuration.encryptionKey.map(Realm.keyFingerprint), openBy: openBy,
                companions: companions)
        } catch let error as FormatError {
            throw RLMError(error, path: session.path)
        }
    }
}

/// Gathers the facts about an open file.
private struct FileInfoReader {
    let session: Session
    let file: RealmFile
    let deep: Bool
    /// The session as seen from outside; nil for the view of this participant.
    let seen: SessionView.Look?

    /// Milliseconds for which an obstacle must be there to be one.
    static let moment: UInt32 = 30

    /// What is in the file.
    struct Facts {
        let blocks: [FreeList.Block]
        let freeByteCount: Int
        let classes: [Realm.ClassInfo]
    }

    func facts() throws -> Facts {
        // Little is read of each leaf, and nothing of what lies between them.
        if !deep { file.contents.expectScatteredReads() }
        return Facts(
            blocks: try freeBlocks(), freeByteCount: try freeByteCount(),
            classes: try session.schema.objectSchema.map(classInfo))
    }

    func info(_ facts: Facts, fingerprint: String?, openBy: [Int32], companions: [String]) -> Realm.FileInfo {
        let moment = view?.moment()
        participant?.awaitRecords()
        if participant == nil, moment?.isSuspicious ?? false { Pause.milliseconds(FileInfoReader.moment) }
        let view = view
        let uses = versionsInUse(facts.blocks, view?.claims() ?? [])
        let free = facts.freeByteCount
        return Realm.FileInfo(
            path: file.path, bytes: file.byteCount, fileFormat: file.header.format, encrypted: file.isEncrypted,
            keyFingerprint: fingerprint, schemaVersion: session.schemaVersion,
            history: Realm.FileInfo.History(file.top),
            streamingForm: file.header.isStreaming, commitVersion: version,
            usedBytes: file.byteCount - free, freeBytes: free,
            freeRatio: Double(free) / Double(file.byteCount), freeBlocks: facts.blocks.count,
            largestFreeBlock: facts.blocks.map(\.byteCount).max() ?? 0,
            activeVersions: activeVersions(uses, openBy: openBy), versionsInUse: uses,
            obstacles: moment.flatMap { view?.obstacles(since: $0) }?.map(Realm.FileInfo.Obstacle.init) ?? [],
            classes: facts.classes, openBy: openBy, companions: companions)
    }

    private var version: UInt64 { file.top?.version ?? TopArray.firstVersion }

    private func freeBlocks() throws(FormatError) -> [FreeList.Block] {
        guard let top = file.top else { return [] }
        let list = try FreeList(top, in: file.space)
        return (0..<list.count).map { list[$0] }
    }

    private func freeByteCount() throws -> Int {
        let footer = file.header.isStreaming ? RawFileHeader.footerByteCount : 0
        guard let top = file.top else { return file.plainByteCount - RawFileHeader.byteCount - footer }
        let usage = try FileUsage(file)
        return usage.total - usage.used + max(0, file.plainByteCount - top.logicalByteCount - footer)
    }

    private var participant: Participant? {
        if case .session(let participation) = file.protection { participation.participant } else { nil }
    }

    /// The session; nil if there is none, or none that can be seen.
    private var view: SessionView? {
        switch seen {
        case nil: participant?.view
        case .seen(let view): view
        case .nobody, .unclear: nil
        }
    }

    private func versionsInUse(_ blocks: [FreeList.Block], _ claims: [Claim]) -> [Realm.FileInfo.VersionsInUse] {
        let uses = claims.map { claim in
            let held = blocks.reduce(0) { $1.version > claim.oldest ? $0 &+ $1.byteCount : $0 }
            return Realm.FileInfo.VersionsInUse(
                process: claim.process, oldest: claim.oldest, newest: claim.newest,
                since: claim.since.map { Date(timeIntervalSince1970: Double($0)) }, heldBytes: held)
        }
        return uses.sorted { ($0.oldest, $0.process ?? 0) < ($1.oldest, $1.process ?? 0) }
    }

    private func activeVersions(_ uses: [Realm.FileInfo.VersionsInUse], openBy: [Int32]) -> Int? {
        guard view != nil else { return openBy.isEmpty ? 1 : nil }
        return Int(clamping: version - min(version, uses.first?.oldest ?? version)) + 1
    }

    private func classInfo(_ schema: ObjectSchema) throws -> Realm.ClassInfo {
        guard let table = session.group.table(ofClass: schema.className) else {
            preconditionFailure("every class of the schema has a table")
        }
        return Realm.ClassInfo(
            name: schema.className, objects: try table.countedObjects(checksColumns: deep),
            properties: schema.properties.count, primaryKey: schema.primaryKeyProperty?.name,
            embedded: schema.isEmbedded,
            enumerated: table.columns.filter { $0.enumeratedValues != nil }.map(\.name),
            bytes: deep ? try file.space.footprint(of: table.ref) : nil)
    }
}

extension NodeSpace {
    /// The bytes of the node at `root` and of all nodes reachable from it.
    ///
    /// Each node has one owner, so there cannot be more than the version's bytes; that detects a cycle in a damaged
    /// file.
    fileprivate func footprint(of root: Ref) throws(FormatError) -> Int {
        var total = 0
        var pending = [root]
        while let ref = pending.popLast() {
            let node = try node(ref)
            total += node.footprint
            guard total <= end else {
                throw FormatError(.badNode, at: ref, "a node below node \(root) has two owners, or owns itself")
            }
            guard node.kind.hasRefs else { continue }
            for index in 0..<node.count {
                if let child = node.slot(index).ref { pending.append(child) }
            }
        }
        return total
    }
}
