import RealmStore

/// `lookup`: sets a link to the object of another class with the same values, or a value of that object. Takes time
/// proportional to the number of objects of both classes.
struct LookupStep: MigrationStep {
    static let name = "lookup"
    static let fields = ["class", "to", "in", "match", "take", "create", "missing"]

    private let className: Placed<String>
    private let to: Placed<String>
    private let other: Placed<String>
    private let match: [PropertyPair]
    private let take: Placed<String>?
    private let creates: Bool
    private let missing: FallbackRule

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let to = fields.text("to")
        let other = fields.text("in")
        let match = fields.pairs("match")
        take = fields.optionalText("take")
        creates = fields.flag("create")
        missing = fields.fallback("missing", FallbackRule.lookupWords) ?? FallbackRule(action: .null)
        guard let className, let to, let other, let match else { return nil }
        self.className = className
        self.to = to
        self.other = other
        self.match = match
    }

    var isDestructive: Bool { missing.deletes }
    var summary: String {
        let what = take.map { "the '\($0.value)' of" } ?? "a link to"
        return "set '\(className.value).\(to.value)' to \(what) a '\(other.value)'"
            + (creates ? ", which is made if it is missing" : "")
    }

    func check(_ sketch: inout SchemaSketch) {
        let objects = sketch.objects(className)
        let others = sketch.objects(other)
        guard let objects, let others else { return }
        let target = sketch.property(to, of: objects)
        sketch.check(match, of: objects, and: others)
        if let target { check(target, objects, others, &sketch) }
        guard creates else { return }
        if others.isEmbedded {
            sketch.problem(other.place, "objects of embedded class '\(other.value)' cannot be created on their own")
        }
        if let key = others.primaryKeyProperty, !match.contains(where: { $0.other.value == key.name }) {
            sketch.problem(other.place, "to create a '\(other.value)', 'match' needs its primary key '\(key.name)'")
        }
    }

    private func check(
        _ target: Property, _ objects: ObjectSchema, _ others: ObjectSchema, _ sketch: inout SchemaSketch
    ) {
        sketch.checkCanBeSet(target, of: objects, at: to.place)
        if className.value == other.value, match.contains(where: { $0.other.value == to.value }) {
            sketch.problem(to.place, "'\(to.value)' is looked up by and cannot be set")
        }
        if let take {
            guard let taken = sketch.property(take, of: others) else { return }
            let isSame =
                taken.element.with(name: "", isOptional: true) == target.element.with(name: "", isOptional: true)
            if !isSame || taken.isOwning(in: sketch.schema) {
                sketch.problem(
                    take.place,
                    "'\(other.value).\(take.value)' is of type \(taken.typeNotation), "
                        + "'\(className.value).\(to.value)' of type \(target.typeNotation)")
            } else if taken.canBeNull, !target.canBeNull {
                sketch.problem(
                    take.place, "'\(other.value).\(take.value)' may be null, '\(className.value).\(to.value)' not")
            }
        } else if target.objectClassName != other.value {
            sketch.problem(to.place, "'\(className.value).\(to.value)' is no link to class '\(other.value)'")
        }
        if case .null = missing.action, !target.canBeNull {
            sketch.problem(
                missing.place ?? to.place,
                "'\(className.value).\(to.value)' is required and cannot become null: say 'missing'")
        }
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let others = try run.table(other.value)
        let own = try match.map { try run.column($0.own.value, of: table) }
        let looked = try match.map { try run.column($0.other.value, of: others) }
        var found = RowTable(others, looked, run.objects)
        try found.insertAll()
        let taken = try take.map { try run.column($0.value, of: others) }
        let target = try run.column(to.value, of: table)
        let keys = try run.objects.keys(of: table)
        var rows = ConvertedRows(target, try run.property(to.value, of: table), table, missing, run)
        for key in keys {
            let values = try own.map { (column) throws(FormatError) in
                run.scratch.copy(try run.value(of: column, of: key, in: table))
            }
            var object = try found.find(values)
            // Unknown values do not create an object.
            if object == nil, creates, !values.contains(where: \.isNull) {
                let made = try run.make(in: others, looked, values, for: key, of: table)
                found.insert(made, values)
                object = made
            }
            guard let object else {
                try rows.fallBack(for: key, "there is no such '\(other.value)'", values[0])
                continue
            }
            if let taken {
                try rows.set(run.scratch.copy(run.value(of: taken, of: object, in: others)), of: key)
            } else {
                try rows.set(.link(others.key, object), of: key)
            }
        }
        return try rows.finish()
    }
}

extension SchemaSketch {
    /// Reports pairs of properties that do not exist, or whose values cannot be equal.
    mutating func check(_ pairs: [PropertyPair], of objects: ObjectSchema, and others: ObjectSchema) {
        for pair in pairs {
            let own = property(pair.own, of: objects)
            let other = property(pair.other, of: others)
            guard let own, let other else { continue }
            let names = "'\(objects.className).\(own.name)' is of type \(own.typeNotation), "
            if own.type != other.type || own.isCollection || other.isCollection {
                problem(pair.own.place, "\(names)'\(others.className).\(other.name)' of type \(other.typeNotation)")
            } else if own.type == .object || own.type == .any {
                problem(pair.own.place, "\(names)whose values are not compared")
            }
        }
    }
}
