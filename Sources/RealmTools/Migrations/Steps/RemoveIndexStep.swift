import RealmStore

/// `remove_index`: removes the search index of a property.
struct RemoveIndexStep: MigrationStep {
    static let name = "remove_index"
    static let fields = ["class", "property", "kind"]

    private let target: IndexTarget

    init?(_ fields: inout StepFields) {
        guard let target = IndexTarget(&fields) else { return nil }
        self.target = target
    }

    var summary: String { "remove \(target.summary)" }

    func check(_ sketch: inout SchemaSketch) {
        guard let (objects, property) = sketch.property(target.className, target.property) else { return }
        if property.isPrimaryKey {
            return sketch.problem(target.property.place, "\(target.place) is the primary key, which keeps its index")
        }
        guard target.exists(on: property) else {
            return sketch.problem(target.property.place, "\(target.place) has no such search index")
        }
        sketch.replace(property.name, of: objects, by: target.setting(false, of: property))
    }

    func run(_ run: StepRun) throws -> Int {
        try run.setIndexes(of: target.className.value)
        return 0
    }
}
