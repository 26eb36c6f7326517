import RealmStore

/// `rename_class`: objects and links are unchanged.
struct RenameClassStep: MigrationStep {
    static let name = "rename_class"
    static let fields = ["from", "to"]

    private let from: Placed<String>
    private let to: Placed<String>

    init?(_ fields: inout StepFields) {
        let from = fields.text("from")
        let to = fields.text("to")
        if let to, let node = fields.entry("to")?.value { fields.reader.checkClassName(to.value, node) }
        guard let from, let to else { return nil }
        self.from = from
        self.to = to
    }

    var summary: String { "rename class '\(from.value)' to '\(to.value)'" }

    func check(_ sketch: inout SchemaSketch) {
        guard sketch.objects(from) != nil else { return }
        guard sketch.schema[to.value] == nil else {
            return sketch.problem(to.place, "there is a class '\(to.value)' already")
        }
        sketch.rename(from.value, to: to.value)
    }

    func run(_ run: StepRun) throws -> Int {
        try run.writer.renameClass(from.value, to: to.value)
        return 0
    }
}
