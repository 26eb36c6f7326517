/// One class: its name and its properties.
@frozen public struct ObjectSchema: Sendable {
    /// The class's name, without the prefix of its table.
    public let className: String
    /// The properties, in the order of the file. Computed ones (linking objects) are not among them.
    public let properties: [Property]
    /// True for a class whose objects are owned by one other object each.
    public let isEmbedded: Bool
    /// True for a class of write-only objects, which only synchronised files have.
    public let isAsymmetric: Bool
    /// Linking objects: found by name only.
    let computed: [Property]
    /// The Swift class, if the program declares one.
    let objectType: AnyClass?

    /// Creates a class for a schema made at run time.
    ///
    /// - Parameters:
    ///   - className: the name of the class.
    ///   - properties: the properties, in the order of the file.
    ///   - primaryKey: the name of one of the properties, or nil. Traps for any other name.
    ///   - isEmbedded: whether its objects belong to one other object each.
    public init(className: String, properties: [Property], primaryKey: String? = nil, isEmbedded: Bool = false) {
        if let primaryKey {
            precondition(
                properties.contains { $0.name == primaryKey },
                "the primary key '\(primaryKey)' is no property of class '\(className)'")
        }
        self.init(
            className: className,
            properties: properties.map { $0.name == primaryKey ? $0.asPrimaryKey() : $0 },
            isEmbedded: isEmbedded, isAsymmetric: false)
    }

    package init(
        className: String, properties: [Property], isEmbedded: Bool, isAsymmetric: Bool, computed: [Property] = [],
        objectType: AnyClass? = nil
    ) {
        self.className = className
        self.properties = properties
        self.isEmbedded = isEmbedded
        self.isAsymmetric = isAsymmetric
        self.computed = computed
        self.objectType = objectType
    }

    /// The primary key, or nil if the class has none.
    public var primaryKeyProperty: Property? { properties.first { $0.isPrimaryKey } }

    /// The property of that name, or nil; linking objects are found, too.
    ///
    /// - Complexity: O(number of properties)
    public subscript(propertyName: String) -> Property? {
        properties.first { $0.name == propertyName } ?? computed.first { $0.name == propertyName }
    }
}

extension ObjectSchema: Equatable {
    /// Equal in name, kind and properties in order.
    public static func == (lhs: ObjectSchema, rhs: ObjectSchema) -> Bool {
        lhs.className == rhs.className && lhs.properties == rhs.properties && lhs.isEmbedded == rhs.isEmbedded
            && lhs.isAsymmetric == rhs.isAsymmetric
    }
}

extension ObjectSchema: CustomStringConvertible {
    /// The class's name and its properties, indented, as the SDK prints them.
    public var description: String {
        "\(className) {\n" + properties.map { indented($0.description) + "\n" }.joined() + "}"
    }
}

/// Each line of `text` after a tab.
func indented(_ text: String) -> String {
    // By bytes: nested texts are indented once for each level, and iterating over characters is slow.
    var indented = [UInt8(ascii: "\t")]
    for byte in text.utf8 {
        indented.append(byte)
        if byte == UInt8(ascii: "\n") { indented.append(UInt8(ascii: "\t")) }
    }
    return String(decoding: indented, as: UTF8.self)
}
