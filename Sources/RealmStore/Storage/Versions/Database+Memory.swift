extension Database {
    /// The databases in memory that this process has open, by identifier.
    private static let inMemory = WeakTable<String, Database>()

    /// Opens or creates the database of that name in this process's memory, which is destroyed with its last user.
    ///
    /// File and lock file are files in memory, so that everything else is as for a file on disk.
    package static func memory(_ identifier: String) throws(StorageError) -> Database {
        let path = "memory:\(identifier)"
        if let database = inMemory[identifier] { return database }
        let (shared, entry) = inMemory.enter(try makeMemory(path), for: identifier)
        if let entry { shared.keep(entry) }
        return shared
    }

    private static func makeMemory(_ path: String) throws(StorageError) -> Database {
        var options = Options()
        options.disk = MemoryDisk()
        options.isShared = false
        let file = try StorageError.onSystemError(path) { () throws(SystemError) in
            let file = try FileDescriptor.memory(path)
            try write(file.duplicate(), nil)
            return file
        }
        let lockFile = try StorageError.onSystemError(path, privateLockFile(path))
        return try Database(
            path, file, Participation(Participant(SessionLock(file: lockFile), path, isAlone: true)), options)
    }

    /// A lock file in memory, for a database that cannot be opened elsewhere.
    static func privateLockFile(_ path: String) throws(SystemError) -> FileDescriptor {
        let file = try FileDescriptor.memory(SessionLock.path(for: path))
        try SessionMemory.initialize(file)
        return file
    }
}
