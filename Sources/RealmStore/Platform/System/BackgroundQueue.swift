import Dispatch
import Synchronization

/// Work that is done in turn on another thread, none of which goes on when its owner is gone: a process that ends must
/// not take away what a forgotten thread still uses.
package final class BackgroundQueue: Sendable {
    /// True once nobody wants the work any more.
    package final class End: Sendable {
        private let isReached = Atomic(false)

        package var hasCome: Bool { isReached.load(ordering: .acquiring) }
        fileprivate func reach() { isReached.store(true, ordering: .releasing) }
    }

    private let queue: DispatchQueue
    private let ending = End()

    package init(_ label: String) { queue = DispatchQueue(label: label) }

    deinit { end() }

    /// - Parameter work: must not keep the queue's owner alive; is called in any case, and stops early, or does
    ///   nothing, where the end has come.
    package func add(_ work: @escaping @Sendable (End) -> Void) {
        queue.async { [ending] in work(ending) }
    }

    /// Waits for all work that was added.
    package func wait() { queue.sync {} }

    /// Lets the work stop, and waits until it has.
    func end() {
        ending.reach()
        wait()
    }
}
