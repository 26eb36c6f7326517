import RealmStore

/// `set`: sets one value, or generated ones, for all objects or those that meet a condition.
struct SetStep: MigrationStep {
    static let name = "set"
    static let fields = ["class", "property", "value", "generate", "where"]

    private let className: Placed<String>
    private let name: Placed<String>
    private let source: NewValues
    private let condition: StepCondition?

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let name = fields.text("property")
        let before = fields.reader.document.problems.count
        let source = NewValues(&fields)
        condition = fields.condition()
        if source == nil, fields.reader.document.problems.count == before {
            fields.problem(fields.place, "step 'set' lacks 'value' or 'generate'")
        }
        guard let className, let name, let source else { return nil }
        self.className = className
        self.name = name
        self.source = source
    }

    var summary: String {
        "set '\(className.value).\(name.value)' \(source.summary)" + (condition.map { " where \($0.text)" } ?? "")
    }

    func check(_ sketch: inout SchemaSketch) {
        sketch.check(condition, on: className.value)
        guard let (objects, property) = sketch.property(className, name) else { return }
        guard sketch.checkCanBeSet(property, of: objects, at: name.place) else { return }
        source.check(for: property, of: className.value, &sketch)
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let keys = try run.keys(of: table, where: condition)
        try source.set(
            run.column(name.value, of: table), run.property(name.value, of: table), of: keys, table, run)
        return keys.count
    }
}
