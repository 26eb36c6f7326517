import Foundation

extension RLMObjectBase {
    /// Calls `block` after each change of the object's properties, and when it is deleted.
    ///
    ///     let token = dog.observe { (change: ObjectChange<Dog>) in
    ///         if case .change(let dog, let properties) = change { show(dog, properties.map(\.name)) }
    ///     }
    ///
    /// Collections are reported when their elements change; changes of linked objects only with key paths that lead to
    /// them. There is no initial call. Otherwise as `RealmCollection.observe(keyPaths:on:_:)`. Traps if `T` is not the
    /// object's class.
    public func observe<T: RLMObjectBase>(
        keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, _ block: @escaping (ObjectChange<T>) -> Void
    ) -> NotificationToken {
        Observing.start(AnyObservedObject(object: self), on: queue) { $0.object.observation(keyPaths, block) }
    }

    /// The same with Swift key paths.
    public func observe<T: ObjectBase>(
        keyPaths: [PartialKeyPath<T>], on queue: DispatchQueue? = nil, _ block: @escaping (ObjectChange<T>) -> Void
    ) -> NotificationToken {
        observe(keyPaths: Observing.texts(keyPaths), on: queue, block)
    }

    /// The same for actors; see `RealmCollection.observe(keyPaths:on:_:)`.
    public func observe<A: Actor, T: RLMObjectBase>(
        keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, ObjectChange<T>) -> Void
    ) async -> NotificationToken {
        let block = Observing.local(actor, block)
        return await Observing.start(AnyObservedObject(object: self), on: actor) { place in
            place.object.observation(keyPaths, block)
        }
    }

    /// The same for actors with Swift key paths.
    public func observe<A: Actor, T: ObjectBase>(
        keyPaths: [PartialKeyPath<T>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, ObjectChange<T>) -> Void
    ) async -> NotificationToken {
        await observe(keyPaths: Observing.texts(keyPaths), on: actor, block)
    }

    fileprivate func observation<T: RLMObjectBase>(
        _ keyPaths: [String]?, _ block: @escaping (ObjectChange<T>) -> Void
    ) -> any ObservationBody {
        guard let object = self as? T, let session, let place else {
            misuse("An object of class '\(type(of: self))' cannot be observed as '\(T.self)'.")
        }
        let filter = Observing.filter(keyPaths, on: session.group.table(place.table), in: session)
        let thing = ObservedObject(place, Swift.type(of: object), filter)
        return BlockObservation(thing, isLast: { $0 == .deleted }) { change, step in
            switch change {
            case .deleted: block(.deleted)
            case .changed(let names):
                let old = step.isForeign ? object.counterpart(in: step.old) : nil
                block(.change(object, names.map { PropertyChange($0, of: old, object) { $0[$1] } }))
            }
        }
    }
}

extension ThreadConfined where Self: RLMObjectBase {
    /// Returns each change of the object's properties, and its deletion, for a loop; otherwise as
    /// `RealmCollection.changes(keyPaths:)`. Additional to the SDK.
    ///
    ///     for await case .change(let dog, let properties) in dog.changes() { await show(dog, properties) }
    ///
    /// There is no initial change. Values before a change are those that the body of the loop saw last, no matter who
    /// committed it.
    public func changes(keyPaths: [String]? = nil) -> RealmChanges<ObjectChange<Self>> {
        Observing.changes(of: self) { $0.observation(keyPaths, $1) }
    }

    /// The same with Swift key paths. Additional to the SDK.
    public func changes(keyPaths: [PartialKeyPath<Self>]) -> RealmChanges<ObjectChange<Self>> {
        changes(keyPaths: Observing.texts(keyPaths))
    }
}

extension PropertyChange {
    /// - Parameter value: reads a property.
    init<Object>(_ name: String, of old: Object?, _ new: Object, _ value: (Object, String) -> Any?) {
        let newValue = value(new, name)
        let isCollection = newValue is RLMSwiftCollectionBase
        self.init(name: name, oldValue: isCollection ? nil : old.flatMap { value($0, name) }, newValue: newValue)
    }
}

/// An object of any class being passed to the place of its observation.
private struct AnyObservedObject: ThreadConfined {
    let object: RLMObjectBase

    var realm: Realm? { object.session.map { Realm(session: $0) } }
    var isInvalidated: Bool { object.isInvalidated }

    func _rlmCounterpart(in target: _SessionHandle) -> AnyObservedObject? {
        object.counterpart(in: target.session).map { AnyObservedObject(object: $0) }
    }
}
