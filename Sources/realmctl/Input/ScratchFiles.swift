import Foundation
import Glibc
import Synchronization

/// The scratch files of this process: mode 0600, removed at exit whatever ends it.
final class ScratchFiles: Sendable {
    private let paths = Mutex(Set<String>())

    /// Makes an empty scratch file and registers it.
    func make(in directory: String?, environment: [String: String]) throws -> (path: String, file: FileHandle) {
        let fallback = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let directory = directory ?? fallback
        let template = "\(directory)/.realmctl-\(getpid())-XXXXXX"
        // The name is registered while the lock is held, so that a signal in between finds the file.
        return try paths.withLock { paths in
            var name = Array(template.utf8CString)
            let descriptor = mkstemp(&name)
            guard descriptor >= 0 else {
                let number = errno
                let message = "No scratch file can be made in '\(directory)': \(String(cString: strerror(number)))."
                throw Failure(
                    number == ENOSPC ? .ioError : .cantCreate, number == ENOSPC ? "diskFull" : nil, message,
                    path: directory, hint: "Name another directory with --tmpdir DIR.")
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            paths.insert(path)
            return (path, FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
        }
    }

    /// Makes an empty scratch directory and registers it with all that will be in it.
    func makeDirectory(in directory: String?, environment: [String: String]) throws -> String {
        let path = try name(in: directory, environment: environment)
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(
                .cantCreate, nil, "The scratch directory '\(path)' cannot be made: \(error.localizedDescription)",
                path: path, hint: "Name another directory with --tmpdir DIR.")
        }
        return path
    }

    /// A name for a scratch file that somebody else makes; removed as the others are.
    func name(in directory: String?, environment: [String: String]) throws -> String {
        let path = try make(in: directory, environment: environment).path
        unlink(path)
        return path
    }

    /// Removes every scratch file.
    func removeAll() {
        paths.withLock { paths in
            for path in paths where unlink(path) != 0 && (errno == EISDIR || errno == EPERM) {
                try? FileManager.default.removeItem(atPath: path)
            }
            paths.removeAll()
        }
    }
}
