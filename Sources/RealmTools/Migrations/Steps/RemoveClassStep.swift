import RealmStore

/// `remove_class`: a class to which no property links any more, with its objects.
struct RemoveClassStep: MigrationStep {
    static let name = "remove_class"
    static let fields = ["name", "if_not_empty"]

    enum Rule: String, CaseIterable { case error, delete }

    private let className: Placed<String>
    private let rule: Rule

    init?(_ fields: inout StepFields) {
        let name = fields.text("name")
        rule = fields.word("if_not_empty", Rule.self) ?? .error
        guard let name else { return nil }
        className = name
    }

    var isDestructive: Bool { true }
    var summary: String { "remove class '\(className.value)'\(rule == .delete ? " with its objects" : "")" }

    func check(_ sketch: inout SchemaSketch) {
        guard sketch.objects(className) != nil else { return }
        let links = sketch.schema.objectSchema.filter { $0.className != className.value }.flatMap { objects in
            objects.properties.filter { $0.objectClassName == className.value }.map {
                "'\(objects.className).\($0.name)'"
            }
        }
        guard links.isEmpty else {
            return sketch.problem(
                className.place,
                "class '\(className.value)' is linked to by \(links.joined(separator: ", ")): remove that first")
        }
        sketch.remove(className.value)
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let count = try run.count(table)
        guard count == 0 || rule == .delete else {
            throw run.failure(
                "class '\(className.value)' has \(count) objects: delete them first, or say 'if_not_empty: delete'")
        }
        try run.writer.removeClass(className.value)
        return count
    }
}
