import Foundation
@preconcurrency import OpenCombine
import RealmStore
import Synchronization

/// A subscription to what an observation reports.
///
/// Every value is delivered, whatever was demanded: there is nothing that could wait.
@frozen
public struct ObservationSubscription: Subscription {
    let observation: RunningObservation

    init() { observation = RunningObservation() }

    /// The identity of the subscription.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(observation) }

    /// Does nothing: every value is delivered.
    public func request(_ demand: Subscribers.Demand) {}

    /// Ends the observation. May be called on any thread; for a subscription to a Realm on its thread only.
    public func cancel() { observation.cancel() }
}

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
