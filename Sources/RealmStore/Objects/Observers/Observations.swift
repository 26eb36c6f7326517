import Dispatch
import Synchronization

/// The observations in a session, except those of the Realm itself. Used where the session lives.
final class Observations: @unchecked Sendable {
    private struct WeakObservation {
        weak var observation: Observation?
    }

    private struct WeakWaiter {
        weak var waiter: Waiter?
    }

    private var all: [WeakObservation] = []
    private var waiters: [WeakWaiter] = []
    /// The place of the session's turns; nil as long as nothing was observed.
    private(set) var place: TurnPlace?
    /// The changes that are computed, or being computed, for a version that the session does not show yet.
    private(set) weak var ahead: AheadChanges?
    /// True while blocks are called.
    private(set) var isTelling = false
    /// Whether a call in the session's place is already scheduled.
    private let isScheduled = Mutex(false)

    var isEmpty: Bool { all.isEmpty && waiters.isEmpty }

    private var current: [Observation] { all.compactMap(\.observation).filter { !$0.isOver } }

    /// The version last reported to the newest observation.
    var lastTold: Observation.Told? { all.last?.observation?.told }

    /// True if not all observers know a version.
    func areBehind(_ version: UInt64) -> Bool { current.contains { $0.told?.session.version != version } }

    func add(_ observation: Observation, at place: TurnPlace) {
        all.removeAll { $0.observation?.isOver ?? true }
        all.append(WeakObservation(observation: observation))
        self.place = place
    }

    /// Wakes a task whenever there may be changes, as long as the task keeps its waiter.
    func add(_ waiter: Waiter) { waiters.append(WeakWaiter(waiter: waiter)) }

    /// Wakes tasks to look for changes.
    func wake() {
        waiters.removeAll { $0.waiter == nil }
        for waiter in waiters { waiter.waiter?.wake() }
    }

    /// Schedules `session` to notify its observers at its next turn.
    func schedule(_ session: Session) {
        guard let place else { return }
        let isNew = isScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        guard isNew else { return }
        let session = WeakReference(session)
        place.perform { [weak self] in
            self?.isScheduled.withLock { $0 = false }
            session.object?.tellObservers(isForeign: false)
        }
    }

    /// Skips the current version for some observations: its changes are not reported to them.
    func skip(_ ids: Set<Int>, to new: Observation.Told) throws {
        var known: [UInt64: TouchedObjects] = [:]
        for observation in current where ids.contains(observation.id) {
            try observation.skip(to: new) { try touched(since: $0, to: new, &known) }
        }
    }

    /// Brings every observation to a version, in the order in which they began.
    ///
    /// Observations and commits made in blocks are reported at the next turn.
    func tell(_ new: Observation.Told, isForeign: Bool) {
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        let start = ContinuousClock.now
        var toldCount = 0
        var known: [UInt64: TouchedObjects] = [:]
        for observation in current where observation.told?.session.version != new.session.version {
            if !observation.isReady {
                observation.advance(to: new, isForeign: isForeign) { try touched(since: $0, to: new, &known) }
            }
            do {
                if try observation.deliver(new) { toldCount += 1 }
            } catch {
                _ = observation.end()
                RLMLogger.shared.log(level: .error, message: "An observation ended: \(error.localizedDescription)")
            }
        }
        all.removeAll { $0.observation?.isOver ?? true }
        if toldCount > 0 { note(toldCount, at: new.session, since: start) }
    }

    private func note(_ count: Int, at session: Session, since start: ContinuousClock.Instant) {
        let time = ContinuousClock.now - start
        if RLMLogger.passes(.debug) {
            let text = "Notifying: \(count) observations of '\(session.path)' told of version \(session.version)"
            RLMLogger.shared.log(level: .debug, message: "\(text) in \(time)")
        }
        Realm.metrics?.realmNotified(
            NotificationFigures(path: session.path, version: session.version, observationCount: count, time: time))
    }

    private func touched(
        since told: Observation.Told, to new: Observation.Told, _ known: inout [UInt64: TouchedObjects]
    ) throws -> TouchedObjects {
        try Observations.touched(since: told, to: new, of: current, &known)
    }

    /// The objects touched since a reported version, for all observations that last reported it.
    static func touched(
        since told: Observation.Told, to new: Observation.Told, of observations: [Observation],
        _ known: inout [UInt64: TouchedObjects]
    ) throws -> TouchedObjects {
        let version = told.session.version
        if let touched = known[version] { return touched }
        let together = observations.filter { $0.told?.session.version == version }
        let touched = try new.session.touchedObjects(since: told.session, watching: together.compactMap(\.watched))
        known[version] = touched
        return touched
    }

    // MARK: Ahead

    /// Whether there are observations whose changes may be computed on another thread.
    var mayComputeAhead: Bool { current.contains { $0.isForAnyThread } }

    /// Begins to compute the changes up to a version on the worker of the file, where that is possible.
    ///
    /// - Returns: false if there is nothing to compute there.
    func computeAhead(to new: Observation.Told, on worker: DispatchQueue, for session: Session) -> Bool {
        let observations = current.filter(\.isForAnyThread)
        guard let place, ahead == nil, !observations.isEmpty else { return false }
        let ahead = AheadChanges(observations, to: new)
        self.ahead = ahead
        let session = WeakReference(session)
        worker.async {
            ahead.compute()
            place.perform {
                session.object?.deliver(ahead)
                ahead.release()
                session.object?.followCommits()
            }
        }
        return true
    }

    /// Calls the blocks with changes that are computed.
    func deliver(_ changes: AheadChanges) {
        ahead = nil
        tell(changes.version, isForeign: true)
        changes.release()
    }
}
