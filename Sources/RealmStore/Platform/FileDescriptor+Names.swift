import Glibc

extension FileDescriptor {
    /// Gives the file at `path` a second name; throws `EEXIST` if something has it.
    static func link(_ path: String, to newPath: String) throws(SystemError) {
        try checkPath(path, for: "link")
        try checkPath(newPath, for: "link")
        _ = try retryingInterrupts("link") { Int(Glibc.link(path, newPath)) }
    }

    /// Gives the file at `path` another name, taking it from whatever has it.
    static func rename(_ path: String, to newPath: String) throws(SystemError) {
        try checkPath(path, for: "rename")
        try checkPath(newPath, for: "rename")
        _ = try retryingInterrupts("rename") { Int(Glibc.rename(path, newPath)) }
    }

    /// Takes a name away from a file.
    static func remove(_ path: String) throws(SystemError) {
        try checkPath(path, for: "unlink")
        _ = try retryingInterrupts("unlink") { Int(unlink(path)) }
    }

    /// The path without symbolic links, `.` and `..`. The last component need not exist.
    static func canonicalPath(_ path: String) throws(SystemError) -> String {
        try checkPath(path, for: "realpath")
        if let resolved = resolve(path) { return resolved }
        guard errno == ENOENT else { throw .last("realpath") }
        let (parent, name) = split(path)
        guard let directory = resolve(parent) else { throw .last("realpath") }
        return directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }

    /// The directory of a path, and the name in it.
    static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        return (directory, String(path[path.index(after: slash)...]))
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
