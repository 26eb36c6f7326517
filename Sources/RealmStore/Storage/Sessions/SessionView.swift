/// A session as somebody sees it who changes nothing in it: the versions in use, by whom, and what stands in the way.
///
/// From outside it is what the lock file said at one moment: nobody keeps that from being emptied.
struct SessionView {
    private let memory: SessionMemory
    private let holders: HolderTable?
    private let lockFile: FileStatus
    /// The participant who looks; nil from outside.
    private let own: Own?

    /// The part of the one who looks.
    struct Own {
        let slot: HolderTable.Slot?
        let pins: [Participant.VersionPin]
    }

    /// The result of a look from outside.
    enum Look {
        case nobody
        case seen(SessionView)
        /// A session of another kind, or one of which it is not known whether it has ended.
        case unclear
    }

    init(_ memory: SessionMemory, _ holders: HolderTable?, _ lockFile: FileStatus, own: Own?) {
        self.memory = memory
        self.holders = holders
        self.lockFile = lockFile
        self.own = own
    }

    /// Looks at the session of the Realm at `path` from outside: nothing is locked, counted or kept in use.
    static func look(atFile path: String) -> Look {
        do throws(SystemError) {
            let (directory, name) = try Directory.holding(path)
            // There, processes of other machines cannot be seen.
            if directory.isSharedByMachines { return .unclear }
            return try look(into: directory.open(SessionLock.path(for: name), .readOnly), path)
        } catch {
            return error.meaning == .notFound ? .nobody : .unclear
        }
    }

    private static func look(into file: consuming FileDescriptor, _ path: String) throws(SystemError) -> Look {
        let status = try file.status()
        if status.byteCount == 0 { return .nobody }
        guard case .known = try SessionLock.occupant(file) else { return .unclear }
        let memory = try SessionMemory(file, path, isCopy: true)
        guard memory.isValid else { return .unclear }
        if memory.participantCount == 0 { return .nobody }
        // Locks of processes elsewhere are not seen.
        if LockTable.holders(device: status.device, inode: status.inode).isEmpty { return .unclear }
        let holders = HolderTable(existingBesideFileAt: path)
        let isAbout = holders?.isAbout(stamp: memory[long: memory.layout.stamp]) ?? false
        return .seen(SessionView(memory, isAbout ? holders : nil, status, own: nil))
    }

    /// The session as it is now; nil if it has ended meanwhile.
    private var now: SessionView? {
        if own != nil { return self }
        if case .seen(let view) = SessionView.look(atFile: memory.path) { return view }
        return nil
    }

    /// The slots of others, of the living and of the dead.
    private var slots: [(slot: HolderTable.Slot, isAlive: Bool)] {
        (try? holders?.otherSlots(than: own?.slot)) ?? []
    }

    // MARK: Versions in use

    /// The versions that others need, if any.
    func claims() -> [Claim] {
        let slots = slots.filter(\.isAlive).map(\.slot)
        var foreign: Set<UInt64>
        if own != nil {
            foreign = (try? memory.underVersions { () throws(StorageError) in foreignVersions(slots) }) ?? []
        } else {
            // Of what changes in between, one side is seen earlier than the other.
            foreign = foreignVersions(slots)
            for _ in 0..<SessionView.lookCount where !foreign.isEmpty {
                Pause.milliseconds(1)
                let now = now
                foreign.formIntersection(now?.foreignVersions(now?.slots.filter(\.isAlive).map(\.slot) ?? []) ?? [])
            }
        }
        let claims = slots.compactMap(Claim.init)
        guard let oldest = foreign.min(), let newest = foreign.max() else { return claims }
        return claims + [Claim(process: soleStranger, oldest: oldest, newest: newest, since: nil)]
    }

    /// Looks that must agree from outside.
    private static let lookCount = 3

