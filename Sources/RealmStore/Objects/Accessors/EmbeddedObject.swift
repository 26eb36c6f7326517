import Foundation

/// Base class of objects that each belong to one property of another object. SDK names: `RealmSwiftEmbeddedObject`,
/// `EmbeddedObject`.
///
/// They have no primary key and are deleted with their owner, or when the property is set to another value.
open class RealmSwiftEmbeddedObject: RLMObjectBase {
    /// Creates an unmanaged object with the default values of its properties.
    public required init() { super.init() }

    /// True.
    public static override func isEmbedded() -> Bool { true }

    /// Creates an unmanaged object, filled as by `Object.init(value:)`.
    public convenience init(value: Any) {
        self.init()
        PlainValues.fill(self, from: value)
    }

    /// The Realm that the object belongs to; nil for a plain object, and for one passed to `delete(_:)`.
    ///
    /// Other accessors of a deleted object keep theirs.
    public final var realm: Realm? { managingRealm }

    /// The object's class, with its properties; without a name for an object lost in a damaged file.
    public final var objectSchema: ObjectSchema { describedClass }

    // MARK: For model classes to override

    /// Names of properties to index beside those marked with `@Persisted(indexed:)`.
    open class func indexedProperties() -> [String] { [] }

    /// Names of properties not to store; those without `@Persisted` never are.
    open class func ignoredProperties() -> [String] { [] }

    /// Names in the file by names of properties, if they differ.
    open class func propertiesMapping() -> [String: String] { [:] }

    /// Old form of `propertiesMapping()`.
    @available(*, unavailable, renamed: "propertiesMapping()")
    open class func _realmColumnNames() -> [String: String] { [:] }

    /// True for a class that is left out of Realms whose configuration lists no classes.
    open class func _realmIgnoreClass() -> Bool { false }
}

extension RealmSwiftEmbeddedObject: ModelBase {
    package static var family: any ModelBase.Type { RealmSwiftEmbeddedObject.self }
    package static var dynamicType: RLMObjectBase.Type { DynamicObject.self }

    package static var classTraits: ClassTraits {
        var traits = ClassTraits()
        traits.indexedProperties = indexedProperties()
        traits.ignoredProperties = ignoredProperties()
        traits.propertiesMapping = propertiesMapping()
        traits.isLeftOut = _realmIgnoreClass()
        return traits
    }
}

/// Base class of objects that each belong to one property of another object.
public typealias EmbeddedObject = RealmSwiftEmbeddedObject
