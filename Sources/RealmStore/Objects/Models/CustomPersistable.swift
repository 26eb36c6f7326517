import Foundation

/// A type whose values are stored as those of another.
public protocol _StoredAs: _ObjcBridgeable {
    /// True for a value that can be stored for the type, even if it maps to none of its values.
    static func _rlmTakes(_ value: Any) -> Bool
}

/// Parent of the two protocols of custom mappings.
public protocol _CustomPersistable: _PersistableInsideOptional, _RealmCollectionValueInsideOptional, _StoredAs
where PersistedType: _PersistableInsideOptional & _RealmCollectionValueInsideOptional {
    /// The value as it is stored.
    var persistableValue: PersistedType { get }
    /// The value for a stored one; nil if there is none.
    static func _rlmMapped(_ stored: PersistedType) -> Self?
}

/// A type that is stored as another, where every stored value maps to one of it.
public protocol CustomPersistable: _CustomPersistable {
    /// Creates the value for a stored one.
    init(persistedValue: PersistedType)
    /// The value as it is stored.
    var persistableValue: PersistedType { get }
}

/// A type that is stored as another, where not every stored value maps to one of it.
///
/// A stored value without a mapping reads as nil in an optional property, and traps elsewhere.
public protocol FailableCustomPersistable: _CustomPersistable {
    /// Creates the value for a stored one, or returns nil.
    init?(persistedValue: PersistedType)
    /// The value as it is stored.
    var persistableValue: PersistedType { get }
}

extension CustomPersistable {
    /// SDK name: `init(persistedValue:)`.
    public static func _rlmMapped(_ stored: PersistedType) -> Self? { Self(persistedValue: stored) }
}

extension FailableCustomPersistable {
    /// SDK name: `init(persistedValue:)`.
    public static func _rlmMapped(_ stored: PersistedType) -> Self? { Self(persistedValue: stored) }
}

extension _CustomPersistable {
    /// That of the stored type.
    public static var _rlmType: PropertyType { PersistedType._rlmType }
    /// That of the stored type; true for embedded objects.
    public static var _rlmOptional: Bool { PersistedType._rlmOptional }
    /// The traits of the stored type.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) {
        PersistedType._rlmPopulateProperty(&traits)
        // The object of a property or entry that is not optional is created when it is set, and may be missing until
        // then.
        let holdsOne = traits.collection == nil || traits.collection == .dictionary
        if traits.type == .object, holdsOne { traits.isOptional = true }
    }

    /// The value for the stored type's default. Traps if there is none.
    public static func _rlmDefaultValue() -> Self { required(PersistedType._rlmDefaultValue()) }

    private static func required(_ stored: PersistedType) -> Self {
        guard let value = _rlmMapped(stored) else {
            fatalError("Could not convert stored value '\(stored)' to type '\(Self.self)'.")
        }
        return value
    }

    /// The value for the stored one, or nil.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Self? {
        PersistedType._rlmFromStored(stored).flatMap(_rlmMapped)
    }

    /// The value for the stored one. Traps if there is none.
    public static func _rlmElement(_ stored: _StoredValue) -> Self {
        if PersistedType._rlmType == .object {
            return PersistedType._rlmFromStored(stored).map(required) ?? _rlmDefaultValue()
        }
        return required(PersistedType._rlmElement(stored))
    }

    /// The value for the stored one. Traps if there is none.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Self {
        if PersistedType._rlmType == .object {
            return mappedObject(object, key).map(required) ?? _rlmDefaultValue()
        }
        return required(PersistedType._rlmGetProperty(object, key))
    }

    /// The value for the stored one, or nil.
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Self? {
        mappedObject(object, key).flatMap(_rlmMapped)
    }

    /// The stored object. Nil in an object that traces a key path: the path ends with the property, and creating the
    /// value would continue reading.
    private static func mappedObject(_ object: ObjectBase, _ key: PropertyKey) -> PersistedType? {
        let stored = PersistedType._rlmGetPropertyOptional(object, key)
        return object.recorder == nil ? stored : nil
    }

    /// The stored form of the value.
    public static func _rlmEncode(_ value: Self, _ scratch: _ValueScratch) -> _EncodedValue? {
        PersistedType._rlmEncode(value.persistableValue, scratch)
    }

    /// A value of this type, or its stored form.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self? {
        if let value = value as? Self { return value }
        if let stored = PersistedType._rlmFromObjc(value, insideOptional: insideOptional) { return _rlmMapped(stored) }
        return insideOptional || !(value is NSNull) ? nil : _rlmDefaultValue()
    }

    /// True for a value that can be stored for the type, even if it maps to none of its values.
    public static func _rlmTakes(_ value: Any) -> Bool {
        PersistedType._rlmFromObjc(value, insideOptional: true) != nil
    }

    /// The stored form of the value.
    public var _rlmObjcValue: Any { persistableValue }

    /// Hashes the stored form of the value.
    public func hash(into hasher: inout Hasher) { persistableValue.hash(into: &hasher) }
}
