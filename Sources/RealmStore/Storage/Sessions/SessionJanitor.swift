import Synchronization

/// A thread that looks after the sessions in which this process takes part; it sleeps while there is none.
///
/// Realm Core that opens a file after a death under the control mutex waits for itself for good, and with it all who
/// have the file open, unless somebody else has locked that mutex in between. So a process of ours does that at once.
/// Source: file-format/sessions.md, "Opening after a death".
final class SessionJanitor: Sendable {
    private static let shared = SessionJanitor()
    private let state = Mutex(State())

    private struct State {
        var next = 0
        var participants: [Int: Participant] = [:]
        var thread: ErrandThread?
        /// Mends what dead writers left, which takes longer than a look.
        var mender: ErrandThread?
        /// Whether it is doing that.
        var isMending = false
        /// Whether the thread is looking, or sleeps between looks.
        var isAwake = false
        /// Looks without anything to look after.
        var idleCount = 0
    }

    /// The look after one participant, until it is ended.
    struct Registration: Sendable {
        fileprivate let number: Int
    }

    /// Microseconds between looks: while other processes take part, and while they do not.
    private static let pauses: (short: UInt32, long: UInt32) = (1_000, 10_000)
    /// Files are opened one after the other: the thread sleeps only after some looks at nothing.
    private static let idleLimit = 100

    private static let leavesAtExit: Void = ProcessEnd.run(leaveAll)

    static func look(after participant: Participant) -> Registration {
        _ = leavesAtExit
        return shared.state.withLock { state in
            state.next += 1
            state.participants[state.next] = participant
            state.idleCount = 0
            if !state.isAwake {
                if state.thread == nil { state.thread = ErrandThread() }
                state.isAwake = state.thread != nil
                state.thread?.post { shared.work() }
            }
            return Registration(number: state.next)
        }
    }

    /// Nothing is kept of the participant afterwards.
    static func end(_ registration: Registration) {
        _ = shared.state.withLock { $0.participants.removeValue(forKey: registration.number) }
    }

    /// Leaves all sessions, since the process ends.
    static func leaveAll() {
        let participants = shared.state.withLock { Array($0.participants.values) }
        for participant in participants { participant.leaveAtEnd() }
    }

    private func work() { while let pause = look() { Pause.microseconds(pause) } }

    /// - Returns: the time until the next look; nil if there is nothing to look after.
    private func look() -> UInt32? {
        state.withLock { state in
            if state.participants.isEmpty {
                state.idleCount += 1
                if state.idleCount > SessionJanitor.idleLimit {
                    state.isAwake = false
                    return nil
                }
            }
            let pause = state.participants.values.map(SessionJanitor.look).min() ?? SessionJanitor.pauses.long
            mend(&state)
            return pause
        }
    }

    /// A writer that died may have named a version that nobody knows of: the next one on Realm Core writes over it.
    private func mend(_ state: inout State) {
        guard !state.isMending else { return }
        let work = state.participants.values.compactMap(\.mending)
        guard !work.isEmpty else { return }
        if state.mender == nil { state.mender = ErrandThread() }
        guard let mender = state.mender else { return }
        state.isMending = true
        mender.post { [self] in
            for mend in work { mend() }
            self.state.withLock { $0.isMending = false }
        }
    }

    private static func look(_ participant: Participant) -> UInt32 {
        for mutex in [participant.memory.control, participant.memory.versions] where mutex.hasDeadOwner {
            // Somebody else may be faster: then nobody has it any more.
            mutex.passThrough()
        }
        participant.keepRecords(waits: false)
        participant.giveBackLease()
        return participant.hasOtherProcesses ? pauses.short : pauses.long
    }
}
