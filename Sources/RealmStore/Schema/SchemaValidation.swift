/// Checks a schema before its tables are created, and collects all problems, in the words of the SDK.
///
/// Source: file-format/schema.md, "Validation of the wanted schema".
package struct SchemaValidation {
    private let schema: Schema
    private var problems: [String] = []

    package static let longestClassName = NameEditor.maximumByteCount - Table.classPrefix.utf8.count
    package static let longestPropertyName = NameEditor.maximumByteCount

    /// A line for each problem; empty if the schema is valid.
    package static func problems(of schema: Schema) -> [String] {
        var validation = SchemaValidation(schema)
        validation.checkClasses()
        if validation.problems.isEmpty { validation.checkCycles() }
        return validation.problems
    }

    private init(_ schema: Schema) { self.schema = schema }

    private mutating func checkClasses() {
        var last: String?
        for objects in schema.objectSchema {
            let name = objects.className
            if name == last { problems.append("Type '\(name)' appears more than once in the schema.") }
            last = name
            if objects.isAsymmetric { problems.append("Asymmetric table '\(name)' not allowed in a local Realm") }
            if name.utf8.count > SchemaValidation.longestClassName { problems.append("Name too long: '\(name)'.") }
            checkNames(of: objects)
            checkPrimaryKeys(of: objects)
            for property in objects.properties {
                checkType(property, "\(name).\(property.name)")
                checkIndexes(property, "\(name).\(property.name)")
            }
        }
    }

    private mutating func checkNames(of objects: ObjectSchema) {
        let type = objects.className
        var seen = Set<String>()
        for name in objects.properties.map(\.name) {
            if !seen.insert(name).inserted {
                problems.append("Property '\(name)' appears more than once in the schema for type '\(type)'.")
            }
            if name.isEmpty { problems.append("A property of type '\(type)' has no name.") }
            if name.utf8.count > SchemaValidation.longestPropertyName {
                problems.append("Name too long: '\(type).\(name)'.")
            }
        }
    }

    private mutating func checkPrimaryKeys(of objects: ObjectSchema) {
        let keys = objects.properties.filter(\.isPrimaryKey)
        if let first = keys.first {
            for other in keys.dropFirst() {
                problems.append(
                    "Properties '\(other.name)' and '\(first.name)' are both marked as the primary key of "
                        + "'\(objects.className)'.")
            }
            if objects.isEmbedded {
                problems.append("Embedded object type '\(objects.className)' cannot have a primary key.")
            }
        }
        for key in keys where !key.canBePrimaryKey {
            problems.append(
                "Property '\(objects.className).\(key.name)' of type '\(typeName(key))' cannot be made the primary "
                    + "key.")
        }
    }

    private mutating func checkType(_ property: Property, _ place: String) {
        let subject = "Property '\(place)' of type '\(typeName(property))'"
        if [property.isArray, property.isSet, property.isMap].filter({ $0 }).count > 1 {
            problems.append("Property '\(place)' can be only one of list, set and map.")
        }
        guard property.type == .object else {
            if property.objectClassName != nil { problems.append("\(subject) cannot have an object type.") }
            if property.type == .linkingObjects {
                problems.append("\(subject) is computed and cannot be stored.")
            }
            return
        }
        let name = property.objectClassName ?? ""
        let target = schema[name]
        if target == nil { problems.append("\(subject) has unknown object type '\(name)'") }
        if target?.isAsymmetric == true { problems.append("\(subject) cannot be a link to an asymmetric object.") }
        if target?.isEmbedded == true, property.isSet {
            problems.append(
                "Set property '\(place)' cannot contain embedded object type '\(name)'. Set semantics are not "
                    + "applicable to embedded objects.")
        }
        if property.isArray || property.isSet {
            if property.isOptional { problems.append("\(subject) cannot be nullable.") }
        } else if !property.isOptional {
            problems.append("\(subject) must be nullable.")
        }
    }

    private mutating func checkIndexes(_ property: Property, _ place: String) {
        let subject = "Property '\(place)' of type '\(typeName(property))'"
        if property.isIndexed, !property.isPrimaryKey, !canBeIndexed(property) {
            problems.append("\(subject) cannot be indexed.")
        }
        guard property.isFullTextIndexed else { return }
        if property.type != .string || property.isCollection || property.isPrimaryKey {
            problems.append("\(subject) cannot be indexed for full-text search.")
        } else if property.isIndexed {
            problems.append("\(subject) cannot have both a general and a full-text index.")
        }
    }

    private func canBeIndexed(_ property: Property) -> Bool {
        if property.isCollection { return property.isArray && property.type == .string }
        return ![.float, .double, .data, .decimal128, .object, .linkingObjects].contains(property.type)
    }

    private func typeName(_ property: Property) -> String {
        property.isArray ? "array" : property.isSet ? "set" : property.isMap ? "dictionary" : property.type.name
    }

    // MARK: Cycles

    /// An embedded object that could contain one of its own class would never end.
    private mutating func checkCycles() {
        for start in schema.objectSchema where start.isEmbedded {
            var seen = Set<String>()
            var pending = [(className: start.className, path: start.className)]
            while let next = pending.popLast() {
                for property in schema[next.className]?.properties ?? [] {
                    guard let target = property.objectClassName, schema[target]?.isEmbedded == true else { continue }
                    let path = "\(next.path).\(property.name)"
                    if target == start.className {
                        problems.append(
                            "Cycles containing embedded objects are not currently supported: '\(path)'")
                    } else if seen.insert(target).inserted {
                        pending.append((target, path))
                    }
                }
            }
        }
    }
}
