/// The calls by which files are changed. Whatever a commit does to a disk passes through here, so that tests can count
/// the calls, let one of them fail, or record them. Reading does not.
protocol Disk: Sendable {
    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor, at offset: Int) throws(SystemError)

    /// Gives the file blocks on the disk from `start` to `end`, so that writing there cannot fail for want of space.
    /// New bytes are zero, old ones keep their content.
    func allocate(_ file: borrowing FileDescriptor, from start: Int, to end: Int) throws(SystemError)

    /// Cuts the file, or grows it with zeros.
    func resize(_ file: borrowing FileDescriptor, to byteCount: Int) throws(SystemError)

    /// Returns when everything written so far, and the size, would survive a power loss. A failure is final.
    func sync(_ file: borrowing FileDescriptor) throws(SystemError)

    /// Makes a new file; throws `EEXIST` if there is one.
    func create(_ path: String, mode: UInt32) throws(SystemError) -> FileDescriptor

    /// Gives the file at `path` a second name, which nothing may have.
    func link(_ path: String, to newPath: String) throws(SystemError)

    /// Gives the file at `path` another name, taking it from whatever has it.
    func rename(_ path: String, to newPath: String) throws(SystemError)

    /// Removes a name, if it is there.
    func remove(_ path: String) throws(SystemError)

    /// Returns when names made, changed and removed in the directory at `path` would survive a power loss.
    func syncDirectory(_ path: String) throws(SystemError)
}

/// The disk itself.
struct RealDisk: Disk {
    func write(_ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor, at offset: Int) throws(SystemError) {
        try file.write(bytes, at: offset)
    }

    func allocate(_ file: borrowing FileDescriptor, from start: Int, to end: Int) throws(SystemError) {
        try file.allocate(from: start, to: end)
    }

    func resize(_ file: borrowing FileDescriptor, to byteCount: Int) throws(SystemError) {
        try file.resize(to: byteCount)
    }

    func sync(_ file: borrowing FileDescriptor) throws(SystemError) { try file.sync() }

    func create(_ path: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
        try FileDescriptor.open(path, .readWrite, create: mode, exclusive: true)
    }

    func link(_ path: String, to newPath: String) throws(SystemError) {
        try FileName.add(newPath, to: path)
    }

    func rename(_ path: String, to newPath: String) throws(SystemError) {
        try FileName.replace(newPath, with: path)
    }

    func remove(_ path: String) throws(SystemError) { try FileName.remove(path) }

    func syncDirectory(_ path: String) throws(SystemError) { try FileDescriptor.syncDirectory(path) }
}
