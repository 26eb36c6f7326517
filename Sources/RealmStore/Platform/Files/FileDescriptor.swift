import Glibc

/// An open file; closed when it is destroyed.
package struct FileDescriptor: ~Copyable, Sendable {
    package enum Access {
        case readOnly, readWrite
    }

    enum LockKind {
        case shared, exclusive
    }

    package let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens the file at `path`.
    ///
    /// - Parameters:
    ///   - permissions: mode of the file if it has to be created (before umask); nil if it must exist.
    ///   - exclusive: whether the file must be created now; throws `EEXIST` if it exists (even a dangling link).
    package static func open(
        _ path: String, _ access: Access, create permissions: UInt32? = nil, exclusive: Bool = false
    ) throws(SystemError) -> FileDescriptor {
        precondition(!exclusive || permissions != nil, "an exclusive file is a new one: pass its permissions")
        try checkPath(path, for: "open")
        var flags = O_CLOEXEC | (access == .readOnly ? O_RDONLY : O_RDWR)
        if permissions != nil { flags |= O_CREAT }
        if exclusive { flags |= O_EXCL }
        return FileDescriptor(Int32(try retryingInterrupts("open") { Int(Glibc.open(path, flags, permissions ?? 0)) }))
    }

    /// Another descriptor of the same open file.
    func duplicate() throws(SystemError) -> FileDescriptor {
        FileDescriptor(Int32(try retryingInterrupts("dup") { Int(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) }))
    }

    /// The directory of scratch files: `$TMPDIR`, else `/tmp`.
    package static var scratchDirectory: String {
        getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// `O_TMPFILE`, a macro that Swift does not import.
    private static let withoutName = 0o20000000 | O_DIRECTORY

    /// A file of mode 0600 that has no name and vanishes with its last descriptor.
    static func scratch(in directory: String) throws(SystemError) -> FileDescriptor {
        try checkPath(directory, for: "open")
        let unnamed = Glibc.open(directory, withoutName | O_RDWR | O_CLOEXEC, 0o600)
        if unnamed >= 0 { return FileDescriptor(unnamed) }
        // Not every file system supports unnamed files: a process killed right here leaves one behind.
        var template = Array("\(directory)/.realmstore-XXXXXX".utf8CString)
        let descriptor = Int32(try retryingInterrupts("mkstemp") { Int(mkstemp(&template)) })
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        return FileDescriptor(descriptor)
    }

    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try retryingInterrupts("fstat") { Int(fstat(descriptor, &status)) }
        return FileStatus(status)
    }

    /// The size of the file.
    ///
    /// Not `fstat`: it reads the times, too, after which Linux 6.13 gives the next change a new time, and each commit
    /// would have to sync the inode. The offset that this moves is not used.
    package func byteCount() throws(SystemError) -> Int {
        try retryingInterrupts("lseek") { Int(lseek(descriptor, 0, SEEK_END)) }
    }

    /// Reads until the buffer is full or the file ends; returns the number of bytes read.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try retryingInterrupts("pread") {
                // A sum that overflows is a negative offset, which the call refuses.
                pread(descriptor, rest.baseAddress, rest.count, off_t(offset &+ done))
            }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Up to `count` bytes from `offset` on; fewer where the file ends.
    package func bytes(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        let read = try read(into: buffer, at: offset)
        return Array(buffer[..<read])
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: bytes)
        try write(UnsafeRawBufferPointer(buffer), at: offset)
    }

    /// Writes all of `buffer`.
    package func write(_ buffer: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
            let count = try retryingInterrupts("pwrite") {
                pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset &+ done))
            }
            // No progress and no error: fail rather than loop forever.
            guard count > 0 else { throw SystemError("pwrite", EIO) }
            done += count
        }
    }

    /// Writes the whole content of this file to the start of `target`.
    func copyContents(to target: borrowing FileDescriptor) throws(SystemError) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { block.deallocate() }
        var offset = 0
        while true {
            let count = try read(into: block, at: offset)
            if count == 0 { return }
            try target.write(UnsafeRawBufferPointer(rebasing: block[..<count]), at: offset)
            offset += count
        }
    }

    /// Truncates the file, or extends it with zeros.
    func resize(to byteCount: Int) throws(SystemError) {
        _ = try retryingInterrupts("ftruncate") { Int(ftruncate(descriptor, off_t(byteCount))) }
    }

    /// Returns when everything written so far, and the size, would survive a power loss. A failure is final: the system
    /// may have dropped what it could not write, and a second try would succeed without having written it.
    func sync() throws(SystemError) {
        _ = try retryingInterrupts("fdatasync") { Int(fdatasync(descriptor)) }
    }

    /// Like `sync`, but permissions and owner survive, too.
    func syncAll() throws(SystemError) {
        _ = try retryingInterrupts("fsync") { Int(fsync(descriptor)) }
    }

    /// Sets the file's permission bits to `mode`.
    func setMode(_ mode: UInt32) throws(SystemError) {
        _ = try retryingInterrupts("fchmod") { Int(fchmod(descriptor, mode)) }
    }

    /// Sets the modification time to now.
    func touch() throws(SystemError) {
        _ = try retryingInterrupts("futimens") { Int(futimens(descriptor, nil)) }
    }

    /// Gives the file to another user and group. Only a privileged process may do that.
    func setOwner(user: UInt32, group: UInt32) throws(SystemError) {
        _ = try retryingInterrupts("fchown") { Int(fchown(descriptor, user, group)) }
    }

    /// Takes or changes the advisory lock of this open file; other descriptors of this process count as other holders.
    ///
    /// - Returns: false if `blocking` is false and another holder is in the way.
    func lock(_ kind: LockKind, blocking: Bool) throws(SystemError) -> Bool {
        let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | (blocking ? 0 : LOCK_NB)
        do {
            _ = try retryingInterrupts("flock") { Int(flock(descriptor, operation)) }
            return true
        } catch let error where error.number == EWOULDBLOCK {
            return false
        }
    }

    /// Releases the advisory lock; does nothing without one.
    func unlock() throws(SystemError) {
        _ = try retryingInterrupts("flock") { Int(flock(descriptor, LOCK_UN)) }
    }
}
