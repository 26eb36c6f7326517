import Foundation

/// Index of a property in its class, in the order of declaration.
public typealias PropertyKey = UInt16

/// A type that can be described in a schema.
public protocol _RealmSchemaDiscoverable {
    /// The type of the property, or of its elements.
    static var _rlmType: PropertyType { get }
    /// Whether the value, or an element, may be nil.
    static var _rlmOptional: Bool { get }
    /// Completes the schema's description of a property of this type.
    static func _rlmPopulateProperty(_ traits: inout _PropertyTraits)
}

/// A type's description of its properties; filled in by the library's types only.
public struct _PropertyTraits {
    var type: PropertyType
    var isOptional: Bool
    var collection: CollectionKind?
    /// The linked class.
    var target: RLMObjectBase.Type?
    /// For linking objects, the property that links here.
    var originProperty: String?

    init<Value: _RealmSchemaDiscoverable>(_: Value.Type) {
        type = Value._rlmType
        isOptional = Value._rlmOptional
        Value._rlmPopulateProperty(&self)
    }
}

/// A type that a property marked `@Persisted` can have.
public protocol _Persistable: _RealmSchemaDiscoverable, _HasPersistedType
where PersistedType: _Persistable, PersistedType.PersistedType.PersistedType == PersistedType.PersistedType {
    /// The value of a property of an object in a Realm.
    static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Self
    /// Sets a property of an object in a Realm.
    static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: Self)
    /// The value of a property of a new object.
    static func _rlmDefaultValue() -> Self
    /// True for collections: the instance read first is reused.
    static var _rlmRequiresCaching: Bool { get }
    /// True for a collection in a Realm, false for the initial one of a new object.
    static func _rlmIsStored(_ value: Self) -> Bool
    /// The value as it is stored; nil for types with several stored values: links and collections.
    static func _rlmEncode(_ value: Self, _ scratch: _ValueScratch) -> _EncodedValue?
    /// The content of a property of an unmanaged object after assigning `value`: a collection keeps its identity and
    /// gets the elements.
    static func _rlmAssigned(_ value: Self, to old: Self?) -> Self
    /// Called when the object was added to the Realm: a collection becomes that of its property, with its elements.
    static func _rlmPromote(_ value: Self, _ object: ObjectBase, _ key: PropertyKey)
}

extension _Persistable {
    /// False: a single value.
    public static var _rlmRequiresCaching: Bool { false }
    /// False: a single value.
    public static func _rlmIsStored(_ value: Self) -> Bool { false }
    /// The value.
    public static func _rlmAssigned(_ value: Self, to old: Self?) -> Self { value }
    /// Does nothing: a single value was stored with the object.
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

/// A type that a property can have directly or as an optional.
public protocol _PersistableInsideOptional: _Persistable where PersistedType: _PersistableInsideOptional {
    /// The value of an optional property of an object in a Realm.
    static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Self?
    /// Replaces the value of a property in its place, or does nothing and returns false.
    static func _rlmReplace(_ object: ObjectBase, _ key: PropertyKey, _ value: Self?) -> Bool
}

extension _PersistableInsideOptional where Self: RealmCollectionValue {
    /// The stored value; the default for null and unreadable values.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Self {
        object.stored(key).map(Self._rlmElement) ?? _rlmDefaultValue()
    }

    /// Stores the value.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: Self) {
        if !_rlmReplace(object, key, value) { object.store(value, key) }
    }

    /// False.
    public static func _rlmReplace(_ object: ObjectBase, _ key: PropertyKey, _ value: Self?) -> Bool { false }

    /// The stored value, or nil.
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Self? {
        object.stored(key).flatMap(Self._rlmFromStored)
    }
}

extension Optional: _RealmSchemaDiscoverable where Wrapped: _RealmSchemaDiscoverable {
    /// The type of the wrapped value.
    public static var _rlmType: PropertyType { Wrapped._rlmType }
    /// True.
    public static var _rlmOptional: Bool { true }
    /// The traits of the wrapped type.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) { Wrapped._rlmPopulateProperty(&traits) }
}

extension Optional: _Persistable where Wrapped: _PersistableInsideOptional & _RealmCollectionValueInsideOptional {
    /// The stored value, or nil.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Wrapped? {
        Wrapped._rlmGetPropertyOptional(object, key)
    }

    /// Stores the value, or null.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: Wrapped?) {
        if !Wrapped._rlmReplace(object, key, value) { object.store(value, key) }
    }
}

/// Marks the types whose properties can have a search index.
@_marker public protocol _Indexable {}

/// Marks the types that a primary key can have.
@_marker public protocol _PrimaryKey {}

extension Optional: _Indexable where Wrapped: _Indexable {}
extension Optional: _PrimaryKey where Wrapped: _PrimaryKey {}
