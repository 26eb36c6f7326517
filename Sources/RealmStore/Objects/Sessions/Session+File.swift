// The file of a session: watching it, and copying it.
extension Session {
    /// Where commits can be watched for; nil for a file that does not change.
    func newsPlace() throws -> CommitNews.Place? { mayFollow ? try openedForWriting().newsPlace : nil }

    /// A watch for new versions, and the current version.
    func watch() throws -> (ChangeWatch, since: UInt64) {
        require(write == nil, "A Realm in a write transaction is at its newest version: nothing can be waited for.")
        guard mayFollow else { throw cannotFollow }
        let database = try openedForWriting()
        let watch = try rethrowing { try ChangeWatch(database) }
        return (watch, committed.snapshot.version)
    }

    /// The error of waiting for changes of a file that does not change.
    private var cannotFollow: any Error {
        switch (configuration.lockMode, file?.protection) {
        case (.shared, .privateCopy):
            let problem = "is in a session that cannot be joined: it was read through a copy, which does not change"
            return RLMError(StorageError(.incompatibleLockFile(SessionLock.holders(path)), path, problem))
        case (.shared, .promise) where !configuration.readOnly:
            let problem = "was opened without a lock, since no lock file can be made beside it: it cannot be followed"
            return RLMError(StorageError(.permissionDenied, path, problem))
        default: return invalidInput("Changes of a Realm that was opened without a lock cannot be waited for.")
        }
    }

    /// The current version, in the current format, as the source of a copy; in a write transaction, the version that
    /// would be committed. Waits until that version is durable.
    func source() throws(StorageError) -> SnapshotSource {
        if let write { return try write.source() }
        asyncWrites?.waitForCommits()
        if let file { return file.header.isOld ? try FormatUpgrade.source(of: file) : try SnapshotSource(file) }
        let snapshot = committed.snapshot
        try snapshot.waitUntilDurable()
        return try SnapshotSource(snapshot)
    }

    /// The configuration with which the session was opened, and the model classes that it has.
    var resolvedConfiguration: Realm.Configuration {
        var configuration = configuration
        if !models.isEmpty { configuration.objectTypes = models.types }
        return configuration
    }
}
