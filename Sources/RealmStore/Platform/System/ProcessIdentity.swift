import Glibc

/// This process.
package enum ProcessIdentity {
    package static var current: Int32 { getpid() }

    /// The user whose permissions it has for files.
    static var user: UInt32 { geteuid() }
}

/// Sleeping, on the floors without tasks.
enum Pause {
    static func milliseconds(_ count: UInt32) { usleep(count * 1000) }
    static func microseconds(_ count: UInt32) { usleep(count) }
}
