/// `add_index`: a search index for values or for words.
struct AddIndexStep: MigrationStep {
    static let name = "add_index"
    static let fields = ["class", "property", "kind"]

    private let target: IndexTarget

    init?(_ fields: inout StepFields) {
        guard let target = IndexTarget(&fields) else { return nil }
        self.target = target
    }

    var summary: String { "add \(target.summary)" }

    func check(_ sketch: inout SchemaSketch) {
        guard let (objects, property) = sketch.property(target.className, target.property) else { return }
        guard !target.exists(on: property) else {
            return sketch.problem(target.property.place, "\(target.place) has such a search index already")
        }
        sketch.replace(property.name, of: objects, by: target.setting(true, of: property))
    }

    func run(_ run: StepRun) throws -> Int {
        try run.setIndexes(of: target.className.value)
        return 0
    }
}

/// `remove_index`: the search index of a property goes.
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

/// Which search index a step is about.
struct IndexTarget: Sendable {
    enum Kind: String, CaseIterable { case value, fulltext }

    let className: Placed<String>
    let property: Placed<String>
    let kind: Kind

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let property = fields.text("property")
        kind = fields.word("kind", Kind.self) ?? .value
        guard let className, let property else { return nil }
        self.className = className
        self.property = property
    }

    var place: String { "'\(className.value).\(property.value)'" }
    var summary: String { "the \(kind == .value ? "search" : "full-text") index of \(place)" }

    func exists(on property: Property) -> Bool {
        kind == .value ? property.isIndexed : property.isFullTextIndexed
    }

    func setting(_ flag: Bool, of property: Property) -> Property {
        kind == .value ? property.with(isIndexed: flag) : property.with(isFullTextIndexed: flag)
    }
}
