import Glibc

/// Names of files in directories: made, changed, removed. None of it is durable before the directory is synced.
enum FileName {
    /// The path without symbolic links; throws if it leads nowhere.
    static func resolved(_ path: String) throws(SystemError) -> String {
        try checkPath(path, for: "realpath")
        guard let resolved = realpath(path, nil) else { throw .last("realpath") }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// True if there is anything of that name, be it a link that leads nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return !path.utf8.contains(0) && lstat(path, &status) == 0
    }

    /// The directory that holds the name `path` ends in, and that name.
    static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        return (directory, String(path[path.index(after: slash)...]))
    }

    /// Gives the file `path` the name `target`, in one step, whatever had that name before.
    static func replace(_ target: String, with path: String) throws(SystemError) {
        try checkPath(target, for: "rename")
        _ = try retryingInterrupts("rename") { Int(rename(path, target)) }
    }

    /// Gives the file `path` the name `target` as well; `EEXIST` is thrown if that name is taken.
    static func add(_ target: String, to path: String) throws(SystemError) {
        try checkPath(target, for: "link")
        _ = try retryingInterrupts("link") { Int(link(path, target)) }
    }

    /// Renames the file `path` to `target`; `EEXIST` is thrown if that name is taken.
    ///
    /// Where the file system has no second names, an empty file holds the name until the real one takes its place.
    static func move(_ path: String, toNew target: String) throws(SystemError) {
        do {
            try add(target, to: path)
            try remove(path)
        } catch let error where [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.number) {
            _ = try FileDescriptor.open(target, .readWrite, create: 0o600, exclusive: true)
            try replace(target, with: path)
        }
    }

    /// Removes the name, if it is there.
    static func remove(_ path: String) throws(SystemError) {
        try checkPath(path, for: "unlink")
        do {
            _ = try retryingInterrupts("unlink") { Int(unlink(path)) }
        } catch let error where error.number == ENOENT {
            return
        }
    }

    /// True if the name itself is a symbolic link.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return !path.utf8.contains(0) && lstat(path, &status) == 0 && (status.st_mode & S_IFMT) == S_IFLNK
    }

    /// Names in the directory, in no order.
    static func names(in directory: String) throws(SystemError) -> [String] {
        try checkPath(directory, for: "opendir")
        guard let stream = opendir(directory) else { throw .last("opendir") }
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

    /// Bytes that the file system of `directory` has left for this user.
    static func availableByteCount(in directory: String) throws(SystemError) -> Int {
        var status = statvfs()
        _ = try retryingInterrupts("statvfs") { Int(statvfs(directory, &status)) }
        let (bytes, overflow) = Int(status.f_bavail).multipliedReportingOverflow(by: Int(status.f_frsize))
        return overflow ? .max : bytes
    }

    /// The permission bits that a new file gets from this process: those of everybody, without its mask.
    static var newFileMode: UInt32 {
        // The mask can only be read by setting it; between the two calls it is the strictest one.
        let mask = umask(0o777)
        umask(mask)
        return 0o666 & ~mask
    }
}
