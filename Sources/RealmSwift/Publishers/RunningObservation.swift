import RealmStore
import Synchronization

/// An observation from the moment it is subscribed to until it is cancelled.
@usableFromInline
final class RunningObservation: Sendable {
    private let state = Mutex(State.beginning)

    private enum State {
        case beginning
        case running(NotificationToken)
        case cancelled
    }

    var isCancelled: Bool { state.withLock { if case .cancelled = $0 { true } else { false } } }

    /// Takes the token of the observation; ends it if the subscription was cancelled meanwhile.
    func run(_ token: NotificationToken) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(token)
            return false
        }
        if isCancelled { token.invalidate() }
    }

    @usableFromInline
    func cancel() {
        let token: NotificationToken? = state.withLock { state in
            defer { state = .cancelled }
            if case .running(let token) = state { return token }
            return nil
        }
        token?.invalidate()
    }
}
