/// One difference between the schema of a file and the schema that it is to get.
///
/// Properties are compared by name, in any order. Classes that exist only in the file are not a difference. Source:
/// file-format/schema.md, "Comparing schemas".
package enum SchemaChange {
    case addClass(ObjectSchema)
    /// Between top-level and embedded.
    case changeKind(ObjectSchema, from: ObjectSchema)
    case addProperty(Property, of: String)
    case removeProperty(Property, of: String)
    /// The base type, the linked class or the kind of collection differ.
    case changeType(Property, from: Property, of: String)
    case makeOptional(Property, of: String)
    case makeRequired(Property, of: String)
    /// A general search index is added or removed, including that of a primary key.
    case changeIndex(Property, of: String)
    case changeFullTextIndex(Property, of: String)
    case changePrimaryKey(to: Property?, from: Property?, of: String)

    /// The changes from one schema to another, class by class.
    package static func all(from old: Schema, to new: Schema) -> [SchemaChange] {
        new.objectSchema.flatMap { schema -> [SchemaChange] in
            guard let before = old[schema.className] else { return [.addClass(schema)] }
            return changes(from: before, to: schema)
        }
    }

    private static func changes(from old: ObjectSchema, to new: ObjectSchema) -> [SchemaChange] {
        let name = new.className
        var changes: [SchemaChange] = []
        if old.kindName != new.kindName { changes.append(.changeKind(new, from: old)) }
        let (oldProperties, newProperties) = (old.propertiesByName, new.propertiesByName)
        for property in new.properties {
            guard let before = oldProperties[property.name] else {
                changes.append(.addProperty(property, of: name))
                continue
            }
            changes += self.changes(from: before, to: property, of: name)
        }
        for property in old.properties where newProperties[property.name] == nil {
            changes.append(.removeProperty(property, of: name))
        }
        if old.primaryKeyProperty?.name != new.primaryKeyProperty?.name {
            changes.append(.changePrimaryKey(to: new.primaryKeyProperty, from: old.primaryKeyProperty, of: name))
        }
        return changes
    }

    private static func changes(from old: Property, to new: Property, of name: String) -> [SchemaChange] {
        if old.requiredTypeName != new.requiredTypeName { return [.changeType(new, from: old, of: name)] }
        var changes: [SchemaChange] = []
        if old.isOptional != new.isOptional {
            changes.append(new.isOptional ? .makeOptional(new, of: name) : .makeRequired(new, of: name))
        }
        if old.isIndexed != new.isIndexed { changes.append(.changeIndex(new, of: name)) }
        if old.isFullTextIndexed != new.isFullTextIndexed { changes.append(.changeFullTextIndex(new, of: name)) }
        return changes
    }

    /// Whether objects may have to change, which requires a higher schema version.
    var needsMigration: Bool {
        switch self {
        case .addClass, .changeIndex, .changeFullTextIndex: false
        default: true
        }
    }

    /// Whether it is made before a migration function runs, which needs the properties of both schemas.
    var comesFirst: Bool {
        switch self {
        case .addClass, .addProperty, .changeType, .makeOptional, .makeRequired: true
        default: false
        }
    }

    /// Whether a file with the old schema cannot even be read with the new one. A missing class has no objects.
    var preventsReading: Bool {
        switch self {
        case .addClass, .changeIndex, .changeFullTextIndex, .changeKind, .removeProperty: false
        default: true
        }
    }
}

extension SchemaChange: CustomStringConvertible {
    /// The change in the words of the SDK. Source: file-format/schema.md, "Schema modes".
    package var description: String {
        switch self {
        case .addClass(let schema): "Class '\(schema.className)' has been added."
        case .changeKind(let new, let old):
            "Class '\(new.className)' has been changed from \(old.kindName) to \(new.kindName)."
        case .addProperty(let property, let name): "Property '\(name).\(property.name)' has been added."
        case .removeProperty(let property, let name): "Property '\(name).\(property.name)' has been removed."
        case .changeType(let new, let old, let name):
            "Property '\(name).\(new.name)' has been changed from '\(old.requiredTypeName)' to "
                + "'\(new.requiredTypeName)'."
        case .makeOptional(let property, let name): "Property '\(name).\(property.name)' has been made optional."
        case .makeRequired(let property, let name): "Property '\(name).\(property.name)' has been made required."
        case .changeIndex(let property, let name):
            "Property '\(name).\(property.name)' has been made \(property.isIndexed ? "indexed" : "unindexed")."
        case .changeFullTextIndex(let property, let name):
            "Property '\(name).\(property.name)' has been made "
                + "\(property.isFullTextIndexed ? "indexed" : "unindexed") for full-text search."
        case .changePrimaryKey(nil, _, let name): "Primary Key for class '\(name)' has been removed."
        case .changePrimaryKey(_, nil, let name): "Primary Key for class '\(name)' has been added."
        case .changePrimaryKey(let new?, let old?, let name):
            "Primary Key for class '\(name)' has changed from '\(old.name)' to '\(new.name)'."
        }
    }
}

extension ObjectSchema {
    fileprivate var propertiesByName: [String: Property] {
        Dictionary((properties + computed).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    fileprivate var kindName: String { isEmbedded ? "Embedded" : isAsymmetric ? "Asymmetric" : "TopLevel" }
}

extension Property {
    /// The type in the SDK's words, whether optional or not.
    var requiredTypeName: String {
        let name =
            switch type {
            case .object: "<\(objectClassName ?? "")>"
            case .decimal128: "decimal"
            case .objectId: "object id"
            default: type.name
            }
        if isArray { return "array<\(name)>" }
        if isSet { return "set<\(name)>" }
        return isMap ? "dictionary<string, \(name)>" : name
    }
}
