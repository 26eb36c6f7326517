import RealmStore

/// Base class of persistent objects in the form of Realm's Objective-C API.
///
/// Properties are marked with `@Persisted`, as in classes below `Object`:
///
///     class Dog: RLMObject {
///         @Persisted var name: String
///         @Persisted var owner: Person?
///         override class func primaryKey() -> String? { "name" }
///     }
///
/// Links lead to classes below `RLMObject` only, or below `Object` only. There is no key-value observing on this
/// platform: `addNotificationBlock(_:)` takes its place.
open class RLMObject: RLMObjectBase {
    /// Creates an unmanaged object with the default values of its properties.
    public required init() {
        super.init()
        DefaultValues.fill(self, Self.defaultPropertyValues)
    }

    /// Creates an unmanaged object, filled from a dictionary by property name, an array in the order of the properties,
    /// or another object.
    ///
    /// Missing properties have their default values. Traps for a value that does not fit.
    public convenience init(value: Any) {
        self.init()
        fill(from: value)
    }

    /// The Realm that the object belongs to; nil for a plain object, and for one that was deleted through it.
    public final var realm: RLMRealm? { managingRealm.map(RLMRealm.init) }

    /// The object's class, with its properties.
    public final var objectSchema: RLMObjectSchema { RLMObjectSchema(describedClass) }

    // MARK: For model classes to override

    /// The name of the primary key, for classes that do not mark it with `@Persisted(primaryKey:)`.
    open class func primaryKey() -> String? { nil }

    /// Names of properties to index beside those marked with `@Persisted(indexed:)`.
    open class func indexedProperties() -> [String] { [] }

    /// Names of properties not to store; those without `@Persisted` never are.
    open class func ignoredProperties() -> [String]? { nil }

    /// Values of new objects by names of properties; they have precedence over those of the declarations.
    open class func defaultPropertyValues() -> [AnyHashable: Any]? { nil }

    /// Names of properties that do not accept nil although their type does. A link cannot be required.
    open class func requiredProperties() -> [String] { [] }

    /// The origins of linking objects, for properties that do not tell them by `@Persisted(originProperty:)`.
    open class func linkingObjectsProperties() -> [String: RLMPropertyDescriptor] { [:] }

    // MARK: By name

    /// The value of a property, by name, or of a computed one of the class's schema. Traps for an unknown name.
    ///
    /// Collections are `RLMArray`, `RLMSet` and `RLMDictionary`: of the class of their objects, and of `NSNumber`,
    /// `NSString` and so on for values. Setting traps outside of a write transaction and for a value that does not fit.
    open override subscript(key: String) -> Any? {
        get { shownValue(of: key) { super[key] } }
        set { super[key] = newValue }
    }

    /// The value of a property, or of "self", "realm", "objectSchema" or "invalidated".
    open override func value(forKey key: String) -> Any? { ShownValue.shown(super.value(forKey: key)) }

    /// True if `object` is the same object of the same Realm.
    public final func isEqual(to object: RLMObject) -> Bool { isSameObject(as: object) }
}

extension RLMObject: ModelBase {
    package static var family: any ModelBase.Type { RLMObject.self }
    package static var dynamicType: RLMObjectBase.Type { RLMObject.self }

    package static var classTraits: ClassTraits {
        var traits = ClassTraits()
        traits.hasOwnDefaults = defaultPropertyValues() != nil
        traits.primaryKey = primaryKey()
        traits.indexedProperties = indexedProperties()
        traits.ignoredProperties = ignoredProperties() ?? []
        traits.requiredProperties = requiredProperties()
        traits.origins = linkingObjectsProperties().mapValues { LinkOrigin($0.objectClass, $0.propertyName) }
        return traits
    }
}

extension RLMObject: RealmFetchable, _PersistableInsideOptional, _RealmCollectionValueInsideOptional {
    /// Stored as a link.
    public typealias PersistedType = RLMObject
}
