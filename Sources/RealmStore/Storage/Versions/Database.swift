import Synchronization

/// One file that this process has open for reading and writing: its versions, and at most one writer at a time.
///
/// All users of a file in a process share one `Database`. Others may have the file open as well, in this process or
/// another, or on another engine; they meet in a session (`Participant`), whose list of versions tells the newest.
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
    let file: WritableFile
    private let participation: Participation
    var participant: Participant { participation.participant }
    let writers = FairLock()
    /// The line in which sessions that must not block wait for their turns.
    let line = WaitingLine("RealmStore.turns")
    /// The line in which versions become durable without a waiting thread.
    let finishing = WaitingLine("RealmStore.finishing")
    /// The number of threads of this process that are blocked waiting for their turns.
    private let blockedThreads = Atomic(0)
    let state = Mutex(State())
    /// The offset of the memory of write transactions in the address range. Always the same: each separate region that
    /// is written becomes a memory map, and a process can have only some ten thousand.
    private let arenaStart: Int

    struct State {
        var pins = Pins()
        /// Versions whose successors are followed, with what keeps their history, and use counts.
        var followed: [UInt64: (held: Participant.VersionPin?, count: Int)] = [:]
        /// The version with which the decrypted pages of an encrypted file agree.
        var decrypted: UInt64 = 0
        /// The number of versions that somebody could read at the last commit.
        var reachableCount = 1
        /// The newest version, where this process sees it before it is durable.
        var placed: TopArray?
        /// Where the next commit continues to look for nodes to move.
        var sweep = Commit.SweepPosition()
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
    ///   - participation: in a session that is to be entered.
    ///   - checksPlace: whether the file must be the one that the path leads to.
    /// - Throws: also `replaced`.
    init(
        _ path: String, _ file: consuming FileDescriptor, _ participation: Participation, _ options: Options,
        checksPlace: Bool = true
    ) throws(StorageError) {
        self.path = path
        self.participation = participation
        let participant = participation.participant
        let identity = try RealmFile.Identity(file, path)
        try FileContents.checkKind(file, identity, key: options.key, path)
        let duplicate: FileDescriptor
        do { duplicate = try file.duplicate() } catch { throw StorageError(error, path) }
        let contents = try FileContents(
            path, duplicate, key: options.key, isWritten: true, marks: participant.memory.pageMarks)
        self.contents = contents
        arenaStart = contents.limit + Database.randomGap(contents.limit)
        self.file = WritableFile(contents, file, options.disk, participant)
        let entering = try participant.enter(
            isEncrypted: options.key != nil,
            isInPlace: { !checksPlace || participant.lock.leads(path, to: identity.status) }
        ) { () throws(StorageError) in
            let (header, top) = try contents.newestVersion()
            return Participant.Beginning(SessionMemory.Entry(top), isPrepared: contents.isPrepared(header, top))
        }
        if case .replaced = entering { throw StorageError(.changedWhileReading, path, Database.replaced) }
        let snapshot = try newest()
        try withExtendedLifetime(snapshot) { () throws(StorageError) in try checkWritable(snapshot.top) }
        let database = WeakReference(self)
        participant.mendsWriting { database.object?.mendAfterDeath() }
        if participant.hasOtherProcesses, let named = try? contents.currentHeader().namedTop,
            let top = try? contents.topArray(named)
        {
            participant.undoDeadReaders(named: top.version)
        }
    }

    /// The message of a file that was replaced while it was opened.
    static let replaced = "was replaced while it was opened; try again"

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
        let top = try state.withLock { state throws(StorageError) in
            if let placed = state.placed {
                state.pins.add(placed.version, placed, nil)
                return Optional(placed)
            }
            return try pinNewest(&state)
        }
        return Snapshot(self, top, contents.space(of: top))
    }

    private func pinNewest(_ state: inout State) throws(StorageError) -> TopArray? {
        let known = state.pins.addUse(of: participant.newestVersion)
        if known.isThere { return known.top }
        let pin = try participant.pinNewest(.frozen)
        do {
            if state.decrypted != pin.entry.version {
                try contents.refreshPages()
                state.decrypted = pin.entry.version
            }
            let top = try contents.top(of: pin.entry)
            if let surplus = state.pins.add(pin.entry.version, top, pin) { participant.release(surplus) }
            return top
        } catch {
            participant.release(pin)
            throw error
        }
    }

    /// Ends one use of a version.
    func unpin(_ version: UInt64, _ top: TopArray?) {
        let held = state.withLock { $0.pins.remove(version, top) }
        if let held { participant.release(held) }
    }

    /// Makes commits keep their changes since `version`, or stops that.
    func setFollowed(_ version: UInt64, _ isFollowed: Bool) {
        state.withLock { state in
            var (held, count) = state.followed[version] ?? (nil, 0)
            if count == 0 { held = participant.pinLive(version) }
            count += isFollowed ? 1 : -1
            state.followed[version] = count > 0 ? (held, count) : nil
            if count <= 0, let held { participant.release(held) }
            participant.follow(oldest: state.followed.keys.min() ?? 0)
        }
    }

    /// The number of versions from the oldest in use to the newest, both included.
    ///
    /// SDK name: `maximumNumberOfActiveVersions` limits them.
    func activeVersionCount() throws(StorageError) -> Int {
        let newest = try newest()
        let oldest = min(try participant.oldestInUse(), state.withLock { $0.pins.oldest } ?? newest.version)
        return Int(newest.version - min(oldest, newest.version)) + 1
    }

    /// True if an earlier write failed, so that the file must be closed and opened again before it can be written.
    var isWritingStopped: Bool { (try? file.checkUsable()) == nil }

    /// Where commits of all processes can be watched for.
    var newsPlace: CommitNews.Place { participant.newsPlace }

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
            let header = try mend()
            let start = try newest()
            try checkWritable(start.top)
            return WriteTurn(
                self, file, start, try contents.header(header, naming: start.top), waited: ContinuousClock.now - asked)
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
        let reachable = try participant.reachable()
        let (held, sweep, followed) = state.withLock { state in
            let own = state.pins.tops(below: version).map { HeldVersions.Entry($0) }
            let all = reachable.entries.map {
                HeldVersions.Entry(number: $0.version, top: $0.top, byteCount: $0.byteCount)
            }
            state.held.update(own + all, before: version)
            return (state.held, state.sweep, state.followed.keys.min() ?? version)
        }
        var commit = Commit(
            file: file, output: output, start: transaction.start, arena: transaction.arena,
            wholeSpace: contents.wholeSpace, limit: contents.limit, position: sweep, held: held,
            movedByteCount: transaction.movedByteCount)
        let placed = try commit.place(
            names: names, tables: tables, changeset,
            keepingChangesAfter: min(followed, reachable.oldestFollowed ?? .max))
        let top = try contents.topArray(placed.top)
        state.withLock { [sweep = commit.position, held = commit.held, usage = commit.usage] state in
            (state.sweep, state.held, state.usage) = (sweep, held, usage)
            (state.decrypted, state.reachableCount) = (top.version, reachable.entries.count)
            state.pins.add(top.version, top, nil)
        }
        return (Snapshot(self, top, contents.space(of: top)), placed)
    }

    /// Whether there is a version that this process sees before it is durable.
    var hasPlaced: Bool { state.withLock { $0.placed != nil } }

    /// True after a write that failed: versions that this process has shown may be lost, and their space used again.
    var hasFailed: Bool { file.isStopped }

    /// Shows a version that is not durable yet to this process; nil for none.
    func show(_ placed: Snapshot?) { state.withLock { $0.placed = placed?.top } }

    /// Passes the turn to the next writer.
    func endTurn() {
        participant.endWriting()
        writers.release()
    }

    // MARK: Space

    /// The space usage, and the claim of the oldest version in use, the first time a commit leaves far more space than
    /// is used. Nil otherwise.
    func excessToReport() -> (usage: SpaceUsage, claim: Claim?)? {
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
    var oldestClaim: Claim? {
        let claims = participant.otherClaims() + [participant.ownClaim].compactMap { $0 }
        return claims.min { $0.oldest < $1.oldest }
    }
}
