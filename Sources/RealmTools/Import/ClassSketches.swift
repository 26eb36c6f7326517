import RealmStore

/// The classes of objects as far as the objects show them.
struct ClassSketches {
    private var names: [String] = []
    private var classes: [String: ClassSketch] = [:]

    mutating func add(_ record: ImportRecord, of name: String) {
        if classes[name] == nil {
            classes[name] = ClassSketch()
            names.append(name)
        }
        classes[name]?.add(record)
    }

    /// The schema with keys and links as they are told.
    ///
    /// - Throws: `badSchema`.
    func schema(_ hints: RealmImporter.SchemaHints) throws -> Schema {
        try check(hints)
        return Schema(
            try names.map { name in
                let sketch = classes[name] ?? ClassSketch()
                let named = hints.primaryKeys[name]
                let key = named ?? hints.primaryKey.flatMap { sketch.has($0) ? $0 : nil }
                let properties = sketch.names.map { property in
                    sketch.property(property, link: hints.links["\(name).\(property)"])
                }
                if let key {
                    guard let found = properties.first(where: { $0.name == key }) else {
                        throw RLMError(.badSchema, "Class '\(name)' has no property '\(key)' to be its primary key.")
                    }
                    guard [.int, .string, .objectId, .UUID].contains(found.type), !found.isCollection else {
                        throw RLMError(
                            .badSchema, "Property '\(name).\(key)' has values that cannot be those of a primary key.")
                    }
                }
                return ObjectSchema(className: name, properties: properties, primaryKey: key)
            })
    }

    private func check(_ hints: RealmImporter.SchemaHints) throws {
        for name in hints.primaryKeys.keys where classes[name] == nil {
            throw RLMError(.badSchema, "There are no objects of class '\(name)'.")
        }
        for (place, target) in hints.links.sorted(by: { $0.key < $1.key }) {
            guard classes[target] != nil else {
                throw RLMError(.badSchema, "'\(place)' cannot link to '\(target)', of which there are no objects.")
            }
            let parts = place.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2, classes[parts[0]]?.has(parts[1]) == true else {
                throw RLMError(.badSchema, "There is no property '\(place)' to be a link.")
            }
        }
    }
}

/// A class as far as its objects show it.
private struct ClassSketch {
    /// Of the properties, in the order in which they were met.
    private(set) var names: [String] = []
    private var properties: [String: PropertySketch] = [:]
    private var objectCount = 0

    func has(_ name: String) -> Bool { properties[name] != nil }

    mutating func add(_ record: ImportRecord) {
        objectCount += 1
        for member in record.members {
            let name = String(decoding: member.name, as: UTF8.self)
            if name == "_class" || name == "_key" { continue }
            if properties[name] == nil {
                properties[name] = PropertySketch()
                names.append(name)
            }
            properties[name]?.add(member.value)
        }
    }

    /// - Parameter link: the class that the property leads to.
    func property(_ name: String, link: String?) -> Property {
        let sketch = properties[name] ?? PropertySketch()
        return sketch.property(name, isAlwaysThere: sketch.count == objectCount, link: link)
    }
}
