/// The statements of a model class about its properties apart from their declarations: those that apps override in
/// their classes.
package struct ClassTraits {
    package var primaryKey: String?
    package var indexedProperties: [String] = []
    package var ignoredProperties: [String] = []
    /// Properties that do not accept nil, whatever their type.
    package var requiredProperties: [String] = []
    /// The property that links here, by names of linking-objects properties.
    package var origins: [String: LinkOrigin] = [:]
    /// Names in the file by names of properties, if they differ.
    package var propertiesMapping: [String: String] = [:]
    /// Whether the class gives its new objects values beside the declarations of its properties.
    package var hasOwnDefaults = false
    /// Whether the class is left out of Realms whose configuration lists no classes.
    package var isLeftOut = false

    package init() {}
}

/// The class and property that a model class names as the origin of its linking objects.
package struct LinkOrigin {
    package let type: AnyClass
    package let property: String

    package init(_ type: AnyClass, _ property: String) { (self.type, self.property) = (type, property) }
}

/// A base class of model classes. The engine uses only this: the overridable methods differ between families of
/// classes.
package protocol ModelBase: RLMObjectBase {
    static var classTraits: ClassTraits { get }
    /// The base class itself, which describes no objects.
    static var family: any ModelBase.Type { get }
    /// The class of accessors of objects for which the program declares no class of this family.
    static var dynamicType: RLMObjectBase.Type { get }
}

extension RLMObjectBase {
    /// The statements of the class about itself; empty for one outside of the families.
    static var knownTraits: ClassTraits { (self as? any ModelBase.Type)?.classTraits ?? ClassTraits() }

    /// The class of accessors that read by name; of dynamic objects outside of the families.
    static var knownDynamicType: RLMObjectBase.Type { (self as? any ModelBase.Type)?.dynamicType ?? DynamicObject.self }

    /// True for the base class of a family, and for classes whose objects are read by name only.
    static var isWithoutProperties: Bool {
        guard let base = self as? any ModelBase.Type else { return self == RLMObjectBase.self }
        return self == base.family || self == base.dynamicType
    }
}
