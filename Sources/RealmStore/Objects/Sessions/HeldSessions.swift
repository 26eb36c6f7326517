import Foundation
import Synchronization

/// Runs `body`, then lets go of the Realms whose write transactions were begun in it and that nothing else keeps.
///
/// A write transaction that is begun through a handle which is gone at once, as by `try! Realm().beginWrite()`, keeps
/// its Realm: until the innermost pool ends, the queue or run loop comes round again, or the thread ends; where none
/// of that happens, until nobody has asked for the Realm for ten seconds. Then it is undone, which is logged. Nothing
/// else waits for the end of a pool., of Foundation there.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    let held = HeldSessions.ofThread
    held.enterPool()
    defer { held.leavePool() }
    return try body()
}

/// The sessions that are kept because of their write transaction, by the thread in which it was begun.
final class HeldSessions: Sendable {
    private struct State {
        var holds: [SessionHold] = []
        /// How many pools the thread is in.
        var depth = 0
        /// Whether the thread's queue or run loop is going to come round.
        var isTurning = false
        /// Whether somebody is going to look for what was forgotten.
        var isWatched = false
    }

    private let state = Mutex(State())

    private static let threads = ThreadLocal<HeldSessions>()
    static var ofThread: HeldSessions { threads.value { HeldSessions() } }

    /// How long a session is kept that nobody asks for, in a thread that neither ends nor comes round.
    private static let patience = Duration.seconds(10)

    deinit {
        for hold in state.withLock({ $0.holds }) { hold.end() }
    }

    /// Keeps a session that has begun a write transaction, until that is over or forgotten.
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

    /// Ends the holds that `choose` chooses. What they kept is released without the lock: that runs the logger's code.
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
