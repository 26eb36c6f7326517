import Foundation

/// Marks a property of a model class that is stored in the Realm.
///
///     class Dog: Object {
///         @Persisted(primaryKey: true) var id: ObjectId
///         @Persisted var name: String
///         @Persisted var age = 1
///         @Persisted var owner: Person?
///     }
///
/// Before its object is added to a Realm, the property is plain memory; afterwards it reads and writes the file.
/// Properties that are not marked are never stored.
@propertyWrapper
public struct Persisted<Value: _Persistable> {
    /// The beginning of all instances, whatever their `Value`.
    @usableFromInline var header: PersistedHeader
    /// The value while the object is unmanaged; afterwards the collection, if it is one. Nil before the first use.
    @usableFromInline var value: Value?

    @usableFromInline
    init(value: Value?, traits: PersistedHeader.Traits) {
        header = PersistedHeader(traits: traits)
        self.value = value
    }

    /// Creates a property with the default value of its type.
    @inlinable
    public init() { self.init(value: nil, traits: []) }

    /// Creates a property with that default value.
    @inlinable
    public init(wrappedValue value: Value) { self.init(value: value, traits: []) }

    /// Use the property through its object.
    @available(*, unavailable, message: "@Persisted can only be used as a property of an Object or EmbeddedObject")
    public var wrappedValue: Value {
        get { fatalError("@Persisted outside of a class") }
        set { fatalError("@Persisted outside of a class") }
    }

    /// Reads or writes the property of an object.
    ///
    /// In a Realm, reading traps for a deleted object and on another thread than the Realm's; writing also outside of
    /// a write transaction. Setting a collection replaces its elements.
    ///
    /// Inlined wherever it is used, so that no key path is left: the compiler then knows every access to the property.
    @inlinable
    public static subscript<EnclosingSelf: ObjectBase>(
        _enclosingInstance observed: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Self>
    ) -> Value {
        @inline(__always) get {
            if observed.isPlain {
                if let value = observed[keyPath: storageKeyPath].value { return value }
                let value = Value._rlmDefaultValue()
                observed[keyPath: storageKeyPath].value = value
                return value
            }
            if Value._rlmRequiresCaching { return cachedValue(of: &observed[keyPath: storageKeyPath], observed) }
            // In a separate function, so that no copy of the property is alive while it is read.
            let key = observed[keyPath: storageKeyPath].header.key
            return Value._rlmGetProperty(observed, key)
        }
        @inline(__always) set {
            guard observed.isPlain else {
                let key = observed[keyPath: storageKeyPath].header.key
                return Value._rlmSetProperty(observed, key, newValue)
            }
            let old = Value._rlmRequiresCaching ? observed[keyPath: storageKeyPath].value : nil
            let assigned = Value._rlmAssigned(newValue, to: old)
            observed[keyPath: storageKeyPath].value = assigned
        }
    }

    @usableFromInline
    static func cachedValue(of property: inout Self, _ object: ObjectBase) -> Value {
        // An accessor is created like a new object, with the initial values of its class, which are not the stored
        // ones.
        if let value = property.value, Value._rlmIsStored(value) { return value }
        let value = Value._rlmGetProperty(object, property.header.key)
        // Frozen objects may be read by several threads at once.
        if object.session?.isFrozen != true { property.value = value }
        return value
    }

    /// The value in memory; the default value is fixed by the first read.
    @usableFromInline
    var plainValue: Value {
        mutating get {
            if let value { return value }
            let value = Value._rlmDefaultValue()
            self.value = value
            return value
        }
    }
}

extension Persisted where Value.PersistedType: _Indexable {
    /// Creates a property, optionally with a search index.
    @inlinable
    public init(indexed: Bool) { self.init(value: nil, traits: indexed ? .indexed : []) }

    /// Creates a property with that default value, optionally with a search index.
    @inlinable
    public init(wrappedValue value: Value, indexed: Bool) { self.init(value: value, traits: indexed ? .indexed : []) }
}

extension Persisted where Value.PersistedType: _PrimaryKey {
    /// Creates the primary key of the class. It cannot be set once the object is in a Realm.
    @inlinable
    public init(primaryKey: Bool) { self.init(value: nil, traits: primaryKey ? .primaryKey : []) }

    /// Creates the primary key, with that default value.
    @inlinable
    public init(wrappedValue value: Value, primaryKey: Bool) {
        self.init(value: value, traits: primaryKey ? .primaryKey : [])
    }
}

extension Persisted where Value: LinkingObjectsProtocol {
    /// Creates a property of the objects that link here with their property of that name.
    @inlinable
    public init(originProperty: String) {
        self.init(value: Value(fromType: Value.Element.self, property: originProperty), traits: [])
    }
}

/// The library's data about a property marked `@Persisted`, independent of its type.
@usableFromInline
struct PersistedHeader {
    /// Index of the property in its class; only for an object that is not plain. `FieldMarks` writes it: nothing may
    /// come before it.
    @usableFromInline var key: PropertyKey = .max
    let traits: Traits

    @usableFromInline
    init(traits: Traits) { self.traits = traits }

    @usableFromInline
    struct Traits: OptionSet, Sendable {
        @usableFromInline let rawValue: UInt8
        @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }

        @usableFromInline static let indexed = Traits(rawValue: 1)
        @usableFromInline static let primaryKey = Traits(rawValue: 2)
    }
}
