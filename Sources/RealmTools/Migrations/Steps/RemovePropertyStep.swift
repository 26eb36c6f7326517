import RealmStore

/// `remove_property`: a property with its values, and the embedded objects in it.
struct RemovePropertyStep: MigrationStep {
    static let name = "remove_property"
    static let fields = ["class", "name"]

    private let className: Placed<String>
    private let name: Placed<String>

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let name = fields.text("name")
        guard let className, let name else { return nil }
        self.className = className
        self.name = name
    }

    var isDestructive: Bool { true }
    var summary: String { "remove property '\(className.value).\(name.value)'" }

    func check(_ sketch: inout SchemaSketch) {
        guard let (objects, property) = sketch.property(className, name) else { return }
        if property.isPrimaryKey {
            return sketch.problem(
                name.place,
                "'\(className.value).\(name.value)' is the primary key: set_primary_key to another or null first")
        }
        sketch.replace(objects.with(properties: objects.properties.filter { $0.name != name.value }))
    }

    func run(_ run: StepRun) throws -> Int {
        try run.writer.removeColumn(name.value, of: className.value)
        return try run.count(run.table(className.value))
    }
}
