import RealmStore

/// `copy`: copies a value of the object, or of a linked one, to another property.
struct CopyStep: MigrationStep {
    static let name = "copy"
    static let fields = ["class", "from", "to", "convert", "on_error", "where"]

    private let className: Placed<String>
    private let from: Placed<String>
    private let to: Placed<String>
    private let word: ValueConversion.Word?
    private let fallback: FallbackRule
    private let condition: StepCondition?

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let from = fields.text("from")
        let to = fields.text("to")
        word = fields.word("convert", ValueConversion.Word.self)
        fallback = fields.fallback("on_error", FallbackRule.conversionWords) ?? FallbackRule(action: .abort)
        condition = fields.condition()
        guard let className, let from, let to else { return nil }
        self.className = className
        self.from = from
        self.to = to
    }

    var isDestructive: Bool { fallback.deletes }
    var summary: String { "copy '\(className.value).\(from.value)' to '\(to.value)'" }

    func check(_ sketch: inout SchemaSketch) {
        sketch.check(condition, on: className.value)
        guard let objects = sketch.objects(className) else { return }
        let source = sketch.property(at: from, of: objects)
        let target = sketch.property(to, of: objects)
        guard let source, let target else { return }
        if !target.isCollection { sketch.checkCanBeSet(target, of: objects, at: to.place) }
        let place = "'\(className.value).\(to.value)'"
        guard ValueConversion(from: source, to: target, word) != nil, !source.isOwning(in: sketch.schema) else {
            return sketch.problem(
                to.place, ValueConversion.refusal(from: source, to: target, word, of: "'\(from.value)' for \(place)"))
        }
        if !target.isCollection { fallback.check(for: target, of: className.value, &sketch) }
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let path = try ValuePath(from.value, of: table, run)
        let new = try run.property(to.value, of: table)
        guard let conversion = ValueConversion(from: path.property, to: new, word) else {
            throw run.failure("'\(from.value)' cannot become \(new.typeNotation)")
        }
        let keys = try run.keys(of: table, where: condition)
        try run.convert(path, to: run.column(to.value, of: table), new, of: keys, in: table, conversion, fallback)
        return keys.count
    }
}
