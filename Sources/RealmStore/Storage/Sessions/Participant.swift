import Synchronization

/// The part that one open file takes in the session of all processes that have the file open, those on Realm Core
/// included: it keeps versions in use, and takes turns to write.
///
/// The session is in the lock file (`SessionMemory`); what this library must be able to undo after a death, in its
/// companion (`HolderTable`). The newest version is the newest in the list, which the header of the file may lag
/// behind. Source: file-format/sessions.md, "A companion".
final class Participant: Sendable {
    let lock: SessionLock
    let memory: SessionMemory
    /// The path of the Realm.
    let path: String
    /// True if nobody else can take part, as for a file in memory.
    let isAlone: Bool
    let state = Mutex(State())
    let mode: UInt32
    let turns = Mutex(WritingTurns())
    private let news: CommitNews?

    struct State {
        var isIn = false
        var holders: HolderTable?
        /// The part in the companion; nil as long as nobody else takes part.
        var slot: HolderTable.Slot?
        var pins: [VersionPin] = []
        var followed: UInt64 = 0
        /// True if no companion can be made.
        var hasFailed = false
        /// Whether the companion was opened, and perhaps made.
        var hasOpenedHolders = false
        fileprivate var janitor: SessionJanitor.Registration?
        /// Mends what a dead writer left; nil for who only reads.
        fileprivate var mend: (@Sendable () -> Void)?
    }

    /// One use of a version, until it is released.
    struct VersionPin: Sendable {
        let index: Int
        let entry: SessionMemory.Entry
        let kind: SessionMemory.PinKind
        /// The time of the pin, in seconds since 1970.
        let since = WallClock.seconds
    }

    /// The first version of a session.
    struct Beginning: Sendable {
        let version: SessionMemory.Entry
        /// False for a file that Realm Core would have to prepare: it is refused until the file has been written.
        let isPrepared: Bool

        init(_ version: SessionMemory.Entry, isPrepared: Bool) {
            (self.version, self.isPrepared) = (version, isPrepared)
        }
    }

    /// The result of entering a session.
    enum Entering {
        case entered
        /// The path leads to another file by now: open that one.
        case replaced
        /// The file is not in the form with which a session can begin.
        case unfit
    }

    /// - Parameters:
    ///   - lock: of the lock file of the Realm at `path`.
    ///   - isAlone: whether `lock` is on a file in memory.
    /// - Throws: `incompatibleLockFile` if the lock file's mutexes are those of another C library.
    init(_ lock: SessionLock, _ path: String, mode: UInt32 = 0o644, isAlone: Bool = false) throws(StorageError) {
        self.lock = lock
        self.path = path
        self.mode = mode
        self.isAlone = isAlone
        news = isAlone ? nil : CommitNews(path, lock.directory)
        do {
            memory = try SessionMemory(lock.file, path)
        } catch {
            throw StorageError(error, SessionLock.path(for: path))
        }
        guard memory.isValid else {
            throw SessionLock.inUse(
                path, .incompatibleLockFile(SessionLock.holders(path)), "whose C library has other locks")
        }
    }

    // MARK: Coming and going

    /// Enters the session, or begins it.
    ///
    /// - Parameters:
    ///   - isEncrypted: whether the file is.
    ///   - isInPlace: whether the path still leads to the opened file.
    ///   - begin: the version that the file's header names, if nobody has it open; nil if no session can begin with the
    ///     file as it is.
    func enter(
        isEncrypted: Bool, isInPlace: () -> Bool,
        beginningWith begin: () throws(StorageError) -> Beginning?
    ) throws(StorageError) -> Entering {
        let mayJoin = memory.participantCount > 0 && (try? checkAgreement()) != nil
        let holders = mayJoin ? openedHolders() : nil
        let entering = try memory.underControl { () throws(StorageError) -> Entering in
            guard isInPlace() else { return .replaced }
            if memory.participantCount == 0 {
                guard let first = try begin() else { return .unfit }
                try beginSession(with: first, isEncrypted: isEncrypted)
                if holders != nil { removeHolders() }
            } else {
                try checkAgreement()
                if let holders { takeSlot(in: holders) }
            }
            enterCounting()
            return .entered
        }
        // The janitor waits for the control mutex, too.
        if case .entered = entering, !isAlone {
            // Others have come, or gone, since the companion was opened.
            keepRecords(waits: false)
            let janitor = SessionJanitor.look(after: self)
            state.withLock { $0.janitor = janitor }
        }
        return entering
    }

