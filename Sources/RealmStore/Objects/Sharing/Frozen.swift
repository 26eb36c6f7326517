/// Something frozen, which may be passed to any thread, task and actor. Additional to the SDK.
///
///     let dogs = Frozen(realm.objects(Dog.self).where { $0.age > 2 })
///     Task.detached { print(dogs.value.count) }
///
/// It holds an object, a projection, a collection, results, sections or a Realm as of one version, whose space is kept
/// until everything of it is released. The properties of a held object are also properties of `Frozen`: `frozen.name`.
/// Unstored properties of a class are the program's responsibility: shared objects should not set them.
@dynamicMemberLookup
public struct Frozen<Value>: @unchecked Sendable {
    /// The held content: frozen, like everything read from it.
    public let value: Value

    private init(frozen: Value) { value = frozen }
}

extension Frozen where Value: ThreadConfined {
    /// Holds something in its current state; something frozen, unchanged.
    ///
    /// Traps for unmanaged or deleted things, and for those created in the open write transaction.
    ///
    /// - Complexity: that of `freeze()`.
    public init(_ value: Value) {
        require(!value.isInvalidated, "A \(Value.self) that was deleted or invalidated cannot be frozen.")
        require(
            value.realm != nil,
            "A \(Value.self) that is in no Realm cannot be frozen: add it to a Realm, or hand over a copy.")
        self.init(frozen: value.freeze())
    }

    /// The same in the newest version, for the calling thread, task or actor; nil if it is gone there.
    public func thaw() -> Value? { value.thaw() }
}

extension Frozen where Value == Realm {
    /// Holds a Realm at its current version; a frozen one, unchanged.
    public init(_ realm: Realm) { self.init(frozen: realm.freeze()) }

    /// The live Realm for the calling thread, task or actor.
    public func thaw() -> Realm { value.thaw() }
}

extension Frozen where Value: RLMObjectBase {
    /// A property of the object.
    public subscript<Property>(dynamicMember property: KeyPath<Value, Property>) -> Property {
        value[keyPath: property]
    }
}

extension Frozen where Value: ProjectionObservable {
    /// A property of the projection.
    public subscript<Property>(dynamicMember property: KeyPath<Value, Property>) -> Property {
        value[keyPath: property]
    }
}

/// Same as for the held content.
extension Frozen: Equatable where Value: Equatable {}

/// Same as for the held content.
extension Frozen: Hashable where Value: Hashable {}

extension Frozen: CustomStringConvertible {
    /// The description of the held content.
    public var description: String { String(describing: value) }
}
