import Foundation

/// A stored value on its way to an app; created and read by the library only.
public struct _StoredValue {
    let value: Value
    let session: Session
    /// The place of the value, if it is a list or dictionary.
    let nested: PropertyPlace?

    /// - Parameter nested: the place of the value; called for lists and dictionaries only.
    init(_ value: Value, _ session: Session, nested: @autoclosure () -> PropertyPlace? = nil) {
        self.value = value
        self.session = session
        self.nested = value.isCollection ? nested() : nil
    }
}

/// A value on its way into a Realm; created and read by the library only.
public struct _EncodedValue {
    let value: Value
}

/// Memory for the bytes of values on their way into a Realm; used by the library only.
public struct _ValueScratch {
    let scratch: ValueScratch
}

/// A type to which loosely typed values can be converted.
public protocol _ObjcBridgeable {
    /// The value represented by `value`, or nil. Null is `NSNull`.
    static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self?
    /// The value as it is stored, loosely typed; null is `NSNull`.
    var _rlmObjcValue: Any { get }
}

extension _ObjcBridgeable {
    /// A value of just this type.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self? { value as? Self }
    /// The value itself.
    public var _rlmObjcValue: Any { self }
}

/// A type that is stored as another.
public protocol _HasPersistedType: _ObjcBridgeable {
    /// The type that is stored.
    associatedtype PersistedType: _ObjcBridgeable
}

/// A type of elements of a collection.
///
/// The stored type is stored as itself, classes as their base: without this end of the recursion the compiler cannot
/// resolve an optional element of a generic type.
public protocol RealmCollectionValue: Hashable, _HasPersistedType, _RealmSchemaDiscoverable
where
    PersistedType: RealmCollectionValue,
    PersistedType.PersistedType.PersistedType == PersistedType.PersistedType
{
    /// The value of a property that was never set.
    static func _rlmDefaultValue() -> Self

    /// The value in Swift, or nil if `stored` is null or of another type.
    static func _rlmFromStored(_ stored: _StoredValue) -> Self?

    /// The value of an existing element: an unreadable one reads as empty.
    static func _rlmElement(_ stored: _StoredValue) -> Self

    /// An accessor as its class; called for classes of objects only.
    static func _rlmObject(_ object: RLMObjectBase) -> Self

    /// The value as it is stored; nil for types with several stored values: links and collections.
    static func _rlmEncode(_ value: Self, _ scratch: _ValueScratch) -> _EncodedValue?
}

/// A type that may be wrapped in an `Optional` in a collection.
public protocol _RealmCollectionValueInsideOptional: RealmCollectionValue
where PersistedType: _RealmCollectionValueInsideOptional {}

extension RealmCollectionValue {
    /// Traps: not an object.
    public static func _rlmObject(_ object: RLMObjectBase) -> Self {
        preconditionFailure("'\(Self.self)' is no class of objects")
    }

    /// An unexpected null reads as the default.
    public static func _rlmElement(_ stored: _StoredValue) -> Self { _rlmFromStored(stored) ?? _rlmDefaultValue() }

    static func element(_ value: Value, _ session: Session) -> Self {
        _rlmElement(_StoredValue(value, session))
    }
}

extension Optional: _ObjcBridgeable where Wrapped: _ObjcBridgeable {
    /// The wrapped value; nil for null.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Wrapped?? {
        guard let content = LooseValue.unwrapped(value) else { return .some(nil) }
        if let wrapped = Wrapped._rlmFromObjc(content, insideOptional: true) { return .some(wrapped) }
        // A stored value without a meaning, such as a number without a case, always reads as nil.
        let isStored = (Wrapped.self as? any _StoredAs.Type)?._rlmTakes(content) ?? false
        return isStored ? .some(nil) : nil
    }

    /// The stored form of the wrapped value, or `NSNull`.
    public var _rlmObjcValue: Any { map { $0._rlmObjcValue } ?? NSNull() }
}

extension Optional: _HasPersistedType where Wrapped: _HasPersistedType {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = Wrapped.PersistedType?
}

extension Optional: RealmCollectionValue
where
    Wrapped: _RealmCollectionValueInsideOptional & _RealmSchemaDiscoverable,
    Wrapped.PersistedType: _RealmCollectionValueInsideOptional
{
    /// Nil.
    public static func _rlmDefaultValue() -> Wrapped? { nil }

    /// The wrapped value; nil for null.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Wrapped?? { .some(Wrapped._rlmFromStored(stored)) }

    /// The stored form of the wrapped value, or null.
    public static func _rlmEncode(_ value: Wrapped?, _ scratch: _ValueScratch) -> _EncodedValue? {
        guard let value else { return _EncodedValue(value: .null) }
        return Wrapped._rlmEncode(value, scratch)
    }
}
