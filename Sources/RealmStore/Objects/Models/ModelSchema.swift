import Synchronization

/// The model classes of one Realm: those that its configuration lists, or all of the program.
struct ModelSchema: Sendable {
    /// The classes as declared in the program.
    let schema: Schema
    /// The same with the names in the file, to which classes map their properties.
    let fileSchema: Schema
    private let models: [String: ModelClass]
    /// All classes of names that several have, in the order of their Swift names. The first is in `models`: the class
    /// of objects of which none is asked for.
    private let sharing: [String: [ModelClass]]
    /// Column names by property names, for classes that map some.
    private let columnNames: [String: [String: String]]
    /// The Swift types of all classes.
    let identifiers: Set<ObjectIdentifier>

    /// No classes.
    static let none = ModelSchema()

    private init() {
        schema = Schema([])
        fileSchema = schema
        models = [:]
        sharing = [:]
        columnNames = [:]
        identifiers = []
    }

    /// The schemas made so far: apps open Realms with the same classes again and again.
    private static let known = Mutex<[Classes: ModelSchema]>([:])
    private static let mostKnown = 64

    private struct Classes: Hashable {
        let isDefault: Bool
        let types: [ObjectIdentifier]
    }

    /// The schema of classes; nil for the default ones.
    ///
    /// - Throws: `badSchema` with a line for each problem of the classes.
    static func of(_ types: [RLMObjectBase.Type]?) throws -> ModelSchema {
        let listed = types ?? ModelClass.included()
        let classes = Classes(isDefault: types == nil, types: listed.map { ObjectIdentifier($0) })
        if let known = known.withLock({ $0[classes] }) { return known }
        let models = types == nil ? listed.filter { !$0.knownTraits.isLeftOut } : listed
        let made = try ModelSchema(models.compactMap(ModelClass.find))
        known.withLock { known in
            if known.count >= mostKnown { known = [:] }
            known[classes] = made
        }
        return made
    }

    private init(_ classes: [ModelClass]) throws {
        var named: [String: [ModelClass]] = [:]
        var problems: [String] = []
        for model in classes where named[model.name]?.contains(where: { $0 === model }) != true {
            if let problem = named[model.name]?.lazy.compactMap(model.problem(beside:)).first {
                problems.append(problem)
            }
            named[model.name, default: []].append(model)
            problems += model.problems
        }
        sharing = named.filter { $1.count > 1 }
            .mapValues { $0.sorted { String(reflecting: $0.type) < String(reflecting: $1.type) } }
        models = named.compactMapValues(\.first).merging(sharing.compactMapValues(\.first)) { $1 }
        identifiers = Set(classes.map { ObjectIdentifier($0.type) })
        schema = Schema(models.values.map(\.schema))
        fileSchema = Schema(models.values.map { $0.schema.asStored })
        columnNames = named.compactMapValues { named in
            let mapped = named.flatMap(\.properties).filter { $0.name != $0.columnName }
            return mapped.isEmpty ? nil : Dictionary(mapped.map { ($0.name, $0.columnName) }, uniquingKeysWith: { $1 })
        }
        for model in named.values.joined() { problems += originProblems(of: model) }
        guard problems.isEmpty else { throw ModelSchema.error(problems.sorted()) }
    }

    /// Throws instead of trapping: all mistakes in an app's declarations are reported at once.
    private static func error(_ problems: [String]) -> RLMError {
        let lines = problems.map { "- \($0)" }.joined(separator: "\n")
        return RLMError(.badSchema, "Schema validation failed due to the following errors:\n\(lines)", path: nil)
    }

    private func originProblems(of model: ModelClass) -> [String] {
        model.properties.filter(\.isComputed).compactMap { property -> String? in
            guard let origin = property.originProperty, let target = property.described.objectClassName else {
                return nil
            }
            let subject =
                "Property '\(target).\(origin)' declared as origin of linking objects property "
                + "'\(model.name).\(property.name)'"
            guard let source = self.property(origin, of: target) else { return "\(subject) does not exist" }
            guard source.described.type == .object else { return "\(subject) is not a link" }
            let linked = source.described.objectClassName ?? ""
            if linked != model.name { return "\(subject) links to type '\(linked)'" }
            return nil
        }
    }

