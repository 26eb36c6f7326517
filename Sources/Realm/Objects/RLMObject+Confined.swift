import RealmStore

// Both protocols ask for the Realm, each in its own form.
extension ThreadConfined where Self: RLMObject {
    /// The Realm in the Swift API.
    public var realm: Realm? { managingRealm }
}

extension ThreadConfined where Self: RLMEmbeddedObject {
    /// The Realm in the Swift API.
    public var realm: Realm? { managingRealm }
}

extension RLMObject: ThreadConfined, RLMThreadConfined {
    /// The same object in another session of the same file; nil if it does not exist there.
    public func _rlmCounterpart(in target: _SessionHandle) -> Self? { counterpart(in: target) as? Self }

    /// True if it never changes, and may be used everywhere.
    public final var isFrozen: Bool { managingRealm?.isFrozen ?? false }

    /// The object as it is now, frozen. Traps for one in memory or deleted.
    public final func freeze() -> Self { frozen(self) }

    /// The object in the newest version, for this thread: invalidated if it was deleted there. Traps in memory.
    public final func thaw() -> Self { thawed(self) }
}

extension RLMEmbeddedObject: ThreadConfined, RLMThreadConfined {
    /// The same object in another session of the same file; nil if it does not exist there.
    public func _rlmCounterpart(in target: _SessionHandle) -> Self? { counterpart(in: target) as? Self }

    /// True if it never changes, and may be used everywhere.
    public final var isFrozen: Bool { managingRealm?.isFrozen ?? false }

    /// The object as it is now, frozen. Traps for one in memory or deleted.
    public final func freeze() -> Self { frozen(self) }

    /// The object in the newest version, for this thread: invalidated if it was deleted there. Traps in memory.
    public final func thaw() -> Self { thawed(self) }
}

private func frozen<Object: RLMObjectBase>(_ object: Object) -> Object {
    guard let realm = object.managingRealm, !object.isInvalidated else {
        misuse("Only what is in a Realm, and not deleted, can be frozen.")
    }
    return realm.isFrozen ? object : realm.freeze(object)
}

private func thawed<Object: RLMObjectBase>(_ object: Object) -> Object {
    guard let realm = object.managingRealm else { misuse("Only what is in a Realm can be thawed.") }
    if !realm.isFrozen { return object }
    return realm.thaw(object) ?? realm.thaw().missing(object)
}

extension RLMThreadConfined where Self: RLMObjectBase & ThreadConfined {
    /// Finds the object in the Realm of another thread, once.
    public func _handover() -> (RLMRealm) -> Self? {
        let reference = ThreadSafeReference(to: self)
        return { $0.realm.resolve(reference) }
    }
}
