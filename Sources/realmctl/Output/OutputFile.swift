import Foundation
import Glibc

/// A file that appears under its name only when it is whole: written to a scratch file beside it, synced, renamed.
///
/// A link is followed: the file it points to is replaced, the link stays.
final class OutputFile {
    private let target: String
    private let directory: String
    private let scratch: String
    private let handle: FileHandle

    /// - Parameter replacing: an existing file may be replaced (`--force`); else it is an error.
    init(_ path: String, replacing: Bool, in context: CommandContext) throws {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        target = resolved.path
        directory = resolved.deletingLastPathComponent().path
        try OutputFile.check(target, named: path, replacing: replacing)
        (scratch, handle) = try context.scratch.make(in: directory, environment: context.environment)
    }

    /// Throws unless a file may be written to `path`.
    static func check(_ path: String, named name: String, replacing: Bool) throws {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return }
        if isDirectory.boolValue {
            throw Failure(.cantCreate, "exists", "The output '\(name)' is a directory, not a file.", path: name)
        }
        if !replacing {
            throw Failure(
                .cantCreate, "exists", "The output '\(name)' exists.", path: name, hint: "Replace it with --force.")
        }
    }

    /// Throws if the output is what is read, under whatever name.
    static func check(_ path: String, isNot source: String, named name: String) throws(Failure) {
        var (first, second) = (stat(), stat())
        guard stat(path, &first) == 0, stat(source, &second) == 0, first.st_dev == second.st_dev,
            first.st_ino == second.st_ino
        else { return }
        throw Failure.usage("Source and output are the same file, '\(name)'.")
    }

    /// Where the file is until it is whole, for a writer that wants a name.
    var scratchFile: URL { URL(fileURLWithPath: scratch) }

    func write(_ bytes: Data) throws {
        try OutputStream(descriptor: handle.fileDescriptor).write(bytes)
    }

    /// Makes the file durable and gives it its name. Until then nothing is seen of it.
    func commit() throws {
        try require(fsync(handle.fileDescriptor), "cannot be made durable")
        // A scratch file has mode 0600; an output is as readable as its directory's other files.
        let mask = umask(0)
        umask(mask)
        try require(fchmod(handle.fileDescriptor, 0o666 & ~mask), "cannot be given its permissions")
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
