import Foundation

extension RealmCollection {
    /// Calls `block` with the collection as it is, once, and then after each change of it.
    ///
    ///     let token = realm.objects(Dog.self).where { $0.age > 2 }.observe { change in
    ///         switch change {
    ///         case .initial(let dogs): show(dogs)
    ///         case .update(_, let deletions, let insertions, let modifications): …
    ///         case .error: break
    ///         }
    ///     }
    ///
    /// Several commits between two calls are reported as one change. The block is called where the Realm lives: in the
    /// next turn of a run loop, on the main queue, in a dispatch queue or an actor; also by `refresh()` and at the
    /// beginning of a write transaction, before they return. An element counts as modified if it was set, or if a
    /// property of the object, or of an object up to three links away, was set, even to the same value. The observation
    /// ends with the token.
    ///
    /// Traps in a write transaction, for a frozen or read-only Realm, for an unmanaged or deleted collection, where no
    /// run loop is running, and for key paths that lead nowhere.
    ///
    /// - Parameters:
    ///   - keyPaths: properties of elements, with dots after links and `*` for any: elements count as modified only for
    ///     these. Nil or empty for all.
    ///   - queue: a serial queue on which `block` is called, with the collection for that queue.
    ///   - block: called with the collection and its changes.
    public func observe(
        keyPaths: [String]? = nil, on queue: DispatchQueue? = nil,
        _ block: @escaping (RealmCollectionChange<Self>) -> Void
    ) -> NotificationToken {
        Observing.start(self, on: queue) { $0.observation(keyPaths, block) }
    }

    /// Calls `block` in the code of an actor with the collection as it is, once, and then after each change of it.
    ///
    /// The same as `observe(keyPaths:on:_:)` for queues. When the call returns, the observation has begun. If the task
    /// is cancelled before, or the collection is gone, the token observes nothing.
    public func observe<A: Actor>(
        keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, RealmCollectionChange<Self>) -> Void
    ) async -> NotificationToken {
        let block = Observing.local(actor, block)
        return await Observing.start(self, on: actor) { collection in
            collection.observation(keyPaths, block)
        }
    }

    /// Returns the collection as it is, and then each change of it, for a loop. Additional to the SDK.
    ///
    ///     for await change in dogs.changes(keyPaths: ["name"]) {
    ///         switch change {
    ///         case .initial(let dogs): await show(dogs)
    ///         case .update(_, let deletions, let insertions, let modifications): …
    ///         case .error: break
    ///         }
    ///     }
    ///
    /// See `RealmChanges` for the course of a loop, and `observe(keyPaths:on:_:)` for what counts as a change and what
    /// traps, which happens when the loop begins.
    public func changes(keyPaths: [String]? = nil) -> RealmChanges<RealmCollectionChange<Self>> {
        Observing.changes(of: self) { $0.observation(keyPaths, $1) }
    }

    private func observation(
        _ keyPaths: [String]?, _ block: @escaping (RealmCollectionChange<Self>) -> Void
    ) -> any ObservationBody {
        _rlmRows.observation(keyPaths, in: realm, initial: { block(.initial(self)) }) { change in
            block(
                .update(
                    self, deletions: change.deletions, insertions: change.insertions,
                    modifications: change.modifications))
        }
    }
}

extension RealmCollection where Element: ObjectBase {
    /// The same as `observe(keyPaths:on:_:)` with Swift key paths.
    public func observe(
        keyPaths: [PartialKeyPath<Element>], on queue: DispatchQueue? = nil,
        _ block: @escaping (RealmCollectionChange<Self>) -> Void
    ) -> NotificationToken {
        observe(keyPaths: Observing.texts(keyPaths), on: queue, block)
    }

    /// The same as `observe(keyPaths:on:_:)` for actors with Swift key paths.
    public func observe<A: Actor>(
        keyPaths: [PartialKeyPath<Element>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, RealmCollectionChange<Self>) -> Void
    ) async -> NotificationToken {
        await observe(keyPaths: Observing.texts(keyPaths), on: actor, block)
    }

    /// The same as `changes(keyPaths:)` with Swift key paths. Additional to the SDK.
    public func changes(keyPaths: [PartialKeyPath<Element>]) -> RealmChanges<RealmCollectionChange<Self>> {
        changes(keyPaths: Observing.texts(keyPaths))
    }
}

extension ProjectedCollection {
    /// Calls `block` with the collection as it is, once, and then after each change of the objects in it; otherwise as
    /// `RealmCollection.observe(keyPaths:on:_:)`.
    ///
    /// - Parameters:
    ///   - keyPaths: properties of the objects: elements count as modified only for these. Nil or empty for all,
    ///     including those that are not shown.
    ///   - queue: a serial queue on which `block` is called, with the collection for that queue.
    ///   - block: called with the collection and its changes.
    public func observe(
        keyPaths: [String]? = nil, on queue: DispatchQueue? = nil,
        _ block: @escaping (RealmCollectionChange<ProjectedCollection>) -> Void
    ) -> NotificationToken {
        Observing.start(self, on: queue) { $0.observation(keyPaths, block) }
    }

    /// The same for actors; see `RealmCollection.observe(keyPaths:on:_:)`.
    public func observe<A: Actor>(
        keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, RealmCollectionChange<ProjectedCollection>) -> Void
    ) async -> NotificationToken {
        let block = Observing.local(actor, block)
        return await Observing.start(self, on: actor) { collection in
            collection.observation(keyPaths, block)
        }
    }

    /// Returns the collection as it is, and then each change of the objects in it, for a loop; otherwise as
    /// `RealmCollection.changes(keyPaths:)`. Additional to the SDK.
    public func changes(keyPaths: [String]? = nil) -> RealmChanges<RealmCollectionChange<ProjectedCollection>> {
        Observing.changes(of: self) { $0.observation(keyPaths, $1) }
    }

    private func observation(
        _ keyPaths: [String]?, _ block: @escaping (RealmCollectionChange<ProjectedCollection>) -> Void
    ) -> any ObservationBody {
        projectedRows.observation(keyPaths, in: realm, initial: { block(.initial(self)) }) { change in
            block(
                .update(
                    self, deletions: change.deletions, insertions: change.insertions,
                    modifications: change.modifications))
        }
    }
}

extension _CollectionRows {
    /// - Parameters:
    ///   - initial: called before anything has changed.
    ///   - tell: called with a change.
    fileprivate func observation(
        _ keyPaths: [String]?, in realm: Realm?, initial: @escaping () -> Void,
        _ tell: @escaping (CollectionChange) -> Void
    ) -> any ObservationBody {
        guard let session = realm?.session else { return ConstantObservation(initial: initial) }
        let filter = Observing.filter(keyPaths, on: ObservedCollection.table(of: self), in: session)
        guard let thing = ObservedCollection.thing(self, filter) else { return ConstantObservation(initial: initial) }
        func body<Thing: ObservedPositions>(_ thing: Thing) -> any ObservationBody {
            BlockObservation(thing, initial: initial, isLast: \.isGone) { change, _ in tell(change) }
        }
        return body(thing)
    }
}
