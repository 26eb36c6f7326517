import Foundation

// What other Realms commit, in this process and in others. All of it is additional to the SDK.
extension Realm {
    /// Waits until there is a version newer than the one that this Realm shows, whichever process commits it.
    ///
    /// The Realm goes on showing its version until `refresh()` is called. Blocks the thread. Traps in a write
    /// transaction, which nothing can get ahead of. Additional to the SDK.
    ///
    /// - Parameter timeout: how long to wait; nil for ever.
    /// - Returns: false if time is up.
    /// - Throws: `invalidInput` for a Realm that was opened only for reading or without a lock; what beginning a write
    ///   transaction throws for files that are not written.
    public func waitForChange(timeout: Duration? = nil) throws -> Bool {
        let (watch, version) = try session.watch()
        return try rethrowing { try watch.wait(since: version, timeout: timeout) != nil }
    }

    /// A stream with an element for every time that others, or this Realm, have committed since the last element.
    ///
    /// Commits that come faster than the elements are taken share one. It does not move this Realm, which may be closed
    /// meanwhile; call `refresh()` where it lives. The file stays open until the stream is no longer used. Additional
    /// to the SDK.
    ///
    ///     for try await _ in try realm.commits() { realm.refresh() }
    ///
    /// - Throws: as `waitForChange(timeout:)`; the stream ends with an error if the file cannot be read any more.
    public func commits() throws -> AsyncThrowingStream<Void, any Swift.Error> {
        let (watch, shown) = try session.watch()
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.onTermination = { _ in watch.cancel() }
            // Waiting blocks, which a thread of a pool must not.
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
