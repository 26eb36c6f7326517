import RealmStore

/// `set_embedded`: objects become owned by the one that links to them, or top-level again.
struct SetEmbeddedStep: MigrationStep {
    static let name = "set_embedded"
    static let fields = ["class", "embedded", "orphans", "shared"]

    enum OrphanWord: String, CaseIterable { case error, delete }
    enum SharedWord: String, CaseIterable { case error, duplicate }

    private let className: Placed<String>
    private let isEmbedded: Bool
    private let orphans: OrphanWord
    private let shared: SharedWord

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let isEmbedded = fields.requiredFlag("embedded")
        orphans = fields.word("orphans", OrphanWord.self) ?? .error
        shared = fields.word("shared", SharedWord.self) ?? .error
        guard let className, let isEmbedded else { return nil }
        self.className = className
        self.isEmbedded = isEmbedded
    }

    var isDestructive: Bool { orphans == .delete }
    var summary: String { "make class '\(className.value)' \(isEmbedded ? "embedded" : "top-level")" }

    func check(_ sketch: inout SchemaSketch) {
        guard let objects = sketch.objects(className) else { return }
        if objects.isEmbedded == isEmbedded {
            return sketch.problem(
                className.place, "class '\(className.value)' is \(isEmbedded ? "embedded" : "top-level") already")
        }
        if isEmbedded, let key = objects.primaryKeyProperty {
            return sketch.problem(
                className.place,
                "class '\(className.value)' has primary key '\(key.name)': set_primary_key to null first")
        }
        sketch.replace(objects.with(isEmbedded: isEmbedded))
    }

    func run(_ run: StepRun) throws -> Int {
        let count = try run.count(run.table(className.value))
        try run.writer.setEmbedded(
            className.value, isEmbedded, orphans == .delete ? .delete : .error,
            shared == .duplicate ? .duplicate : .error)
        return count
    }
}
