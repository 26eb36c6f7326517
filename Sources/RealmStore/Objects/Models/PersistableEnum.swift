import Foundation

/// Parent of `PersistableEnum`, which the enum of a property marked `@Persisted` must be.
public protocol RealmEnum: _StoredAs, _RealmSchemaDiscoverable {}

extension RealmEnum where Self: RawRepresentable, Self.RawValue: _RealmSchemaDiscoverable & _ObjcBridgeable {
    /// That of the raw value.
    public static var _rlmType: PropertyType { RawValue._rlmType }

    /// A case, or its raw value.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self? {
        (value as? Self) ?? RawValue._rlmFromObjc(value, insideOptional: insideOptional).flatMap(Self.init(rawValue:))
    }

    /// True for raw values, even those without a case.
    public static func _rlmTakes(_ value: Any) -> Bool { RawValue._rlmFromObjc(value, insideOptional: true) != nil }

    /// The raw value.
    public var _rlmObjcValue: Any { rawValue }
}

/// An enum whose cases are stored as their raw values.
///
/// A stored raw value without a case reads as nil in an optional property, and traps elsewhere.
public protocol PersistableEnum: RealmOptionalType, RawRepresentable, CaseIterable, RealmEnum, MinMaxType, Comparable
where RawValue: Comparable & _Scalar, PersistedType == RawValue {
    /// SDK name: `PersistedType`.
    associatedtype PersistedType = RawValue
}

extension PersistableEnum {
    /// The first case.
    public init() { self = Self.allCases.first! }

    /// By raw value.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The first case.
    public static func _rlmDefaultValue() -> Self { allCases.first! }

    /// The case of the stored raw value, or nil.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Self? {
        RawValue._rlmFromStored(stored).flatMap(Self.init(rawValue:))
    }

    /// The case of the stored raw value. Traps if no case has it.
    public static func _rlmElement(_ stored: _StoredValue) -> Self { required(RawValue._rlmElement(stored)) }

    /// The case of the stored raw value. Traps if no case has it.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Self {
        RawValue._rlmGetPropertyOptional(object, key).map(required) ?? _rlmDefaultValue()
    }

    /// The case of the stored raw value, or nil.
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Self? {
        RawValue._rlmGetPropertyOptional(object, key).flatMap(Self.init(rawValue:))
    }

    /// Replaces the raw value in its place, or does nothing and returns false.
    public static func _rlmReplace(_ object: ObjectBase, _ key: PropertyKey, _ value: Self?) -> Bool {
        RawValue._rlmReplace(object, key, value?.rawValue)
    }

    private static func required(_ stored: RawValue) -> Self {
        guard let value = Self(rawValue: stored) else {
            fatalError("No case of enum '\(Self.self)' has the stored raw value '\(stored)'.")
        }
        return value
    }

    /// The raw value as it is stored.
    public static func _rlmEncode(_ value: Self, _ scratch: _ValueScratch) -> _EncodedValue? {
        RawValue._rlmEncode(value.rawValue, scratch)
    }
}
