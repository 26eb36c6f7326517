import Foundation

// Commits of other Realms, in this process and in others. All of it is additional to the SDK.
extension Realm {
    /// Waits until there is a version newer than the one that this Realm shows, whichever process commits it.
    ///
    /// The Realm keeps showing its version until `refresh()` is called. From the first call on, commits after the
    /// version that it shows keep their records for `changes(since:)`. Blocks the thread. Traps in a write transaction,
    /// during which there cannot be a newer version. Additional to the SDK.
    ///
    /// - Parameter timeout: the time to wait; nil for no limit.
    /// - Returns: false if time is up.
    /// - Throws: `invalidInput` for a Realm opened for reading only or without a lock; the errors of beginning a write
    ///   transaction for files that cannot be written.
    public func waitForChange(timeout: Duration? = nil) throws -> Bool {
        let (watch, version) = try session.watch()
        try session.followShown()
        return try rethrowing { try watch.wait(since: version, timeout: timeout) != nil }
    }

    /// Returns a stream with an element whenever others, or this Realm, have committed since the last element.
    ///
    /// Commits faster than the consumption of elements share one. It does not refresh this Realm, which may be closed
    /// meanwhile; call `refresh()` where it lives. The file stays open until the stream is no longer used. Additional
    /// to the SDK.
    ///
    ///     for try await _ in try realm.commits() { realm.refresh() }
    ///
    /// - Throws: as `waitForChange(timeout:)`; the stream ends with an error if the file can no longer be read.
    public func commits() throws -> AsyncThrowingStream<Void, any Swift.Error> {
        let (watch, shown) = try session.watch()
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.onTermination = { _ in watch.cancel() }
            // Waiting blocks, which is not allowed on a thread of the pool.
            Thread.detachNewThread {
                var version = shown
                do {
                    while let newest = try watch.wait(since: version)?.version {
                        version = newest
                        continuation.yield()
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: (error as? StorageError).map { RLMError($0) } ?? error)
                }
            }
        }
    }
}
