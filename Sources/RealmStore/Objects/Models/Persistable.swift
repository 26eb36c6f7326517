import Foundation

/// Index of a property in its class, in the order of declaration.
public typealias PropertyKey = UInt16

/// A type of which the schema can be told.
public protocol _RealmSchemaDiscoverable {
    /// The type of the property, or of its elements.
    static var _rlmType: PropertyType { get }
    /// Whether the value, or an element, may be nil.
    static var _rlmOptional: Bool { get }
    /// Completes what the schema says of a property of this type.
    static func _rlmPopulateProperty(_ traits: inout _PropertyTraits)
}

/// What a type says of properties that have it; filled in by the library's types only.
public struct _PropertyTraits {
    var type: PropertyType
    var isOptional: Bool
    var collection: CollectionKind?
    /// The class that is linked to.
    var target: RLMObjectBase.Type?
    /// Of linking objects, the property that links here.
    var originProperty: String?

    init<Value: _RealmSchemaDiscoverable>(_: Value.Type) {
        type = Value._rlmType
        isOptional = Value._rlmOptional
        Value._rlmPopulateProperty(&self)
    }
}

/// A type that a property marked `@Persisted` can have.
public protocol _Persistable: _RealmSchemaDiscoverable, _HasPersistedType {
    /// The value of a property of an object in a Realm.
    static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Self
    /// Sets a property of an object in a Realm.
    static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: Self)
    /// The value of a property of a new object.
    static func _rlmDefaultValue() -> Self
    /// True for collections: the one that was read first is read again.
    static var _rlmRequiresCaching: Bool { get }
    /// True for a collection that is in a Realm, and not what a new object begins with.
    static func _rlmIsStored(_ value: Self) -> Bool
    /// The value as it is stored; nil for what is more than one stored value: links and collections.
    static func _rlmEncode(_ value: Self, _ scratch: _ValueScratch) -> _EncodedValue?
    /// What a property of an object that is in no Realm holds once `value` was assigned: a collection stays the one
    /// it was and gets the elements.
    static func _rlmAssigned(_ value: Self, to old: Self?) -> Self
    /// The object is in the Realm now: a collection becomes that of its property, with the elements it has.
    static func _rlmPromote(_ value: Self, _ object: ObjectBase, _ key: PropertyKey)
}

extension _Persistable {
    /// False: a single value.
    public static var _rlmRequiresCaching: Bool { false }
    /// False: a single value.
    public static func _rlmIsStored(_ value: Self) -> Bool { false }
    /// The value.
    public static func _rlmAssigned(_ value: Self, to old: Self?) -> Self { value }
    /// Nothing to do: a single value was stored with the object.
    public static func _rlmPromote(_ value: Self, _ object: ObjectBase, _ key: PropertyKey) {}
}

extension _Persistable where Self: RLMSwiftCollectionBase {
    /// True for a collection that is in a Realm.
    public static func _rlmIsStored(_ value: Self) -> Bool { value.stored != nil }

    /// Nil: more than one stored value.
    public static func _rlmEncode(_ value: Self, _ scratch: _ValueScratch) -> _EncodedValue? { nil }
}

extension _RealmSchemaDiscoverable {
    /// False.
    public static var _rlmOptional: Bool { false }
    /// Adds nothing.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) {}
}

/// A type that a property can have as it is and as an optional.
public protocol _PersistableInsideOptional: _Persistable {
    /// The value of an optional property of an object in a Realm.
    static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Self?
}

extension _PersistableInsideOptional where Self: RealmCollectionValue {
    /// The stored value; null and what cannot be read read as the default.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Self {
        object.stored(key).map(Self._rlmElement) ?? _rlmDefaultValue()
    }

    /// Stores the value.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: Self) {
        object.store(value, key)
    }

    /// The stored value, or nil.
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Self? {
        object.stored(key).flatMap(Self._rlmFromStored)
    }
}

extension Optional: _RealmSchemaDiscoverable where Wrapped: _RealmSchemaDiscoverable {
    /// The type of what is wrapped.
    public static var _rlmType: PropertyType { Wrapped._rlmType }
    /// True.
    public static var _rlmOptional: Bool { true }
    /// What the wrapped type says.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) { Wrapped._rlmPopulateProperty(&traits) }
}

extension Optional: _Persistable where Wrapped: _PersistableInsideOptional & _RealmCollectionValueInsideOptional {
    /// The stored value, or nil.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Wrapped? {
        Wrapped._rlmGetPropertyOptional(object, key)
    }

    /// Stores the value, or null.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: Wrapped?) {
        object.store(value, key)
    }
}

/// Marks the types of which a property can have a search index.
@_marker public protocol _Indexable {}

/// Marks the types that a primary key can have.
@_marker public protocol _PrimaryKey {}

extension Optional: _Indexable where Wrapped: _Indexable {}
extension Optional: _PrimaryKey where Wrapped: _PrimaryKey {}
