import RealmStore

/// `split`: moves some properties of each object into an object of another class, to which it links. Takes time
/// proportional to the number of objects.
struct SplitStep: MigrationStep {
    static let name = "split"
    static let fields = ["class", "into", "link", "columns", "dedupe", "skip_all_null", "remove_columns"]

    private let className: Placed<String>
    private let into: Placed<String>
    private let link: Placed<String>
    private let columns: [PropertyPair]
    private let dedupes: Bool
    private let skipsAllNull: Bool
    private let removesColumns: Bool

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let into = fields.text("into")
        let link = fields.text("link")
        let columns = fields.pairs("columns")
        dedupes = fields.flag("dedupe")
        skipsAllNull = fields.flag("skip_all_null")
        removesColumns = fields.flag("remove_columns")
        guard let className, let into, let link, let columns else { return nil }
        self.className = className
        self.into = into
        self.link = link
        self.columns = columns
    }

    var summary: String {
        let names = columns.map { "'\($0.own.value)'" }.joined(separator: ", ")
        return "move \(names) of '\(className.value)' into '\(into.value)'"
    }

    func check(_ sketch: inout SchemaSketch) {
        let objects = sketch.objects(className)
        let others = sketch.objects(into)
        guard let objects, let others else { return }
        if let link = sketch.property(link, of: objects), link.isCollection || link.objectClassName != into.value {
            sketch.problem(
                self.link.place, "'\(className.value).\(link.name)' is no link to one object of class '\(into.value)'")
        }
        if dedupes, others.isEmbedded {
            sketch.problem(
                into.place, "embedded class '\(into.value)' has an object for each owner: leave out 'dedupe'")
        }
        if let key = others.primaryKeyProperty, !columns.contains(where: { $0.other.value == key.name }) {
            sketch.problem(into.place, "to make a '\(into.value)', 'columns' needs its primary key '\(key.name)'")
        }
        for pair in columns { check(pair, objects, others, &sketch) }
        let targets = columns.map(\.other.value)
        for (index, pair) in columns.enumerated() where targets[..<index].contains(pair.other.value) {
            sketch.problem(pair.other.place, "'\(into.value).\(pair.other.value)' is set by two columns")
        }
        guard removesColumns else { return }
        let removed = Set(columns.map(\.own.value))
        sketch.replace(objects.with(properties: objects.properties.filter { !removed.contains($0.name) }))
    }

    private func check(
        _ pair: PropertyPair, _ objects: ObjectSchema, _ others: ObjectSchema, _ sketch: inout SchemaSketch
    ) {
        let own = sketch.property(pair.own, of: objects)
        let other = sketch.property(pair.other, of: others)
        guard let own, let other else { return }
        let ownName = "'\(className.value).\(own.name)'"
        let otherName = "'\(into.value).\(other.name)'"
        let isSame = own.element.with(name: "", isOptional: true) == other.element.with(name: "", isOptional: true)
        if own.isOwning(in: sketch.schema) || other.isCollection || !isSame {
            sketch.problem(
                pair.own.place,
                "\(ownName) is of type \(own.typeNotation) and cannot become \(otherName) of type \(other.typeNotation)"
            )
        } else if own.canBeNull, !other.canBeNull {
            sketch.problem(pair.own.place, "\(ownName) is optional and \(otherName) is not")
        }
        if removesColumns, own.isPrimaryKey {
            sketch.problem(pair.own.place, "\(ownName) is the primary key and cannot be removed")
        }
        if dedupes, own.type == .object || own.type == .any {
            sketch.problem(pair.own.place, "\(ownName) is of type \(own.typeNotation), whose values are not compared")
        }
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let others = try run.table(into.value)
        let own = try columns.map { try run.column($0.own.value, of: table) }
        let target = try columns.map { try run.column($0.other.value, of: others) }
        let linkColumn = try run.column(link.value, of: table)
        var known = RowTable(others, target, run.objects)
        if dedupes { try known.insertAll() }
        var count = 0
        for key in try run.objects.keys(of: table) {
            run.scratch.reset()
            let values = try own.map { (column) throws(FormatError) in
                run.scratch.copy(try run.value(of: column, of: key, in: table))
            }
            if skipsAllNull, values.allSatisfy(\.isNull) { continue }
            count += 1
            if others.kind == .embedded {
                let embedded = try run.objects.setEmbedded(of: linkColumn, of: key, in: table)
                for (column, value) in zip(target, values) {
                    try run.objects.set(run.objects.duplicate(value), of: column, of: embedded, in: others)
                }
                continue
            }
            var object = try dedupes ? known.find(values) : nil
            if object == nil {
                let made = try run.make(in: others, target, values, for: key, of: table)
                if dedupes { known.insert(made, values) }
                object = made
            }
            if let object { try run.objects.set(.link(others.key, object), of: linkColumn, of: key, in: table) }
        }
        if removesColumns { for pair in columns { try run.writer.removeColumn(pair.own.value, of: className.value) } }
        return count
    }
}
