extension Database {
    /// The open files of this process, by their system identity.
    private static let open = WeakTable<FileKey, Database>()

    private struct FileKey: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64

        init(_ status: FileStatus) { (device, inode) = (status.device, status.inode) }
    }

    /// Opens the file at `path` for reading and writing, or returns the one that the process already has open.
    ///
    /// - Throws: errors of opening for reading; `incompatibleHistory`; `inUse` and `incompatibleLockFile` when time is
    ///   up; `wrongKey` if the process has it open with another key.
    static func open(_ path: String, _ options: Options = Options()) throws(StorageError) -> Database {
        let path = try canonical(path)
        if options.isShared, let status = try? FileStatus.ofPath(path), let database = open[FileKey(status)] {
            try database.contents.checkKey(options.key)
            return database
        }
        let mode = (try? FileStatus.ofPath(path).mode) ?? options.mode
        let lock = try SessionLock.acquire(forFileAt: path, mode: mode, timeout: options.lockTimeout)
        while true {
            let participation = Participation(try Participant(lock, path, mode: mode))
            if options.creates {
                try participation.participant.prepare { () throws(StorageError) in
                    try make(path, in: lock.directory, options)
                }
            }
            // Gives a better message for something that is not a file than opening it.
            _ = try FileStatus.ofRegularFile(path)
            let file = try lock.open(path, .readWrite)
            let status = try StorageError.onSystemError(path, file.status())
            do {
                let database = try Database(path, file, participation, options)
                return options.isShared ? database.shared(as: FileKey(status)) : database
            } catch let error where error.message == replaced {
                Pause.milliseconds(1)
            }
        }
    }

    /// Opens for writing the file that a session reads, even if its path leads to another one by now, or to none.
    ///
    /// - Parameter file: nil for the file at `path`.
    /// - Throws: as `open(_:_:)`.
    static func open(
        _ file: RealmFile?, at path: String, _ options: Options
    ) throws(StorageError) -> Database {
        guard let file, case .session(let participation) = file.protection else { return try open(path, options) }
        if let database = open[FileKey(file.status)] {
            try database.contents.checkKey(options.key)
            return database
        }
        let path = try canonical(path)
        // The file is still read at the version that its own participant claims.
        let lock = try participation.participant.lock.duplicate(path)
        let writable = try file.reopenForWriting(participation.participant.lock)
        return try Database(path, writable, Participation(Participant(lock, path)), options, checksPlace: false)
            .shared(as: FileKey(file.status))
    }

    private func shared(as key: FileKey) -> Database {
        // Another thread may have been faster; two instances do no harm, but one is better.
        let (shared, entry) = Database.open.enter(self, for: key)
        if let entry { keep(entry) }
        return shared.contents.isOpened(with: contents.key) ? shared : self
    }

    /// Opens a file whose lock the caller holds exclusively: there are no other participants, so a file in memory
    /// serves as the lock file.
    package static func openAlone(_ path: String, _ options: Options) throws(StorageError) -> Database {
        let file = try StorageError.onSystemError(path, FileDescriptor.open(path, .readWrite))
        let lockFile = try StorageError.onSystemError(path, privateLockFile(path))
        return try Database(
            path, file, Participation(Participant(SessionLock(file: lockFile), path, isAlone: true)), options)
    }

    /// The path without symbolic links, even of a file that does not exist yet.
    package static func canonical(_ path: String) throws(StorageError) -> String {
        do {
            if FileName.exists(path) { return try FileName.resolved(path) }
            let (directory, name) = FileName.split(path)
            let resolved = try FileName.resolved(directory)
            return resolved == "/" ? "/" + name : "\(resolved)/\(name)"
        } catch {
            throw StorageError(error, path)
        }
    }

    // MARK: Making a file

    /// Creates the file if it is missing or empty: atomically. Nobody has it open, and nobody comes meanwhile.
    private static func make(
        _ path: String, in place: Directory?, _ options: Options
    ) throws(StorageError) {
        guard try isMissing(path) else { return }
        let (disk, name) = (options.disk, FileName.split(path).name)
        let unfinished = "\(name).\(ProcessIdentity.current).new"
        do throws(SystemError) {
            let directory: Directory
            if let place { directory = place } else { directory = try Directory.holding(path).directory }
            let existing = try directory.statusIfPresent(name)
            for leftover in Leftovers(of: name, in: directory).unborn {
                // Only the one writer, this one, creates the file now.
                try disk.remove(leftover, from: directory)
            }
            do throws(SystemError) {
                let file = try disk.create(unfinished, in: directory, mode: existing?.mode ?? options.mode)
                if let existing { try? file.setOwner(user: existing.user, group: existing.group) }
                try write(file, options.key)
                if existing == nil {
                    try disk.move(unfinished, toNew: name, in: directory)
                } else {
                    try disk.replace(name, with: unfinished, in: directory)
                }
                try disk.sync(directory)
            } catch {
                try? directory.remove(unfinished)
                throw error
            }
        } catch {
            throw StorageError(error, path)
        }
    }

    private static func isMissing(_ path: String) throws(StorageError) -> Bool {
        guard FileName.exists(path) else { return true }
        return try FileStatus.ofRegularFile(path).byteCount == 0
    }

    /// Writes a file to which nothing was ever committed: one page.
    package static func write(_ file: consuming FileDescriptor, _ key: EncryptionKey?) throws(SystemError) {
        var output = FileOutput(file, key: key)
        for _ in 0..<PageCipher.pageSize / 8 { try output.append(word: 0) }
        try output.finish(beginning: RawFileHeader.new.bytes)
    }
}
