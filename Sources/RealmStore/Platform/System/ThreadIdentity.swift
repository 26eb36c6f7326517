import Glibc

/// The identity of the running thread.
struct ThreadIdentity: Hashable, Sendable {
    private let thread: pthread_t

    static var current: ThreadIdentity { ThreadIdentity(thread: pthread_self()) }

    /// Never 0.
    var bits: UInt { UInt(thread) }
}