    /// Sets what is done in a thread of its own after the death of a writer.
    func mendsWriting(_ mend: @escaping @Sendable () -> Void) { state.withLock { $0.mend = mend } }

    /// What is to be done after the death of a writer, if it has not been done.
    var mending: (@Sendable () -> Void)? {
        memory.writing.hasDeadOwner ? state.withLock { $0.isIn ? $0.mend : nil } : nil
    }

    /// Does what a new session needs first, if there is none: makes or mends the file.
    func prepare(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        try memory.underControl { () throws(StorageError) in
            if memory.participantCount == 0 { try body() }
        }
    }

    private func beginSession(with first: Beginning, isEncrypted: Bool) throws(StorageError) {
        memory[byte: LockLayout.isRegistering] = 0
        memory[byte: LockLayout.format] = first.isPrepared ? UInt8(FileHeader.currentFormat) : Participant.noFormat
        memory[byte: LockLayout.historyType] = UInt8(TopArray.HistoryType.inRealm.rawValue)
        memory[byte: LockLayout.historySchema] = UInt8(TopArray.currentHistorySchemaVersion)
        memory[byte: LockLayout.durability] = 0
        memory[long: LockLayout.process] = isEncrypted ? UInt64(ProcessIdentity.current) : 0
        try memory.underVersions { () throws(StorageError) in
            try StorageError.onSystemError(path, memory.beginVersions(with: first.version))
        }
        memory[long: LockLayout.versionCount] = 1
        memory[long: LockLayout.latest] = first.version.version
        memory[long: memory.layout.stamp] = 0
    }

    /// The file format of a session with a file that is not prepared.
    private static let noFormat: UInt8 = 0

    /// Lets Realm Core join, once the file has the form that it expects.
    func openForOthers() {
        if memory[byte: LockLayout.format] == Participant.noFormat {
            memory[byte: LockLayout.format] = UInt8(FileHeader.currentFormat)
        }
    }

    /// Throws `incompatibleLockFile` unless all take part in the same way.
    private func checkAgreement() throws(StorageError) {
        let format = memory[byte: LockLayout.format]
        let problem: String?
        if format != UInt8(FileHeader.currentFormat), format != Participant.noFormat {
            problem = "of file format \(format)"
        } else if memory[byte: LockLayout.durability] != 0 {
            problem = "that never writes to the disk"
        } else if memory[byte: LockLayout.historyType] != UInt8(TopArray.HistoryType.inRealm.rawValue) {
            problem = "with a history of type \(memory[byte: LockLayout.historyType])"
        } else if memory[byte: LockLayout.historySchema] != UInt8(TopArray.currentHistorySchemaVersion) {
            problem = "with a history of schema version \(memory[byte: LockLayout.historySchema])"
        } else {
            problem = nil
        }
        guard let problem else { return }
        throw SessionLock.inUse(path, .incompatibleLockFile(SessionLock.holders(path)), "in a session \(problem)")
    }

    /// Leaves the session. Whatever this participant still keeps in use, it gives up.
    ///
    /// The lock is held until nothing maps the file any more, since who gets it empties the file.
    fileprivate func leave(patience: Int = SessionMemory.patience) {
        if let janitor = state.withLock({ $0.janitor }) { SessionJanitor.end(janitor) }
        finishTurns()
        let state = state.withLock { state in
            defer { state = State() }
            return state
        }
        guard state.isIn else { return }
        if !state.pins.isEmpty {
            try? memory.underVersions(patience: patience) { () throws(StorageError) in
                for pin in state.pins { remove(pin, state.slot) }
            }
        }
        try? memory.underControl(patience: patience) { () throws(StorageError) in
            state.slot?.state = .dropping
            memory.participantCount -= 1
            if let slot = state.slot {
                // In this order a death in between makes the others too careful, not too bold.
                state.holders?.participantCount -= 1
                slot.release()
            }
            // Others may have made one that this participant never needed.
            if memory.participantCount == 0, state.hasOpenedHolders || memory[long: memory.layout.stamp] != 0 {
                removeHolders()
            }
        }
    }

    /// Leaves the session because the process ends. In the middle of a turn to write it stays: others mend what that
    /// leaves, as after any death.
    func leaveAtEnd() {
        guard endTurns() else { return }
        // Who is adding a use of a version has done so by then; others see the end.
        try? memory.underVersions(patience: Participant.patienceAtEnd) { () throws(StorageError) in }
        leave(patience: Participant.patienceAtEnd)
    }

