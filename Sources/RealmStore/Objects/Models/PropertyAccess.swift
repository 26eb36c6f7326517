import Foundation

/// Reads and writes one property of the objects of a class, whatever the property's type.
class PropertyAccess {
    let field: StoredField
    let key: PropertyKey
    let traits: _PropertyTraits

    fileprivate init(_ field: StoredField, _ key: PropertyKey, _ traits: _PropertyTraits) {
        self.field = field
        self.key = key
        self.traits = traits
    }

    /// The access to a field; nil for one that is not marked `@Persisted`.
    static func make(_ field: StoredField, key: PropertyKey) -> PropertyAccess? {
        (field.type as? any PersistedProperty.Type)?.access(field, key)
    }

    /// How the property is marked, in an instance of its class.
    func marks(of object: RLMObjectBase) -> PersistedHeader.Traits {
        field.with(PersistedHeader.self, of: object) { $0.traits }
    }

    /// The property's value.
    func value(of object: RLMObjectBase) -> Any { preconditionFailure("made with a type") }

    /// The value of a plain object, for the Realm that it is being added to.
    func encoded(_ object: RLMObjectBase, _ scratch: ValueScratch) -> Value? {
        preconditionFailure("made with a type")
    }

    /// Sets the property of an object that is in no Realm.
    func setPlain(_ value: Any?, of object: RLMObjectBase) -> Bool { preconditionFailure("made with a type") }

    /// What null stands for in a required property of a mapped type; nil for other types, which take none.
    var valueForNull: Any? { nil }

    /// The object has been added to a Realm.
    func promote(_ object: RLMObjectBase) { preconditionFailure("made with a type") }

    /// The property's value of a plain linking-objects property says where it comes from.
    func originProperty(in object: RLMObjectBase) -> String? { nil }
}

private protocol PersistedProperty {
    static func access(_ field: StoredField, _ key: PropertyKey) -> PropertyAccess
}

extension Persisted: PersistedProperty {
    fileprivate static func access(_ field: StoredField, _ key: PropertyKey) -> PropertyAccess {
        TypedPropertyAccess<Value>(field, key, _PropertyTraits(Value.self))
    }
}

private final class TypedPropertyAccess<Content: _Persistable>: PropertyAccess {
    private func with<Result>(_ object: RLMObjectBase, _ body: (inout Persisted<Content>) -> Result) -> Result {
        field.with(Persisted<Content>.self, of: object, body)
    }

    override func value(of object: RLMObjectBase) -> Any {
        with(object) { property in
            if object.isPlain { return property.plainValue }
            if Content._rlmRequiresCaching { return Persisted.cachedValue(of: &property, object) }
            return Content._rlmGetProperty(object, property.header.key)
        }
    }

    override func encoded(_ object: RLMObjectBase, _ scratch: ValueScratch) -> Value? {
        with(object) { Content._rlmEncode($0.plainValue, _ValueScratch(scratch: scratch))?.value }
    }

    override func setPlain(_ value: Any?, of object: RLMObjectBase) -> Bool {
        guard let content = Content._rlmFromObjc(value ?? NSNull(), insideOptional: false) else { return false }
        with(object) { $0.value = Content._rlmAssigned(content, to: $0.value) }
        return true
    }

    override var valueForNull: Any? {
        guard let mapped = Content.self as? any _CustomPersistable.Type, !Content._rlmOptional else { return nil }
        return mapped._rlmDefaultValue()
    }

    override func promote(_ object: RLMObjectBase) {
        let value = with(object) { property in
            defer { if !Content._rlmRequiresCaching { property.value = nil } }
            return property.value
        }
        if let value { Content._rlmPromote(value, object, key) }
    }

    override func originProperty(in object: RLMObjectBase) -> String? {
        with(object) { ($0.value as? any LinkingObjectsProtocol)?.originPropertyName }
    }
}
