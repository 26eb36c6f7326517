import Foundation
import Synchronization

/// Brings a session to new versions where it lives: in its queue, or in the run loop of its thread.
///
/// A separate thread waits for commits of any process. It starts at the first turn of the session's queue or run loop,
/// so that a program whose main thread never returns to its queue has none.
final class Autorefresh: Sendable {
    private let place: TurnPlace
    private let state = Mutex(State())

    private struct State {
        /// The waiting for commits; nil until the first turn of the queue or run loop.
        var watch: FileWatch?
        /// Whether an update to the newest version is already scheduled.
        var isScheduled = false
    }

    /// Follows the commits of others while this object lives; nil where calls cannot be scheduled.
    init?(_ session: Session) {
        guard let place = TurnPlace(session.confinement) else { return nil }
        self.place = place
        let session = WeakReference(session)
        place.perform { [weak self] in
            guard let self, let session = session.object else { return }
            do {
                try begin(session)
            } catch {
                RLMLogger.shared.log(
                    level: .warn, message: "The Realm does not refresh by itself. \(error.localizedDescription)")
            }
        }
    }

    deinit { state.withLock { $0.watch }?.cancel() }

    private func begin(_ session: Session) throws {
        guard let place = try session.newsPlace() else { return }
        let watch: FileWatch
        do { watch = try place.watch() } catch { throw RLMError(StorageError(error, place.watched)) }
        state.withLock { $0.watch = watch }
        let reference = WeakReference(session)
        let turn: @Sendable () -> Void = { [weak self] in
            self?.state.withLock { $0.isScheduled = false }
            reference.object?.followCommits()
        }
        // Waiting blocks. The thread must not keep session or file open, not even for a moment.
        Thread.detachNewThread { [weak self] in
            while case .written = watch.wait(until: nil) {
                guard let self else { return }
                schedule(turn)
            }
        }
        // Of what was committed before.
        session.followCommits()
    }

    private func schedule(_ turn: @escaping @Sendable () -> Void) {
        let isNew = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isNew { place.perform(turn) }
    }
}

extension Session {
    /// Advances to the newest version, if the Realm does so automatically; else notifies of it.
    func followCommits() {
        guard write == nil else { return }
        do {
            guard autorefreshes else { return try noticeNewerVersion() }
            if try !computeAhead() { _ = try refresh() }
        } catch {
            RLMLogger.shared.log(level: .error, message: "\(error.localizedDescription)")
        }
    }
}

extension Realm {
    /// Whether the Realm advances automatically to new versions that others commit; initially true.
    ///
    /// It does so on the main queue, in its dispatch queue, or in the run loop of its thread, if that was running when
    /// the Realm was opened; never in the middle of a block. Elsewhere, and with false, it stays at its version until
    /// `refresh()` or a write transaction. All handles of one file in one place share the setting. A frozen Realm never
    /// changes: setting it to true traps.
    public var autorefresh: Bool {
        get { session.autorefreshes }
        nonmutating set {
            session.checkThread()
            require(!newValue || !session.isFrozen, "Auto-refresh cannot be enabled for frozen Realms.")
            // The Realm stays at its version from now on.
            if !newValue { session.deliverAhead() }
            session.autorefreshes = newValue
        }
    }

    /// Ends the use of the current version: everything read from this Realm is permanently invalidated.
    ///
    /// Results are empty afterwards; objects, lists, sets and maps trap. The Realm itself continues with the newest
    /// version; the space of the old one can be reused. A write transaction is undone, which is logged. A frozen Realm
    /// is closed: reading from it traps, and no other thread may be reading meanwhile.
    public func invalidate() {
        session.invalidate()
        // The things they observe are gone.
        session.observations.wake()
    }
}
