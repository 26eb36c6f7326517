import Foundation
import Synchronization

/// Keeps an observation alive: it ends with the token. SDK names: `RLMNotificationToken`, `NotificationToken`.
open class RLMNotificationToken: NSObject, @unchecked Sendable {
    /// The observation; nil once it has ended.
    private let observed: Mutex<Observed?>

    /// An observation, and the session that it keeps alive.
    private enum Observed: @unchecked Sendable {
        case realm(Session, Int)
        case thing(Session, Observation)
        case elsewhere(ObservationElsewhere)
    }

    /// Creates a token without an observation.
    public override init() { observed = Mutex(nil) }

    /// A token of the observation of a Realm.
    init(_ session: Session, _ id: Int) { observed = Mutex(.realm(session, id)) }

    init(_ session: Session, _ observation: Observation) { observed = Mutex(.thing(session, observation)) }

    init(_ observation: ObservationElsewhere) { observed = Mutex(.elsewhere(observation)) }

    deinit {
        switch observed.withLock({ $0.take() }) {
        case .realm(let session, let id):
            guard session.observers.remove(id) else { return }
            RLMLogger.shared.log(
                level: .warn,
                message: "An observation ended since its token was released; keep the token, or call invalidate(): "
                    + session.path)
        case .thing(_, let observation): _ = observation.end()
        case .elsewhere(let observation): _ = observation.end()
        case nil: break
        }
    }

    /// Ends the observation: its block is no longer called, except for a call in progress on another thread.
    ///
    /// May be called on any thread; for the token of a Realm's observation traps on another thread than the Realm's.
    ///
    /// - Returns: true the first time.
    @discardableResult
    open func invalidate() -> Bool {
        switch observed.withLock({ $0.take() }) {
        case .realm(let session, let id):
            session.checkThread()
            return session.observers.remove(id)
        case .thing(_, let observation): return observation.end()
        case .elsewhere(let observation): return observation.end()
        case nil: return false
        }
    }

    /// The id of the observation, if it belongs to that session. Traps for one of another.
    func id(in session: Session) -> Int? {
        let (found, id): (Session, Int)
        switch observed.withLock({ $0 }) {
        case .realm(let other, let name): (found, id) = (other, name)
        case .thing(let other, let observation): (found, id) = (other, observation.id)
        // Observations elsewhere are notified of all commits of this session.
        case .elsewhere, nil: return nil
        }
        require(found === session, "A commit can only be hidden from observers of the same Realm.")
        return id
    }
}

/// Keeps an observation alive: it ends with the token.
public typealias NotificationToken = RLMNotificationToken
