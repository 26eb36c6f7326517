import Foundation
import Glibc
import RealmTools

/// A file that gets its name only when it is complete: written to a scratch file beside it, synced, renamed.
///
/// A link is followed: the file it points to is replaced, the link stays. Only regular files are ever replaced; devices
/// such as `/dev/null` and pipes get the bytes as they come.
final class OutputFile {
    private let target: String
    private let directory: String
    /// Nil for a device or a pipe.
    private let scratch: String?
    private let handle: FileHandle
    /// Permissions of the file, the umask applied.
    private let mode: mode_t
    /// Who gets the file, if this process may give it away; nil for its user.
    private let owner: (user: uid_t, group: gid_t)?

    /// - Parameters:
    ///   - replacing: an existing file may be replaced (`--force`); else it is an error.
    ///   - mode: permissions of the file, before the umask.
    ///   - mayStream: the path may be a device or a pipe.
    ///   - role: what it is among the files that the command was given.
    convenience init(
        _ path: String, replacing: Bool, mode: mode_t, mayStream: Bool = true, as role: NamedFiles.Role = .output,
        in context: CommandContext
    ) throws {
        try context.files.note(path, as: role)
        let mask = umask(0o777)
        umask(mask)
        try self.init(
            path, replacing: replacing, exactMode: mode & ~mask, owner: nil, mayStream: mayStream, in: context)
    }

    /// For a new version of an existing file, which keeps its permissions, and its owner as far as possible.
    ///
    /// A file with several names is refused without `--force`: the others would keep the old content.
    convenience init(rewriting path: String, in context: CommandContext) throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Failure(errno: errno, "The file '\(path)' cannot be rewritten")
        }
        try InputFile(path).checkHasOneName(context.settings)
        try self.init(
            path, replacing: true, exactMode: status.st_mode & 0o7777, owner: (status.st_uid, status.st_gid),
            mayStream: false, in: context)
    }

    private init(
        _ path: String, replacing: Bool, exactMode mode: mode_t, owner: (user: uid_t, group: gid_t)?, mayStream: Bool,
        in context: CommandContext
    ) throws {
        self.mode = mode
        self.owner = owner
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        target = resolved.path
        directory = resolved.deletingLastPathComponent().path
        try OutputFile.check(target, named: path, replacing: replacing, mayStream: mayStream)
        guard OutputFile.isStream(OutputFile.kind(of: target)) else {
            try RealmOutput.checkDirectory(of: target)
            try OutputFile.checkIsUnused(target, named: path)
            (scratch, handle) = try context.scratch.make(in: directory, environment: context.environment)
            return
        }
        let descriptor = Glibc.open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw Failure(errno: errno, "The output '\(path)' cannot be opened") }
        (scratch, handle) = (nil, FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    /// Whether there is a device or a pipe at the path.
    static func isStream(_ path: String) -> Bool { isStream(kind(of: path)) }

    /// Whether that kind takes bytes one after the other and keeps none.
    private static func isStream(_ kind: mode_t?) -> Bool { kind == S_IFCHR || kind == S_IFIFO }

    /// Throws unless a file may be written to `path`.
    ///
    /// - Parameters:
    ///   - mayStream: so may a device or a pipe.
    ///   - hint: what to do about an existing file.
    static func check(
        _ path: String, named name: String, replacing: Bool, mayStream: Bool = false,
        hint: String = "Replace it with --force."
    ) throws {
        if name.hasSuffix("/"), kind(of: path) == nil {
            throw Failure(.cantCreate, nil, "There is no directory '\(name)' for the output.", path: name)
        }
        guard let kind = kind(of: path), !(mayStream && isStream(kind)) else { return }
        if kind == S_IFDIR {
            throw Failure(.cantCreate, "exists", "The output '\(name)' is a directory, not a file.", path: name)
        }
        if kind != S_IFREG { throw isNoFile(kind, name) }
        if !replacing {
            throw Failure(
                .cantCreate, "exists", "The output '\(name)' exists.", path: name, hint: hint)
        }
    }

    /// Throws if the file is a Realm that another process has open, which would go on with one that has no name.
    private static func checkIsUnused(_ path: String, named name: String) throws {
        let processes = (try? Realm.processesUsing(fileAt: URL(fileURLWithPath: path))) ?? []
        if !processes.isEmpty { throw Failure.inUse(name, processes) }
    }

    /// The type of what is at the path, symbolic links followed; nil if there is nothing.
    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Devices and the like are never replaced, whatever the options.
    private static func isNoFile(_ kind: mode_t, _ name: String) -> Failure {
        let what =
            switch kind {
            case S_IFCHR, S_IFBLK: "a device"
            case S_IFIFO: "a pipe"
            case S_IFSOCK: "a socket"
            default: "something else"
            }
        let message = "The output '\(name)' is \(what), and only files are replaced."
        return Failure(.cantCreate, "exists", message, path: name)
    }

    /// Throws if the output is the input, under any name.
    static func check(_ path: String, isNot source: String, named name: String) throws(Failure) {
        var (first, second) = (stat(), stat())
        guard stat(path, &first) == 0, stat(source, &second) == 0, first.st_dev == second.st_dev,
            first.st_ino == second.st_ino
        else { return }
        throw Failure.usage("Source and output are the same file, '\(name)'.")
    }

    /// The path of the file until it is complete, for writers that need a name.
    var scratchFile: URL { URL(fileURLWithPath: scratch ?? target) }

    func write(_ bytes: Data) throws {
        try OutputStream(descriptor: handle.fileDescriptor).write(bytes)
    }

    /// Makes the file durable and gives it its name. Until then it is invisible.
    func commit() throws {
        guard let scratch else { return }
        // Before the permissions, some of which a change of the owner takes away.
        if let owner { _ = fchown(handle.fileDescriptor, owner.user, owner.group) }
        // A scratch file has mode 0600.
        try require(fchmod(handle.fileDescriptor, mode), "cannot be given its permissions")
        try require(fsync(handle.fileDescriptor), "cannot be made durable")
        // The target may have changed since the command began.
        if let kind = OutputFile.kind(of: target), kind != S_IFREG { throw OutputFile.isNoFile(kind, target) }
        try OutputFile.checkIsUnused(target, named: target)
        try require(rename(scratch, target), "cannot be given its name")
        let folder = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        defer { close(folder) }
        try require(fsync(folder), "has its name already, but a power failure may take it away")
    }

    private func require(_ result: Int32, _ problem: String) throws {
        if result != 0 { throw Failure(errno: errno, "The output '\(target)' \(problem)") }
    }
}
