import RealmStore

/// The classes of a Realm.
public final class RLMSchema: NSObject, NSCopying {
    /// The same in the Swift API.
    package let schema: Schema

    package init(_ schema: Schema) { self.schema = schema }

    /// The classes, by name.
    public var objectSchema: [RLMObjectSchema] { schema.objectSchema.map(RLMObjectSchema.init) }

    /// The class of that name, or nil.
    public func schema(forClassName className: String) -> RLMObjectSchema? {
        schema[className].map(RLMObjectSchema.init)
    }

    /// The class of that name. Traps if there is none.
    public subscript(className: String) -> RLMObjectSchema {
        guard let found = schema(forClassName: className) else {
            misuse("Class '\(className)' is not in this schema, which has \(schema.objectSchema.map(\.className)).")
        }
        return found
    }

    /// True for the same classes.
    public func isEqual(to schema: RLMSchema) -> Bool { self.schema == schema.schema }

    /// True for the same classes.
    public override func isEqual(_ object: Any?) -> Bool { (object as? RLMSchema).map(isEqual(to:)) ?? false }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { schema.objectSchema.map(\.className).hashValue }

    /// The same object: a schema does not change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// All classes with their properties.
    public override var description: String { schema.description }
}
