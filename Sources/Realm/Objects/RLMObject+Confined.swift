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

    /// The object in the newest version, for this thread: invalidated if it was deleted there. Traps in memory.
    public final func thaw() -> Self { thawed(self) }
}

extension RLMEmbeddedObject: ThreadConfined, RLMThreadConfined {
    /// The same object in another session of the same file; nil if it does not exist there.
    public func _rlmCounterpart(in target: _SessionHandle) -> Self? { counterpart(in: target) as? Self }

    /// The object in the newest version, for this thread: invalidated if it was deleted there. Traps in memory.
    public final func thaw() -> Self { thawed(self) }
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
