import Foundation
import Glibc
import RealmTools

/// A Realm file that a command writes, checked before anything else is done.
struct RealmOutput {
    /// The path, as the user named it; with the source's name where that is a directory.
    let path: String

    var url: URL { URL(fileURLWithPath: path, isDirectory: false) }

    /// - Parameter source: the file that is read, which the output must not be.
    init(_ given: String, from source: InputFile, replacing: Bool) throws {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: given, isDirectory: &isDirectory)
        path =
            exists && isDirectory.boolValue
            ? URL(fileURLWithPath: given).appendingPathComponent(source.url.lastPathComponent).path : given
        try OutputFile.check(path, isNot: source.url.path, named: source.name)
        var (link, target) = (stat(), stat())
        if lstat(path, &link) == 0, stat(path, &target) != 0 {
            throw Failure(
                .cantCreate, "exists", "The output '\(path)' is a symbolic link that leads nowhere.", path: path)
        }
        try OutputFile.check(path, named: path, replacing: replacing)
        try RealmOutput.checkDirectory(of: url.resolvingSymlinksInPath().path)
    }

    /// Throws `cantCreate` unless files can be made in the directory of `path`.
    static func checkDirectory(of path: String) throws(Failure) {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard access(directory, W_OK | X_OK) != 0 else { return }
        let reason = String(cString: strerror(errno))
        throw Failure(.cantCreate, nil, "No file can be made in the directory '\(directory)': \(reason).", path: path)
    }

    /// Bytes of the file that was written; 0 if that cannot be told.
    var byteCount: Int { InputFile(path).byteCount }
}

extension InputFile {
    /// Throws unless this is a file that can be replaced: standard input cannot, nor a file that may not be locked.
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

    /// Throws for a file with other names, which would keep the old content.
    func checkHasOneName(_ settings: Settings) throws(Failure) {
        guard !settings.force, let others = try? Realm.otherNameCount(ofFileAt: url), others > 0 else { return }
        throw Failure(
            .cantCreate, "hardLinked",
            "The file '\(name)' has \(others + 1) names (hard links); replacing it would leave the old content "
                + "under the others.", path: name, hint: Failure.oneNameHint)
    }

    /// Throws what locking the file alone would throw because somebody has it open, unless that is waited for.
    func checkIsClosed(_ settings: Settings) throws {
        guard settings.lockTimeout == .zero else { return }
        let processes = try Realm.processesUsing(fileAt: url)
        if !processes.isEmpty { throw Failure.inUse(name, processes) }
    }

    /// Permissions of a file that is written with what this one holds: whoever may not read this one may not read that
    /// one either, and what only a key could read is the owner's alone.
    func outputMode(isEncrypted: Bool) -> mode_t {
        var status = stat()
        // The scratch copy of standard input says nothing about where that came from.
        if isPrivate || stat(url.path, &status) != 0 { return isEncrypted ? 0o600 : 0o666 }
        return isEncrypted ? 0o600 : (status.st_mode | 0o600) & 0o666
    }

    /// Bytes on disk; 0 if that cannot be told.
    var byteCount: Int {
        (try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path))?[.size] as? Int ?? 0
    }
}
