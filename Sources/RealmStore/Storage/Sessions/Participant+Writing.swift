/// The thread that holds the write mutex for a participant. The mutex belongs to a thread, a turn to write does not.
struct WritingTurns: Sendable {
    fileprivate var thread: ErrandThread?
    /// Whether the turn was taken with a ticket.
    fileprivate var hasTicket = false
    /// Whether the mutex is kept after the turn, for the next one: only while nobody else takes part, and not for long.
    fileprivate var isLeased = false
    /// Whether somebody has the turn, or waits for it.
    fileprivate var isTaken = false
    /// Whether there are no more turns, since the process ends.
    fileprivate var isOver = false
}

/// Taking turns with all writers of the session.
///
/// Nobody waits for a condition here: one who is killed while waiting leaves a condition behind on which others hang.
/// Tickets, by which writers of Realm Core take turns, are drawn only by one that does not get its turn otherwise.
/// Source: file-format/sessions.md, "How ours takes a turn".
extension Participant {
    private enum Outcome: Sendable {
        case taken(withTicket: Bool)
        case late(thread: Int32)
        case unusable
    }

    /// Becomes the only writer.
    ///
    /// - Parameter deadline: the time to give up; nil for never.
    /// - Throws: `inUse` with the pid of the writer that did not end in time.
    func beginWriting(until deadline: ContinuousClock.Instant?) throws(StorageError) {
        if isAlone { return }
        let (thread, isLeased) = turns.withLock { turns in
            if turns.isOver { return (ErrandThread?.none, false) }
            if turns.thread == nil { turns.thread = ErrandThread() }
            turns.isTaken = turns.thread != nil
            defer { turns.isLeased = false }
            return (turns.thread, turns.isLeased)
        }
        if isLeased { return }
        guard let thread else { throw hasEnded ? ended() : StorageError(SystemError.noRoom, path) }
        let outcome = thread.run { [memory] in Participant.takeTurn(memory, deadline) }
        turns.withLock { turns in
            if case .taken(let withTicket) = outcome { turns.hasTicket = withTicket } else { turns.isTaken = false }
        }
        switch outcome {
        case .taken: return
        case .unusable: throw memory.unusable
        case .late(let thread):
            let process = LockTable.process(ofThread: thread)
            let name = LockTable.commandName(pid: process).map { " (\($0))" } ?? ""
            let obstacle =
                switch view?.obstacle(of: thread) {
                case .stopped?: ", which is stopped: continue or end it"
                case .hanging?: ", which waits for a process that was killed: end it"
                default: ""
                }
            throw StorageError(.inUse([process]), path, "is being written by process \(process)\(name)\(obstacle)")
        }
    }

    /// Passes the turn on.
    func endWriting() {
        if isAlone { return }
        let ended: ErrandThread? = turns.withLock { turns in
            turns.isTaken = false
            turns.isLeased = !turns.hasTicket && memory.participantCount == 1
            return turns.isLeased ? nil : turns.thread
        }
        if let ended { endTurn(on: ended) }
    }

    private func endTurn(on thread: ErrandThread) {
        let withTicket = turns.withLock { turns in
            defer { turns.hasTicket = false }
            return turns.hasTicket
        }
        thread.post { [memory] in Participant.endTurn(memory, withTicket) }
    }

    /// Passes on a turn that has ended, if the mutex was kept.
    func giveBackLease() {
        turns.withLock { turns in
            guard turns.isLeased else { return }
            turns.isLeased = false
            // Before anybody can ask the thread for the next turn: it would wait for itself.
            turns.thread?.post { [memory] in Participant.endTurn(memory, false) }
        }
    }

    /// Lets nobody write any more.
    ///
    /// - Returns: false, with nothing done, in a turn.
    func endTurns() -> Bool {
        turns.withLock { turns in
            if turns.isTaken { return false }
            turns.isOver = true
            return true
        }
    }

    /// Whether the session was left, since the process ends.
    var hasEnded: Bool { turns.withLock { $0.isOver } }

    /// The error of a thread that goes on while the process ends: it comes late, when that is over but for a mistake.
    func ended() -> StorageError {
        Pause.milliseconds(1000)
        return StorageError(.inUse([]), path, "is not used by this process any more, which has left all sessions")
    }

    /// Passes the last turn on, and waits until that is done.
    func finishTurns() {
        giveBackLease()
        turns.withLock { $0.thread }?.run {}
    }

    private static let step = 100
    /// A writer that sees so many commits of others while it waits is passed over.
    private static let patience: UInt64 = 20
    /// The time for which a writer out of turn lets others go first.
    private static let courtesy = Duration.milliseconds(500)
    /// The pause after a turn for which others wait, in microseconds.
    private static let pause: UInt32 = 150

    private static func takeTurn(_ memory: SessionMemory, _ deadline: ContinuousClock.Instant?) -> Outcome {
        let before = memory.newestVersion
        while true {
            let left = deadline.map { max(.zero, $0 - ContinuousClock.now) } ?? .milliseconds(step)
            let milliseconds = left >= .milliseconds(step) ? step : Int(left / .milliseconds(1))
            switch milliseconds <= 0 ? memory.writing.tryLock() : memory.writing.lock(milliseconds: milliseconds) {
            case .locked: return .taken(withTicket: false)
            // What the dead one left is looked for by every writer, `Database.mend`.
            case .ownerDied:
                memory.writing.markConsistent()
                return .taken(withTicket: false)
            case .unusable: return .unusable
            case .busy: break
            }
            if let deadline, ContinuousClock.now >= deadline { return .late(thread: memory.writing.owner) }
            if memory.newestVersion &- before >= patience { return takeTurnInLine(memory, deadline) }
        }
    }

    private static func takeTurnInLine(
        _ memory: SessionMemory, _ deadline: ContinuousClock.Instant?
    ) -> Outcome {
        let ticket = memory.drawTicket()
        let begin = ContinuousClock.now
        while true {
            switch memory.writing.lock(milliseconds: step) {
            case .locked: break
            case .ownerDied: memory.writing.markConsistent()
            case .unusable: return .unusable
            case .busy:
                if let deadline, ContinuousClock.now >= deadline { return .late(thread: memory.writing.owner) }
                continue
            }
            let ahead = Int32(bitPattern: ticket &- memory[short: memory.layout.nextServed])
            if ahead <= 0 || ContinuousClock.now - begin > courtesy {
                memory[short: memory.layout.nextServed] = ticket
                return .taken(withTicket: true)
            }
            memory.writing.unlock()
            Pause.microseconds(200)
        }
    }

    private static func endTurn(_ memory: SessionMemory, _ withTicket: Bool) {
        let layout = memory.layout
        if withTicket {
            memory[short: layout.nextServed] = memory[short: layout.nextServed] &+ 1
            memory.nextWriter.broadcast()
        }
        let isWaitedFor =
            memory.writing.hasWaiters || memory[short: layout.nextTicket] != memory[short: layout.nextServed]
        memory.writing.unlock()
        if isWaitedFor { Pause.microseconds(pause) }
    }
}
