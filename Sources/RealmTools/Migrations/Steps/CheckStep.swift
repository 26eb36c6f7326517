import RealmStore

/// `check`: the migration ends with an error unless the given number of objects meet a condition.
struct CheckStep: MigrationStep {
    static let name = "check"
    static let fields = ["class", "where", "min", "max"]

    private let className: Placed<String>
    private let condition: StepCondition?
    private let minimum: Int?
    private let maximum: Int?

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        condition = fields.condition()
        minimum = fields.count("min")
        maximum = fields.count("max")
        if fields.entry("min") == nil, fields.entry("max") == nil {
            fields.problem(fields.place, "step 'check' lacks 'min' or 'max'")
        } else if let minimum, let maximum, minimum > maximum {
            fields.problem(fields.place, "no number is at least \(minimum) and at most \(maximum)")
        }
        guard let className else { return nil }
        self.className = className
    }

    var summary: String {
        let bounds = [minimum.map { "at least \($0)" }, maximum.map { "at most \($0)" }].compactMap { $0 }
        return "check that there are \(bounds.joined(separator: " and ")) '\(className.value)'"
            + (condition.map { " where \($0.text)" } ?? "")
    }

    func check(_ sketch: inout SchemaSketch) {
        guard sketch.objects(className) != nil else { return }
        sketch.check(condition, on: className.value)
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let keys = try condition == nil ? nil : run.keys(of: table, where: condition)
        let count = try keys?.count ?? run.count(table)
        guard count >= minimum ?? 0, count <= maximum ?? .max else {
            let rule = condition.map { " where \($0.text)" } ?? ""
            let example = keys?.first.map { "; the first is \(run.name(of: $0, in: table))" } ?? ""
            throw run.failure(
                "the check fails: there are \(count) '\(className.value)'\(rule), but should be "
                    + [minimum.map { "at least \($0)" }, maximum.map { "at most \($0)" }].compactMap { $0 }
                    .joined(separator: " and ") + example)
        }
        return 0
    }
}
