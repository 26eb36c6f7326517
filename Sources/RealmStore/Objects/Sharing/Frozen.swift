/// Something frozen, which may be handed to any thread, task and actor. Additional to the SDK.
///
///     let dogs = Frozen(realm.objects(Dog.self).where { $0.age > 2 })
///     Task.detached { print(dogs.value.count) }
///
/// It holds an object, a projection, a collection, results, sections or a Realm as of one version, whose space is kept
/// until the last of it is released. Of an object that is held the properties are those of `Frozen`, too:
/// `frozen.name`. Properties of a class that are not stored are the program's own matter: what is shared should not
/// set them.
@dynamicMemberLookup
public struct Frozen<Value>: @unchecked Sendable {
    /// What is held: frozen, as is everything that is read from it.
    public let value: Value

    private init(frozen: Value) { value = frozen }
}

extension Frozen where Value: ThreadConfined {
    /// Holds something as it is now; what is frozen, as it is.
    ///
    /// Traps for what is in memory only or gone, and for what the write transaction that is open has made.
    public init(_ value: Value) {
        require(!value.isInvalidated, "A \(Value.self) that was deleted or invalidated cannot be frozen.")
        require(
            value.realm != nil,
            "A \(Value.self) that is in no Realm cannot be frozen: add it to a Realm, or hand over a copy.")
        self.init(frozen: value.freeze())
    }

    /// The same in the newest version, for the thread, task or actor that asks; nil if it is gone there.
    public func thaw() -> Value? { value.thaw() }
}

extension Frozen where Value == Realm {
    /// Holds a Realm at its present version; a frozen one, as it is.
    public init(_ realm: Realm) { self.init(frozen: realm.freeze()) }

    /// The live Realm for the thread, task or actor that asks.
    public func thaw() -> Realm { value.thaw() }
}

extension Frozen where Value: RLMObjectBase {
    /// A property of the object.
    public subscript<Property>(dynamicMember property: KeyPath<Value, Property>) -> Property {
        value[keyPath: property]
    }
}

extension Frozen where Value: ProjectionObservable {
    /// What the projection shows.
    public subscript<Property>(dynamicMember property: KeyPath<Value, Property>) -> Property {
        value[keyPath: property]
    }
}

/// As what is held.
extension Frozen: Equatable where Value: Equatable {}

/// As what is held.
extension Frozen: Hashable where Value: Hashable {}

extension Frozen: CustomStringConvertible {
    /// That of what is held.
    public var description: String { String(describing: value) }
}
