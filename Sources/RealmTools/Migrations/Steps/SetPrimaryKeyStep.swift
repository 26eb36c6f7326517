import RealmStore

/// `set_primary_key`: another primary key, or none. One of several objects with the same value can be kept; links to
/// the others are then redirected to it.
struct SetPrimaryKeyStep: MigrationStep {
    static let name = "set_primary_key"
    static let fields = ["class", "property", "on_duplicate"]

    enum Rule: String, CaseIterable {
        case error, keepFirst = "keep_first", keepLast = "keep_last"
    }

    private let className: Placed<String>
    /// Nil for no primary key.
    private let name: Placed<String>?
    private let rule: Rule

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        var name: Placed<String>?
        let isNone = fields.literal("property").map { $0.content == .null } ?? false
        if !isNone { name = fields.text("property") }
        rule = fields.word("on_duplicate", Rule.self) ?? .error
        guard let className, isNone || name != nil else { return nil }
        self.className = className
        self.name = name
    }

    var isDestructive: Bool { rule != .error }
    var summary: String {
        guard let name else { return "remove the primary key of '\(className.value)'" }
        return "make '\(className.value).\(name.value)' the primary key"
            + (rule == .error ? "" : ", of duplicates keep the \(rule == .keepFirst ? "first" : "last")")
    }

    func check(_ sketch: inout SchemaSketch) {
        guard let objects = sketch.objects(className) else { return }
        var properties = objects.properties.map {
            $0.isPrimaryKey ? $0.with(isIndexed: false, isPrimaryKey: false) : $0
        }
        if let name {
            guard let property = sketch.property(name, of: objects) else { return }
            let place = "'\(className.value).\(name.value)'"
            if property.isPrimaryKey { return sketch.problem(name.place, "\(place) is the primary key already") }
            if objects.isEmbedded {
                return sketch.problem(name.place, "embedded class '\(className.value)' cannot have a primary key")
            }
            guard property.canBePrimaryKey else {
                return sketch.problem(
                    name.place, "\(place) is of type \(property.typeNotation) and cannot be a primary key")
            }
            properties = properties.map {
                $0.name == name.value ? $0.with(isFullTextIndexed: false).asPrimaryKey() : $0
            }
        } else if objects.primaryKeyProperty == nil {
            return sketch.problem(className.place, "class '\(className.value)' has no primary key")
        }
        sketch.replace(objects.with(properties: properties))
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        var count = 0
        if let name {
            let duplicates = try Duplicates(of: [run.column(name.value, of: table)], in: table, run) {
                rule == .keepLast ? .last : .first
            }
            if rule == .error, let (dropped, kept) = duplicates.pairs.first {
                let column = try run.column(name.value, of: table)
                throw run.failure(
                    "\(duplicates.pairs.count) objects have the '\(name.value)' of another, the first of them that of "
                        + "object key \(kept.value)", dropped, of: table,
                    value: try run.value(of: column, of: dropped, in: table))
            }
            count = try duplicates.merge(run)
        }
        try run.setIndexes(of: className.value)
        return count
    }
}
