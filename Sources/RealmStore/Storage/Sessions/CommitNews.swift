import Synchronization

/// The pipe `NAME.note`, into which those who commit write a byte, and at which those who wait for commits look without
/// reading it.
///
/// Source: file-format/sessions.md, "Being told".
final class CommitNews: Sendable {
    private let directory: Directory?
    private let name: String
    private let path: String
    private let lockFile: String
    private let pipe = Mutex<NotePipe?>(nil)
    private let wasAskedFor = Atomic(false)

    /// Whether somebody in this process may watch.
    var isWatchedHere: Bool { wasAskedFor.load(ordering: .sequentiallyConsistent) }

    static let suffix = ".note"

    init(_ path: String, _ directory: Directory?) {
        self.directory = directory
        self.path = path + CommitNews.suffix
        lockFile = SessionLock.path(for: path)
        name = FileName.split(path).name + CommitNews.suffix
    }

    /// Where commits can be watched for.
    struct Place: Sendable {
        /// A path that is written to with every commit.
        let watched: String
        /// The lock file, which says which version is the newest.
        let lockFile: String

        func watch() throws(SystemError) -> FileWatch {
            try FileWatch(watched, counter: lockFile, at: LockLayout.latest)
        }
    }

    /// The pipe is made if it is missing.
    var place: Place {
        wasAskedFor.store(true, ordering: .sequentiallyConsistent)
        // Where none can be made, those who watch look at the lock file from time to time.
        if let directory, !directory.has(name) { try? directory.makePipe(name) }
        return Place(watched: path, lockFile: lockFile)
    }

    /// Writes a byte, if there is a pipe: without one nobody watches.
    func tell() {
        guard let directory else { return }
        pipe.withLock { pipe in
            guard let status = try? directory.status(name), status.isPipe else { return }
            if pipe?.isSame(as: status) != true { pipe = try? NotePipe(directory.openPipe(name)) }
            pipe?.tell()
        }
    }
}