    /// Milliseconds for which the end of the process waits for each mutex, which a stopped process may have.
    private static let patienceAtEnd = 200

    // MARK: Versions in use

    /// The number of the newest version, as it was a moment ago.
    var newestVersion: UInt64 { memory.newestVersion }

    /// Keeps the newest version in use.
    ///
    /// - Throws: `inUse`, after a while, if the process ends: nobody would give the version up.
    func pinNewest(_ kind: SessionMemory.PinKind) throws(StorageError) -> VersionPin {
        keepRecords()
        let pin = try memory.underVersions { () throws(StorageError) -> VersionPin? in
            if hasEnded { return nil }
            guard let index = memory.newestIndex else {
                throw StorageError(.damaged, SessionLock.path(for: path), "names no version: end all users of the file")
            }
            return add(index, kind)
        }
        if let pin { return pin }
        throw ended()
    }

    /// Keeps the newest version in use that the header of the file has named: after a failure of the machine, later
    /// ones may be gone.
    ///
    /// - Parameters:
    ///   - named: the top array that the header names; nil in the streaming form.
    ///   - version: the number of the version with that top array.
    func pinDurable(
        _ named: () throws(StorageError) -> Ref?, version: (Ref) throws(StorageError) -> UInt64
    ) throws(StorageError) -> VersionPin {
        let deadline = ContinuousClock.now + Participant.durabilityPatience
        while true {
            let ref = try named()
            let pin = try pinNewest(.frozen)
            guard let ref, pin.entry.top != ref else { return pin }
            // An engine that registers later names a version first.
            let isAhead = (try? version(ref)).map { $0 > pin.entry.version } ?? false
            if isAhead || ContinuousClock.now > deadline { return pin }
            release(pin)
            if let pin = try pinUsed(ref) { return pin }
            Pause.milliseconds(1)
        }
    }

    /// The time after which a disagreement of header and session is no longer a commit on its way.
    private static let durabilityPatience = Duration.seconds(2)

    /// Keeps a version in use that somebody uses; nil if nobody does. Writers use the one that the header names, until
    /// it names a later one.
    private func pinUsed(_ ref: Ref) throws(StorageError) -> VersionPin? {
        try memory.underVersions { () throws(StorageError) -> VersionPin? in
            if hasEnded { return nil }
            let index = (0..<memory.entryCount).first { index in
                memory.version(index) != 0 && memory.entry(index).top == ref && memory.isPinned(index)
            }
            return index.map { add($0, .frozen) }
        }
    }

    /// Keeps the history from a version on that is in use already; nil if that is not sure to be there.
    func pinLive(_ version: UInt64) -> VersionPin? {
        try? memory.underVersions { () throws(StorageError) -> VersionPin? in
            guard !hasEnded, let newest = memory.newestIndex else { return nil }
            let indexes = memory.version(newest) == version ? [newest] : Array(0..<memory.entryCount)
            guard let index = indexes.first(where: { memory.version($0) == version }),
                index == newest || memory.pins(index, .live) > 0
            else { return nil }
            return add(index, .live)
        }
    }

    /// Ends a use of a version.
    func release(_ pin: VersionPin) {
        // Where the mutex is not to be had, the version stays in use until the session ends.
        try? memory.underVersions { () throws(StorageError) in
            let slot = state.withLock { state in
                let index = state.pins.firstIndex { $0.index == pin.index && $0.kind == pin.kind }
                if let index { state.pins.remove(at: index) }
                return state.slot
            }
            remove(pin, slot)
        }
    }

    private func add(_ index: Int, _ kind: SessionMemory.PinKind) -> VersionPin {
        let pin = VersionPin(index: index, entry: memory.entry(index), kind: kind)
        let record = state.withLock { state in
            state.pins.append(pin)
            return state.slot?.unusedRecord
        }
        record?.describe(pin)
        memory.addPin(index, kind)
        record?.state = .held
        return pin
    }

    private func remove(_ pin: VersionPin, _ slot: HolderTable.Slot?) {
        let record = slot?.record(of: pin)
        record?.state = .dropping
        if memory.version(pin.index) == pin.entry.version { memory.removePin(pin.index, pin.kind) }
        record?.state = .none
    }

    /// Announces the version from which on this participant follows changes; 0 for none.
    func follow(oldest: UInt64) {
        state.withLock { state in
            state.followed = oldest
            if let slot = state.slot, slot.followed != oldest { slot.followed = oldest }
        }
    }

    // MARK: Commits

