import Glibc
import Synchronization

/// A condition variable in memory that processes share. It is never waited for here: a thread that is killed while it
/// waits leaves a condition on which the next broadcast may hang for good.
///
/// Source: file-format/sessions.md, "Guarded broadcast".
struct SharedCondition: @unchecked Sendable {
    static let byteCount = MemoryLayout<pthread_cond_t>.size

    private let condition: UnsafeMutablePointer<pthread_cond_t>

    /// The time for which a broadcast waits until it cannot hang.
    private static let patience = Duration.milliseconds(2)

    /// - Parameter address: in memory that stays mapped as long as the condition is used.
    init(at address: UnsafeMutableRawPointer) { condition = address.assumingMemoryBound(to: pthread_cond_t.self) }

    /// Makes a condition in the memory.
    func initialize() throws(SystemError) {
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        defer { pthread_condattr_destroy(&attributes) }
        for number in [
            pthread_condattr_setpshared(&attributes, Int32(PTHREAD_PROCESS_SHARED)),
            pthread_cond_init(condition, &attributes),
        ] where number != 0 {
            throw SystemError("pthread_cond_init", number)
        }
    }

    /// Wakes all who wait, unless that might hang, or cannot be told.
    func broadcast() {
        guard SharedCondition.isLayoutKnown else { return }
        let begin = ContinuousClock.now
        while word(36) >> 3 != 0 {
            // Group 2 is the one that threads join; the references of the other one, and the condition's own lock, are
            // those that a dead process leaves behind.
            let other = 1 - Int(word(0) & 1)
            if word(32) & 3 == 0, word(16 + 4 * other) >> 1 == 0 {
                pthread_cond_broadcast(condition)
                return
            }
            if ContinuousClock.now - begin > SharedCondition.patience { return }
            usleep(100)
        }
    }

    /// Whether a thread keeps the condition's own lock for longer than it takes to do something: a broadcast that
    /// waits for a dead thread, or a thread that died in it. Takes 20 ms if so.
    var isStuck: Bool {
        guard SharedCondition.isLayoutKnown, word(32) & 3 != 0 else { return false }
        let before = (word(0), word(32), word(36))
        Pause.milliseconds(20)
        return word(32) & 3 != 0 && before == (word(0), word(32), word(36))
    }

    /// True for the versions of the C library whose conditions have references to groups.
    static let isLayoutKnown: Bool = {
        let parts = String(cString: libraryVersion()).split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 2, parts[0] == 2 else { return false }
        return (25...40).contains(parts[1])
    }()

    private func word(_ offset: Int) -> UInt32 {
        (UnsafeMutableRawPointer(condition) + offset).assumingMemoryBound(to: Atomic<UInt32>.self)
            .pointee.load(ordering: .sequentiallyConsistent)
    }
}

/// A function of the C library that is missing from Glibc's module.
@_silgen_name("gnu_get_libc_version")
private func libraryVersion() -> UnsafePointer<CChar>
