import Foundation

extension Realm {
    /// Opens a Realm without blocking the caller: the file is created, compacted and migrated in the background, then
    /// the Realm is opened on a queue and passed to the callback there.
    ///
    /// The migration block runs in the background, too.
    ///
    /// - Parameters:
    ///   - configuration: the file, its key, and the schema that it will have.
    ///   - callbackQueue: a serial queue, to which the Realm belongs.
    ///   - callback: called once on that queue, never before this function has returned; with the error of
    ///     `init(configuration:queue:)` if that fails.
    /// - Returns: a handle to prevent the callback.
    /// - Complexity: O(1); the file is opened in the background, and its Realm on the callback queue.
    @discardableResult
    public static func asyncOpen(
        configuration: Configuration = .defaultConfiguration, callbackQueue: DispatchQueue = .main,
        callback: @escaping (Result<Realm, any Swift.Error>) -> Void
    ) -> AsyncOpenTask {
        let state = CancellationState()
        // It is called on one queue only, after it was passed on.
        nonisolated(unsafe) let callback = callback
        DispatchQueue.global(qos: .userInitiated).async {
            if state.isCancelled { return }
            // Stays open until the other one is open, so that nothing is done twice.
            nonisolated(unsafe) let opened = Result { try Realm(configuration: configuration) }
            callbackQueue.async {
                if state.isCancelled { return }
                callback(
                    opened.flatMap { _ in Result { try Realm(configuration: configuration, queue: callbackQueue) } })
            }
        }
        return AsyncOpenTask(state)
    }
}

extension Realm {
    /// Opens a Realm for the calling actor, or for the task outside of actors, without blocking their thread.
    ///
    /// The file is created, compacted and migrated in the background; the migration block runs there. On the main actor
    /// it is the Realm of the main thread. A Realm of an actor is used in its code only, whichever thread runs it, and
    /// one of a task in that task only, and not in its child tasks: elsewhere it traps.
    ///
    /// If the file is open in this process, with the same classes, the caller is not suspended.
    ///
    /// In the SDK this initialiser always opens for the main actor, and other callers cannot use the Realm.
    ///
    /// - Parameters:
    ///   - configuration: the file, its key, and the schema that it will have.
    ///   - downloadBeforeOpen: accepted for source compatibility, without effect.
    /// - Throws: as `init(configuration:queue:)`; `CancellationError` if the task is cancelled, then work already begun
    ///   on the file is finished.
    public init(
        configuration: Configuration = .defaultConfiguration, downloadBeforeOpen: OpenBehavior = .never,
        _isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let confinement = _isolation.map { Confinement($0) } ?? Confinement(nil)
        session = try await SessionCache.session(inBackgroundFor: configuration, confinement, _isolation)
    }

    /// Opens a Realm for an actor, which need not be the caller's, without blocking a thread of the pool.
    ///
    /// It is used in that actor's code only, whichever thread runs it; elsewhere it traps. It does not keep the actor
    /// alive. Realms of one file and one actor share their state. If the file is open in this process, with the same
    /// classes, the caller is not suspended.
    ///
    /// - Parameters:
    ///   - configuration: the file, its key, and the schema that it will have.
    ///   - actor: an actor, or the shared instance of a global one.
    ///   - downloadBeforeOpen: accepted for source compatibility, without effect.
    /// - Throws: as `init(configuration:queue:)`; `CancellationError` if the task is cancelled, then work already begun
    ///   on the file is finished.
    public init<A: Actor>(
        configuration: Configuration = .defaultConfiguration, actor: A, downloadBeforeOpen: OpenBehavior = .never,
        _isolation: isolated (any Actor)? = #isolation
    ) async throws {
        session = try await SessionCache.session(inBackgroundFor: configuration, Confinement(actor), _isolation)
    }

    /// Opens a Realm for the calling actor, or for the task outside of actors: as
    /// `init(configuration:downloadBeforeOpen:_isolation:)`.
    public static func open(
        configuration: Configuration = .defaultConfiguration, _isolation: isolated (any Actor)? = #isolation,
        downloadBeforeOpen: OpenBehavior = .never
    ) async throws -> Realm {
        try await Realm(configuration: configuration, downloadBeforeOpen: downloadBeforeOpen, _isolation: _isolation)
    }
}

extension SessionCache {
    /// The open session for `configuration` in another place, or a new one opened on a thread that may block.
    ///
    /// What can be opened at once is: code that the actor runs next would otherwise come first.
    fileprivate static func session(
        inBackgroundFor configuration: Realm.Configuration, _ confinement: Confinement,
        _ isolation: isolated (any Actor)?
    ) async throws -> Session {
        try Task.checkCancellation()
        if let session = try session(ofOpenFile: configuration, confinement) { return session }
        let opened: Session = try await withCheckedThrowingContinuation { continuation in
            opening.async { continuation.resume(with: Result { try session(for: configuration, confinement) }) }
        }
        try Task.checkCancellation()
        return opened
    }

    /// Different files may be opened concurrently.
    private static let opening = DispatchQueue(label: "RealmStore.opening", attributes: .concurrent)
}
