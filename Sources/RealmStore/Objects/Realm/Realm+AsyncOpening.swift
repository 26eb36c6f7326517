import Foundation

extension Realm {
    /// Opens a Realm without making the caller wait: the file is made, compacted and migrated in the background, then
    /// the Realm is opened on a queue and handed over there.
    ///
    /// The migration block runs in the background, too.
    ///
    /// - Parameters:
    ///   - configuration: the file, its key, and the schema that it is to have.
    ///   - callbackQueue: a serial queue, which the Realm belongs to.
    ///   - callback: called once on that queue, never before this function has returned; with what
    ///     `init(configuration:queue:)` throws if that fails.
    /// - Returns: a handle that keeps the callback from being called.
    @discardableResult
    public static func asyncOpen(
        configuration: Configuration = .defaultConfiguration, callbackQueue: DispatchQueue = .main,
        callback: @escaping (Result<Realm, any Swift.Error>) -> Void
    ) -> AsyncOpenTask {
        let task = AsyncOpenTask()
        // It is called on one queue only, after it was handed over.
        nonisolated(unsafe) let callback = callback
        DispatchQueue.global(qos: .userInitiated).async {
            if task.isCancelled { return }
            // Stays open until the other one is, so that nothing is done twice.
            nonisolated(unsafe) let opened = Result { try Realm(configuration: configuration) }
            callbackQueue.async {
                if task.isCancelled { return }
                callback(
                    opened.flatMap { _ in Result { try Realm(configuration: configuration, queue: callbackQueue) } })
            }
        }
        return task
    }
}
