import RealmStore

/// The type of a property in a schema document: a name, `?` for optional, then the kind of collection.
enum TypeNotation {
    private static let names: [String: PropertyType] = Dictionary(
        uniqueKeysWithValues: [
            PropertyType.int, .bool, .float, .double, .string, .data, .date, .decimal128, .objectId, .UUID, .any,
        ].map { ($0.name, $0) })

    /// The names of all types, ascending.
    static var typeNames: [String] { names.keys.sorted() }

    /// Whether `name` is a type name, and so cannot be a class in a document.
    static func isTypeName(_ name: String) -> Bool { names[name] != nil }

    static func text(_ property: Property) -> String {
        let isObject = property.type == .object
        let name = isObject ? property.objectClassName ?? "" : property.type.name
        let optional = property.isOptional && !isObject ? "?" : ""
        return name + optional + (property.isArray ? "[]" : property.isSet ? "<>" : property.isMap ? "{}" : "")
    }

    /// A property of that type; nil if the text is not a type.
    static func property(_ name: String, _ text: String, isIndexed: Bool, isFullTextIndexed: Bool) -> Property? {
        var rest = Substring(text)
        func drop(_ suffix: String) -> Bool {
            guard rest.hasSuffix(suffix) else { return false }
            rest = rest.dropLast(suffix.count)
            return true
        }
        let isArray = drop("[]")
        let isSet = !isArray && drop("<>")
        let isMap = !isArray && !isSet && drop("{}")
        let isMarkedOptional = drop("?")
        guard !rest.isEmpty, !rest.contains(where: { "[]<>{}?".contains($0) }) else { return nil }
        let type = names[String(rest)] ?? .object
        if type == .any, isMarkedOptional { return nil }
        // A link is always optional, except in lists and sets, where it never is.
        if type == .object, isMarkedOptional, isArray || isSet { return nil }
        return Property(
            name: name, type: type, objectClassName: type == .object ? String(rest) : nil,
            isOptional: type == .object ? !(isArray || isSet) : isMarkedOptional,
            isArray: isArray, isSet: isSet, isMap: isMap, isIndexed: isIndexed,
            isFullTextIndexed: isFullTextIndexed, isPrimaryKey: false)
    }
}

extension Property {
    /// The type in the notation of schema documents: `string?[]`, `Dog{}`, `int` ... See `SchemaDocument`.
    public var typeNotation: String { TypeNotation.text(self) }
}
