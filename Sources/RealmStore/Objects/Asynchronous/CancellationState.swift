import Synchronization

/// The cancellation state of an operation. Used by the library only.
@usableFromInline
final class CancellationState: Sendable {
    private let flag = Atomic(false)

    func cancel() { flag.store(true, ordering: .relaxed) }

    var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
