import Foundation
import Glibc
import Synchronization

/// The files that a command was told to read and to write: one that is read is not written, and none is written twice.
final class NamedFiles: Sendable {
    /// What a file is to the command.
    enum Role: String {
        case source
        /// A Realm that is changed.
        case target = "Realm"
        case lock = "lock file"
        case key = "key file"
        case schema
        case output
        case rejects = "file of --rejects"
        case report = "file of --report"
        case lostAndFound = "file of --lost-and-found"

        var isWritten: Bool {
            switch self {
            case .source, .lock, .key, .schema: false
            case .target, .output, .rejects, .report, .lostAndFound: true
            }
        }
    }

    private struct NamedFile {
        let role: Role
        /// Where the file is, symbolic links followed.
        let path: String
        /// Nil for one that is yet to be made.
        let identity: Identity?

        struct Identity: Equatable {
            let device: dev_t
            let number: ino_t
        }

        init(_ path: String, _ role: Role) {
            self.role = role
            self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            var status = stat()
            identity = stat(path, &status) == 0 ? Identity(device: status.st_dev, number: status.st_ino) : nil
        }

        func isSame(as other: NamedFile) -> Bool {
            path == other.path || (identity != nil && identity == other.identity)
        }
    }

    private let known = Mutex<[NamedFile]>([])

    /// Notes a file before anything is written; `-` and devices are none.
    ///
    /// - Throws: a failure of usage if it has another role, and is written in one of both.
    func note(_ path: String, as role: Role) throws(Failure) {
        if path == "-" || OutputFile.isStream(path) { return }
        let file = NamedFile(path, role)
        let other = known.withLock { known in
            let other = known.first {
                $0.role != role && ($0.role.isWritten || role.isWritten) && $0.isSame(as: file)
            }
            // A batch of many files has only sources and outputs in common.
            if other == nil, !known.contains(where: { $0.role == role && $0.path == file.path }) { known.append(file) }
            return other?.role
        }
        guard let other else { return }
        let first = other.rawValue.prefix(1).uppercased() + other.rawValue.dropFirst()
        throw .usage("\(first) and \(role.rawValue) are the same file, '\(path)'.")
    }

    /// Notes a Realm, and the files beside it that apps lock.
    func noteRealm(_ input: InputFile, as role: Role) throws(Failure) {
        if input.isPrivate { return }
        try note(input.url.path, as: role)
        for suffix in [".lock", ".note"] { try note(input.url.path + suffix, as: .lock) }
    }
}
