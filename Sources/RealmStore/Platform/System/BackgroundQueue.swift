import Dispatch
import Synchronization

/// A serial queue of work on another thread, which stops when its owner is destroyed: an exiting process must not free
/// what a detached thread still uses.
package final class BackgroundQueue: Sendable {
    /// Set once the work is no longer wanted.
    package final class End: Sendable {
        private let isReached = Atomic(false)

        package var hasCome: Bool { isReached.load(ordering: .acquiring) }
        fileprivate func reach() { isReached.store(true, ordering: .releasing) }
    }

    private let queue: DispatchQueue
    private let ending = End()

    package init(_ label: String) { queue = DispatchQueue(label: label) }

    deinit { end() }

    /// - Parameter work: must not keep the queue's owner alive; is always called, and stops early or does nothing once
    ///   the end has come.
    package func add(_ work: @escaping @Sendable (End) -> Void) {
        queue.async { [ending] in work(ending) }
    }

    /// Waits for all work that was added.
    package func wait() { queue.sync {} }

    /// Tells the work to stop, and waits until it has.
    func end() {
        ending.reach()
        wait()
    }
}
