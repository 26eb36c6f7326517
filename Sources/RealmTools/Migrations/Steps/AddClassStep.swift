import RealmStore

/// `add_class`: a class without objects.
struct AddClassStep: MigrationStep {
    static let name = "add_class"
    static let fields = ["name", "properties", "primaryKey", "embedded"]

    private let objects: ObjectSchema
    private let place: SourcePlace

    init?(_ fields: inout StepFields) {
        let name = fields.text("name")
        guard let name, let nameNode = fields.entry("name")?.value else { return nil }
        let before = fields.reader.document.problems.count
        fields.reader.checkClassName(name.value, nameNode)
        var parts = SchemaReader.ClassParts()
        for field in ["properties", "primaryKey", "embedded"] {
            if let entry = fields.entry(field) { fields.reader.read(entry, into: &parts, of: name.value) }
        }
        if fields.entry("properties") == nil { fields.problem(fields.place, "step 'add_class' lacks 'properties'") }
        objects = fields.reader.makeClass(name.value, parts)
        place = name.place
        guard fields.reader.document.problems.count == before else { return nil }
    }

    var summary: String { "add \(objects.isEmbedded ? "embedded class" : "class") '\(objects.className)'" }

    func check(_ sketch: inout SchemaSketch) { sketch.add(objects, at: place) }

    func run(_ run: StepRun) throws -> Int {
        try run.writer.addClasses([objects])
        return 0
    }
}
