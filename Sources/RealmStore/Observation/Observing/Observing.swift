import Foundation

/// Begins observations in the place for the calls: here, on a queue, or on an actor.
enum Observing {
    /// - Parameters:
    ///   - queue: the queue on which the block is called; nil for the place where the thing's Realm lives.
    ///   - body: called there, with the thing as seen there.
    static func start<Thing: ThreadConfined>(
        _ thing: Thing, on queue: DispatchQueue?, _ body: @escaping (Thing) -> any ObservationBody
    ) -> NotificationToken {
        let session = session(of: thing)
        guard let queue else {
            session.checkMayObserve()
            return NotificationToken(session, session.observe(body(thing)))
        }
        let begun = ObservationElsewhere()
        let (reference, configuration) = (ThreadSafeReference(to: thing), session.configuration)
        let work = Work {
            begin(begun, reference, body) { try Realm(configuration: configuration, queue: queue) }
        }
        queue.async { work.run() }
        return NotificationToken(begun)
    }

    /// - Parameter body: called in the actor's code, with the thing as seen there.
    static func start<Thing: ThreadConfined, A: Actor>(
        _ thing: Thing, on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping (Thing) -> any ObservationBody
    ) async -> NotificationToken {
        let session = session(of: thing)
        let begun = ObservationElsewhere()
        let (reference, configuration) = (ThreadSafeReference(to: thing), session.configuration)
        let work = Work {
            begin(begun, reference, body) {
                Realm(session: try SessionCache.session(for: configuration, Confinement(actor)))
            }
        }
        await run(work, on: actor)
        return begun.hasBegun ? NotificationToken(begun) : NotificationToken()
    }

    /// Work done once in another place.
    private struct Work: @unchecked Sendable {
        let run: () -> Void
    }

    private static func run<A: Actor>(_ work: Work, on actor: isolated A) async {
        if !Task.isCancelled { work.run() }
    }

    /// A block of an actor's code as a function for callers already on the actor.
    static func local<A: Actor, Change>(
        _ actor: A, _ block: @Sendable @escaping (isolated A, Change) -> Void
    ) -> (Change) -> Void {
        { change in
            nonisolated(unsafe) let change = change
            actor.assumeIsolated { block($0, change) }
        }
    }

    private static func begin<Thing: ThreadConfined>(
        _ begun: ObservationElsewhere, _ reference: ThreadSafeReference<Thing>,
        _ body: (Thing) -> any ObservationBody, _ open: () throws -> Realm
    ) {
        do {
            try begun.begin {
                let realm = try open()
                // Deleted meanwhile.
                guard let thing = realm.resolve(reference, atItsVersion: false) else { return nil }
                return (realm.session, realm.session.observe(body(thing)))
            }
        } catch {
            RLMLogger.shared.log(level: .error, message: "Nothing is observed: \(error.localizedDescription)")
        }
    }

    /// Traps for a thing that is unmanaged, gone, or immutable.
    static func session(of thing: some ThreadConfined) -> Session {
        require(!thing.isInvalidated, "What was deleted or invalidated cannot be observed.")
        guard let session = thing.realm?.session else {
            misuse("Change notifications are only supported on what is in a Realm.")
        }
        session.checkMayObserve()
        return session
    }

    /// The filter for key paths in text. Traps for one that leads nowhere.
    static func filter(_ keyPaths: [String]?, on table: Table?, in session: Session) -> KeyPathFilter {
        guard let keyPaths, !keyPaths.isEmpty else { return .everything }
        guard let table else { misuse("Key paths are observed of objects, not of values.") }
        do {
            return try KeyPathFilter(keyPaths, on: table, in: session.queryContext)
        } catch {
            misuse("Invalid key path. \(error)")
        }
    }

    /// The texts of Swift key paths. Traps for one that does not lead to stored properties.
    static func texts<Root: RLMObjectBase>(_ keyPaths: [PartialKeyPath<Root>]) -> [String] {
        keyPaths.map { keyPath in
            guard let path = KeyPathRecorder.path(of: keyPath) else {
                misuse("'\(keyPath)' does not lead to properties of '\(Root.self)' that are marked @Persisted.")
            }
            return path
        }
    }

    /// The same for key paths of a projection: the texts of the object's properties that they show.
    static func texts<Shown: ProjectionObservable>(_ keyPaths: [PartialKeyPath<Shown>]) -> [String] {
        keyPaths.map { keyPath in
            guard let path = KeyPathRecorder.path(of: keyPath) else {
                misuse("'\(keyPath)' does not lead to properties of '\(Shown.self)' that are marked @Projected.")
            }
            return path
        }
    }
}
