import Glibc

/// Paths, and what they lead to. `Directory` changes the names in a directory.
package enum FileName {
    /// True for a name that is not UTF-8, as it appears in listings: with replacement characters, so that it leads
    /// nowhere.
    package static func isReplaced(_ path: String) -> Bool { path.unicodeScalars.contains("\u{FFFD}") && !exists(path) }

    /// The path without symbolic links; throws if it leads nowhere.
    package static func resolved(_ path: String) throws(SystemError) -> String {
        try checkPath(path, for: "realpath")
        guard let resolved = realpath(path, nil) else { throw .last("realpath") }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// True if there is anything of that name, even a dangling link.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return !path.utf8.contains(0) && lstat(path, &status) == 0
    }

    /// The directory that holds the name `path` ends in, and that name.
    package static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        return (directory, String(path[path.index(after: slash)...]))
    }

    /// True if the name itself is a symbolic link.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return !path.utf8.contains(0) && lstat(path, &status) == 0 && (status.st_mode & S_IFMT) == S_IFLNK
    }

    /// The free bytes that the file system of `directory` has for this user.
    package static func availableByteCount(in directory: String) throws(SystemError) -> Int {
        var status = statvfs()
        _ = try retryingInterrupts("statvfs") { Int(statvfs(directory, &status)) }
        let (bytes, overflow) = Int(status.f_bavail).multipliedReportingOverflow(by: Int(status.f_frsize))
        return overflow ? .max : bytes
    }

    /// The permission bits that a new file gets from this process: read and write for all, minus the umask.
    static var newFileMode: UInt32 {
        // The mask can only be read by setting it; between the two calls it is the strictest one.
        let mask = umask(0o777)
        umask(mask)
        return 0o666 & ~mask
    }

    /// The permission bits of a new file with the content of another: readable only by those who may read the other.
    package static func newFileMode(for content: UInt32) -> UInt32 { newFileMode & (content | 0o600) }
}
