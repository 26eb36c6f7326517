import RealmStore

/// A property of a class.
public final class RLMProperty: NSObject {
    /// The same in the Swift API.
    package let property: Property

    package init(_ property: Property) { self.property = property }

    /// The name of the property.
    public var name: String { property.name }

    /// The type of the value, or of a collection's elements.
    public var type: RLMPropertyType { property.type }

    /// True if the property has a search index, as every primary key does.
    public var indexed: Bool { property.isIndexed }

    /// The class of linked objects; nil for values.
    public var objectClassName: String? { property.objectClassName }

    /// For linking objects, the property that links here; nil for others.
    public var linkOriginPropertyName: String? { property.originProperty }

    /// True if the value, or elements, may be nil.
    public var optional: Bool { property.isOptional }

    /// True for a list.
    public var array: Bool { property.isArray }

    /// True for a set.
    public var set: Bool { property.isSet }

    /// True for a dictionary.
    public var dictionary: Bool { property.isMap }

    /// True for a list, a set or a dictionary.
    public var collection: Bool { property.isCollection }

    /// True for the same name, type and options.
    public func isEqual(to property: RLMProperty) -> Bool { self.property == property.property }

    /// True for the same name, type and options.
    public override func isEqual(_ object: Any?) -> Bool { (object as? RLMProperty).map(isEqual(to:)) ?? false }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { name.hashValue }

    /// The name, type and options.
    public override var description: String { property.description }
}

/// A property of a class: the origin of linking objects.
public final class RLMPropertyDescriptor: NSObject {
    /// The class that has the property.
    public let objectClass: AnyClass
    /// The name of the property.
    public let propertyName: String

    /// Names a property of a class.
    public init(with objectClass: AnyClass, propertyName: String) {
        self.objectClass = objectClass
        self.propertyName = propertyName
    }
}
