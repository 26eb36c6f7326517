/// The changes between two schemas, in the words of the SDK.
///
/// Source: file format, history and schema, "Comparing" and "Modes" (messages).
enum SchemaDifference {
    static func lines(from old: Schema, to new: Schema) -> [String] {
        var lines: [String] = []
        for schema in new.objectSchema {
            guard let before = old[schema.className] else {
                lines.append("Class '\(schema.className)' has been added.")
                continue
            }
            lines += changes(from: before, to: schema)
        }
        lines += old.objectSchema.filter { new[$0.className] == nil }.map {
            "Class '\($0.className)' has been removed."
        }
        return lines
    }

    private static func changes(from old: ObjectSchema, to new: ObjectSchema) -> [String] {
        let name = new.className
        var lines: [String] = []
        if kind(old) != kind(new) {
            lines.append("Class '\(name)' has been changed from \(kind(old)) to \(kind(new)).")
        }
        for property in new.properties {
            guard let before = old[property.name] else {
                lines.append("Property '\(name).\(property.name)' has been added.")
                continue
            }
            lines += changes(from: before, to: property, "\(name).\(property.name)")
        }
        for property in old.properties where new[property.name] == nil {
            lines.append("Property '\(name).\(property.name)' has been removed.")
        }
        switch (old.primaryKeyProperty?.name, new.primaryKeyProperty?.name) {
        case (nil, nil): break
        case (nil, _): lines.append("Primary Key for class '\(name)' has been added.")
        case (_, nil): lines.append("Primary Key for class '\(name)' has been removed.")
        case (let old?, let new?) where old != new:
            lines.append("Primary Key for class '\(name)' has changed from '\(old)' to '\(new)'.")
        default: break
        }
        return lines
    }

    private static func changes(from old: Property, to new: Property, _ place: String) -> [String] {
        if required(old) != required(new) {
            return ["Property '\(place)' has been changed from '\(required(old))' to '\(required(new))'."]
        }
        var lines: [String] = []
        if old.isOptional != new.isOptional {
            lines.append("Property '\(place)' has been made \(new.isOptional ? "optional" : "required").")
        }
        if old.isIndexed != new.isIndexed {
            lines.append("Property '\(place)' has been made \(new.isIndexed ? "indexed" : "unindexed").")
        }
        if old.isFullTextIndexed != new.isFullTextIndexed {
            let change = new.isFullTextIndexed ? "indexed" : "unindexed"
            lines.append("Property '\(place)' has been made \(change) for full-text search.")
        }
        return lines
    }

    private static func kind(_ schema: ObjectSchema) -> String {
        schema.isEmbedded ? "Embedded" : schema.isAsymmetric ? "Asymmetric" : "TopLevel"
    }

    /// The type in the SDK's words, whether optional or not.
    private static func required(_ property: Property) -> String {
        let name =
            switch property.type {
            case .object: "<\(property.objectClassName ?? "")>"
            case .decimal128: "decimal"
            case .objectId: "object id"
            default: property.type.name
            }
        if property.isArray { return "array<\(name)>" }
        if property.isSet { return "set<\(name)>" }
        return property.isMap ? "dictionary<string, \(name)>" : name
    }
}
