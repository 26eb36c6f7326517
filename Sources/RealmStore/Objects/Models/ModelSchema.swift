/// The model classes of one Realm: those that its configuration lists, or all of the program.
struct ModelSchema {
    /// The classes as declared in the program.
    let schema: Schema
    /// The same with the names in the file, to which classes map their properties.
    let fileSchema: Schema
    private let models: [String: ModelClass]
    /// Column names by property names, for classes that map some.
    private let columnNames: [String: [String: String]]

    /// No classes.
    static let none = ModelSchema()

    private init() {
        schema = Schema([])
        fileSchema = schema
        models = [:]
        columnNames = [:]
    }

    /// - Throws: `badSchema` with a line for each problem of the classes.
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

    /// Throws instead of trapping: all mistakes in an app's declarations are reported at once.
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

    /// The name in the file of the property `name` of a class.
    func columnName(of name: String, inClass className: String?) -> String {
        if columnNames.isEmpty { return name }
        return className.flatMap { columnNames[$0]?[name] } ?? name
    }

    var isEmpty: Bool { models.isEmpty }

    var types: [RLMObjectBase.Type] { schema.objectSchema.compactMap { models[$0.className]?.type } }
}

extension ObjectSchema {
    /// The class with its names in a file.
    var asStored: ObjectSchema {
        ObjectSchema(
            className: className, properties: properties.map(\.asStored), isEmbedded: isEmbedded,
            isAsymmetric: isAsymmetric)
    }
}

extension PropertyNames {
    /// The names used by model classes.
    convenience init(_ models: ModelSchema) {
        self.init(
            column: { property, className in
                models[className]?.property(property).flatMap { $0.isComputed ? nil : $0.columnName }
            },
            linkingObjects: { property, className in
                guard let property = models[className]?.property(property), property.isComputed,
                    let source = property.described.objectClassName, let origin = property.originProperty
                else { return nil }
                return (source, models[source]?.property(origin)?.columnName ?? origin)
            },
            others: { className in models[className]?.properties.map(\.name) ?? [] })
    }
}
