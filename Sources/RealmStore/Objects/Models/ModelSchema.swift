/// The model classes of one Realm: those that its configuration lists, or all of the program.
struct ModelSchema {
    /// As the program declares them.
    let schema: Schema
    /// The same as a file has it, where properties have the names that classes map them to.
    let fileSchema: Schema
    private let models: [String: ModelClass]
    /// Column names by names of properties, of the classes that map some.
    private let columnNames: [String: [String: String]]

    /// No classes.
    static let none = ModelSchema()

    private init() {
        schema = Schema([])
        fileSchema = schema
        models = [:]
        columnNames = [:]
    }

    /// - Throws: `badSchema` with a line for each fault of the classes.
    init(_ types: [RLMObjectBase.Type]?) throws {
        let classes = types.map { types in types.compactMap(ModelClass.find) } ?? ModelClass.all()
        var models: [String: ModelClass] = [:]
        var problems: [String] = []
        for model in classes {
            if let other = models[model.name], other !== model {
                problems.append(
                    "Classes '\(String(reflecting: other.type))' and '\(String(reflecting: model.type))' are both "
                        + "called '\(model.name)' in the schema. List one of them in Configuration.objectTypes.")
            }
            models[model.name] = model
            problems += model.problems
        }
        self.models = models
        schema = Schema(models.values.map(\.schema))
        fileSchema = Schema(models.values.map { $0.schema.asStored })
        columnNames = models.compactMapValues { model in
            let mapped = model.properties.filter { $0.name != $0.columnName }
            return mapped.isEmpty ? nil : Dictionary(mapped.map { ($0.name, $0.columnName) }, uniquingKeysWith: { $1 })
        }
        for model in models.values { problems += ModelSchema.originProblems(of: model, models) }
        guard problems.isEmpty else { throw ModelSchema.error(problems.sorted()) }
    }

    /// Traps in place of throwing do not exist here: what an app declares wrongly is told with everything at once.
    private static func error(_ problems: [String]) -> RLMError {
        let lines = problems.map { "- \($0)" }.joined(separator: "\n")
        return RLMError(.badSchema, "Schema validation failed due to the following errors:\n\(lines)", path: nil)
    }

    private static func originProblems(of model: ModelClass, _ models: [String: ModelClass]) -> [String] {
        model.properties.filter(\.isComputed).compactMap { property in
            guard let origin = property.originProperty, let target = property.described.objectClassName else {
                return nil
            }
            let subject =
                "Property '\(target).\(origin)' declared as origin of linking objects property "
                + "'\(model.name).\(property.name)'"
            guard let source = models[target]?.property(origin) else { return "\(subject) does not exist" }
            guard source.described.type == .object else { return "\(subject) is not a link" }
            let linked = source.described.objectClassName ?? ""
            if linked != model.name { return "\(subject) links to type '\(linked)'" }
            return nil
        }
    }

    /// The Swift class of the objects of that name, or nil.
    subscript(className: String) -> ModelClass? { models[className] }

    /// How the file calls the property of a class that the program calls `name`.
    func columnName(of name: String, inClass className: String?) -> String {
        if columnNames.isEmpty { return name }
        return className.flatMap { columnNames[$0]?[name] } ?? name
    }

    var isEmpty: Bool { models.isEmpty }

    var types: [RLMObjectBase.Type] { schema.objectSchema.compactMap { models[$0.className]?.type } }
}

extension ObjectSchema {
    /// The class as a file has it.
    var asStored: ObjectSchema {
        ObjectSchema(
            className: className, properties: properties.map(\.asStored), isEmbedded: isEmbedded,
            isAsymmetric: isAsymmetric)
    }
}

extension PropertyNames {
    /// The names that model classes use.
    init(_ models: ModelSchema) {
        self.init()
        guard !models.isEmpty else { return }
        column = { property, className in
            models[className]?.property(property).flatMap { $0.isComputed ? nil : $0.columnName }
        }
        linkingObjects = { property, className in
            guard let property = models[className]?.property(property), property.isComputed,
                let source = property.described.objectClassName, let origin = property.originProperty
            else { return nil }
            return (source, models[source]?.property(origin)?.columnName ?? origin)
        }
        others = { className in models[className]?.properties.map(\.name) ?? [] }
    }
}
