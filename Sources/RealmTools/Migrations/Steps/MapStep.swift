import RealmStore

/// `map`: replaces values by a table of texts.
struct MapStep: MigrationStep {
    static let name = "map"
    static let fields = ["class", "property", "to", "values", "else"]

    private struct Entry: Sendable {
        /// The text of the value; nil for null.
        let text: String?
        let place: SourcePlace
        let value: DocumentLiteral
    }

    private let className: Placed<String>
    private let from: Placed<String>
    private let to: Placed<String>
    private let entries: [Entry]
    private let otherwise: FallbackRule

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let from = fields.text("property")
        let to = fields.optionalText("to")
        let nodes = fields.mapping("values")
        otherwise = fields.fallback("else", FallbackRule.mapWords) ?? FallbackRule(action: .keep)
        var entries: [Entry] = []
        for node in nodes ?? [] {
            let document = fields.reader.document
            guard let key = document.literal(node.key), let value = document.literal(node.value) else {
                fields.problem(document.place(node.value), "a value in 'values' must be a single value")
                continue
            }
            entries.append(Entry(text: key.content == .null ? nil : key.text, place: key.place, value: value))
        }
        guard let className, let from, let nodes, entries.count == nodes.count else { return nil }
        self.className = className
        self.from = from
        self.to = to ?? from
        self.entries = entries
    }

    var summary: String { "map \(entries.count) values of '\(className.value).\(from.value)'" }

    func check(_ sketch: inout SchemaSketch) {
        guard let objects = sketch.objects(className) else { return }
        let source = sketch.property(from, of: objects)
        let target = to.value == from.value ? source : sketch.property(to, of: objects)
        guard let source, let target else { return }
        if source.isCollection || source.type == .object {
            sketch.problem(from.place, "'\(from.value)' is of type \(source.typeNotation), which has no text")
        }
        guard sketch.checkCanBeSet(target, of: objects, at: to.place) else { return }
        for entry in entries { sketch.check(entry.value, for: target, of: className.value) }
        otherwise.check(for: target, of: className.value, &sketch)
        if case .keep = otherwise.action, source.type != target.type || (source.canBeNull && !target.canBeNull) {
            sketch.problem(
                otherwise.place ?? to.place,
                "'\(to.value)' is of type \(target.typeNotation) and cannot keep a \(source.typeNotation): say 'else'")
        }
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let source = try run.column(from.value, of: table)
        let target = try run.column(to.value, of: table)
        let property = try run.property(to.value, of: table)
        let constants = ValueScratch()
        var mapped: [String: Value] = [:]
        var null: Value?
        for entry in entries {
            let value = entry.value.value(of: property, in: constants) ?? .null
            if let text = entry.text { mapped[text] = value } else { null = value }
        }
        let keys = try run.objects.keys(of: table)
        var rows = ConvertedRows(target, property, table, otherwise, run)
        for key in keys {
            let value = try run.value(of: source, of: key, in: table)
            let found = value.isNull ? null : ValueText.text(value).flatMap { mapped[$0] }
            if let found {
                try rows.set(found, of: key)
            } else if case .keep = otherwise.action {
                if source.key != target.key { try rows.set(run.scratch.copy(value), of: key) }
            } else {
                try rows.fallBack(for: key, "'values' has no such value", value)
            }
        }
        return try rows.finish()
    }
}
