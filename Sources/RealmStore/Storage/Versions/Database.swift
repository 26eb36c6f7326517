import Synchronization

/// One file that this process has open for reading and writing: its versions, and at most one writer at a time.
///
/// All users of a file in a process share one `Database`. Others may have the file open as well, in this process or
/// another; they coordinate through the lock file (`Participant`). Only the file's header tells the newest version.
package final class Database: Sendable {
    /// Options for opening a file.
    package struct Options: Sendable {
        /// The key of an encrypted file, and of a new one; nil for a plain one.
        package var key: EncryptionKey?
        /// Whether to create a file that is missing or empty.
        package var creates = true
        /// Permissions of a new file, before the umask.
        var mode: UInt32 = 0o644
        /// The time to wait for conflicting holders; see `SessionLock.acquire`.
        var lockTimeout: Duration?
        var disk: any Disk = RealDisk()
        /// False for a `Database` that is not shared in the process.
        package var isShared = true

        package init(key: EncryptionKey? = nil) { self.key = key }
    }

    /// The path without symbolic links.
    let path: String
    let contents: FileContents
    private let file: WritableFile
    private let participant: Participant
    private let writers = FairLock()
    /// The line in which sessions that must not block wait for their turns.
    let line = WaitingLine("RealmStore.turns")
    /// The line in which versions become durable without a waiting thread.
    let finishing = WaitingLine("RealmStore.finishing")
    /// The number of threads of this process that are blocked waiting for their turns.
    private let blockedThreads = Atomic(0)
    private let state = Mutex(State())
    /// The offset of the memory of write transactions in the address range. Always the same: each separate region that
    /// is written becomes a memory map, and a process can have only some ten thousand.
    private let arenaStart: Int

    private struct State {
        var pins = Pins()
        /// Versions whose successors are followed.
        var followed = Pins()
        /// Whether this process is writing: then the pages in memory are ahead of the file.
        var isWriting = false
        /// The newest version, where this process sees it before it is durable.
        var placed: TopArray?
        /// The position at which the next commit continues to look for nodes to move (`Commit.sweep`).
        var sweep: [Int] = []
        /// The known extents of the versions in use.
        var held = HeldVersions()
        /// The space usage after the last commit of this process.
        var usage: SpaceUsage?
        var hasReportedExcess = false
        /// By which others of the process find the file.
        var entry: (any AnyObject & Sendable)?
    }

    /// - Parameters:
    ///   - file: open for reading and writing.
    ///   - lock: held for this file.
    init(
        _ path: String, _ file: consuming FileDescriptor, _ participant: Participant, _ options: Options
    ) throws(StorageError) {
        self.path = path
        self.participant = participant
        let identity = try RealmFile.Identity(file, path)
        try FileContents.checkKind(file, identity, key: options.key, path)
        let duplicate: FileDescriptor
        do { duplicate = try file.duplicate() } catch { throw StorageError(error, path) }
        contents = try FileContents(path, duplicate, key: options.key, isWritten: true)
        arenaStart = contents.limit + Database.randomGap(contents.limit)
        self.file = WritableFile(contents, file, options.disk)
        let (snapshot, _) = try newestWithHeader()
        try withExtendedLifetime(snapshot) { () throws(StorageError) in try checkWritable(snapshot.top) }
    }

    /// Keeps the entry by which others of the process find the file.
    func keep(_ entry: any AnyObject & Sendable) { state.withLock { $0.entry = entry } }

    /// Versions below this fit into a top array, and have successors.
    private static let versionLimit: UInt64 = 1 << 60

    /// Refuses histories that a commit would destroy: those that are not a local Realm's.
    private func checkWritable(_ top: TopArray?) throws(StorageError) {
        guard top?.version ?? 0 < Database.versionLimit else {
            throw StorageError(.damaged, path, "is damaged: it says that it was committed to a quintillion times")
        }
        switch top?.historyType {
        case nil, .some(.none), .inRealm: break
        case .some(let type):
            throw StorageError(
                .incompatibleHistory(type.rawValue), path,
                "has a history of type \(type.rawValue), which only a synchronizing Realm may write")
        }
    }

    // MARK: Versions

    /// The newest version, in use for as long as the snapshot lives; including one of this process that is not durable
    /// yet.
    package func newest() throws(StorageError) -> Snapshot {
        let placed = state.withLock { state in
            if let placed = state.placed { pin(placed, in: &state) }
            return state.placed
        }
        if let placed { return Snapshot(self, placed, contents.space(of: placed)) }
        return try newestWithHeader().snapshot
    }

    private func pin(_ top: TopArray, in state: inout State) {
        state.pins.add(top.version, top)
        claim(state)
    }

    private func newestWithHeader() throws(StorageError) -> (snapshot: Snapshot, header: FileHeader) {
        let (header, top) = try state.withLock { state throws(StorageError) in try pinNewest(&state) }
        return (Snapshot(self, top, contents.space(of: top)), header)
    }

    private func pinNewest(_ state: inout State) throws(StorageError) -> (header: FileHeader, top: TopArray?) {
        let isClaimed = state.pins.oldest != nil
        defer { claim(state) }
        if let oldest = state.pins.oldest, !state.isWriting {
            // A participant known to need one version only is not assumed to need the one that the header is going to
            // name.
            participant.claim(oldest: oldest, newest: .max)
            atomicMemoryFence(ordering: .sequentiallyConsistent)
        }
        let found =
            if state.isWriting {
                try contents.newestVersion()
            } else if isClaimed {
                try contents.newestVersionAnew()
            } else {
                try participant.claimNewest(isEncrypted: contents.pages != nil, contents.newestVersionAnew)
            }
        state.pins.add(found.top?.version ?? TopArray.firstVersion, found.top)
        return found
    }

    /// Ends one use of a version.
    func unpin(_ version: UInt64) {
        state.withLock { state in
            state.pins.remove(version)
            claim(state)
        }
    }

    private func claim(_ state: State) {
        participant.claim(
            oldest: state.pins.oldest ?? 0, newest: state.pins.newest ?? 0, top: state.pins.onlyTop?.ref ?? .none)
    }

    /// Makes commits keep their changes since `version`, or stops that.
    func setFollowed(_ version: UInt64, _ isFollowed: Bool) {
        state.withLock { state in
            if isFollowed { state.followed.add(version, nil) } else { state.followed.remove(version) }
            participant.follow(oldest: state.followed.oldest ?? 0)
        }
    }

    /// The number of versions from the oldest in use to the newest, both included.
    ///
    /// SDK name: `maximumNumberOfActiveVersions` limits them.
    func activeVersionCount() throws(StorageError) -> Int {
        let newest = try newest()
        let oldest = try participant.oldestInUseByOthers(
            butAtMost: state.withLock { $0.pins.oldest } ?? newest.version)
        return Int(newest.version - oldest) + 1
    }

    /// True if an earlier write failed, so that the file must be closed and opened again before it can be written.
    var isWritingStopped: Bool { (try? file.checkUsable()) == nil }

    /// A path of the file that every commit of every process writes to, valid as long as this object lives.
    var newsPath: String { participant.newsPath }

    // MARK: Writing

    /// Waits for the right to write, which ends with the result. Threads of this process get it in the order of their
    /// requests; sessions that do not block a thread share one.
    ///
    /// - Parameter timeout: the time to wait for other writers; nil for no limit.
    /// - Throws: `inUse` with the writer's pid when time is up; `writingStopped` after a failed write.
    package func takeTurn(timeout: Duration? = nil) throws(StorageError) -> WriteTurn {
        try file.checkUsable()
        let asked = ContinuousClock.now
        let deadline = timeout.map { asked + $0 }
        guard writers.acquire(until: deadline) else {
            throw StorageError(.inUse([ProcessIdentity.current]), path, "is being written by this process")
        }
        do {
            try participant.beginWriting(until: deadline)
        } catch {
            writers.release()
            throw error
        }
        do throws(StorageError) {
            try file.checkUsable()
            let (start, header) = try newestWithHeader()
            try checkWritable(start.top)
            state.withLock { $0.isWriting = true }
            return WriteTurn(self, file, start, header, waited: ContinuousClock.now - asked)
        } catch {
            endTurn()
            throw error
        }
    }

    /// Whether threads of this process are blocked waiting for their turn.
    var hasBlockedThreads: Bool { blockedThreads.load(ordering: .relaxed) > 0 }

    /// Calls `body`, which may block the thread until its turn.
    func blocking<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        blockedThreads.add(1, ordering: .relaxed)
        defer { blockedThreads.subtract(1, ordering: .relaxed) }
        return try body()
    }

    /// Begins the next version in a separate turn; see `takeTurn(timeout:)`.
    ///
    /// - Parameter upgrading: the transaction gives the tables of an older format the layout of the current one.
    /// - Throws: also the errors of `WriteTurn.begin(upgrading:)`.
    package func beginWrite(
        timeout: Duration? = nil, upgrading: Bool = false
    ) throws(StorageError) -> WriteTransaction {
        try takeTurn(timeout: timeout).begin(upgrading: upgrading)
    }

    /// The memory for the nodes of a version that follows `start`.
    func memory(after start: Snapshot) -> ArenaMemory {
        ArenaMemory(over: start.space, in: contents.range, from: arenaStart, version: start.version + 1)
    }

    /// A random distance in whole pages, different at each opening, so that no crafted file can hold refs into the
    /// memory of transactions.
    private static func randomGap(_ byteCount: Int) -> Int {
        Int.random(in: 0...byteCount / 4 / PageCipher.pageSize) * PageCipher.pageSize
    }

    /// Writes the version of a transaction, so that this process can read it.
    func place(
        _ transaction: WriteTransaction, names: Ref, tables: Ref, _ changeset: ChangesetBytes?,
        into output: CommitOutput
    ) throws(StorageError) -> (Snapshot, Commit.Placed) {
        let version = transaction.start.version
        let (pinned, held, sweep, followed) = state.withLock { state in
            (
                state.pins.tops(below: version, atMost: HeldVersions.maximumCount + 1), state.held, state.sweep,
                state.followed.oldest ?? version
            )
        }
        let others = try versionsOfOthers(before: version)
        var commit = Commit(
            file: file, output: output, start: transaction.start, arena: transaction.arena,
            pinned: pinned, others: others, limit: contents.limit, sweep: sweep, held: held,
            movedByteCount: transaction.movedByteCount)
        let followedByOthers = try participant.oldestFollowedByOthers(butAtMost: followed)
        let placed = try commit.place(names: names, tables: tables, changeset, keepingChangesAfter: followedByOthers)
        let top = try contents.topArray(placed.top)
        state.withLock { [sweep = commit.sweep, held = commit.held, usage = commit.usage] state in
            (state.sweep, state.held, state.usage) = (sweep, held, usage)
            pin(top, in: &state)
        }
        return (Snapshot(self, top, contents.space(of: top)), placed)
    }

    /// Whether there is a version that this process sees before it is durable.
    var hasPlaced: Bool { state.withLock { $0.placed != nil } }

    /// True after a write that failed: versions that this process has shown may be lost, and their space used again.
    var hasFailed: Bool { file.isStopped }

    /// Shows a version that is not durable yet to this process; nil for none.
    func show(_ placed: Snapshot?) { state.withLock { $0.placed = placed?.top } }

    /// Announces a new version.
    func announceCommit() { participant.announceCommit() }

    /// The versions older than `version` that other participants need. Of an encrypted file only the oldest is known.
    private func versionsOfOthers(before version: UInt64) throws(StorageError) -> HeldVersions.Others {
        var others = HeldVersions.Others(unknown: version)
        for claim in try participant.otherClaims() where claim.oldest < version {
            let isReadable = !claim.top.isNone && contents.pages == nil
            let top = isReadable ? try? contents.topArray(claim.top) : nil
            if let top, top.version == claim.oldest {
                others.tops.append(top)
            } else {
                others.unknown = min(others.unknown, claim.oldest)
            }
        }
        return others
    }

    /// Passes the turn to the next writer.
    func endTurn() {
        state.withLock { $0.isWriting = false }
        participant.endWriting()
        writers.release()
    }

    // MARK: Space

    /// The space usage, and the claim of the oldest version in use, the first time a commit leaves far more space than
    /// is used. Nil otherwise.
    func excessToReport() -> (usage: SpaceUsage, claim: Participant.Claim?)? {
        let usage = state.withLock { state -> SpaceUsage? in
            guard !state.hasReportedExcess, let usage = state.usage, usage.isExcessive else { return nil }
            state.hasReportedExcess = true
            return usage
        }
        return usage.map { ($0, oldestClaim) }
    }

    /// The space usage after the last commit of this process; nil if there was none.
    var usage: SpaceUsage? { state.withLock { $0.usage } }

    /// The claim of the oldest version in use, of any process.
    var oldestClaim: Participant.Claim? {
        let claims = ((try? participant.otherClaims()) ?? []) + [participant.ownClaim]
        return claims.filter { $0.oldest != 0 && !$0.isOpening }.min { $0.oldest < $1.oldest }
    }
}
