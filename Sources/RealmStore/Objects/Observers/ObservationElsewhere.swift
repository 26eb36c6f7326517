import Synchronization

/// An observation that begins later, on another queue or actor. It may have ended before.
final class ObservationElsewhere: Sendable {
    private enum State: @unchecked Sendable {
        case waiting
        /// The session is kept alive while it is observed.
        case begun(Session, Observation)
        case ended
    }

    private let state = Mutex(State.waiting)

    var hasBegun: Bool { state.withLock { if case .begun = $0 { true } else { false } } }

    var hasEnded: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

    /// Begins the observation, unless it has ended.
    func begin(_ body: () throws -> (Session, Observation)?) rethrows {
        if hasEnded { return }
        guard let (session, observation) = try body() else { return }
        let isLate = state.withLock { state in
            if case .ended = state { return true }
            state = .begun(session, observation)
            return false
        }
        if isLate { _ = observation.end() }
    }

    /// Ends the observation; false if it had ended.
    func end() -> Bool {
        // The session is released outside of the lock.
        let before = state.withLock { state in
            defer { state = .ended }
            return state
        }
        switch before {
        case .waiting: return true
        case .begun(_, let observation): return observation.end()
        case .ended: return false
        }
    }
}
