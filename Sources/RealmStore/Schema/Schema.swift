/// The classes of a Realm.
@frozen public struct Schema: Sendable {
    /// The classes, ascending by the bytes of their names.
    public let objectSchema: [ObjectSchema]

    /// Creates a schema at run time; the order of the classes does not matter.
    public init(_ objectSchema: [ObjectSchema]) {
        self.objectSchema = objectSchema.sorted { $0.className.utf8.lexicographicallyPrecedes($1.className.utf8) }
    }

    /// The class of that name, or nil.
    ///
    /// - Complexity: O(number of classes)
    public subscript(className: String) -> ObjectSchema? { objectSchema.first { $0.className == className } }
}

extension Schema {
    /// The classes and properties of this schema that also exist in `stored`, in the order of this one.
    func limited(to stored: Schema) -> Schema {
        Schema(
            objectSchema.compactMap { schema in
                guard let found = stored[schema.className] else { return nil }
                let names = Set((found.properties + found.computed).map(\.name))
                return ObjectSchema(
                    className: schema.className, properties: schema.properties.filter { names.contains($0.name) },
                    isEmbedded: found.isEmbedded, isAsymmetric: found.isAsymmetric)
            })
    }
}

extension Schema: Equatable {
    /// Equal in all classes, in any order.
    public static func == (lhs: Schema, rhs: Schema) -> Bool { lhs.objectSchema == rhs.objectSchema }
}

extension Schema: CustomStringConvertible {
    /// The classes and their properties, indented, as the SDK prints them.
    public var description: String {
        "Schema {\n" + objectSchema.map { indented($0.description) + "\n" }.joined() + "}"
    }
}
