/// Waits for new versions of a file by any process. Used by one thread; `cancel` is for others.
final class ChangeWatch: Sendable {
    private let database: Database
    private let watch: FileWatch

    init(_ database: Database) throws(StorageError) {
        self.database = database
        watch = try StorageError.onSystemError(database.path, database.newsPlace.watch())
    }

    /// Waits until there is a version after `version`.
    ///
    /// - Parameter timeout: the maximum time to wait; nil for no limit.
    /// - Returns: the newest version; nil if time is up, or the wait was cancelled.
    func wait(since version: UInt64, timeout: Duration? = nil) throws(StorageError) -> Snapshot? {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        while true {
            let newest = try database.newest()
            if newest.version > version { return newest }
            guard case .written = watch.wait(until: deadline) else { return nil }
        }
    }

    /// Ends the current wait, and every later one.
    func cancel() { watch.cancel() }
}

extension Database {
    /// Waits until there is a version after `version`, up to `timeout`; nil for no limit.
    ///
    /// - Returns: the newest version; nil if time is up.
    func waitForChange(since version: UInt64, timeout: Duration? = nil) throws(StorageError) -> Snapshot? {
        try ChangeWatch(self).wait(since: version, timeout: timeout)
    }
}
