import Foundation

extension ProjectionObservable {
    /// Calls `block` after each change of the projection's properties, under the projection's names, and when the
    /// object is deleted; otherwise as `RLMObjectBase.observe(keyPaths:on:_:)`.
    ///
    /// - Parameters:
    ///   - keyPaths: paths of shown properties of the object; nil or empty for all shown ones.
    ///   - queue: a serial queue on which `block` is called; nil for the place where the Realm lives.
    ///   - block: called with the projection and its changes.
    public func observe(
        keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, _ block: @escaping (ObjectChange<Self>) -> Void
    ) -> NotificationToken {
        Observing.start(self, on: queue) { $0.observation(keyPaths, block) }
    }

    /// The same for actors; see `RealmCollection.observe(keyPaths:on:_:)`.
    public func observe<A: Actor>(
        keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
    ) async -> NotificationToken {
        let block = Observing.local(actor, block)
        return await Observing.start(self, on: actor) { projection in
            projection.observation(keyPaths, block)
        }
    }

    /// Returns each change of the projection's properties, and the deletion of its object, for a loop; otherwise as
    /// that of objects. Additional to the SDK.
    public func changes(keyPaths: [String]? = nil) -> RealmChanges<ObjectChange<Self>> {
        Observing.changes(of: self) { $0.observation(keyPaths, $1) }
    }

    private func observation(
        _ keyPaths: [String]?, _ block: @escaping (ObjectChange<Self>) -> Void
    ) -> any ObservationBody {
        guard let session = rootObject.session, let place = rootObject.place,
            let table = session.group.table(place.table)
        else { misuse("Change notifications are only supported on what is in a Realm.") }
        // Key paths that are not shown report nothing; those that lead nowhere are programming errors.
        _ = Observing.filter(keyPaths, on: table, in: session)
        let shown = _rlmShown
        let thing: ObservedProjection
        do {
            thing = try ObservedProjection(
                place, type(of: rootObject), shown.map { ($0.name, $0.path) }, keyPaths: keyPaths, on: table,
                in: session.queryContext)
        } catch {
            misuse("Invalid key path. \(error)")
        }
        let values = Dictionary(shown.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return BlockObservation(thing, isLast: { $0 == .deleted }) { change, step in
            switch change {
            case .deleted: block(.deleted)
            case .changed(let names):
                let old = step.isForeign ? self.rootObject.counterpart(in: step.old) : nil
                let changes = names.map { name in
                    PropertyChange(name, of: old, self.rootObject as RLMObjectBase) { object, name in
                        values[name]?(object)
                    }
                }
                block(.change(self, changes))
            }
        }
    }
}

extension ProjectionObservable {
    /// The same as `observe(keyPaths:on:_:)` with Swift key paths of the projection.
    public func observe<Shown>(
        keyPaths: [PartialKeyPath<Self>], on queue: DispatchQueue? = nil,
        _ block: @escaping (ObjectChange<Self>) -> Void
    ) -> NotificationToken where Self: Projection<Shown> {
        observe(keyPaths: keyPaths.map { KeyPathNames.name(of: $0) }, on: queue, block)
    }

    /// The same for actors with Swift key paths of the projection.
    public func observe<A: Actor, Shown>(
        keyPaths: [PartialKeyPath<Self>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
    ) async -> NotificationToken where Self: Projection<Shown> {
        await observe(keyPaths: keyPaths.map { KeyPathNames.name(of: $0) }, on: actor, block)
    }

    /// The same as `changes(keyPaths:)` with Swift key paths of the projection. Additional to the SDK.
    public func changes<Shown>(keyPaths: [PartialKeyPath<Self>]) -> RealmChanges<ObjectChange<Self>>
    where Self: Projection<Shown> {
        changes(keyPaths: keyPaths.map { KeyPathNames.name(of: $0) })
    }
}
