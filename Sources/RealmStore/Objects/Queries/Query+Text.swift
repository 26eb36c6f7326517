import Foundation

/// Options for comparing texts.
public struct StringOptions: OptionSet, Sendable {
    /// One bit for each option.
    public let rawValue: Int8

    /// Creates options from these bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }

    /// Letters of either case are equal.
    public static let caseInsensitive = StringOptions(rawValue: 1)
    /// Letters with and without accents are equal.
    public static let diacriticInsensitive = StringOptions(rawValue: 2)

    var comparison: ComparisonOptions {
        var options: ComparisonOptions = []
        if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
        if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
        return options
    }
}

/// Marks the types whose values have an order in queries.
public protocol _QueryNumeric: _RealmSchemaDiscoverable {}
/// Marks the types in which queries can search.
public protocol _QueryBinary {}
/// Marks texts, which also have an order.
public protocol _QueryString: _QueryBinary, _QueryNumeric {}

extension Int: _QueryNumeric {}
extension Int8: _QueryNumeric {}
extension Int16: _QueryNumeric {}
extension Int32: _QueryNumeric {}
extension Int64: _QueryNumeric {}
extension Float: _QueryNumeric {}
extension Double: _QueryNumeric {}
extension Decimal128: _QueryNumeric {}
extension Date: _QueryNumeric {}
extension AnyRealmValue: _QueryNumeric {}
extension String: _QueryString {}
extension Data: _QueryNumeric, _QueryBinary {}
extension Optional: _QueryNumeric where Wrapped: _QueryNumeric {}
extension Optional: _QueryBinary where Wrapped: _QueryBinary {}
extension Optional: _QueryString where Wrapped: _QueryString {}

extension Query where T: _HasPersistedType, T.PersistedType: _QueryBinary {
    /// Contains a text or bytes.
    public func contains(_ value: T, options: StringOptions = []) -> Query<Bool> {
        compared(.contains, value, options: options)
    }

    /// Contains the value of another property.
    public func contains<U>(_ column: Query<U>, options: StringOptions = []) -> Query<Bool> {
        compared(.contains, column.operand, options)
    }

    /// Begins with a text or bytes.
    public func starts(with value: T, options: StringOptions = []) -> Query<Bool> {
        compared(.beginsWith, value, options: options)
    }

    /// Begins with the value of another property.
    public func starts<U>(with column: Query<U>, options: StringOptions = []) -> Query<Bool> {
        compared(.beginsWith, column.operand, options)
    }

    /// Ends with a text or bytes.
    public func ends(with value: T, options: StringOptions = []) -> Query<Bool> {
        compared(.endsWith, value, options: options)
    }

    /// Ends with the value of another property.
    public func ends<U>(with column: Query<U>, options: StringOptions = []) -> Query<Bool> {
        compared(.endsWith, column.operand, options)
    }

    /// Equal to a text or bytes.
    public func equals(_ value: T, options: StringOptions = []) -> Query<Bool> {
        compared(.equal, value, options: options)
    }

    /// Equal to another property.
    public func equals<U>(_ column: Query<U>, options: StringOptions = []) -> Query<Bool> {
        compared(.equal, column.operand, options)
    }

    /// Not equal to a text or bytes.
    public func notEquals(_ value: T, options: StringOptions = []) -> Query<Bool> {
        compared(.notEqual, value, options: options)
    }

    /// Not equal to another property.
    public func notEquals<U>(_ column: Query<U>, options: StringOptions = []) -> Query<Bool> {
        compared(.notEqual, column.operand, options)
    }
}

extension Query where T: _HasPersistedType, T.PersistedType: _QueryString {
    /// Matches a pattern, in which `?` is one character and `*` any number.
    public func like(_ value: T, caseInsensitive: Bool = false) -> Query<Bool> {
        compared(.like, value, options: caseInsensitive ? .caseInsensitive : [])
    }

    /// Matches the pattern of another property.
    public func like<U>(_ column: Query<U>, caseInsensitive: Bool = false) -> Query<Bool> {
        compared(.like, column.operand, caseInsensitive ? .caseInsensitive : [])
    }
}

extension Query where T: RawRepresentable {
    /// An enum as its raw value.
    public var rawValue: Query<T.RawValue> { Query<T.RawValue>(node) }
}

extension Query where T: OptionalProtocol, T.Wrapped: RawRepresentable {
    /// An enum as its raw value.
    public var rawValue: Query<T.Wrapped.RawValue?> { Query<T.Wrapped.RawValue?>(node) }
}

extension Query where T: _HasPersistedType {
    /// A mapped property as it is stored.
    public var persistableValue: Query<T.PersistedType> { Query<T.PersistedType>(node) }
}
