import RealmStore

/// The classes of objects as far as the objects show them.
struct ClassSketches {
    private var classes: [RowSketch] = []

    /// Notes an object.
    mutating func add(_ record: ImportRecord, of name: String) {
        let position = classes.firstIndex { $0.className == name } ?? classes.count
        if position == classes.count { classes.append(RowSketch(of: name)) }
        classes[position].add(record)
    }

    /// Notes objects of a text; tells where one begins that has to be looked at by an exact reader: see `SketchReader`.
    mutating func readOn(_ reader: inout some SketchReader) -> (offset: Int, line: Int)? { reader.next(&classes) }

    /// The schema with keys and links as they are told.
    ///
    /// - Throws: `badSchema`.
    func schema(_ hints: RealmImporter.SchemaHints) throws -> Schema {
        try check(hints)
        return Schema(
            try classes.map { sketch in
                let name = sketch.className
                let named = hints.primaryKeys[name]
                let key = named ?? hints.primaryKey.flatMap { sketch.property($0) == nil ? nil : $0 }
                let properties = sketch.properties.map { property in
                    sketch.property(property, link: hints.links["\(name).\(property.name)"])
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
        func sketch(_ name: String) -> RowSketch? { classes.first { $0.className == name } }
        for name in hints.primaryKeys.keys where sketch(name) == nil {
            throw RLMError(.badSchema, "There are no objects of class '\(name)'.")
        }
        for (place, target) in hints.links.sorted(by: { $0.key < $1.key }) {
            guard sketch(target) != nil else {
                throw RLMError(.badSchema, "'\(place)' cannot link to '\(target)', of which there are no objects.")
            }
            let parts = place.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2, sketch(parts[0])?.property(parts[1]) != nil else {
                throw RLMError(.badSchema, "There is no property '\(place)' to be a link.")
            }
        }
    }
}
