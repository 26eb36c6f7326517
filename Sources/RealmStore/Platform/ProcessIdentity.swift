import Glibc

/// This process.
enum ProcessIdentity {
    static var current: Int32 { getpid() }
}

/// Sleeping, on the floors that know no tasks.
enum Pause {
    static func milliseconds(_ count: UInt32) { usleep(count * 1000) }
}
