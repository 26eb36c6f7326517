import Foundation

/// A class of Foundation that no property can have; the compiler says which type takes its place.
///
/// Conformances are unavailable, so that nothing here is ever called.
public protocol _UnstorableValue: _PersistableInsideOptional {}

extension _UnstorableValue {
    /// Traps.
    public static var _rlmType: PropertyType { unstorable() }
    /// Traps.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Self { unstorable() }
    /// Traps.
    public static func _rlmGetPropertyOptional(_ object: ObjectBase, _ key: PropertyKey) -> Self? { unstorable() }
    /// Traps.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: Self) { unstorable() }
    /// Traps.
    public static func _rlmReplace(_ object: ObjectBase, _ key: PropertyKey, _ value: Self?) -> Bool { unstorable() }
    /// Traps.
    public static func _rlmDefaultValue() -> Self { unstorable() }
    /// Traps.
    public static func _rlmEncode(_ value: Self, _ scratch: _ValueScratch) -> _EncodedValue? { unstorable() }

    private static func unstorable() -> Never { fatalError("'\(Self.self)' cannot be stored.") }
}

@available(*, unavailable, message: "'NSData' cannot be stored: use 'Data', whose stored type is the same")
extension NSData: _UnstorableValue {
    /// The type that takes its place.
    public typealias PersistedType = Data
}

@available(*, unavailable, message: "'NSDate' cannot be stored: use 'Date', whose stored type is the same")
extension NSDate: _UnstorableValue {}

@available(*, unavailable, message: "'NSNumber' cannot be stored: use 'Int?', 'Double?' or 'Bool?'")
extension NSNumber: _UnstorableValue {}

@available(*, unavailable, message: "'NSString' cannot be stored: use 'String', whose stored type is the same")
extension NSString: _UnstorableValue {
    /// The type that takes its place.
    public typealias PersistedType = String
}

@available(*, unavailable, message: "'NSUUID' cannot be stored: use 'UUID', whose stored type is the same")
extension NSUUID: _UnstorableValue {
    /// The type that takes its place.
    public typealias PersistedType = UUID
}
