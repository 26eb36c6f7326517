import RealmStore

/// `add_property`: a new property with its initial value, a given one, or one generated for each object.
struct AddPropertyStep: MigrationStep {
    static let name = "add_property"
    static let fields = ["class", "name", "type", "indexed", "fulltext", "value", "generate"]

    private let className: Placed<String>
    private let property: Property
    private let place: SourcePlace
    private let typePlace: SourcePlace
    private let source: NewValues?

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let name = fields.text("name")
        if let name, let node = fields.entry("name")?.value { fields.reader.checkPropertyName(name.value, node) }
        let property = fields.property(
            "type", named: name?.value ?? "", isIndexed: fields.flag("indexed"),
            isFullTextIndexed: fields.flag("fulltext"))
        source = NewValues(&fields)
        guard let className, let name, let property else { return nil }
        self.className = className
        self.property = property.value
        place = name.place
        typePlace = property.place
    }

    var summary: String {
        "add property '\(className.value).\(property.name)' of type \(property.typeNotation)"
            + (source.map { ", \($0.summary)" } ?? "")
    }

    func check(_ sketch: inout SchemaSketch) {
        if let target = property.objectClassName, sketch.schema[target] == nil {
            let near = PredicateError.suggestions(
                for: target, among: sketch.schema.objectSchema.map(\.className) + TypeNotation.typeNames)
            sketch.problem(
                typePlace, "'\(target)' is neither a type nor a class", code: .unknownType, suggestions: near)
        }
        guard let objects = sketch.objects(className) else { return }
        guard objects[property.name] == nil else {
            return sketch.problem(place, "class '\(className.value)' has a property '\(property.name)' already")
        }
        source?.check(for: property, of: className.value, &sketch)
        sketch.replace(objects.with(properties: objects.properties + [property]))
    }

    func run(_ run: StepRun) throws -> Int {
        let scratch = ValueScratch()
        // A new link is null anyway.
        let constant = property.type == .object ? nil : source?.constant(for: property, in: scratch)
        try run.writer.addColumn(property, to: className.value, value: constant)
        let table = try run.table(className.value)
        if let source, constant == nil {
            try source.set(run.column(property.name, of: table), property, of: run.objects.keys(of: table), table, run)
        }
        try run.setIndexes(of: className.value)
        return source == nil ? 0 : try run.count(table)
    }
}
