/// What a model class says of its properties beside their declarations: what apps override in their classes.
package struct ClassTraits {
    package var primaryKey: String?
    package var indexedProperties: [String] = []
    package var ignoredProperties: [String] = []
    /// Names in the file by names of properties, where they differ.
    package var propertiesMapping: [String: String] = [:]
    /// Whether Realms that list no classes leave the class out.
    package var isLeftOut = false

    package init() {}
}

/// A base class of model classes. The engine asks it alone: what apps override differs between families of classes.
package protocol ModelBase: RLMObjectBase {
    static var classTraits: ClassTraits { get }
}

extension RLMObjectBase {
    /// What the class says of itself; nothing for one of no family.
    static var knownTraits: ClassTraits { (self as? any ModelBase.Type)?.classTraits ?? ClassTraits() }
}
