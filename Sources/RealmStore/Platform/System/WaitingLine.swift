import Dispatch

/// A queue for work that may block, run one piece at a time, so that it occupies at most one thread.
final class WaitingLine: Sendable {
    private let queue: DispatchQueue

    /// - Parameter label: shown by debuggers.
    init(_ label: String) { queue = DispatchQueue(label: label) }

    func add(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
