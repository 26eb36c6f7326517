import Foundation

/// Base class of persistent objects. SDK names: `RealmSwiftObject`, `Object`.
///
/// Subclasses are discovered automatically; every stored property is marked `@Persisted`.
open class RealmSwiftObject: RLMObjectBase {
    /// Creates an unmanaged object with the default values of its properties.
    public required init() { super.init() }

    /// Creates an unmanaged object, filled from a dictionary by property name, an array in the order of the properties,
    /// or another object.
    ///
    /// Missing properties have their default values. Dictionaries and arrays in place of objects become objects. Traps
    /// for a value that does not fit.
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

    /// The name of the primary key, for classes that do not mark it with `@Persisted(primaryKey:)`.
    open class func primaryKey() -> String? { nil }

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

extension RealmSwiftObject: ModelBase {
    package static var family: any ModelBase.Type { RealmSwiftObject.self }
    package static var dynamicType: RLMObjectBase.Type { DynamicObject.self }

    package static var classTraits: ClassTraits {
        var traits = ClassTraits()
        traits.primaryKey = primaryKey()
        traits.indexedProperties = indexedProperties()
        traits.ignoredProperties = ignoredProperties()
        traits.propertiesMapping = propertiesMapping()
        traits.isLeftOut = _realmIgnoreClass()
        return traits
    }
}

/// Base class of persistent objects.
public typealias Object = RealmSwiftObject
