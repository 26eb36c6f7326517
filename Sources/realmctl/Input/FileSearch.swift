import Foundation
import Glibc

/// Finds the files of a batch: the given paths, and with `-r` the content of directories.
struct FileSearch {
    let isRecursive: Bool
    let include: [String]
    let exclude: [String]
    /// Directories without files.
    private var empty = Set<String>()

    /// The backups that upgrades keep; processing them would defeat their purpose.
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

    /// The files at `path`: itself, or the files in it, ascending by name.
    mutating func find(_ path: String) -> [Found] {
        guard isRecursive, path != "-", FileSearch.isDirectory(path) else { return [.file(path)] }
        let files = search(path)
        if files.isEmpty { empty.insert(path) }
        return files
    }

    /// True if nothing was found in the directory.
    func isEmpty(_ directory: String) -> Bool { empty.contains(directory) }

    /// The wanted names, in readable form.
    var wanted: String { include.joined(separator: " or ") }

    private func search(_ directory: String) -> [Found] {
        guard let stream = opendir(directory) else {
            let failure = Failure(errno: errno, "The directory '\(directory)' cannot be read")
            return [.unreadable(directory, failure)]
        }
        defer { closedir(stream) }
        var names: [(name: String, isText: Bool)] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    String(validatingCString: name).map { ($0, true) } ?? (String(cString: name), false)
                }
            }
            if name.0 != ".", name.0 != ".." { names.append(name) }
        }
        names.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return names.flatMap { name, isText -> [Found] in
            if exclude.contains(where: { matches(name, $0) }) { return [] }
            let path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
            // Paths are texts; this one leads nowhere, whether it is a directory or a file.
            guard isText else { return [.unreadable(path, FileSearch.noText(path))] }
            // A link to a directory is not followed: it could lead back here.
            if FileSearch.isDirectory(path, followingLinks: false) { return search(path) }
            let isWanted = include.contains { matches(name, $0) } && FileSearch.isRegularFile(path)
            return isWanted ? [.file(path)] : []
        }
    }

    private static func noText(_ path: String) -> Failure {
        Failure(
            .noInput, nil, "The name '\(path)' is not UTF-8, and what has it is left out.", path: path,
            hint: "Rename it, or leave it out with --exclude.")
    }

    private func matches(_ name: String, _ glob: String) -> Bool { fnmatch(glob, name, 0) == 0 }

    static func isDirectory(_ path: String, followingLinks: Bool = true) -> Bool {
        kind(path, followingLinks: followingLinks) == S_IFDIR
    }

    static func isRegularFile(_ path: String) -> Bool { FileSearch.kind(path, followingLinks: true) == S_IFREG }

    private static func kind(_ path: String, followingLinks: Bool) -> mode_t? {
        var status = stat()
        let result = followingLinks ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? status.st_mode & S_IFMT : nil
    }
}
