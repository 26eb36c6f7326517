import Synchronization

/// One observation of something in a session. Told where its session lives; may end on any thread.
///
/// Kept by its token alone: what it observes keeps the session.
final class Observation: @unchecked Sendable {
    let id: Int
    /// Only used where the session lives.
    private var body: any ObservationBody
    private(set) var told: Told?
    private let hasEnded = Mutex(false)

    /// A version that stays readable, and since which commits keep what they touch.
    struct Told {
        let session: Session
        let followed: FollowedVersion
    }

    init(_ id: Int, _ body: any ObservationBody) { (self.id, self.body) = (id, body) }

    var watched: CollectionPlace? { body.watched }

    var isToldAtFirst: Bool { body.isToldAtFirst }

    var isOver: Bool { hasEnded.withLock { $0 } }

    /// Ends the observation; false if it had ended.
    func end() -> Bool {
        hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
    }

    /// - Returns: what to call before anything has changed; nil for nothing.
    func begin(with version: Told) throws -> (() -> Void)? {
        told = version
        return try body.begin(in: version.session)
    }

    /// Goes on to a version, and calls what is to be called.
    ///
    /// - Parameter touched: gives what was touched since the version that was told.
    func tell(_ new: Told, isForeign: Bool, _ touched: (Told) throws -> TouchedObjects) throws {
        let call: (() -> Void)?
        if let told {
            let step = try ObservedStep(
                old: told.session, new: new.session, touched: touched(told), isForeign: isForeign)
            self.told = new
            call = try body.change(step)
        } else {
            call = try begin(with: new)
        }
        // Another block may have ended it since.
        if !isOver { call?() }
        if body.isOver { _ = end() }
    }

    /// Goes on to a version of which nothing is told, unless nothing was told at all.
    ///
    /// - Parameter touched: gives what was touched since the version that was told.
    func skip(to new: Told, _ touched: (Told) throws -> TouchedObjects) throws {
        guard let told else { return }
        let step = try ObservedStep(old: told.session, new: new.session, touched: touched(told), isForeign: false)
        self.told = new
        _ = try body.change(step)
        if body.isOver { _ = end() }
    }
}
