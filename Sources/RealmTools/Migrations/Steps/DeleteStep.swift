import RealmStore

/// `delete`: deletes the objects that meet a condition.
struct DeleteStep: MigrationStep {
    static let name = "delete"
    static let fields = ["class", "where"]

    private let className: Placed<String>
    private let condition: StepCondition

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let condition = fields.requiredCondition()
        guard let className, let condition else { return nil }
        self.className = className
        self.condition = condition
    }

    var isDestructive: Bool { true }
    var summary: String { "delete '\(className.value)' where \(condition.text)" }

    func check(_ sketch: inout SchemaSketch) {
        guard sketch.objects(className) != nil else { return }
        sketch.check(condition, on: className.value)
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        return try run.objects.delete(run.keys(of: table, where: condition), from: table)
    }
}
