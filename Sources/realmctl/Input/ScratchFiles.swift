import Foundation
import Glibc
import Synchronization

/// The scratch files of this process: mode 0600, removed at exit however it ends. Leftovers of killed processes are
/// recognised by missing locks, and are removed by the next process that needs space in the same directory.
final class ScratchFiles: Sendable {
    /// Descriptors that hold the locks, by path.
    private let locks = Mutex<[String: Int32]>([:])
    /// Files without a name, which live as long as they are open.
    private let nameless = Mutex<[FileHandle]>([])

    /// Creates an empty scratch file and registers it.
    func make(in directory: String?, environment: [String: String]) throws -> (path: String, file: FileHandle) {
        let path = try registered(in: directory, environment) { name in mkstemp(name) }
        // The lock stays with its own descriptor.
        return (path, FileHandle(fileDescriptor: locks.withLock { dup($0[path] ?? -1) }, closeOnDealloc: true))
    }

    /// Creates an empty scratch file without a name, so that nothing is left of it however the process ends.
    ///
    /// - Returns: also a path by which this process can open it.
    func makeNameless(
        in directory: String?, environment: [String: String]
    ) throws -> (path: String, file: FileHandle) {
        let (name, file) = try make(in: directory, environment: environment)
        _ = fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC)
        unlink(name)
        nameless.withLock { $0.append(file) }
        return ("/proc/self/fd/\(file.fileDescriptor)", file)
    }

    /// Creates an empty scratch directory and registers it with its future content.
    func makeDirectory(in directory: String?, environment: [String: String]) throws -> String {
        try registered(in: directory, environment) { name in
            mkdtemp(name) == nil ? -1 : open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
    }

    /// A name for a scratch file created elsewhere; removed like the others.
    func name(in directory: String?, environment: [String: String]) throws -> String {
        try makeDirectory(in: directory, environment: environment) + "/scratch"
    }

    /// Removes every scratch file.
    func removeAll() {
        locks.withLock { locks in
            for (path, lock) in locks {
                ScratchFiles.remove(path)
                close(lock)
            }
            locks.removeAll()
        }
    }

    /// - Parameter make: creates a file or directory from a template, which is replaced by its name; returns a
    ///   descriptor, or -1.
    private func registered(
        in directory: String?, _ environment: [String: String], _ make: (UnsafeMutablePointer<CChar>) -> Int32
    ) throws -> String {
        let fallback = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let directory = directory ?? fallback
        ScratchFiles.removeLeftovers(in: directory)
        let template = "\(directory)/.realmctl-\(getpid())-XXXXXX"
        while true {
            // The name is registered while the lock is held, so that a signal in between finds the file.
            let made = try locks.withLock { locks -> String? in
                var name = Array(template.utf8CString)
                let lock = make(&name)
                guard lock >= 0 else { throw ScratchFiles.failure(errno, directory) }
                _ = fcntl(lock, F_SETFD, FD_CLOEXEC)
                let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
                flock(lock, LOCK_EX | LOCK_NB)
                var status = stat()
                if fstat(lock, &status) == 0, status.st_nlink == 0 {
                    // Another process has mistaken it for a leftover.
                    close(lock)
                    return nil
                }
                locks[path] = lock
                return path
            }
            if let made { return made }
        }
    }

    private static func failure(_ number: Int32, _ directory: String) -> Failure {
        Failure(
            number == ENOSPC ? .ioError : .cantCreate, number == ENOSPC ? "diskFull" : nil,
            "No scratch file can be made in '\(directory)': \(String(cString: strerror(number))).",
            path: directory, hint: "Name another directory with --tmpdir DIR.")
    }

    /// Removes leftovers of this user's killed processes in the directory.
    private static func removeLeftovers(in directory: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
            let parts = name.split(separator: "-", omittingEmptySubsequences: false)
            // A visible living process has not finished locking it.
            guard parts.count == 3, parts[0] == ".realmctl", parts[2].utf8.count == 6, let process = pid_t(parts[1]),
                process > 0, kill(process, 0) != 0, errno == ESRCH
            else { continue }
            let path = "\(directory)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0, status.st_uid == geteuid() else { continue }
            let lock = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(path) }
            close(lock)
        }
    }

    private static func remove(_ path: String) {
        if unlink(path) != 0, errno == EISDIR || errno == EPERM { try? FileManager.default.removeItem(atPath: path) }
    }
}
