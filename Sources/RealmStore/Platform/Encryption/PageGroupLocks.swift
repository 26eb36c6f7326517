import Synchronization

/// The locks of the groups of pages of an encrypted file, which groups far apart share: threads that read different
/// parts of the file do not wait for each other.
struct PageGroupLocks: Sendable {
    private final class Lock: Sendable {
        let mutex = Mutex(())
    }

    private let locks = (0..<16).map { _ in Lock() }

    /// Runs `body` while no other thread has this group, or all.
    func with<Result: Sendable>(_ group: Int, _ body: () -> Result) -> Result {
        locks[group % locks.count].mutex.withLock { _ in body() }
    }

    /// Runs `body` while no other thread has any group.
    func withAll<Result: Sendable>(_ body: () -> Result) -> Result { withAll(from: 0, body) }

    private func withAll<Result: Sendable>(from index: Int, _ body: () -> Result) -> Result {
        guard index < locks.count else { return body() }
        return locks[index].mutex.withLock { _ in withAll(from: index + 1, body) }
    }
}
