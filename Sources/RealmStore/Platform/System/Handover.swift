import Dispatch
import Synchronization

/// Batches of work that one thread gives to another one, to work on the same thing at the same time.
///
/// The giver takes each batch back before it gives the next one, finished or not.
final class Handover<Batch: Sendable>: Sendable {
    private enum State {
        case idle
        case given(Batch)
        case taken
        case closed
    }

    private let state = Mutex(State.idle)
    private let hurried = Atomic(false)
    private let given = DispatchSemaphore(value: 0)
    private let returned = DispatchSemaphore(value: 0)

    // MARK: The giver

    /// Gives a batch; the one before was taken back.
    func give(_ batch: Batch) {
        let isGiven = state.withLock { state in
            guard case .idle = state else { return false }
            state = .given(batch)
            return true
        }
        if isGiven { given.signal() }
    }

    /// Waits until the other thread is done with the batch that was given last, if there is one.
    ///
    /// - Parameter unfinished: the other thread is asked to stop where it is; a batch that it has not taken yet is
    ///   withdrawn.
    func takeBack(unfinished: Bool) {
        let isOut = state.withLock { state in
            switch state {
            case .idle, .closed: return false
            case .given:
                if unfinished { state = .idle }
                return !unfinished
            case .taken: return true
            }
        }
        guard isOut else { return }
        hurried.store(unfinished, ordering: .relaxed)
        returned.wait()
        hurried.store(false, ordering: .relaxed)
        state.withLock { $0 = .idle }
    }

    /// No batch follows.
    func end() {
        takeBack(unfinished: false)
        close()
        given.signal()
    }

    // MARK: The taker

    /// The next batch, waited for; nil after the last one. `finish` must be called before the next call.
    func next() -> Batch? {
        while true {
            given.wait()
            let (batch, isClosed) = state.withLock { state -> (Batch?, Bool) in
                switch state {
                case .given(let batch):
                    state = .taken
                    return (batch, false)
                case .closed: return (nil, true)
                case .idle, .taken: return (nil, false)
                }
            }
            if batch != nil || isClosed { return batch }
        }
    }

    /// Whether the giver waits for the batch, finished or not.
    var isHurried: Bool { hurried.load(ordering: .relaxed) }

    /// Returns the batch.
    func finish() { returned.signal() }

    /// No batch will be taken; those that are given are ignored.
    func close() { state.withLock { $0 = .closed } }
}
