import Glibc

/// A system call that failed: its name and its errno.
package struct SystemError: Error, Hashable, Sendable {
    let call: String
    let number: Int32

    /// The meaning of a failure for the user of a file.
    enum Meaning {
        case notFound, exists, permissionDenied, notAFile, diskFull, outOfMemory, locksUnsupported, other
    }

    package init(_ call: String, _ number: Int32) {
        self.call = call
        self.number = number
    }

    /// A reservation of address space that is too small.
    static let noRoom = SystemError("mmap", ENOMEM)

    /// A file that ends before the bytes to be read.
    static let endOfFile = SystemError("pread", EIO)

    /// Work whose result is no longer wanted.
    static let cancelled = SystemError("read", ECANCELED)

    /// The call that just failed.
    static func last(_ call: String) -> SystemError { SystemError(call, errno) }

    var meaning: Meaning {
        switch number {
        case ENOENT: .notFound
        case EEXIST: .exists
        case EACCES, EPERM, EROFS: .permissionDenied
        case EISDIR, ENOTDIR, ELOOP, ENXIO, ENODEV: .notAFile
        case ENOSPC, EDQUOT, EFBIG: .diskFull
        case ENOMEM: .outOfMemory
        // From other calls, `EOPNOTSUPP` says nothing about locks.
        case ENOLCK, EOPNOTSUPP, ENOSYS: ["flock", "fcntl"].contains(call) ? .locksUnsupported : .other
        default: .other
        }
    }
}

extension SystemError: CustomStringConvertible {
    package var description: String { "\(call) failed: \(String(cString: strerror(number)))" }
}

/// Calls `body` again as long as a signal interrupts it. Traps on a bad descriptor, which is a programming error.
func retryingInterrupts(_ call: StaticString, _ body: () -> Int) throws(SystemError) -> Int {
    while true {
        let result = body()
        if result >= 0 { return result }
        // Read before any other call, which might change it.
        let number = errno
        if number == EINTR { continue }
        precondition(number != EBADF, "\(call) on a descriptor that is not open for it")
        throw SystemError("\(call)", number)
    }
}

/// Throws `EINVAL` for a path with a zero byte, which the system would treat as the end of the path.
func checkPath(_ path: String, for call: String) throws(SystemError) {
    if path.utf8.contains(0) { throw SystemError(call, EINVAL) }
}
