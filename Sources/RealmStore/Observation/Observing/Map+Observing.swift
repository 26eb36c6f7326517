import Foundation

extension Map {
    /// Calls `block` with the map as it is, once, and then with the keys of each change of it; otherwise as
    /// `RealmCollection.observe(keyPaths:on:_:)`.
    public func observe(
        keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, _ block: @escaping (RealmMapChange<Map>) -> Void
    ) -> NotificationToken {
        Observing.start(self, on: queue) { $0.observation(keyPaths, block) }
    }

    /// The same for actors; see `RealmCollection.observe(keyPaths:on:_:)`.
    public func observe<A: Actor>(
        keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, RealmMapChange<Map>) -> Void
    ) async -> NotificationToken {
        let block = Observing.local(actor, block)
        return await Observing.start(self, on: actor) { map in
            map.observation(keyPaths, block)
        }
    }

    /// Returns the map as it is, and then the keys of each change of it, for a loop; otherwise as
    /// `RealmCollection.changes(keyPaths:)`. Additional to the SDK.
    public func changes(keyPaths: [String]? = nil) -> RealmChanges<RealmMapChange<Map>> {
        Observing.changes(of: self) { $0.observation(keyPaths, $1) }
    }

    private func observation(
        _ keyPaths: [String]?, _ block: @escaping (RealmMapChange<Map>) -> Void
    ) -> any ObservationBody {
        let initial = { block(.initial(self)) }
        guard let entries, let session = realm?.session else { return ConstantObservation(initial: initial) }
        let filter = Observing.filter(keyPaths, on: entries.targets, in: session)
        guard let thing = ObservedEntries(entries, filter) else { return ConstantObservation(initial: initial) }
        return BlockObservation(thing, initial: initial, isLast: \.isGone) { change, _ in
            block(
                .update(
                    self, deletions: change.deletions.map(Key._rlmKey), insertions: change.insertions.map(Key._rlmKey),
                    modifications: change.modifications.map(Key._rlmKey)))
        }
    }
}

extension Map where Value: OptionalProtocol, Value.Wrapped: ObjectBase {
    /// The same as `observe(keyPaths:on:_:)` with Swift key paths.
    public func observe(
        keyPaths: [PartialKeyPath<Value.Wrapped>], on queue: DispatchQueue? = nil,
        _ block: @escaping (RealmMapChange<Map>) -> Void
    ) -> NotificationToken {
        observe(keyPaths: Observing.texts(keyPaths), on: queue, block)
    }

    /// The same as `observe(keyPaths:on:_:)` for actors with Swift key paths.
    public func observe<A: Actor>(
        keyPaths: [PartialKeyPath<Value.Wrapped>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, RealmMapChange<Map>) -> Void
    ) async -> NotificationToken {
        await observe(keyPaths: Observing.texts(keyPaths), on: actor, block)
    }

    /// The same as `changes(keyPaths:)` with Swift key paths. Additional to the SDK.
    public func changes(keyPaths: [PartialKeyPath<Value.Wrapped>]) -> RealmChanges<RealmMapChange<Map>> {
        changes(keyPaths: Observing.texts(keyPaths))
    }
}

extension MapEntriesReader {
    /// The table of linked objects; nil for values.
    fileprivate var targets: Table? {
        guard let place, place.steps.isEmpty, let column = place.find()?.column, column.type == .link else {
            return nil
        }
        return session.group.table(column.oppositeTable)
    }
}
