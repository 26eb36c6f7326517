import RealmStore

/// A box for the value of a property of an older model: an optional number, or a mixed value.
///
///     class Person: Object {
///         @Persisted var name: String
///         let age = RealmProperty<Int?>()
///     }
///     person.age.value = 42
///
/// New models write `@Persisted var age: Int?`. In the SDK boxes are not stored in a class that has properties marked
/// `@Persisted`; here they are, since there are no other properties.
public final class RealmProperty<Value: RealmPropertyType>: _ValueBox<Value> {
    /// Creates a box with nil, or none.
    public init() { super.init(_content: Value._rlmDefaultValue()) }

    /// The value of the property. In a Realm, setting traps outside of a write transaction.
    public var value: Value {
        get { _content }
        set { _content = newValue }
    }

    /// The value.
    public override var description: String { "\(value)" }

    /// True for a box with an equal value.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RealmProperty else { return false }
        return other === self || AnyHashable(value) == AnyHashable(other.value)
    }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { AnyHashable(value).hashValue }
}

extension RealmProperty: Codable where Value: Codable {
    /// Decodes the value alone, without a container.
    public convenience init(from decoder: any Decoder) throws {
        self.init()
        value = try decoder.singleValueContainer().decode(Value.self)
    }

    /// Encodes the value alone, without a container.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
