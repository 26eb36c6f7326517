import Foundation
import Testing

@testable import RealmStore

/// Mutexes in shared memory, whose owners may die.
@Suite("Platform: robust mutexes") final class RobustMutexTests {
    private let memory = UnsafeMutableRawPointer.allocate(byteCount: RobustMutex.byteCount, alignment: 16)

    deinit { memory.deallocate() }

    private func made() throws -> RobustMutex {
        let mutex = RobustMutex(at: memory)
        try mutex.initialize()
        return mutex
    }

    /// Lets a thread die for the mutex: one that ends with it.
    private func kill(ownerOf mutex: RobustMutex) {
        Thread { _ = mutex.tryLock() }.start()
        let end = ContinuousClock.now + .seconds(10)
        while !mutex.hasDeadOwner, ContinuousClock.now < end { Pause.microseconds(100) }
        #expect(mutex.hasDeadOwner)
    }

    private func isFree(_ mutex: RobustMutex) -> Bool {
        guard case .locked = mutex.tryLock() else { return false }
        mutex.unlock()
        return true
    }

    @Test func `a mutex whose owner died is free after somebody has passed through it`() throws {
        let mutex = try made()
        kill(ownerOf: mutex)
        mutex.passThrough()
        #expect(isFree(mutex))
    }

    @Test func `a mutex that somebody else has freed meanwhile stays free`() throws {
        let mutex = try made()
        kill(ownerOf: mutex)
        mutex.passThrough()
        mutex.passThrough()
        #expect(mutex.owner == 0 && isFree(mutex))
    }

    @Test func `a mutex that somebody has stays with that one`() throws {
        let mutex = try made()
        _ = mutex.tryLock()
        mutex.passThrough()
        #expect(mutex.owner != 0)
        mutex.unlock()
        #expect(isFree(mutex))
    }
}
