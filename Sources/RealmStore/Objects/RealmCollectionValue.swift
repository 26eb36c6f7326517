import Foundation

/// A stored value on its way to an app; made and taken apart by the library only.
public struct _StoredValue {
    let value: Value
    let session: Session
}

/// A type that is stored as another. SDK name: `_HasPersistedType`.
public protocol _HasPersistedType {
    /// The type that is stored.
    associatedtype PersistedType
}

/// A type whose values a collection can hold. SDK name: `RealmCollectionValue`.
public protocol RealmCollectionValue: Hashable, _HasPersistedType where PersistedType: RealmCollectionValue {
    /// The value of a property that was never set. SDK name: `_rlmDefaultValue()`.
    static func _rlmDefaultValue() -> Self

    /// The value in Swift, or nil if `stored` is null or of another type.
    static func _rlmFromStored(_ stored: _StoredValue) -> Self?

    /// The value of an element that is there: what cannot be read reads as the default.
    static func _rlmElement(_ stored: _StoredValue) -> Self
}

/// A type that may stand in an `Optional` in a collection. SDK name: `_RealmCollectionValueInsideOptional`.
public protocol _RealmCollectionValueInsideOptional: RealmCollectionValue
where PersistedType: _RealmCollectionValueInsideOptional {}

extension RealmCollectionValue {
    /// A null in a place that should have none reads as the default.
    public static func _rlmElement(_ stored: _StoredValue) -> Self { _rlmFromStored(stored) ?? _rlmDefaultValue() }

    static func element(_ value: Value, _ session: Session) -> Self {
        _rlmElement(_StoredValue(value: value, session: session))
    }
}

extension Optional: _HasPersistedType where Wrapped: _HasPersistedType {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = Wrapped.PersistedType?
}

extension Optional: RealmCollectionValue
where Wrapped: _RealmCollectionValueInsideOptional, Wrapped.PersistedType: _RealmCollectionValueInsideOptional {
    /// Nil.
    public static func _rlmDefaultValue() -> Wrapped? { nil }

    /// The wrapped value; nil for null.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Wrapped?? { .some(Wrapped._rlmFromStored(stored)) }
}
