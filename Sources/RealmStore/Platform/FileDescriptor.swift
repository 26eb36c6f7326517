import Glibc

/// An open file; closed when it goes.
struct FileDescriptor: ~Copyable, Sendable {
    enum Access {
        case readOnly, readWrite
    }

    enum LockKind {
        case shared, exclusive
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens the file at `path`.
    ///
    /// - Parameter permissions: mode of the file if it has to be made (before umask); nil if it must exist.
    static func open(
        _ path: String, _ access: Access, create permissions: UInt32? = nil
    ) throws(SystemError) -> FileDescriptor {
        var flags = O_CLOEXEC | (access == .readOnly ? O_RDONLY : O_RDWR)
        if permissions != nil { flags |= O_CREAT }
        return FileDescriptor(Int32(try retryingInterrupts("open") { Int(Glibc.open(path, flags, permissions ?? 0)) }))
    }

    /// Another descriptor of the same open file.
    func duplicate() throws(SystemError) -> FileDescriptor {
        FileDescriptor(Int32(try retryingInterrupts("dup") { Int(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) }))
    }

    /// Where scratch files go: `$TMPDIR`, else `/tmp`.
    static var scratchDirectory: String {
        getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// A file of mode 0600 that has no name and vanishes with its last descriptor.
    static func scratch(in directory: String) throws(SystemError) -> FileDescriptor {
        var template = Array("\(directory)/.realmstore-XXXXXX".utf8CString)
        let descriptor = Int32(try retryingInterrupts("mkstemp") { Int(mkstemp(&template)) })
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        return FileDescriptor(descriptor)
    }

    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try retryingInterrupts("fstat") { Int(fstat(descriptor, &status)) }
        return FileStatus(status)
    }

    /// Reads until the buffer is full or the file ends; returns the number of bytes read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try retryingInterrupts("pread") {
                pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Up to `count` bytes from `offset` on; fewer where the file ends.
    func bytes(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        let read = try read(into: buffer, at: offset)
        return Array(buffer[..<read])
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: bytes)
        try write(UnsafeRawBufferPointer(buffer), at: offset)
    }

    /// Writes all of `buffer`.
    func write(_ buffer: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
            done += try retryingInterrupts("pwrite") {
                pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            }
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

    func resize(to byteCount: Int) throws(SystemError) {
        _ = try retryingInterrupts("ftruncate") { Int(ftruncate(descriptor, off_t(byteCount))) }
    }

    /// Takes or changes the advisory lock of this open file; other descriptors of ours count as others.
    ///
    /// - Returns: false if `blocking` is false and another holder is in the way.
    func lock(_ kind: LockKind, blocking: Bool) throws(SystemError) -> Bool {
        let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | (blocking ? 0 : LOCK_NB)
        do {
            _ = try retryingInterrupts("flock") { Int(flock(descriptor, operation)) }
            return true
        } catch where error.number == EWOULDBLOCK {
            return false
        }
    }

    /// Maps the file from its start over the pages at `address`, for reading.
    func map(over address: UnsafeMutableRawPointer, byteCount: Int) throws(SystemError) {
        let result = mmap(address, byteCount, PROT_READ, MAP_SHARED | MAP_FIXED, descriptor, 0)
        if result == MAP_FAILED { throw .last("mmap") }
    }
}

/// Facts of a file.
struct FileStatus: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let byteCount: Int
    /// Time of the last write, in nanoseconds since 1970.
    let modifiedNanoseconds: Int64
    let isDirectory: Bool
    let isRegularFile: Bool
    /// Permission bits.
    let mode: UInt32

    fileprivate init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        byteCount = Int(status.st_size)
        modifiedNanoseconds = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        isDirectory = (status.st_mode & S_IFMT) == S_IFDIR
        isRegularFile = (status.st_mode & S_IFMT) == S_IFREG
        mode = UInt32(status.st_mode) & 0o7777
    }

    /// Facts of the file that `path` leads to, symbolic links followed.
    static func ofPath(_ path: String) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try retryingInterrupts("stat") { Int(stat(path, &status)) }
        return FileStatus(status)
    }
}
