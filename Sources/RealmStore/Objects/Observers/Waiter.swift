import Synchronization

/// A task that waits until something may have happened. Any thread may wake it.
final class Waiter: Sendable {
    private enum State {
        case busy
        /// Woken while it was busy: it will not wait.
        case woken
        case waiting(CheckedContinuation<Void, Never>)
    }

    private let state = Mutex(State.busy)

    func wake() {
        let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard case .waiting(let continuation) = state else {
                state = .woken
                return nil
            }
            state = .busy
            return continuation
        }
        waiting?.resume()
    }

    /// Returns once it is woken, immediately if that happened since the last wait, and when the task is cancelled.
    ///
    /// Traps while another task waits.
    func wait(isolation: isolated (any Actor)?) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: isolation) { continuation in
                let isWoken = state.withLock { state in
                    switch state {
                    case .waiting: misuse("Changes are waited for by one task at a time: give each its own iterator.")
                    case .woken: state = .busy
                    case .busy:
                        state = .waiting(continuation)
                        return false
                    }
                    return true
                }
                if isWoken { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
    }
}
