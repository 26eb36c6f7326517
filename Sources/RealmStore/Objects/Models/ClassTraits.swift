/// The statements of a model class about its properties apart from their declarations: those that apps override in
/// their classes.
package struct ClassTraits {
    package var primaryKey: String?
    package var indexedProperties: [String] = []
    package var ignoredProperties: [String] = []
    /// Names in the file by names of properties, if they differ.
    package var propertiesMapping: [String: String] = [:]
    /// Whether the class is left out of Realms whose configuration lists no classes.
    package var isLeftOut = false

    package init() {}
}

/// A base class of model classes. The engine uses only this: the overridable methods differ between families of
/// classes.
package protocol ModelBase: RLMObjectBase {
    static var classTraits: ClassTraits { get }
}

extension RLMObjectBase {
    /// The statements of the class about itself; empty for one outside of the families.
    static var knownTraits: ClassTraits { (self as? any ModelBase.Type)?.classTraits ?? ClassTraits() }
}