    /// The Swift class of the objects of that name, or nil.
    subscript(className: String) -> ModelClass? { models[className] }

    /// The same, of several the one that is asked for or the first one below it.
    subscript(className: String, wanted: RLMObjectBase.Type) -> ModelClass? {
        guard !sharing.isEmpty, let classes = sharing[className] else { return models[className] }
        return classes.first { $0.type == wanted } ?? classes.first { $0.type.descends(from: wanted) } ?? classes[0]
    }

    /// The same, of several the one that given values are meant for: their class, or the first with properties of all
    /// their names.
    func model(of className: String, for given: Any?) -> ModelClass? {
        guard !sharing.isEmpty, let classes = sharing[className] else { return models[className] }
        if let object: RLMObjectBase = LooseValue.object(given) {
            return classes.first { $0.type == type(of: object) } ?? classes[0]
        }
        guard let names = (given as? [String: Any])?.keys else { return classes[0] }
        return classes.first { model in names.allSatisfy { model.property($0) != nil } } ?? classes[0]
    }

    private func all(_ className: String) -> [ModelClass] {
        sharing[className] ?? models[className].map { [$0] } ?? []
    }

    /// Whether objects of the class may be in the Realm.
    func contains(_ model: ModelClass) -> Bool {
        models[model.name] === model || sharing[model.name]?.contains { $0 === model } == true
    }

    /// The property of that name in the class, or in any of several.
    func property(_ name: String, of className: String) -> ModelProperty? {
        models[className]?.property(name) ?? sharing[className]?.lazy.compactMap { $0.property(name) }.first
    }

    /// The names of the class's properties.
    fileprivate func propertyNames(of className: String) -> [String] {
        all(className).flatMap { $0.properties.map(\.name) }
    }

    /// The name in the file of the property `name` of a class.
    func columnName(of name: String, inClass className: String?) -> String {
        if columnNames.isEmpty { return name }
        return className.flatMap { columnNames[$0]?[name] } ?? name
    }

    var isEmpty: Bool { models.isEmpty }

    var types: [RLMObjectBase.Type] { schema.objectSchema.flatMap { all($0.className) }.map(\.type) }
}

extension ModelClass {
    /// What forbids that both classes describe the objects of their common name: they must store the same, and neither
    /// may have the name by chance, or mean another column by the name of a property.
    fileprivate func problem(beside other: ModelClass) -> String? {
        let classes = [other, self].map { "'\(String(reflecting: $0.type))'" }.sorted().joined(separator: " and ")
        let title = "Classes \(classes) are both called '\(name)' in the schema"
        if _typeName(type, qualified: false) == _typeName(other.type, qualified: false) {
            return "\(title). List one of them in Configuration.objectTypes."
        }
        let columns = schema.asStored.properties.sorted { $0.name < $1.name }
        let others = other.schema.asStored.properties.sorted { $0.name < $1.name }
        if columns != others || isEmbedded != other.isEmbedded {
            return "\(title), but do not store the same properties."
        }
        for property in stored {
            guard let same = other.property(property.name), same.columnName != property.columnName else { continue }
            return "\(title), but store property '\(property.name)' in different columns."
        }
        return nil
    }
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
                models.property(property, of: className).flatMap { $0.isComputed ? nil : $0.columnName }
            },
            linkingObjects: { property, className in
                guard let property = models.property(property, of: className), property.isComputed,
                    let source = property.described.objectClassName, let origin = property.originProperty
                else { return nil }
                return (source, models.property(origin, of: source)?.columnName ?? origin)
            },
            others: { className in models.propertyNames(of: className) })
    }
}
