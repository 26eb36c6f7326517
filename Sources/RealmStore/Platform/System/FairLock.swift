import Glibc

/// A lock that threads acquire in the order of their requests, and that any thread may release.
final class FairLock: Sendable {
    private struct State {
        var mutex = pthread_mutex_t()
        var changed = pthread_cond_t()
        var isHeld = false
        var nextTicket: UInt64 = 0
        /// Tickets of the waiting threads, in the order of their arrival.
        var line: [UInt64] = []
    }

    /// At an address that never changes, as the system requires; all but `mutex` and `changed` is guarded by `mutex`.
    nonisolated(unsafe) private let state: UnsafeMutablePointer<State>

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_mutex_init(&state.pointee.mutex, nil)
        pthread_cond_init(&state.pointee.changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(&state.pointee.changed)
        pthread_mutex_destroy(&state.pointee.mutex)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Waits for the lock.
    ///
    /// - Parameter deadline: the time to give up; nil for never.
    /// - Returns: false if the deadline has passed.
    func acquire(until deadline: ContinuousClock.Instant?) -> Bool {
        pthread_mutex_lock(&state.pointee.mutex)
        defer { pthread_mutex_unlock(&state.pointee.mutex) }
        let ticket = state.pointee.nextTicket
        state.pointee.nextTicket += 1
        state.pointee.line.append(ticket)
        while state.pointee.isHeld || state.pointee.line[0] != ticket {
            if wait(until: deadline) { continue }
            state.pointee.line.removeAll { $0 == ticket }
            pthread_cond_broadcast(&state.pointee.changed)
            return false
        }
        state.pointee.line.removeFirst()
        state.pointee.isHeld = true
        return true
    }

    /// Passes the lock to the next thread in line.
    func release() {
        pthread_mutex_lock(&state.pointee.mutex)
        precondition(state.pointee.isHeld, "a lock that nobody holds cannot be given back")
        state.pointee.isHeld = false
        pthread_cond_broadcast(&state.pointee.changed)
        pthread_mutex_unlock(&state.pointee.mutex)
    }

    /// Returns false, without waiting, if the deadline has passed.
    private func wait(until deadline: ContinuousClock.Instant?) -> Bool {
        guard let deadline else {
            pthread_cond_wait(&state.pointee.changed, &state.pointee.mutex)
            return true
        }
        let left = deadline - ContinuousClock.now
        guard left > .zero else { return false }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = left.components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        // A century is as good as forever.
        time.tv_sec += Int(min(seconds, 1 << 32)) + (nanoseconds / 1_000_000_000)
        time.tv_nsec = nanoseconds % 1_000_000_000
        pthread_cond_timedwait(&state.pointee.changed, &state.pointee.mutex, &time)
        return true
    }
}
