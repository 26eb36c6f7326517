import Glibc

/// A directory that was opened once: names are looked up in it and nowhere else, whatever happens to its path, and a
/// name that is a symbolic link is not followed. Changes to names are durable only after `sync`.
package final class Directory: Sendable {
    /// As it was opened.
    let path: String
    private let handle: FileDescriptor

    /// Opens the directory that `path` leads to, symbolic links followed.
    package init(_ path: String) throws(SystemError) {
        try checkPath(path, for: "open")
        self.path = path
        let flags = O_DIRECTORY | O_CLOEXEC
        do {
            handle = FileDescriptor(Int32(try retryingInterrupts("open") { Int(Glibc.open(path, O_RDONLY | flags)) }))
        } catch {
            guard error.number == EACCES else { throw error }
            // Without permission to list the names, known names can still be used.
            handle = FileDescriptor(
                Int32(try retryingInterrupts("open") { Int(Glibc.open(path, Directory.pathOnly | flags)) }))
        }
    }

    /// The directory of the file at `path`, and the file's name in it.
    static func holding(_ path: String) throws(SystemError) -> (directory: Directory, name: String) {
        let (directory, name) = FileName.split(path)
        return (try Directory(directory), name)
    }

    /// `O_PATH`, missing from Glibc's module.
    private static let pathOnly: Int32 = 0o10000000

    /// A name as passed to the system: nothing in it leads out of the directory.
    private func check(_ name: String, for call: String) throws(SystemError) {
        if name.isEmpty || name == ".." || name.utf8.contains(where: { $0 == 0 || $0 == 0x2F }) {
            throw SystemError(call, EINVAL)
        }
    }

    // MARK: Files

    /// Opens the regular file of that name.
    ///
    /// - Parameters:
    ///   - permissions: mode of the file if it has to be created (before umask); nil if it must exist.
    ///   - exclusive: whether the file must be created now; throws `EEXIST` if it exists (even a dangling link).
    /// - Throws: `ELOOP` for a symbolic link, `EISDIR` and `ENODEV` for anything else that is not a regular file.
    func open(
        _ name: String, _ access: FileDescriptor.Access, create permissions: UInt32? = nil, exclusive: Bool = false
    ) throws(SystemError) -> FileDescriptor {
        var flags: Int32 = 0
        if permissions != nil { flags |= O_CREAT }
        if exclusive { flags |= O_EXCL }
        let file = try openEntry(name, access, flags, permissions ?? 0)
        let status = try file.status()
        if status.isDirectory { throw SystemError("open", EISDIR) }
        guard status.isRegularFile else { throw SystemError("open", ENODEV) }
        return file
    }

    /// Opens the named pipe of that name, for writing and without waiting.
    ///
    /// - Throws: `ENODEV` for anything else.
    func openPipe(_ name: String) throws(SystemError) -> FileDescriptor {
        let file = try openEntry(name, .readWrite, 0, 0)
        guard try file.status().isPipe else { throw SystemError("open", ENODEV) }
        return file
    }

    /// Makes a named pipe, of mode 0666 before the umask.
    func makePipe(_ name: String) throws(SystemError) {
        try check(name, for: "mkfifo")
        _ = try retryingInterrupts("mkfifo") { Int(mkfifoat(handle.descriptor, name, 0o666)) }
    }

    private func openEntry(
        _ name: String, _ access: FileDescriptor.Access, _ more: Int32, _ permissions: UInt32
    ) throws(SystemError) -> FileDescriptor {
        try check(name, for: "open")
        // Does not wait for a reader of a pipe.
        let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | (access == .readOnly ? O_RDONLY : O_RDWR) | more
        return FileDescriptor(
            Int32(try retryingInterrupts("open") { Int(openat(handle.descriptor, name, flags, permissions)) }))
    }

    /// The status of the entry of that name, a symbolic link included.
    func status(_ name: String) throws(SystemError) -> FileStatus {
        try check(name, for: "stat")
        var status = stat()
        _ = try retryingInterrupts("stat") {
            Int(fstatat(handle.descriptor, name, &status, AT_SYMLINK_NOFOLLOW))
        }
        return FileStatus(status)
    }

    /// The same; nil if there is no such name.
    func statusIfPresent(_ name: String) throws(SystemError) -> FileStatus? {
        do { return try status(name) } catch let error where error.number == ENOENT { return nil }
    }

    /// True if there is anything of that name, even a dangling link.
    func has(_ name: String) -> Bool { (try? status(name)) != nil }

    // MARK: Names

    /// All names, in no order. Invalid UTF-8 in them is replaced: see `FileName.isReplaced`.
    package func names() throws(SystemError) -> [String] {
        // Another descriptor, since reading moves the position of this one.
        let list = Int32(
            try retryingInterrupts("open") { Int(openat(handle.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) })
        guard let stream = fdopendir(list) else {
            defer { close(list) }
            throw .last("opendir")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    /// Gives the file `name` the name `target`, in one step, replacing any file of that name.
    func replace(_ target: String, with name: String) throws(SystemError) {
        try check(target, for: "rename")
        try check(name, for: "rename")
        _ = try retryingInterrupts("rename") {
            Int(renameat(handle.descriptor, name, handle.descriptor, target))
        }
    }

    /// Gives the file `name` the name `target` as well, in this directory or another; `EEXIST` is thrown if that name
    /// is taken.
    func add(_ target: String, in other: Directory? = nil, to name: String) throws(SystemError) {
        try check(target, for: "link")
        try check(name, for: "link")
        _ = try retryingInterrupts("link") {
            Int(linkat(handle.descriptor, name, (other ?? self).handle.descriptor, target, 0))
        }
    }

    /// Renames the file `name` to `target`; `EEXIST` is thrown if that name is taken.
    ///
    /// Where the file system cannot do that in one step, the file has both names for a moment; where it has no hard
    /// links, an empty file reserves the name until the real one replaces it.
    func move(_ name: String, toNew target: String) throws(SystemError) {
        try check(target, for: "rename")
        try check(name, for: "rename")
        do {
            _ = try retryingInterrupts("rename") {
                Int(renameAt(handle.descriptor, name, handle.descriptor, target, 1))
            }
        } catch let error where [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.number) {
            try link(name, toNew: target)
        }
    }

    private func link(_ name: String, toNew target: String) throws(SystemError) {
        do {
            try add(target, to: name)
            try remove(name)
        } catch let error where Directory.hasNoSecondNames(error) {
            _ = try open(target, .readWrite, create: 0o600, exclusive: true)
            try replace(target, with: name)
        }
    }

    /// True for the error of a file system without hard links, or of a file that may get none.
    static func hasNoSecondNames(_ error: SystemError) -> Bool {
        error.call == "link" && [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.number)
    }

    /// Removes the name, if it is there.
    package func remove(_ name: String) throws(SystemError) {
        try check(name, for: "unlink")
        do {
            _ = try retryingInterrupts("unlink") { Int(unlinkat(handle.descriptor, name, 0)) }
        } catch let error where error.number == ENOENT {
            return
        }
    }

    /// The number of the directory's file system.
    func fileSystemNumber() throws(SystemError) -> UInt32 {
        // Room for the system's structure, which begins with the number.
        var status = [UInt64](repeating: 0, count: 64)
        _ = try retryingInterrupts("statfs") { Int(fileSystemStatus(handle.descriptor, &status)) }
        return UInt32(truncatingIfNeeded: status[0])
    }

    /// Returns when created, changed and removed names would survive a power loss.
    package func sync() throws(SystemError) {
        let directory = FileDescriptor(
            Int32(
                try retryingInterrupts("open") {
                    Int(openat(handle.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
                }))
        try directory.syncAll()
    }
}

/// A Linux call missing from Glibc's module; flag 1 is `RENAME_NOREPLACE`.
@_silgen_name("renameat2")
private func renameAt(
    _ oldDirectory: CInt, _ name: UnsafePointer<CChar>, _ newDirectory: CInt, _ newName: UnsafePointer<CChar>,
    _ flags: CUnsignedInt
) -> CInt

/// A function of the C library that is missing from Glibc's module.
@_silgen_name("fstatfs")
private func fileSystemStatus(_ file: CInt, _ status: UnsafeMutablePointer<UInt64>) -> CInt
