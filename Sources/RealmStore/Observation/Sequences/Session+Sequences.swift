extension Session {
    /// Traps where it is impossible to wait for changes.
    func checkMayAwaitChanges() {
        checkMayObserve()
        switch confinement {
        case .main, .actor, .queue: break
        case .thread, .task, .none:
            misuse(
                "Changes can only be waited for on the main actor or in an actor, which follow commits: open the Realm "
                    + "there.")
        }
    }
}

extension Observing {
    /// Begins an observation for each loop, in the place where the thing lives.
    ///
    /// - Parameters:
    ///   - isGone: whether there is nothing left that could change.
    ///   - body: creates the observation that finds changes and passes them on.
    static func changes<Thing: ThreadConfined, Change>(
        of thing: Thing, isGone: @escaping (Thing) -> Bool = \.isInvalidated,
        _ body: @escaping (Thing, _ tell: @escaping (Change) -> Void) -> any ObservationBody
    ) -> RealmChanges<Change> {
        RealmChanges {
            let session = session(of: thing)
            session.checkMayAwaitChanges()
            let waiter = Waiter()
            do {
                let changes = try ThingChanges<Change>(session, isGone: { isGone(thing) }) { slot in
                    body(thing) { slot.put($0) }
                }
                session.observations.add(waiter)
                return ChangeIteration(changes, waiter)
            } catch {
                RLMLogger.shared.log(level: .error, message: "Nothing is observed: \(error.localizedDescription)")
                return ChangeIteration(nil, waiter)
            }
        }
    }
}
