import Synchronization

/// One observation of something in a session. Notified where its session lives; may end on any thread.
///
/// Kept alive by its token only: the observed thing keeps the session alive.
final class Observation: @unchecked Sendable {
    let id: Int
    /// See `ObservationBody`. A constant: it is asked for while another thread computes with the body.
    let isForAnyThread: Bool
    /// Used where the session lives, or on the worker of the file while that computes changes ahead.
    private var body: any ObservationBody
    private(set) var told: Told?
    /// The next step, computed and not yet delivered.
    private var next: Result<(() -> Void)?, any Error>?
    private let hasEnded = Mutex(false)

    /// A version that stays readable, and whose successors' changesets are kept.
    struct Told {
        let session: Session
        let followed: FollowedVersion
    }

    init(_ id: Int, _ body: any ObservationBody) {
        (self.id, self.body) = (id, body)
        isForAnyThread = body.isForAnyThread
    }

    var watched: CollectionPlace? { body.watched }

    var isToldAtFirst: Bool { body.isToldAtFirst }

    /// Whether a step waits for its delivery.
    var isReady: Bool { next != nil }

    var isOver: Bool { hasEnded.withLock { $0 } }

    /// Ends the observation; false if it had ended.
    func end() -> Bool {
        hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
    }

    /// - Returns: the initial call; nil for none.
    func begin(with version: Told) throws -> (() -> Void)? {
        told = version
        return try body.begin(in: version.session)
    }

    /// Computes the step to a version.
    ///
    /// - Parameter touched: returns what was touched since the last reported version.
    func advance(to new: Told, isForeign: Bool, _ touched: (Told) throws -> TouchedObjects) {
        next = Result {
            guard let told else { return try body.begin(in: new.session) }
            return try body.change(
                ObservedStep(old: told.session, new: new.session, touched: touched(told), isForeign: isForeign))
        }
    }

    /// Calls the blocks with the computed step, which leads to a version.
    ///
    /// - Returns: whether there was something to tell.
    func deliver(_ new: Told) throws -> Bool {
        guard let step = next else { return false }
        next = nil
        told = new
        let call = try step.get()
        // Another block may have ended it meanwhile.
        let isTold = call != nil && !isOver
        if isTold { call?() }
        if body.isOver { _ = end() }
        return isTold
    }

    /// Advances to a version without reporting, unless nothing was reported yet.
    ///
    /// - Parameter touched: returns what was touched since the last reported version.
    func skip(to new: Told, _ touched: (Told) throws -> TouchedObjects) throws {
        guard let told else { return }
        let step = try ObservedStep(old: told.session, new: new.session, touched: touched(told), isForeign: false)
        self.told = new
        _ = try body.change(step)
        if body.isOver { _ = end() }
    }
}
