import Foundation
import Synchronization

/// Runs `body`, then releases the Realms whose write transactions were begun in it and that nothing else keeps alive.
///
/// A write transaction that is begun through a handle which is gone at once, as by `try! Realm().beginWrite()`, keeps
/// its Realm alive until the innermost pool ends, the queue or run loop has its next turn, or the thread ends; if none
/// of that happens, until the Realm is unused for ten seconds. Then it is undone, which is logged. Nothing else waits
/// for the end of a pool.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    let held = HeldSessions.ofThread
    held.enterPool()
    defer { held.leavePool() }
    return try body()
}

/// The sessions kept alive because of their write transaction, by the thread in which it was begun.
final class HeldSessions: Sendable {
    private struct State {
        var holds: [SessionHold] = []
        /// The number of pools that the thread is in.
        var depth = 0
        /// Whether a call in the thread's queue or run loop is scheduled.
        var isTurning = false
        /// Whether a check for forgotten sessions is scheduled.
        var isWatched = false
    }

    private let state = Mutex(State())

    private static let threads = ThreadLocal<HeldSessions>()
    static var ofThread: HeldSessions { threads.value { HeldSessions() } }

    /// The time for which an unused session is kept, in a thread that neither ends nor has further turns.
    private static let patience = Duration.seconds(10)

    deinit {
        for hold in state.withLock({ $0.holds }) { hold.end() }
    }

    /// Keeps a session with a new write transaction alive, until that is over or forgotten.
    func hold(_ session: Session) -> SessionHold {
        let (hold, isWatched) = state.withLock { state in
            defer { state.isWatched = true }
            let hold = SessionHold(session, depth: state.depth)
            state.holds.removeAll(where: \.isOver)
            state.holds.append(hold)
            return (hold, state.isWatched)
        }
        if !isWatched { watch() }
        endAtNextTurn(hold, session.confinement)
        return hold
    }

    // MARK: When it ends

    func enterPool() { state.withLock { $0.depth += 1 } }

    func leavePool() {
        end { state in
            state.depth -= 1
            return { [depth = state.depth] in $0.depth > depth }
        }
    }

    private func endAtNextTurn(_ hold: SessionHold, _ confinement: Confinement) {
        guard hold.depth == 0, let place = TurnPlace(confinement) else { return }
        if case .queue = confinement { return place.perform { [weak hold] in hold?.end() } }
        let isTurning = state.withLock { state in
            defer { state.isTurning = true }
            return state.isTurning
        }
        if isTurning { return }
        place.perform { [weak self] in
            self?.end { state in
                state.isTurning = false
                return { $0.depth == 0 }
            }
        }
    }

    /// Ends the holds that `choose` selects. What they kept is released outside of the lock: that runs the logger's
    /// code.
    private func end(_ choose: (inout State) -> (SessionHold) -> Bool) {
        let ended = state.withLock { state in
            let isChosen = choose(&state)
            defer { state.holds.removeAll(where: isChosen) }
            return state.holds.filter(isChosen)
        }
        for hold in ended { hold.end() }
    }

    private func watch() {
        let seconds = Double(HeldSessions.patience.components.seconds)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in self?.endForgotten() }
    }

    private func endForgotten() {
        for hold in state.withLock({ $0.holds }) { hold.end(ifUnusedFor: HeldSessions.patience) }
        let isOver = state.withLock { state in
            state.holds.removeAll(where: \.isOver)
            state.isWatched = !state.holds.isEmpty
            return state.holds.isEmpty
        }
        if !isOver { watch() }
    }
}
