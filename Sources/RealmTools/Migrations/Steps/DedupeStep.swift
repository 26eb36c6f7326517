import RealmStore
import Yams

/// `dedupe`: keeps one of several objects with the same values, and redirects links to the others to it. Takes time
/// proportional to the number of objects.
struct DedupeStep: MigrationStep {
    static let name = "dedupe"
    static let fields = ["class", "by", "keep"]

    private enum Rule: Sendable {
        case first, last
        case max(Placed<String>)
    }

    private let className: Placed<String>
    private let names: [Placed<String>]
    private let rule: Rule

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let names = fields.names("by")
        let rule = DedupeStep.rule(&fields)
        guard let className, let names, let rule else { return nil }
        self.className = className
        self.names = names
        self.rule = rule
    }

    private static func rule(_ fields: inout StepFields) -> Rule? {
        guard let node = fields.entry("keep")?.value else {
            fields.problem(fields.place, "step 'dedupe' lacks 'keep'")
            return nil
        }
        switch node.scalar?.string {
        case "first": return .first
        case "last": return .last
        default: break
        }
        if node.mapping != nil {
            let entries = fields.reader.document.fields(node, "'keep'", allowed: ["max"])
            if let name = entries.first.flatMap({ fields.reader.document.text($0.value, "'max'") }) {
                return .max(name)
            }
            if !entries.isEmpty { return nil }
        }
        fields.problem(fields.reader.document.place(node), "'keep' must be one of: first, last or {max: PROPERTY}")
        return nil
    }

    var isDestructive: Bool { true }
    var summary: String {
        let kept =
            switch rule {
            case .first: "the first"
            case .last: "the last"
            case .max(let name): "that of the greatest '\(name.value)'"
            }
        let list = names.map { "'\($0.value)'" }.joined(separator: ", ")
        return "of '\(className.value)' with the same \(list) keep \(kept)"
    }

    func check(_ sketch: inout SchemaSketch) {
        guard let objects = sketch.objects(className) else { return }
        for name in names {
            guard let property = sketch.property(name, of: objects) else { continue }
            if property.isOwning(in: sketch.schema) || property.type == .any {
                sketch.problem(
                    name.place, "'\(name.value)' is of type \(property.typeNotation), whose values are not compared")
            }
        }
        if objects.isEmbedded {
            sketch.problem(className.place, "objects of embedded class '\(className.value)' cannot share an owner")
        }
        guard case .max(let name) = rule, let property = sketch.property(name, of: objects) else { return }
        let ordered: [PropertyType] = [.int, .float, .double, .decimal128, .date, .string, .bool, .objectId, .UUID]
        if property.isCollection || !ordered.contains(property.type) {
            sketch.problem(
                name.place, "'\(name.value)' is of type \(property.typeNotation), which has no greatest value")
        }
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let columns = try names.map { try run.column($0.value, of: table) }
        let duplicates = try Duplicates(of: columns, in: table, run) {
            switch rule {
            case .first: .first
            case .last: .last
            case .max(let name): .greatest(try run.column(name.value, of: table))
            }
        }
        return try duplicates.merge(run)
    }
}
