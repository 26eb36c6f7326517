import Synchronization

/// A Realm that is being opened in the background. It may be dropped without effect.
public struct AsyncOpenTask: Sendable {
    private final class State: Sendable {
        let isCancelled = Atomic(false)
    }

    private let state = State()

    init() {}

    /// Keeps the callback from being called, if that has not begun. What was begun with the file is finished; other
    /// openings of it go on.
    public func cancel() { state.isCancelled.store(true, ordering: .relaxed) }

    var isCancelled: Bool { state.isCancelled.load(ordering: .relaxed) }
}