    /// The versions that are kept by more than the participants with records: by those of Realm Core, by one of this
    /// library that was alone, and by dead ones.
    private func foreignVersions(_ slots: [HolderTable.Slot]) -> Set<UInt64> {
        var counts: [Int: UInt32] = [:]
        for slot in slots {
            for record in slot.records where record.state != .none { counts[record.entry, default: 0] += 1 }
        }
        for pin in own?.pins ?? [] { counts[pin.index, default: 0] += 1 }
        let kinds = [SessionMemory.PinKind.live, .frozen, .full]
        return Set(
            (0..<memory.entryCount).filter { index in
                memory.version(index) != 0
                    && kinds.reduce(0) { $0 &+ memory.pins(index, $1) } > counts[index] ?? 0
            }.map(memory.version))
    }

    // MARK: Obstacles

    /// What looks like an obstacle at one moment, and is one if it stays.
    struct Moment {
        fileprivate let owners: [Int32]
        fileprivate let killed: Int

        /// Whether there may be an obstacle.
        var isSuspicious: Bool { mayBeObstructed || killed > 0 }
        /// Whether somebody may stand in the way of all others.
        var mayBeObstructed: Bool { !owners.isEmpty }
    }

    /// The owners of mutexes, and what is left of processes that were killed, as far as this process sees the others.
    func moment() -> Moment {
        let mutexes = [memory.writing, memory.control, memory.versions]
        return Moment(owners: mutexes.map(\.owner).filter { $0 != 0 }, killed: strangers.killed)
    }

    /// The obstacles that are there now and were at a moment some 30 ms ago.
    func obstacles(since earlier: Moment) -> [SessionObstacle] {
        guard let view = now else { return [] }
        let now = view.moment()
        var found: [SessionObstacle] = []
        for thread in now.owners where earlier.owners.contains(thread) {
            if let obstacle = view.obstacle(of: thread), !found.contains(obstacle) { found.append(obstacle) }
        }
        let killed = min(earlier.killed, now.killed)
        return killed > 0 ? found + [.killed(count: killed)] : found
    }

    /// The obstacle that the owner of a mutex is; nil if it is just working.
    func obstacle(of thread: Int32) -> SessionObstacle? {
        let process = LockTable.process(ofThread: thread)
        if LockTable.isStopped(process) { return .stopped(process: process) }
        let isWriter = memory.writing.owner == thread
        let conditions = isWriter ? [memory.newCommit, memory.nextWriter] : []
        return conditions.contains { $0.isStuck } ? .hanging(process: process) : nil
    }

    /// The living processes with participants that have no records, and the number of participants without a lock on
    /// the lock file, which every living one has.
    private var strangers: (processes: [Int32], killed: Int) {
        var ours = Set(slots.map(\.slot.process))
        if own != nil { ours.insert(ProcessIdentity.current) }
        let known = holders?.participantCount ?? (own == nil ? 0 : 1)
        let counted = memory.participantCount - known
        let locks = LockTable.lockCounts(device: lockFile.device, inode: lockFile.inode)
        let others = locks.filter { !ours.contains($0.key) }
        return (others.keys.sorted(), max(0, counted - others.values.reduce(0, +)))
    }

    /// The only process that can need what is in no record; nil if there are several.
    private var soleStranger: Int32? {
        // Dead ones have pins that nobody else has, and so has one that has no record left.
        let slots = slots
        guard slots.allSatisfy({ $0.isAlive && $0.slot.unusedRecord != nil }) else { return nil }
        let (processes, killed) = strangers
        return processes.count == 1 && killed == 0 ? processes[0] : nil
    }
}

extension Participant {
    /// The session as this participant sees it.
    var view: SessionView? {
        guard !isAlone, let status = try? lock.file.status() else { return nil }
        let (holders, slot, pins) = state.withLock { ($0.holders, $0.slot, $0.pins) }
        return SessionView(memory, holders, status, own: SessionView.Own(slot: slot, pins: pins))
    }
}
