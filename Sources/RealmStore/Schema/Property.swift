/// One property of a class.
@frozen public struct Property: Sendable {
    /// The name in the program.
    public let name: String
    /// The name in the file; the same unless the class maps it.
    public let columnName: String
    /// The type of the value, or of a collection's elements.
    public let type: PropertyType
    /// The class of linked objects; nil for other types.
    public let objectClassName: String?
    /// True if the value (of a collection: its elements) may be nil. Links are always optional, but not in lists and
    /// sets; a mixed value is never optional here, since it can hold nil by itself.
    public let isOptional: Bool
    /// True for a `List`.
    public let isArray: Bool
    /// True for a `MutableSet`.
    public let isSet: Bool
    /// True for a `Map`.
    public let isMap: Bool
    /// True if values are found through a search index; always so for primary keys.
    public let isIndexed: Bool
    /// True if words are found through a full-text index.
    public let isFullTextIndexed: Bool
    /// True for the primary key of its class.
    public let isPrimaryKey: Bool
    /// For linking objects, the property that links here.
    package let originProperty: String?

    /// Creates a property for a schema made at run time.
    ///
    /// - Parameters:
    ///   - name: the name in the file, at most 63 bytes of UTF-8.
    ///   - type: the type of the value, or of a collection's elements.
    ///   - objectClassName: the class of linked objects, for type `object`.
    ///   - isOptional: must be true for a link and for a map of links, false for lists and sets of links; has no effect
    ///     for mixed values.
    ///   - isArray: true for a list.
    ///   - isSet: true for a set.
    ///   - isMap: true for a map with string keys.
    ///   - isIndexed: whether it has a search index.
    public init(
        name: String, type: PropertyType, objectClassName: String? = nil, isOptional: Bool = false,
        isArray: Bool = false, isSet: Bool = false, isMap: Bool = false, isIndexed: Bool = false
    ) {
        self.init(
            name: name, type: type, objectClassName: objectClassName, isOptional: isOptional && type != .any,
            isArray: isArray, isSet: isSet, isMap: isMap, isIndexed: isIndexed, isFullTextIndexed: false,
            isPrimaryKey: false)
    }

    package init(
        name: String, columnName: String? = nil, type: PropertyType, objectClassName: String?, isOptional: Bool,
        isArray: Bool, isSet: Bool, isMap: Bool, isIndexed: Bool, isFullTextIndexed: Bool, isPrimaryKey: Bool,
        originProperty: String? = nil
    ) {
        self.name = name
        self.columnName = columnName ?? name
        self.type = type
        self.objectClassName = objectClassName
        self.isOptional = isOptional
        self.isArray = isArray
        self.isSet = isSet
        self.isMap = isMap
        self.isIndexed = isIndexed || isPrimaryKey
        self.isFullTextIndexed = isFullTextIndexed
        self.isPrimaryKey = isPrimaryKey
        self.originProperty = originProperty
    }

    /// True for a list, set or map.
    public var isCollection: Bool { isArray || isSet || isMap }

    /// True for a type that a primary key may have.
    package var canBePrimaryKey: Bool { !isCollection && [.int, .string, .objectId, .UUID].contains(type) }

    /// The same property under its name in the file.
    var asStored: Property {
        Property(
            name: columnName, type: type, objectClassName: objectClassName, isOptional: isOptional, isArray: isArray,
            isSet: isSet, isMap: isMap, isIndexed: isIndexed, isFullTextIndexed: isFullTextIndexed,
            isPrimaryKey: isPrimaryKey)
    }

    /// The same property as the primary key of its class.
    package func asPrimaryKey() -> Property {
        Property(
            name: name, columnName: columnName, type: type, objectClassName: objectClassName, isOptional: isOptional,
            isArray: isArray, isSet: isSet, isMap: isMap, isIndexed: true,
            isFullTextIndexed: isFullTextIndexed, isPrimaryKey: true)
    }
}

extension Property: Equatable {
    /// Equal in name, type and every flag.
    public static func == (lhs: Property, rhs: Property) -> Bool {
        lhs.name == rhs.name && lhs.columnName == rhs.columnName && lhs.type == rhs.type
            && lhs.objectClassName == rhs.objectClassName && lhs.isOptional == rhs.isOptional
            && lhs.isArray == rhs.isArray && lhs.isSet == rhs.isSet && lhs.isMap == rhs.isMap
            && lhs.isIndexed == rhs.isIndexed && lhs.isFullTextIndexed == rhs.isFullTextIndexed
            && lhs.isPrimaryKey == rhs.isPrimaryKey
    }
}

extension Property: CustomStringConvertible {
    /// Name and attributes, a line each, as the SDK prints them.
    public var description: String {
        var lines = ["type = \(type == .objectId ? "object id" : type.name);"]
        if let objectClassName {
            lines.append("objectClassName = \(objectClassName);")
            if type == .object { lines.append("linkOriginPropertyName = (null);") }
        }
        lines.append("columnName = \(columnName);")
        let flags = [
            ("indexed", isIndexed), ("isPrimary", isPrimaryKey), ("array", isArray), ("set", isSet),
            ("dictionary", isMap), ("optional", isOptional),
        ]
        lines += flags.map { "\($0.0) = \($0.1 ? "YES" : "NO");" }
        return "\(name) {\n" + lines.map { "\t\($0)\n" }.joined() + "}"
    }
}
