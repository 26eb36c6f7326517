import Foundation

extension RLMObjectBase {
    /// Calls `block` after each change of the object's properties, and when it is deleted.
    ///
    ///     let token = dog.observe { (change: ObjectChange<Dog>) in
    ///         if case .change(let dog, let properties) = change { show(dog, properties.map(\.name)) }
    ///     }
    ///
    /// Collections are told of when elements are; changes of objects that it links to only with key paths that lead to
    /// them. Nothing is told at first. Otherwise as `RealmCollection.observe(keyPaths:on:_:)`. Traps if `T` is not the
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

    private func observation<T: RLMObjectBase>(
        _ keyPaths: [String]?, _ block: @escaping (ObjectChange<T>) -> Void
    ) -> any ObservationBody {
        guard let object = self as? T, let session, let place else {
            misuse("An object of class '\(type(of: self))' cannot be observed as '\(T.self)'.")
        }
        let filter = Observing.filter(keyPaths, on: session.group.table(place.table), in: session)
        return BlockObservation(ObservedObject(place, filter), isLast: { $0 == .deleted }) { change, step in
            switch change {
            case .deleted: block(.deleted)
            case .changed(let names):
                let old = step.isForeign ? object.counterpart(in: step.old) : nil
                block(.change(object, names.map { PropertyChange($0, of: old, object) { $0[$1] } }))
            }
        }
    }
}

extension PropertyChange {
    /// - Parameter value: reads a property.
    fileprivate init<Object>(_ name: String, of old: Object?, _ new: Object, _ value: (Object, String) -> Any?) {
        let newValue = value(new, name)
        let isCollection = newValue is RLMSwiftCollectionBase
        self.init(name: name, oldValue: isCollection ? nil : old.flatMap { value($0, name) }, newValue: newValue)
    }
}

/// An object of any class on its way to where it is observed.
private struct AnyObservedObject: ThreadConfined {
    let object: RLMObjectBase

    var realm: Realm? { object.session.map { Realm(session: $0) } }
    var isInvalidated: Bool { object.isInvalidated }

    func _rlmCounterpart(in target: _SessionHandle) -> AnyObservedObject? {
        object.counterpart(in: target.session).map { AnyObservedObject(object: $0) }
    }
}

extension ProjectionObservable {
    /// Calls `block` after each change of what the projection shows, under the projection's names, and when the object
    /// is deleted; otherwise as `RLMObjectBase.observe(keyPaths:on:_:)`.
    ///
    /// - Parameters:
    ///   - keyPaths: paths of the object's properties that are shown; nil or none for all of these.
    ///   - queue: a serial queue on which `block` is called; nil for the place where the Realm lives.
    ///   - block: called with the projection and what has changed of it.
    public func observe(
        keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, _ block: @escaping (ObjectChange<Self>) -> Void
    ) -> NotificationToken {
        Observing.start(self, on: queue) { $0.observation(keyPaths, block) }
    }

    /// The same with Swift key paths of the projection.
    public func observe(
        keyPaths: [PartialKeyPath<Self>], on queue: DispatchQueue? = nil,
        _ block: @escaping (ObjectChange<Self>) -> Void
    ) -> NotificationToken {
        observe(keyPaths: Observing.texts(keyPaths), on: queue, block)
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

    /// The same for actors with Swift key paths of the projection.
    public func observe<A: Actor>(
        keyPaths: [PartialKeyPath<Self>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
    ) async -> NotificationToken {
        await observe(keyPaths: Observing.texts(keyPaths), on: actor, block)
    }

    private func observation(
        _ keyPaths: [String]?, _ block: @escaping (ObjectChange<Self>) -> Void
    ) -> any ObservationBody {
        guard let session = rootObject.session, let place = rootObject.place,
            let table = session.group.table(place.table)
        else { misuse("Change notifications are only supported on what is in a Realm.") }
        let shown = _rlmShown
        let thing: ObservedProjection
        do {
            thing = try ObservedProjection(
                place, shown.map { ($0.name, $0.path) }, keyPaths: keyPaths, on: table, in: session.queryContext)
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
