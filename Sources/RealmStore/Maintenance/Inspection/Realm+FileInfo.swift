import Foundation

extension Realm {
    /// Returns facts about a file. Nothing is written except, in lock mode `shared`, the lock file.
    ///
    /// - Parameters:
    ///   - fileURL: the file.
    ///   - encryptionKey: its key, 64 bytes; nil for a plain file.
    ///   - deep: whether to count the bytes of each class, which reads every node.
    ///   - lockMode: the way the file is shared with other processes meanwhile.
    ///   - lockTimeout: the time to wait for a conflicting process; see `Configuration.lockTimeout`.
    ///   - scratchDirectory: the directory of a private copy, if one is needed; nil for the system's directory.
    /// - Throws: as `Realm.init(configuration:queue:)`; `invalidDatabase` with reason `damagedFile` for damage
    ///   encountered; `changedWhileReading` in lock mode `immutable`.
    /// - Complexity: O(number of classes and free blocks, objects / 256), with `deep` O(bytes).
    public static func fileInfo(
        at fileURL: URL, encryptionKey: Data? = nil, deep: Bool = false,
        lockMode: Configuration.LockMode = .shared, lockTimeout: Duration? = nil, scratchDirectory: URL? = nil
    ) throws -> FileInfo {
        var configuration = Configuration(fileURL: fileURL, encryptionKey: encryptionKey)
        configuration.schemaMode = .discovered
        configuration.lockMode = lockMode
        configuration.lockTimeout = lockTimeout
        configuration.scratchDirectory = scratchDirectory
        // Both before opening, which adds a lock file and a lock of this process.
        let companions = CompanionFiles.existing(besideFileAt: fileURL.path)
        let processes = try processesUsing(fileAt: fileURL)
        let session = try Session(configuration, ModelSchema.none, .none)
        do {
            // Without one it shows a file that this process has open and has removed meanwhile.
            guard let file = session.file else {
                throw RLMError(StorageError(.fileNotFound, session.path, "does not exist any more"))
            }
            let info = try FileInfoReader(session: session, file: file, deep: deep).info(
                fingerprint: encryptionKey.map(keyFingerprint), openBy: processes, companions: companions)
            try rethrowing { try file.checkUnchanged() }
            return info
        } catch let error as FormatError {
            throw RLMError(error, path: session.path)
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

/// Gathers the facts about an open file.
private struct FileInfoReader {
    let session: Session
    let file: RealmFile
    let deep: Bool

    func info(fingerprint: String?, openBy: [Int32], companions: [String]) throws -> Realm.FileInfo {
        let blocks = try freeBlocks()
        let free = try freeByteCount()
        let look = participant?.look()
        let uses = try versionsInUse(blocks)
        return Realm.FileInfo(
            path: file.path, bytes: file.byteCount, fileFormat: file.header.format, encrypted: file.isEncrypted,
            keyFingerprint: fingerprint, schemaVersion: session.schemaVersion,
            history: Realm.FileInfo.History(file.top),
            streamingForm: file.header.isStreaming, commitVersion: version,
            usedBytes: file.byteCount - free, freeBytes: free,
            freeRatio: Double(free) / Double(file.byteCount), freeBlocks: blocks.count,
            largestFreeBlock: blocks.map(\.byteCount).max() ?? 0,
            activeVersions: activeVersions(uses, openBy: openBy), versionsInUse: uses,
            obstacles: look.flatMap { participant?.obstacles(since: $0) }?.map(Realm.FileInfo.Obstacle.init) ?? [],
            classes: try session.schema.objectSchema.map(classInfo), openBy: openBy, companions: companions)
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

    private func versionsInUse(_ blocks: [FreeList.Block]) throws -> [Realm.FileInfo.VersionsInUse] {
        guard let participant else { return [] }
        participant.awaitRecords()
        let claims = try rethrowing { try participant.otherClaims() }
        let uses = claims.map { claim in
            let held = blocks.reduce(0) { $1.version > claim.oldest ? $0 &+ $1.byteCount : $0 }
            return Realm.FileInfo.VersionsInUse(
                process: claim.process, oldest: claim.oldest, newest: claim.newest,
                since: claim.since.map { Date(timeIntervalSince1970: Double($0)) }, heldBytes: held)
        }
        return uses.sorted { ($0.oldest, $0.process ?? 0) < ($1.oldest, $1.process ?? 0) }
    }

    private func activeVersions(_ uses: [Realm.FileInfo.VersionsInUse], openBy: [Int32]) -> Int? {
        guard case .session = file.protection else { return openBy.isEmpty ? 1 : nil }
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
