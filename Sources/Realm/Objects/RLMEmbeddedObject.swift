import RealmStore

/// Base class of objects that each belong to one property of another object, in the form of Realm's Objective-C API.
///
/// They have no primary key and are deleted with their owner, or when the property is set to another value.
open class RLMEmbeddedObject: RLMObjectBase {
    /// Creates an unmanaged object with the default values of its properties.
    public required init() {
        super.init()
        DefaultValues.fill(self, Self.defaultPropertyValues)
    }

    /// True.
    public static override func isEmbedded() -> Bool { true }

    /// Creates an unmanaged object, filled as by `RLMObject.init(value:)`.
    public convenience init(value: Any) {
        self.init()
        fill(from: value)
    }

    /// The Realm that the object belongs to; nil for a plain object, and for one that was deleted through it.
    public final var realm: RLMRealm? { managingRealm.map(RLMRealm.init) }

    /// The object's class, with its properties.
    public final var objectSchema: RLMObjectSchema { RLMObjectSchema(describedClass) }

    // MARK: For model classes to override

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

    /// The value of a property, by name; see the subscript of `RLMObject`.
    open override subscript(key: String) -> Any? {
        get { shownValue(of: key) { super[key] } }
        set { super[key] = newValue }
    }

    /// The value of a property, or of "self", "realm", "objectSchema" or "invalidated".
    open override func value(forKey key: String) -> Any? { ShownValue.shown(super.value(forKey: key)) }

    /// True if `object` is the same object of the same Realm.
    public final func isEqual(to object: RLMObjectBase) -> Bool { isSameObject(as: object) }
}

extension RLMEmbeddedObject: ModelBase {
    package static var family: any ModelBase.Type { RLMEmbeddedObject.self }
    package static var dynamicType: RLMObjectBase.Type { RLMEmbeddedObject.self }

    package static var classTraits: ClassTraits {
        var traits = ClassTraits()
        traits.hasOwnDefaults = defaultPropertyValues() != nil
        traits.indexedProperties = indexedProperties()
        traits.ignoredProperties = ignoredProperties() ?? []
        traits.requiredProperties = requiredProperties()
        traits.origins = linkingObjectsProperties().mapValues { LinkOrigin($0.objectClass, $0.propertyName) }
        return traits
    }
}

extension RLMEmbeddedObject: _PersistableInsideOptional, _RealmCollectionValueInsideOptional {
    /// Stored as a link.
    public typealias PersistedType = RLMEmbeddedObject
}
