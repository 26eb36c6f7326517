import Foundation
import Glibc

/// The place of an import that goes on later, and its lock against another one of the same file.
final class ResumableImport {
    /// The file that is being imported into: the target, or what becomes it.
    let file: URL
    /// The directory of a file that is not at its place yet.
    private let directory: String?
    private let lock: Int32

    /// - Parameter target: an existing file, or one that is made in a directory beside it, which stays until the file
    ///   is whole.
    init(of target: URL) throws {
        let target = target.resolvingSymlinksInPath()
        var directory: String?
        if FileManager.default.fileExists(atPath: target.path) {
            file = target
        } else {
            let place = target.deletingLastPathComponent().path + "/.\(target.lastPathComponent).importing"
            if mkdir(place, 0o700) != 0, errno != EEXIST {
                throw Failure(errno: errno, "The directory '\(place)' cannot be made")
            }
            directory = place
            file = URL(fileURLWithPath: place + "/new.realm")
        }
        self.directory = directory
        lock = open(directory ?? target.path, O_RDONLY | O_CLOEXEC)
        guard lock >= 0 else { throw Failure(errno: errno, "The file '\(target.path)' cannot be opened") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw Failure.inUse(target.path, [])
        }
    }

    deinit { close(lock) }

    /// Removes the directory: the file is at its place.
    func finish() { if let directory { try? FileManager.default.removeItem(atPath: directory) } }
}
