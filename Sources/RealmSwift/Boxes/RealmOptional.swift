import RealmStore

/// A box for the optional number of a property of an older model. New models write `@Persisted var age: Int?`.
@available(*, deprecated, message: "Write @Persisted var x: T?, or RealmProperty<T?>.")
public final class RealmOptional<Value: RealmOptionalType>: _ValueBox<Value?> {
    /// Creates a box with a value.
    public init(_ value: Value? = nil) { super.init(_content: value) }

    /// The value of the property. In a Realm, setting traps outside of a write transaction.
    public var value: Value? {
        get { _content }
        set { _content = newValue }
    }

    /// The value.
    public override var description: String { value.map { "\($0)" } ?? "nil" }

    /// True for a box with an equal value.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RealmOptional else { return false }
        return other === self || AnyHashable(value) == AnyHashable(other.value)
    }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { AnyHashable(value).hashValue }
}

@available(*, deprecated)
extension RealmOptional: Codable where Value: Codable {
    /// Decodes the value alone, without a container; null is nil.
    public convenience init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Value?.self))
    }

    /// Encodes the value alone, without a container; nil is null.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
