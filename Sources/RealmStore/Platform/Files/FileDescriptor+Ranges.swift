import Glibc

extension FileDescriptor {
    /// Gives the file blocks on the disk from `start` to `end`; new bytes are zero, old ones keep their content. Where
    /// the file system does not support this, the C library writes zeros.
    func allocate(from start: Int, to end: Int) throws(SystemError) {
        guard start < end else { return }
        while true {
            let number = posix_fallocate(descriptor, off_t(start), off_t(end - start))
            if number == 0 { return }
            if number != EINTR { throw SystemError("posix_fallocate", number) }
        }
    }

    /// Maps part of the file, from `offset` on, over the pages at `address`, for reading.
    ///
    /// - Parameter offset: a multiple of the page size.
    func map(over address: UnsafeMutableRawPointer, byteCount: Int, at offset: Int = 0) throws(SystemError) {
        let result = mmap(address, byteCount, PROT_READ, MAP_SHARED | MAP_FIXED, descriptor, off_t(offset))
        if result == MAP_FAILED { throw .last("mmap") }
    }

    /// Starts writing the bytes from `start` to `end` to the disk, without waiting. `sync` reports failures.
    func startWriting(from start: Int, to end: Int) {
        _ = syncFileRange(descriptor, Int64(start), Int64(end - start), 2)
    }

    // Commands of `fcntl` missing from Glibc's module; the same on all processors that Swift supports.
    private static let queryCommand: Int32 = 36
    private static let setCommand: Int32 = 37

    /// Locks one byte, which need not exist, against other open files, without waiting. The lock belongs to the open
    /// file, whatever the process does to other descriptors of the same file.
    ///
    /// - Parameter isShared: whether others may have the same lock; then the file need not be open for writing.
    /// - Returns: false if another open file has it.
    func lockByte(_ position: Int, isShared: Bool = false) throws(SystemError) -> Bool {
        do {
            try command(FileDescriptor.setCommand, Int16(isShared ? F_RDLCK : F_WRLCK), position)
            return true
        } catch let error where error.number == EAGAIN || error.number == EACCES {
            return false
        }
    }

    /// Releases the lock on a byte; does nothing without one.
    func unlockByte(_ position: Int) throws(SystemError) {
        try command(FileDescriptor.setCommand, Int16(F_UNLCK), position)
    }

    /// True if another open file, of this process or another, has locked the byte.
    func isByteLockedElsewhere(_ position: Int) throws(SystemError) -> Bool {
        try command(FileDescriptor.queryCommand, Int16(F_WRLCK), position) != Int16(F_UNLCK)
    }

    @discardableResult
    private func command(_ command: Int32, _ type: Int16, _ position: Int) throws(SystemError) -> Int16 {
        var lock = Glibc.flock()
        lock.l_type = type
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(position)
        lock.l_len = 1
        _ = try retryingInterrupts("fcntl") { Int(fcntl(descriptor, command, &lock)) }
        return lock.l_type
    }
}

/// A Linux call missing from Glibc's module; flag 2 is `SYNC_FILE_RANGE_WRITE`.
@_silgen_name("sync_file_range")
private func syncFileRange(_ file: CInt, _ offset: Int64, _ count: Int64, _ flags: CUnsignedInt) -> CInt
