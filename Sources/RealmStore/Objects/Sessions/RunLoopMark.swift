import Foundation
import Synchronization

/// The run loop of a thread, for blocks from other threads. What still waits when the thread ends is released.
///
/// `perform` alone does not wake a loop. A timer does, but each that has fired stays in memory for good (Foundation on
/// Linux): there is one for each loop, which never calls anything. The loop has a source with it, so that it waits.
final class RunLoopMark: @unchecked Sendable {
    private let loop = RunLoop.current
    private let waker = Timer(fire: .distantFuture, interval: 1e9, repeats: true) { _ in }
    /// Nil once the thread has ended. Not kept by the loop: Foundation does not release the blocks of a loop that is
    /// over, and these keep the sessions that they are for.
    private let waiting = Mutex<[@Sendable () -> Void]?>([])

    /// What a thread keeps of its mark.
    private final class Owner {
        let mark = RunLoopMark()

        deinit { mark.end() }
    }

    private static let threads = ThreadLocal<Owner>()

    private init() { loop.add(waker, forMode: .common) }

    deinit { waker.invalidate() }

    /// That of the calling thread, which keeps it.
    static var current: RunLoopMark { threads.value { Owner() }.mark }

    /// Runs a block in a turn of the loop.
    func perform(_ block: @escaping @Sendable () -> Void) {
        guard waiting.withLock({ $0?.append(block) }) != nil else { return }
        loop.perform(inModes: [.common]) { [weak self] in self?.runNext() }
        waker.fireDate = Date()
    }

    private func runNext() {
        let block = waiting.withLock { $0?.isEmpty == false ? $0?.removeFirst() : nil }
        block?()
    }

    private func end() {
        // They are released outside of the lock, since that may release sessions.
        _ = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }
}
