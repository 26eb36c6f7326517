import RealmStore

/// The schema after the steps so far, and the problems of the steps.
struct SchemaSketch {
    /// The schema after the steps so far.
    private(set) var schema: Schema
    private(set) var problems: [Diagnostic] = []
    /// The start of the step being checked.
    private var place: SourcePlace
    private let tables = SketchTables()

    init(_ schema: Schema, at place: SourcePlace) {
        self.schema = schema
        self.place = place
    }

    /// Checks one step and applies it to the schema; a step with problems may have no effect.
    mutating func apply(_ step: PlacedStep) {
        let before = (schema, problems.count)
        place = step.place
        step.step.check(&self)
        if step.isDubious { problems.removeLast(problems.count - before.1) }
        guard problems.count == before.1 else { return }
        var faults = SchemaValidation.problems(of: schema)
        if faults.isEmpty { return }
        // The schema of a file may already have problems that are not due to the step.
        let known = Set(SchemaValidation.problems(of: before.0))
        faults.removeAll(where: known.contains)
        if faults.isEmpty { return }
        if !step.isDubious { for fault in faults { problem(nil, fault) } }
        schema = before.0
    }

    // MARK: Looking up

    /// The class of that name; adds a problem if there is none.
    mutating func objects(_ name: Placed<String>) -> ObjectSchema? {
        if let found = schema[name.value] { return found }
        let near = PredicateError.suggestions(for: name.value, among: schema.objectSchema.map(\.className))
        problem(name.place, "there is no class '\(name.value)'", code: .unknownClass, suggestions: near)
        return nil
    }

    /// The property of that name; adds a problem if there is none.
    mutating func property(_ name: Placed<String>, of objects: ObjectSchema) -> Property? {
        if let found = objects[name.value] { return found }
        let near = PredicateError.suggestions(for: name.value, among: objects.properties.map(\.name))
        problem(
            name.place, "class '\(objects.className)' has no property '\(name.value)'", code: .unknownProperty,
            suggestions: near)
        return nil
    }

    /// Class and property at once.
    mutating func property(
        _ className: Placed<String>, _ name: Placed<String>
    ) -> (objects: ObjectSchema, property: Property)? {
        guard let objects = objects(className), let property = property(name, of: objects) else { return nil }
        return (objects, property)
    }

    /// The property at the end of a path, over links to single objects; adds a problem if there is none.
    mutating func property(at path: Placed<String>, of objects: ObjectSchema) -> Property? {
        if let found = objects[path.value] { return found }
        var names = path.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let last = names.removeLast()
        var objects = objects
        for name in names {
            guard let link = property(Placed(name, at: path.place), of: objects) else { return nil }
            guard let target = link.objectClassName.flatMap({ schema[$0] }), !link.isCollection else {
                problem(path.place, "'\(objects.className).\(name)' is no link to one object")
                return nil
            }
            objects = target
        }
        return property(Placed(last, at: path.place), of: objects)
    }

    // MARK: Checking

    /// Adds a problem; without a place, at the beginning of the step.
    mutating func problem(
        _ place: SourcePlace?, _ message: String, code: Diagnostic.Code = .invalid, suggestions: [String] = []
    ) {
        problems.append(Diagnostic(place ?? self.place, message, code: code, suggestions: suggestions))
    }

    /// Reports if a value does not fit a property.
    mutating func check(_ literal: DocumentLiteral, for property: Property, of className: String) {
        let name = "\(className).\(property.name)"
        if property.isCollection || (property.type == .object && literal.content != .null) {
            problem(literal.place, "'\(name)' is of type \(property.typeNotation), which is not set to a value")
        } else if case .null = literal.content, !property.canBeNull {
            problem(literal.place, "'\(name)' is required and cannot be null")
        } else if literal.value(of: property, in: ValueScratch()) == nil {
            problem(literal.place, "'\(name)' is of type \(property.typeNotation), not '\(literal.text)'")
        }
    }

    /// Reports if a condition refers to something missing from the class.
    mutating func check(_ condition: StepCondition?, on className: String) {
        guard let condition else { return }
        do {
            try tables.check(condition.predicate, on: className, of: schema)
        } catch {
            switch error {
            case .predicate(let error):
                problem(condition.place(of: error), error.message, code: .badCondition, suggestions: error.suggestions)
            case .damaged(let error): problem(nil, "\(error)")
            }
        }
    }

    /// Reports if a property cannot be set object by object: a primary key, whose values must stay unique, a
    /// collection, or an embedded object.
    ///
    /// - Returns: whether it can.
    @discardableResult
    mutating func checkCanBeSet(_ property: Property, of objects: ObjectSchema, at place: SourcePlace) -> Bool {
        let name = "\(objects.className).\(property.name)"
        if property.isPrimaryKey {
            problem(place, "'\(name)' is the primary key, whose values stay: set_primary_key to null first")
        } else if property.isOwning(in: schema) {
            problem(place, "'\(name)' is of type \(property.typeNotation), which is not set to a value")
        } else {
            return true
        }
        return false
    }

    // MARK: Changing

    /// Adds a class; adds a problem if there is one of that name.
    mutating func add(_ objects: ObjectSchema, at place: SourcePlace) {
        guard schema[objects.className] == nil else {
            return problem(place, "there is a class '\(objects.className)' already")
        }
        replace(objects)
    }

    mutating func remove(_ className: String) { schema = schema.removing(className) }

    /// Renames a class, also in the types of links.
    mutating func rename(_ className: String, to newName: String) {
        schema = schema.renaming(className, to: newName)
    }

    /// Replaces the class of the same name.
    mutating func replace(_ objects: ObjectSchema) { schema = schema.replacing(objects) }

    /// Replaces the property of that name.
    mutating func replace(_ name: String, of objects: ObjectSchema, by property: Property) {
        replace(objects.replacing(name, by: property))
    }
}
