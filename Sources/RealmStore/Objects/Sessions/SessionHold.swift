import Foundation
import Synchronization

/// A reference that keeps a session as long as its write transaction needs it.
final class SessionHold: Sendable {
    private struct State {
        var session: Session?
        var lastUse = ContinuousClock.now
    }

    private let state: Mutex<State>
    /// How many pools the thread was in.
    let depth: Int

    init(_ session: Session, depth: Int) {
        state = Mutex(State(session: session))
        self.depth = depth
    }

    var isOver: Bool { state.withLock { $0.session == nil } }

    /// Notes that the program has asked for the session.
    func renew() { state.withLock { $0.lastUse = .now } }

    func end() {
        // Released without the lock.
        _ = state.withLock { $0.session.take() }
    }

    /// Ends the hold if nothing else keeps the session, and nobody has asked for it for that long.
    func end(ifUnusedFor patience: Duration) {
        _ = state.withLock { state -> Session? in
            guard isKnownUniquelyReferenced(&state.session), ContinuousClock.now - state.lastUse >= patience else {
                return nil
            }
            return state.session.take()
        }
    }
}
