import RealmStore

/// The Realm of an object of any family; nil for nil and for a plain object.
public func RLMObjectBaseRealm(_ object: RLMObjectBase?) -> RLMRealm? { object?.managingRealm.map(RLMRealm.init) }

/// The class of an object of any family; nil for nil.
public func RLMObjectBaseObjectSchema(_ object: RLMObjectBase?) -> RLMObjectSchema? {
    object.map { RLMObjectSchema($0.describedClass) }
}

/// The value of a property of an object of any family, by name; nil for nil. Traps for an unknown name.
public func RLMObjectBaseObjectForKeyedSubscript(_ object: RLMObjectBase?, _ key: String) -> Any? { object?[key] }

/// Sets a property of an object of any family, by name. Traps for an unknown name, for a value that does not fit, and
/// outside of a write transaction.
public func RLMObjectBaseSetObjectForKeyedSubscript(_ object: RLMObjectBase?, _ key: String, _ obj: Any?) {
    object?[key] = obj
}
