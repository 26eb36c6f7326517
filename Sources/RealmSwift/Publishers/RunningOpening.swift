import RealmStore
import Synchronization

/// A Realm's opening from the moment it is subscribed to until it is cancelled.
@usableFromInline
final class RunningOpening: Sendable {
    private let state = Mutex<(task: Realm.AsyncOpenTask?, isCancelled: Bool)>((nil, false))

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Takes the task; ends it if the subscription was cancelled meanwhile.
    func run(_ task: Realm.AsyncOpenTask) {
        if state.withLock({ state in
            state.task = task
            return state.isCancelled
        }) {
            task.cancel()
        }
    }

    @usableFromInline
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
