/// What keeps a session from working as it should, and that this library cannot mend.
enum SessionObstacle: Equatable, Sendable {
    /// A process that was stopped while all others need what it holds.
    case stopped(process: Int32)
    /// A process of another engine that writes and never ends: it waits for a thread that was killed.
    case hanging(process: Int32)
    /// Participants of other engines that were killed. What they kept in use stays in use until the session ends.
    case killed(count: Int)

    /// What to do about it.
    var remedy: String {
        switch self {
        case .stopped: "continue or end it"
        case .hanging: "end it, and all that have the file open if that comes again"
        case .killed: "what was kept in use is given up when nobody has the file open any more"
        }
    }
}

extension Participant {
    /// What looks like an obstacle at one moment, and is one if it stays.
    struct Look {
        fileprivate let owners: [Int32]
        fileprivate let killed: Int
    }

    /// The owners of mutexes, and what is left of processes that were killed, as far as this process sees the others.
    func look() -> Look {
        let mutexes = isAlone ? [] : [memory.writing, memory.control, memory.versions]
        return Look(owners: mutexes.map(\.owner).filter { $0 != 0 }, killed: isAlone ? 0 : killedCount)
    }

    /// The obstacles that are there now and were at a look some 30 ms ago.
    func obstacles(since earlier: Look) -> [SessionObstacle] {
        let now = look()
        var found: [SessionObstacle] = []
        for thread in now.owners where earlier.owners.contains(thread) {
            if let obstacle = obstacle(of: thread), !found.contains(obstacle) { found.append(obstacle) }
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

    /// Participants of other engines without a lock on the lock file, which every living one has.
    private var killedCount: Int {
        guard let status = try? lock.file.status() else { return 0 }
        let ours = Set(((try? otherSlots()) ?? []).map(\.slot.process) + [ProcessIdentity.current])
        let counted = memory.participantCount - (knownParticipantCount ?? 1)
        let locks = LockTable.lockCounts(device: status.device, inode: status.inode)
        return max(0, counted - locks.reduce(0) { ours.contains($1.key) ? $0 : $0 + $1.value })
    }
}
