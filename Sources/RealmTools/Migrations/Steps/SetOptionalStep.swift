import RealmStore

/// `set_optional`: makes values, or the elements of a collection, nullable or non-nullable.
struct SetOptionalStep: MigrationStep {
    static let name = "set_optional"
    static let fields = ["class", "property", "optional", "fill"]

    private let className: Placed<String>
    private let name: Placed<String>
    private let isOptional: Bool
    private let fill: DocumentLiteral?

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let name = fields.text("property")
        let isOptional = fields.requiredFlag("optional")
        fill = fields.scalar("fill")
        if let fill, isOptional == true {
            fields.problem(fill.place, "'fill' is for what becomes required ('optional: false')")
        }
        guard let className, let name, let isOptional else { return nil }
        self.className = className
        self.name = name
        self.isOptional = isOptional
    }

    var summary: String { "make '\(className.value).\(name.value)' \(isOptional ? "optional" : "required")" }

    func check(_ sketch: inout SchemaSketch) {
        guard let (objects, old) = sketch.property(className, name) else { return }
        let place = "'\(className.value).\(name.value)'"
        if old.type == .object || old.type == .any {
            return sketch.problem(
                name.place, "\(place) is of type \(old.typeNotation), which is optional or not by nature")
        }
        if old.isOptional == isOptional {
            return sketch.problem(name.place, "\(place) is \(isOptional ? "optional" : "required") already")
        }
        let new = old.with(isOptional: isOptional)
        if let fill { sketch.check(fill, for: new.element, of: className.value) }
        let others = objects.properties.filter { $0.name != old.name }
        sketch.replace(objects.with(properties: others + [new]))
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let property = try run.property(name.value, of: table)
        if isOptional {
            try run.writer.makeOptional(property, of: className.value)
        } else {
            let scratch = ValueScratch()
            let filled = fill?.value(of: property.element.with(isOptional: false), in: scratch)
            if let null = try run.writer.makeRequired(property, of: className.value, nulls: filled) {
                throw run.failure("'\(name.value)' is null, and there is no 'fill'", null, of: table)
            }
        }
        try run.setIndexes(of: className.value)
        return try run.count(table)
    }
}
