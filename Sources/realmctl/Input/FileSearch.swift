import Foundation
import Glibc

/// Finds the files of a batch: paths as they are given, and with `-r` what directories hold.
struct FileSearch {
    let isRecursive: Bool
    let include: [String]
    let exclude: [String]

    /// What upgrades keep of the files that they change; working on them would take that away.
    private static let backups = "*.v[0-9]*.backup.realm"

    init(_ options: BatchOptions) {
        isRecursive = options.recursive
        include = options.include.isEmpty ? ["*.realm"] : options.include
        exclude = options.exclude + (options.include.isEmpty ? [FileSearch.backups] : [])
    }

    /// A file to work on, or the reason why a directory could not be searched.
    enum Found {
        case file(String)
        case unreadable(String, Failure)
    }

    /// What `path` stands for: itself, or the files in it, ascending by name.
    func find(_ path: String) -> [Found] {
        guard isRecursive, path != "-", FileSearch.isDirectory(path) else { return [.file(path)] }
        return search(path)
    }

    private func search(_ directory: String) -> [Found] {
        guard let stream = opendir(directory) else {
            let failure = Failure(errno: errno, "The directory '\(directory)' cannot be read")
            return [.unreadable(directory, failure)]
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return names.flatMap { name -> [Found] in
            if exclude.contains(where: { matches(name, $0) }) { return [] }
            let path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
            // A link to a directory is not followed: it could lead back here.
            if FileSearch.isDirectory(path, followingLinks: false) { return search(path) }
            let isWanted = include.contains { matches(name, $0) } && isRegularFile(path)
            return isWanted ? [.file(path)] : []
        }
    }

    private func matches(_ name: String, _ glob: String) -> Bool { fnmatch(glob, name, 0) == 0 }

    static func isDirectory(_ path: String, followingLinks: Bool = true) -> Bool {
        kind(path, followingLinks: followingLinks) == S_IFDIR
    }

    private func isRegularFile(_ path: String) -> Bool { FileSearch.kind(path, followingLinks: true) == S_IFREG }

    private static func kind(_ path: String, followingLinks: Bool) -> mode_t? {
        var status = stat()
        let result = followingLinks ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? status.st_mode & S_IFMT : nil
    }
}
