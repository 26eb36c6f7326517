import RealmStore

/// `add_index`: a search index for values or for words.
struct AddIndexStep: MigrationStep {
    static let name = "add_index"
    static let fields = ["class", "property", "kind"]

    private let target: IndexTarget

    init?(_ fields: inout StepFields) {
        guard let target = IndexTarget(&fields) else { return nil }
        self.target = target
    }

    var summary: String { "add \(target.summary)" }

    func check(_ sketch: inout SchemaSketch) {
        guard let (objects, property) = sketch.property(target.className, target.property) else { return }
        guard !target.exists(on: property) else {
            return sketch.problem(target.property.place, "\(target.place) has such a search index already")
        }
        sketch.replace(property.name, of: objects, by: target.setting(true, of: property))
    }

    func run(_ run: StepRun) throws -> Int {
        try run.setIndexes(of: target.className.value)
        return 0
    }
}
