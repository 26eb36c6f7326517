import Dispatch

/// Where work waits that may block, one piece after the other, so that all of it keeps one thread at most.
final class WaitingLine: Sendable {
    private let queue: DispatchQueue

    /// - Parameter label: for whoever looks at the threads of the process.
    init(_ label: String) { queue = DispatchQueue(label: label) }

    func add(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
