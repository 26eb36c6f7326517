import Glibc
import Synchronization

/// A mutex in memory that processes share, and that outlives the death of its owner: the next one to lock it is told.
///
/// Locked and unlocked by the same thread, and only by the C library's functions: the kernel finds the mutexes of a
/// dead thread by a list that those functions keep. Source: file-format/sessions.md, "Mutexes".
struct RobustMutex: @unchecked Sendable {
    enum Acquisition {
        case locked
        /// Locked; its owner died, and `markConsistent` must be called before it is unlocked.
        case ownerDied
        /// Another thread has it.
        case busy
        /// It was unlocked by one that did not call `markConsistent`: nobody can lock it again.
        case unusable
    }

    static let byteCount = MemoryLayout<pthread_mutex_t>.size
    private static let kindOffset = 16
    /// Robust, shared by processes, of the type without checks.
    private static let kind: UInt32 = 0x90
    private static let waitersBit: UInt32 = 1 << 31
    private static let deadOwnerBit: UInt32 = 1 << 30

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// - Parameter address: in memory that stays mapped as long as the mutex is used.
    init(at address: UnsafeMutableRawPointer) { mutex = address.assumingMemoryBound(to: pthread_mutex_t.self) }

    /// Makes a mutex in the memory.
    func initialize() throws(SystemError) {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        defer { pthread_mutexattr_destroy(&attributes) }
        for number in [
            pthread_mutexattr_setpshared(&attributes, Int32(PTHREAD_PROCESS_SHARED)),
            pthread_mutexattr_setrobust(&attributes, Int32(PTHREAD_MUTEX_ROBUST)),
            pthread_mutex_init(mutex, &attributes),
        ] where number != 0 {
            throw SystemError("pthread_mutex_init", number)
        }
    }

    /// Whether the memory holds a mutex as this C library makes it.
    var isValid: Bool { word(RobustMutex.kindOffset) == RobustMutex.kind }

    /// Locks the mutex if nobody has it.
    func tryLock() -> Acquisition { acquisition(pthread_mutex_trylock(mutex)) }

    /// Waits for the mutex.
    func lock(milliseconds: Int) -> Acquisition {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let nanoseconds = time.tv_nsec + milliseconds % 1000 * 1_000_000
        time.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return acquisition(pthread_mutex_timedlock(mutex, &time))
    }

    private func acquisition(_ number: Int32) -> Acquisition {
        switch number {
        case 0: .locked
        case EOWNERDEAD: .ownerDied
        case ENOTRECOVERABLE: .unusable
        default: .busy
        }
    }

    /// Says that what the mutex guards is in order again.
    func markConsistent() { pthread_mutex_consistent(mutex) }

    func unlock() { pthread_mutex_unlock(mutex) }

    /// The thread that has the mutex, as its process's namespace numbers it; 0 if none has.
    var owner: Int32 { Int32(truncatingIfNeeded: word(0) & 0x3FFF_FFFF) }

    /// True if its owner died, and nobody has locked it since.
    var hasDeadOwner: Bool { word(0) & RobustMutex.deadOwnerBit != 0 }

    /// Takes the mutex for a moment, unless somebody has it: from one that died, it is free afterwards.
    func passThrough() {
        switch tryLock() {
        case .locked: break
        case .ownerDied: markConsistent()
        case .busy, .unusable: return
        }
        unlock()
    }

    /// Whether a thread waits for it.
    var hasWaiters: Bool { word(0) & RobustMutex.waitersBit != 0 }

    private func word(_ offset: Int) -> UInt32 {
        (UnsafeMutableRawPointer(mutex) + offset).assumingMemoryBound(to: Atomic<UInt32>.self)
            .pointee.load(ordering: .sequentiallyConsistent)
    }
}