    /// The versions that a commit must leave as they are.
    struct Reachable {
        /// Those in use, and the newest; in any order.
        var entries: [SessionMemory.Entry] = []
        /// The oldest whose successors' changes somebody follows; nil if nobody does.
        var oldestFollowed: UInt64?
    }

    /// Forgets the versions that nobody uses, and returns the others. The caller has the turn to write.
    func reachable() throws(StorageError) -> Reachable {
        var found = Reachable()
        try memory.underVersions { () throws(StorageError) in
            memory.purge()
            for index in 0..<memory.entryCount where memory.version(index) != 0 {
                let entry = memory.entry(index)
                found.entries.append(entry)
                if memory.pins(index, .live) > 0 || memory.pins(index, .full) > 0 {
                    found.oldestFollowed = min(found.oldestFollowed ?? .max, entry.version)
                }
            }
        }
        for (slot, isAlive) in try otherSlots() where isAlive && slot.followed != 0 {
            found.oldestFollowed = min(found.oldestFollowed ?? .max, slot.followed)
        }
        return found
    }

    /// Makes versions known to all participants, the last of them as the newest, and keeps them in use.
    func register(_ entries: [SessionMemory.Entry]) throws(StorageError) -> [VersionPin] {
        try memory.underVersions { () throws(StorageError) in
            var pins: [VersionPin] = []
            for entry in entries {
                let index = try StorageError.onSystemError(path, memory.add(entry))
                pins.append(add(index, .frozen))
            }
            return pins
        }
    }

    /// Takes back a version that could not be made durable, if nobody else uses it yet: the one before it is the newest
    /// again.
    func withdraw(_ pins: [VersionPin], for version: UInt64) {
        try? memory.underVersions { () throws(StorageError) in
            let isOthers = pins.contains { pin in
                let used = [SessionMemory.PinKind.live, .frozen, .full].reduce(0) { $0 + memory.pins(pin.index, $1) }
                return memory.version(pin.index) == pin.entry.version && used > 1
            }
            guard !isOthers, let before = (0..<memory.entryCount).first(where: { memory.version($0) == version })
            else { return }
            memory[short: memory.layout.newestEntry] = UInt32(before)
            memory[short: memory.layout.filledEntry] = UInt32(before)
            let slot = state.withLock { state in
                state.pins.removeAll { held in pins.contains { $0.index == held.index && $0.kind == held.kind } }
                return state.slot
            }
            for pin in pins {
                remove(pin, slot)
                memory.clear(pin.index)
            }
        }
    }

    /// Tells all participants of a new version.
    func announce(_ version: UInt64, reachableCount: Int) {
        try? memory.underControl { () throws(StorageError) in
            memory[long: LockLayout.versionCount] = UInt64(reachableCount) + 1
            memory[long: LockLayout.latest] = version
            memory.newCommit.broadcast()
        }
    }

    /// Wakes those who watch the file, in any process.
    func tell() {
        if let news {
            // Who comes later reads the newest version; a pipe's times are written to the disk with the file.
            if memory.participantCount > 1 || news.isWatchedHere { news.tell() }
            return
        }
        // In memory, any write to the lock file wakes who watches it; this byte of the newest version is zero.
        try? lock.file.write([0], at: LockLayout.latest + 7)
    }

    /// Where commits can be watched for.
    var newsPlace: CommitNews.Place {
        news?.place ?? CommitNews.Place(watched: lock.file.ownPath, lockFile: lock.file.ownPath)
    }

    // MARK: Size of the file

    /// Calls `body`, which makes the file longer, while nobody comes or goes.
    func growing(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        if isAlone { return try body() }
        try memory.underControl(body)
    }

    /// Calls `body`, which makes the file shorter, unless an engine takes part that does not expect that.
    func shrinking(_ body: () -> Void) {
        if isAlone { return body() }
        try? memory.underControl { () throws(StorageError) in if !hasOtherEngines { body() } }
    }

    /// Whether somebody takes part who is not known to be of this library.
    var hasOtherEngines: Bool {
        if isAlone { return false }
        return memory.participantCount != knownParticipantCount ?? 1
    }

    /// The number of those known to be of this library; nil if only this one is.
    var knownParticipantCount: Int? { state.withLock { $0.slot == nil ? nil : $0.holders?.participantCount } }
}

/// What an open file holds as long as it takes part in a session, which ends with this.
final class Participation: Sendable {
    let participant: Participant

    init(_ participant: Participant) { self.participant = participant }

    deinit { participant.leave() }
}
