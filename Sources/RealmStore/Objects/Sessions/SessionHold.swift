import Foundation
import Synchronization

/// A reference that keeps a session alive while its write transaction needs it.
final class SessionHold: Sendable {
    private struct State {
        var session: Session?
        var lastUse = ContinuousClock.now
    }

    private let state: Mutex<State>
    /// The number of pools that the thread was in.
    let depth: Int

    init(_ session: Session, depth: Int) {
        state = Mutex(State(session: session))
        self.depth = depth
    }

    var isOver: Bool { state.withLock { $0.session == nil } }

    /// Records that the program has used the session.
    func renew() { state.withLock { $0.lastUse = .now } }

    func end() {
        // Released outside of the lock.
        _ = state.withLock { $0.session.take() }
    }

    /// Ends the hold if nothing else keeps the session alive, and it has been unused for that long.
    func end(ifUnusedFor patience: Duration) {
        _ = state.withLock { state -> Session? in
            guard isKnownUniquelyReferenced(&state.session), ContinuousClock.now - state.lastUse >= patience else {
                return nil
            }
            return state.session.take()
        }
    }
}
