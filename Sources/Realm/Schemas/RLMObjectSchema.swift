import RealmStore

/// A class of objects.
public final class RLMObjectSchema: NSObject, NSCopying {
    /// The same in the Swift API.
    package let schema: ObjectSchema

    package init(_ schema: ObjectSchema) { self.schema = schema }

    /// The stored properties, in the order of their declaration.
    public var properties: [RLMProperty] { schema.properties.map(RLMProperty.init) }

    /// The name of the class.
    public var className: String { schema.className }

    /// The primary key, or nil.
    public var primaryKeyProperty: RLMProperty? { schema.primaryKeyProperty.map(RLMProperty.init) }

    /// True for a class whose objects each belong to another object.
    public var isEmbedded: Bool { schema.isEmbedded }

    /// True for a class whose objects are only sent to a server, which no longer exists.
    public var isAsymmetric: Bool { schema.isAsymmetric }

    /// The property of that name, also a computed one, or nil.
    public subscript(propertyName: String) -> RLMProperty? { schema[propertyName].map(RLMProperty.init) }

    /// True for the same class with the same properties.
    public func isEqual(to objectSchema: RLMObjectSchema) -> Bool { schema == objectSchema.schema }

    /// True for the same class with the same properties.
    public override func isEqual(_ object: Any?) -> Bool { (object as? RLMObjectSchema).map(isEqual(to:)) ?? false }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { className.hashValue }

    /// The same object: a description does not change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The class with its properties.
    public override var description: String { schema.description }
}
