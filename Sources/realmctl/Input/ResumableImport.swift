import Foundation
import Glibc

/// The place of an import that goes on later, and its lock against another one of the same file.
final class ResumableImport {
    /// The file that is being imported into: the target, or what becomes it.
    let file: URL
    /// Whether an import came to its end, and was killed when the file had its name already.
    let isDone: Bool
    /// The directory of a file that is not at its place yet.
    private let directory: String?
    private let lock: Int32

    /// - Parameter target: an existing file, or one that is made in a directory beside it, which stays until the file
    ///   is whole.
    /// - Throws: also if there are both, and the file is not what was made in the directory.
    init(of target: URL) throws {
        let target = target.resolvingSymlinksInPath()
        let place = target.deletingLastPathComponent().path + "/.\(target.lastPathComponent).importing"
        let made = place + "/new.realm"
        let exists = FileManager.default.fileExists(atPath: target.path)
        if !exists, mkdir(place, 0o700) != 0, errno != EEXIST {
            throw Failure(errno: errno, "The directory '\(place)' cannot be made")
        }
        let isBeside = FileManager.default.fileExists(atPath: place)
        lock = open(isBeside ? place : target.path, O_RDONLY | O_CLOEXEC)
        guard lock >= 0 else { throw Failure(errno: errno, "The file '\(target.path)' cannot be opened") }
        (file, directory) = (exists ? target : URL(fileURLWithPath: made), isBeside ? place : nil)
        isDone = exists && ResumableImport.isSameFile(made, target.path)
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw Failure.inUse(target.path, []) }
        guard exists, isBeside else { return }
        guard isDone || !FileManager.default.fileExists(atPath: made) else {
            throw Failure(
                .cantCreate, "exists", "The file '\(target.path)' exists, and an import that was to make it.",
                path: target.path, hint: "Remove '\(place)' to import into the file, or the file to go on.")
        }
        finish()
    }

    deinit { if lock >= 0 { close(lock) } }

    private static func isSameFile(_ path: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
            && first.st_ino == second.st_ino
    }

    /// Removes the directory: the file is at its place. What tells that goes last: who is killed before is done, too.
    func finish() {
        guard let directory else { return }
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: directory)) ?? [] where name != "new.realm" {
            try? files.removeItem(atPath: directory + "/" + name)
        }
        unlink(directory + "/new.realm")
        rmdir(directory)
    }
}
