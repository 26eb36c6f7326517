import RealmStore

/// `rename_property`: values, search index and primary key are unchanged.
struct RenamePropertyStep: MigrationStep {
    static let name = "rename_property"
    static let fields = ["class", "from", "to"]

    private let className: Placed<String>
    private let from: Placed<String>
    private let to: Placed<String>

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let from = fields.text("from")
        let to = fields.text("to")
        if let to, let node = fields.entry("to")?.value { fields.reader.checkPropertyName(to.value, node) }
        guard let className, let from, let to else { return nil }
        self.className = className
        self.from = from
        self.to = to
    }

    var summary: String { "rename property '\(className.value).\(from.value)' to '\(to.value)'" }

    func check(_ sketch: inout SchemaSketch) {
        guard let (objects, property) = sketch.property(className, from) else { return }
        guard objects[to.value] == nil else {
            return sketch.problem(to.place, "class '\(className.value)' has a property '\(to.value)' already")
        }
        sketch.replace(from.value, of: objects, by: property.with(name: to.value))
    }

    func run(_ run: StepRun) throws -> Int {
        try run.writer.renameColumn(from.value, of: className.value, to: to.value)
        return 0
    }
}
