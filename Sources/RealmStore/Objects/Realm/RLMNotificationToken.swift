import Foundation
import Synchronization

/// Keeps an observation alive: it ends with the token. SDK names: `RLMNotificationToken`, `NotificationToken`.
open class RLMNotificationToken: NSObject, @unchecked Sendable {
    /// What is observed; nil once that has ended.
    private let observed: Mutex<Observed?>

    /// An observation of a session.
    private struct Observed: @unchecked Sendable {
        let session: Session
        let id: Int
    }

    /// A token of nothing.
    public override init() { observed = Mutex(nil) }

    init(_ session: Session, _ id: Int) { observed = Mutex(Observed(session: session, id: id)) }

    deinit {
        guard let observed = observed.withLock({ $0 }), observed.session.observers.remove(observed.id) else { return }
        RLMLogger.shared.log(
            level: .warn,
            message: "An observation ended since its token was released; keep the token, or call invalidate(): "
                + observed.session.path)
    }

    /// Ends the observation: its block is not called any more. Traps on another thread than the Realm's.
    ///
    /// - Returns: true the first time.
    @discardableResult
    open func invalidate() -> Bool {
        guard let observed = observed.withLock({ $0.take() }) else { return false }
        observed.session.checkThread()
        return observed.session.observers.remove(observed.id)
    }

    /// The name of the observation, if it is one of that session. Traps for one of another.
    func id(in session: Session) -> Int? {
        guard let observed = observed.withLock({ $0 }) else { return nil }
        require(observed.session === session, "A commit can only be hidden from observers of the same Realm.")
        return observed.id
    }
}

/// Keeps an observation alive: it ends with the token.
public typealias NotificationToken = RLMNotificationToken
