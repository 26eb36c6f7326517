import Synchronization

/// A thread that looks for mutexes whose owners died, as long as this process takes part in a session.
///
/// Realm Core that opens a file after a death under the control mutex waits for itself for good, and with it all who
/// have the file open, unless somebody else has locked that mutex in between. So a process of ours does that at once.
/// Source: file-format/sessions.md, "Opening after a death".
final class SessionJanitor: Sendable {
    private static let shared = SessionJanitor()
    private let state = Mutex(State())

    private struct State {
        var next = 0
        var sessions: [Int: (memory: SessionMemory, holders: HolderTable?)] = [:]
        var isRunning = false
    }

    /// The look after one session, until it is ended.
    struct Registration: Sendable {
        fileprivate let number: Int
    }

    /// Microseconds between looks: while other engines take part, and while they do not.
    private static let pauses: (short: UInt32, long: UInt32) = (1_000, 50_000)

    /// - Parameter holders: those who take part and are of this library; nil if that is not known.
    static func look(after memory: SessionMemory, _ holders: HolderTable?) -> Registration {
        shared.state.withLock { state in
            state.next += 1
            state.sessions[state.next] = (memory, holders)
            if !state.isRunning { state.isRunning = shared.start() }
            return Registration(number: state.next)
        }
    }

    /// Nothing is kept of the session afterwards.
    static func end(_ registration: Registration) {
        _ = shared.state.withLock { $0.sessions.removeValue(forKey: registration.number) }
    }

    /// Starts the thread, which ends when there is no session left.
    private func start() -> Bool {
        guard let thread = ErrandThread() else { return false }
        thread.post {
            while let pause = self.look() { Pause.microseconds(pause) }
        }
        return true
    }

    /// - Returns: the time until the next look; nil if there is nothing to look after.
    private func look() -> UInt32? {
        state.withLock { state in
            if state.sessions.isEmpty {
                state.isRunning = false
                return nil
            }
            var pause = SessionJanitor.pauses.long
            for (memory, holders) in state.sessions.values {
                SessionJanitor.mend(memory.control)
                SessionJanitor.mend(memory.versions)
                if memory.participantCount != holders?.participantCount ?? 0 { pause = SessionJanitor.pauses.short }
            }
            return pause
        }
    }

    /// The write mutex is left to the next writer, who looks at what the dead one was writing.
    private static func mend(_ mutex: RobustMutex) {
        guard mutex.hasDeadOwner, case .ownerDied = mutex.tryLock() else { return }
        mutex.markConsistent()
        mutex.unlock()
    }
}
