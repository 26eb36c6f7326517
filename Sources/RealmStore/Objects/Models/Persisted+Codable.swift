import Foundation

/// A property wrapper whose missing value decodes as nil.
public protocol OptionalCodingWrapper {
    /// The type of the wrapped value.
    associatedtype WrappedType: ExpressibleByNilLiteral
    /// A wrapper of that value.
    init(wrappedValue: WrappedType)
}

extension Persisted: OptionalCodingWrapper where Value: ExpressibleByNilLiteral {}

extension KeyedDecodingContainer {
    /// Decodes a wrapper; a missing key gives nil.
    public func decode<T: Decodable & OptionalCodingWrapper>(_ type: T.Type, forKey key: Key) throws -> T {
        try decodeIfPresent(type, forKey: key) ?? T(wrappedValue: nil)
    }
}

extension Persisted: Decodable where Value: Decodable {
    /// Decodes the value; null gives nil for an optional type, and an empty collection.
    ///
    /// - Throws: `DecodingError`, also for null if the property is required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            if Value._rlmRequiresCaching {
                self.init(wrappedValue: Value._rlmDefaultValue())
                return
            }
            guard let none = Value._rlmFromObjc(NSNull(), insideOptional: false), Value._rlmOptional else {
                throw DecodingError.typeMismatch(
                    Value.self,
                    .init(codingPath: decoder.codingPath, debugDescription: "'\(Value.self)' cannot be null."))
            }
            self.init(wrappedValue: none)
        } else {
            self.init(wrappedValue: try container.decode(Value.self))
        }
    }
}

extension Persisted: Encodable where Value: Encodable {
    /// Encodes the value of a plain object.
    ///
    /// - Throws: `EncodingError.invalidValue` for an object in a Realm: only its class can read the property then.
    public func encode(to encoder: any Encoder) throws {
        guard header.key == .max else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: "Only objects that are in no Realm are encoded by themselves. Write encode(to:).")
            )
        }
        var copy = self
        // Through a container: an encoder applies its strategies for dates and data only to values encoded through one.
        var container = encoder.singleValueContainer()
        try container.encode(copy.plainValue)
    }
}
