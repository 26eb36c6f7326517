import Foundation
import Glibc
import RealmTools

/// A Realm file that a command writes, checked first.
struct RealmOutput {
    /// The path, as the user named it; with the source's name if it is a directory.
    let path: String

    var url: URL { URL(fileURLWithPath: path, isDirectory: false) }

    /// - Parameter source: the input file, which must not be the output.
    init(_ given: String, from source: InputFile, in context: CommandContext) throws {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: given, isDirectory: &isDirectory)
        path =
            exists && isDirectory.boolValue
            ? URL(fileURLWithPath: given).appendingPathComponent(source.url.lastPathComponent).path : given
        try OutputFile.check(path, isNot: source.url.path, named: source.name)
        try context.files.noteRealm(source, as: .source)
        try context.files.note(path, as: .output)
        var (link, target) = (stat(), stat())
        if lstat(path, &link) == 0, stat(path, &target) != 0 {
            throw Failure(
                .cantCreate, "exists", "The output '\(path)' is a symbolic link that leads nowhere.", path: path)
        }
        try OutputFile.check(path, named: path, replacing: context.settings.force)
        try RealmOutput.checkDirectory(of: url.resolvingSymlinksInPath().path)
    }

    /// Throws `cantCreate` unless files can be made in the directory of `path`.
    static func checkDirectory(of path: String) throws(Failure) {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard access(directory, W_OK | X_OK) != 0 else { return }
        let reason = String(cString: strerror(errno))
        throw Failure(.cantCreate, nil, "No file can be made in the directory '\(directory)': \(reason).", path: path)
    }

    /// The size of the written file; 0 if that is unknown.
    var byteCount: Int { InputFile(path).byteCount }
}

extension InputFile {
    /// Throws unless this is a file that can be replaced: standard input cannot, nor a file that must not be locked.
    func checkIsReplaceable(_ settings: Settings) throws(Failure) {
        if isPrivate { throw .notRewritable }
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        if settings.immutable {
            throw Failure(
                .cantCreate, nil, "The file '\(name)' cannot be replaced without a lock.", path: name,
                hint: "Leave out --immutable, or write another file with -o.")
        }
        try RealmOutput.checkDirectory(of: url.resolvingSymlinksInPath().path)
    }

    /// Throws unless the file can be locked to be written: its lock file is there, or can be made.
    func checkCanBeLocked() throws(Failure) {
        let path = url.resolvingSymlinksInPath().path
        if !FileManager.default.fileExists(atPath: path + ".lock") { try RealmOutput.checkDirectory(of: path) }
    }

    /// Throws for a file with other hard links, which would keep the old content.
    func checkHasOneName(_ settings: Settings) throws(Failure) {
        guard !settings.force, let others = try? Realm.otherNameCount(ofFileAt: url), others > 0 else { return }
        throw Failure(
            .cantCreate, "hardLinked",
            "The file '\(name)' has \(others + 1) names (hard links); replacing it would leave the old content "
                + "under the others.", path: name, hint: Failure.oneNameHint)
    }

    /// Throws the error of taking the exclusive lock if the file is in use, unless the command waits for that.
    func checkIsClosed(_ settings: Settings) throws {
        guard settings.lockTimeout == .zero else { return }
        let processes = try Realm.processesUsing(fileAt: url)
        if !processes.isEmpty { throw Failure.inUse(name, processes) }
    }

    /// The permissions of a file written with the content of this one: not readable by anyone who may not read this
    /// one, and content that required a key is readable only by the owner.
    func outputMode(isEncrypted: Bool) -> mode_t {
        var status = stat()
        // The scratch copy of standard input tells nothing about its origin.
        if isPrivate || stat(url.path, &status) != 0 { return isEncrypted ? 0o600 : 0o666 }
        return isEncrypted ? 0o600 : (status.st_mode | 0o600) & 0o666
    }

    /// Bytes on disk; 0 if that is unknown.
    var byteCount: Int {
        (try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path))?[.size] as? Int ?? 0
    }
}
