/// The classes of a Realm. SDK name: `Schema`.
@frozen public struct Schema: Sendable {
    /// The classes, ascending by the bytes of their names.
    public let objectSchema: [ObjectSchema]

    /// A schema made at run time; the order of the classes does not matter.
    public init(_ objectSchema: [ObjectSchema]) {
        self.objectSchema = objectSchema.sorted { $0.className.utf8.lexicographicallyPrecedes($1.className.utf8) }
    }

    /// The class of that name, or nil.
    ///
    /// - Complexity: O(number of classes)
    public subscript(className: String) -> ObjectSchema? { objectSchema.first { $0.className == className } }
}

extension Schema {
    /// True if the schemas have the same classes with the same properties, in whatever order.
    func isEqualIgnoringOrder(to other: Schema) -> Bool {
        func sorted(_ schema: Schema) -> [ObjectSchema] {
            schema.objectSchema.map { objects in
                ObjectSchema(
                    className: objects.className,
                    properties: objects.properties.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) },
                    isEmbedded: objects.isEmbedded, isAsymmetric: objects.isAsymmetric)
            }
        }
        return sorted(self) == sorted(other)
    }
}

extension Schema: Equatable {
    /// Equal in all classes, whatever their order. SDK name: `Schema.==`.
    public static func == (lhs: Schema, rhs: Schema) -> Bool { lhs.objectSchema == rhs.objectSchema }
}

extension Schema: CustomStringConvertible {
    /// The classes and their properties, indented, as the SDK prints them.
    public var description: String {
        "Schema {\n" + objectSchema.map { indented($0.description) + "\n" }.joined() + "}"
    }
}
