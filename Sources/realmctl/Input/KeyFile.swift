import Foundation
import Glibc

/// A new key file.
enum KeyFile {
    /// Throws `exists` if there is anything at the path.
    static func checkIsNew(_ path: String) throws(Failure) {
        var status = stat()
        if lstat(path, &status) == 0 { throw exists(path) }
    }

    /// Creates the file with mode 0600 and syncs it; never replaces another one.
    static func create(_ path: String, _ content: Data) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw exists(path) }
            let message = "The key file '\(path)' cannot be made: \(String(cString: strerror(errno)))."
            throw Failure(.cantCreate, nil, message, path: path)
        }
        defer { close(descriptor) }
        do throws(Failure) {
            try OutputStream(descriptor: descriptor).write(content)
            guard fsync(descriptor) == 0 else {
                throw Failure(errno: errno, "The key file '\(path)' cannot be written")
            }
        } catch {
            unlink(path)
            throw error
        }
        try syncDirectory(of: path)
    }

    private static func exists(_ path: String) -> Failure {
        Failure(.cantCreate, "exists", "The file '\(path)' exists, and a key file is never replaced.", path: path)
    }

    /// Makes the name durable, too: losing a key means losing the files encrypted with it.
    private static func syncDirectory(of path: String) throws(Failure) {
        let directory = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard directory >= 0 else { throw undurable(path) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw undurable(path) }
    }

    private static func undurable(_ path: String) -> Failure {
        Failure(errno: errno, "The key file '\(path)' has its name already, but a power failure may take it away")
    }
}
