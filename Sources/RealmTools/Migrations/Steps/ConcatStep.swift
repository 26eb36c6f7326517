import RealmStore
import Yams

/// `concat`: a text made from several properties.
struct ConcatStep: MigrationStep {
    static let name = "concat"
    static let fields = ["class", "to", "parts", "separator", "skip_null", "where"]

    private enum Part: Sendable {
        case path(Placed<String>)
        case text(String)
    }

    private let className: Placed<String>
    private let to: Placed<String>
    private let parts: [Part]
    private let separator: String
    private let skipsNull: Bool
    private let condition: StepCondition?

    init?(_ fields: inout StepFields) {
        let className = fields.text("class")
        let to = fields.text("to")
        let nodes = fields.elements("parts")
        let parts = nodes?.compactMap { ConcatStep.part($0, &fields.reader.document) }
        separator = fields.anyText("separator") ?? ""
        skipsNull = fields.flag("skip_null")
        condition = fields.condition()
        guard let className, let to, let parts, parts.count == nodes?.count else { return nil }
        self.className = className
        self.to = to
        self.parts = parts
    }

    private static func part(_ node: Yams.Node, _ document: inout DocumentReader) -> Part? {
        guard node.mapping != nil else { return document.text(node, "a part").map(Part.path) }
        let fields = document.fields(node, "a part", allowed: ["text"])
        if let text = fields.first?.value.scalar?.string { return .text(text) }
        // Other kinds of fields were already reported.
        if fields.isEmpty, node.mapping?.isEmpty == false { return nil }
        document.problem(node, "a part is the name of a property, or {text: ...}")
        return nil
    }

    var summary: String { "set '\(className.value).\(to.value)' to a text of \(parts.count) parts" }

    func check(_ sketch: inout SchemaSketch) {
        sketch.check(condition, on: className.value)
        guard let objects = sketch.objects(className) else { return }
        if let target = sketch.property(to, of: objects) {
            if sketch.checkCanBeSet(target, of: objects, at: to.place), target.type != .string {
                sketch.problem(
                    to.place, "'\(className.value).\(to.value)' is of type \(target.typeNotation), not string")
            }
        }
        for case .path(let path) in parts {
            guard let source = sketch.property(at: path, of: objects) else { continue }
            if source.isCollection || source.type == .object {
                sketch.problem(path.place, "'\(path.value)' is of type \(source.typeNotation), which has no text")
            }
        }
    }

    func run(_ run: StepRun) throws -> Int {
        let table = try run.table(className.value)
        let target = try run.column(to.value, of: table)
        let readers = try parts.map { part -> (path: ValuePath?, text: String) in
            switch part {
            case .path(let path): (try ValuePath(path.value, of: table, run), "")
            case .text(let text): (nil, text)
            }
        }
        let keys = try run.keys(of: table, where: condition)
        var buffer = TextBuffer()
        for key in keys {
            buffer.removeAll()
            var isFirst = true
            for part in readers {
                let value = try part.path?.value(of: key, run)
                if let value, value.isNull, skipsNull { continue }
                if !isFirst { buffer.text(separator) }
                isFirst = false
                guard let value else {
                    buffer.text(part.text)
                    continue
                }
                if !value.isNull, !ValueText.append(value, to: &buffer) {
                    throw run.failure("a part has no text", key, of: table, value: value)
                }
            }
            try run.checkLength(buffer.count, key, of: table)
            try buffer.bytes.withUnsafeBytes { try run.set(.string($0), of: target, of: key, in: table) }
        }
        return keys.count
    }
}
