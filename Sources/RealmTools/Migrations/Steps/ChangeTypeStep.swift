import RealmStore

/// `change_type`: another type, with the values converted.
struct ChangeTypeStep: MigrationStep {
    static let name = "change_type"
    static let fields = ["class", "property", "to", "convert", "on_error"]

    private let className: Placed<String>
    private let name: Placed<String>
    private let target: Placed<Property>
    private let word: ValueConversion.Word?
    private let fallback: FallbackRule

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let name = fields.text("property")
        let target = fields.property("to", named: name?.value ?? "")
        word = fields.word("convert", ValueConversion.Word.self)
        fallback = fields.fallback("on_error", FallbackRule.conversionWords) ?? FallbackRule(action: .abort)
        guard let className, let name, let target else { return nil }
        self.className = className
        self.name = name
        self.target = target
    }

    var isDestructive: Bool { fallback.deletes }
    var summary: String {
        "change type of '\(className.value).\(name.value)' to \(target.value.typeNotation)"
            + (word.map { " (\($0.rawValue))" } ?? "")
    }

    func check(_ sketch: inout SchemaSketch) {
        guard let (objects, old) = sketch.property(className, name) else { return }
        let place = "'\(className.value).\(name.value)'"
        if old.isPrimaryKey {
            return sketch.problem(name.place, "\(place) is the primary key: set_primary_key to null first")
        }
        let new = target.value.with(isIndexed: old.isIndexed, isFullTextIndexed: old.isFullTextIndexed)
        let isSame = old.typeNotation == new.typeNotation
        guard !isSame, ValueConversion(from: old, to: new, word) != nil, !old.isOwning(in: sketch.schema) else {
            return sketch.problem(target.place, ValueConversion.refusal(from: old, to: new, word, of: place))
        }
        if !new.isCollection { fallback.check(for: new, of: className.value, &sketch) }
        let others = objects.properties.filter { $0.name != old.name }
        sketch.replace(objects.with(properties: others + [new]))
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let old = try run.property(name.value, of: table)
        let new = target.value
        guard let conversion = ValueConversion(from: old, to: new, word) else {
            throw run.failure("'\(className.value).\(name.value)' cannot become \(new.typeNotation)")
        }
        let keys = try run.objects.keys(of: table)
        try run.replaceColumn(name.value, by: new, of: className.value) { source, made in
            try run.convert(source, to: made, new, of: keys, in: table, conversion, fallback)
        }
        return keys.count
    }
}
