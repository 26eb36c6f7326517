import Glibc

/// This process.
package enum ProcessIdentity {
    package static var current: Int32 { getpid() }

    /// The user with whose rights it uses files.
    static var user: UInt32 { geteuid() }
}

/// Sleeping, on the floors that know no tasks.
enum Pause {
    static func milliseconds(_ count: UInt32) { usleep(count * 1000) }
}
