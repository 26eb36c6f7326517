import Foundation
import RealmTools

/// Prints the differences of two files, row by row.
final class DiffOutput {
    private let format: DiffCommand.Format
    private let context: CommandContext
    private let names: (old: String, new: String)
    /// The rows for one document.
    private var rows: [JSONValue] = []
    private var hasHeader = false
    private var className: String?

    private var style: Style { context.console.outputStyle }

    init(_ format: DiffCommand.Format, from old: String, to new: String, _ context: CommandContext) {
        self.format = format
        names = (old, new)
        self.context = context
    }

    /// The beginning: the differences of the schemas.
    func begin(_ schema: [String]) throws {
        guard !schema.isEmpty else { return }
        if format == .ndjson {
            for line in schema {
                try stream(JSONValue.object([("kind", .string("schema")), ("change", .string(line))]).text + "\n")
            }
        } else if format == .text, !context.settings.json {
            try writeHeader()
            try stream(style.bold("Schema") + "\n" + schema.map { style.yellow("~ ") + $0 + "\n" }.joined())
        }
    }

    func write(_ row: RealmDiff.Row) throws {
        if format == .ndjson { return try stream(DiffOutput.json(row).text + "\n") }
        if format == .json || context.settings.json {
            rows.append(.written(DiffOutput.json(row).text))
            return
        }
        try writeHeader()
        if className != row.className {
            className = row.className
            try stream(style.bold(row.className) + "\n")
        }
        try stream(text(row))
    }

    /// The end, with the summary.
    func finish(_ report: RealmDiff.Report) throws -> CommandResult {
        if report.oversizedValues > 0 {
            context.console.warn(
                "oversizedValues",
                "\(report.oversizedValues.grouped) values over 16 MiB, which read as null, were compared as null.")
        }
        let status = report.isEqual ? ExitStatus.ok : .finding
        var result = CommandResult(members(report), status: status)
        switch format {
        case .ndjson: result.isStreamed = true
        case .json where !context.settings.json:
            try stream(result.json.text + "\n")
            result.isStreamed = true
        case .json: break
        case .text: result.text = summary(report)
        }
        return result
    }

    private func stream(_ text: String) throws { try OutputStream.standardOutput.write(text) }

    // MARK: JSON

    private func members(_ report: RealmDiff.Report) -> [(String, JSONValue)] {
        let classes = report.classes.map { count in
            JSONValue.object([
                ("name", .string(count.name)), ("added", JSONValue(count.added)),
                ("removed", JSONValue(count.removed)), ("changed", JSONValue(count.changed)),
            ])
        }
        return [
            ("equal", .bool(report.isEqual)), ("schema", JSONValue(report.schema)), ("classes", .array(classes)),
            ("rows", .array(rows)), ("omittedRows", JSONValue(report.omittedRows)),
        ]
    }

    private static func json(_ row: RealmDiff.Row) -> JSONValue {
        let changes = row.changes.map { change in
            var members: [(String, JSONValue)] = [("property", .string(change.property))]
            if let old = change.old { members.append(("old", .written(old))) }
            if let new = change.new { members.append(("new", .written(new))) }
            return JSONValue.object(members)
        }
        return .object([
            ("kind", .string(row.kind.rawValue)), ("class", .string(row.className)), ("key", .written(row.key)),
            ("changes", .array(changes)),
        ])
    }

    // MARK: Text

    private func writeHeader() throws {
        guard !hasHeader else { return }
        hasHeader = true
        try stream(style.red("--- \(names.old)") + "\n" + style.green("+++ \(names.new)") + "\n")
    }

    private func text(_ row: RealmDiff.Row) -> String {
        let name = "\(row.className) \(row.key)"
        switch row.kind {
        case .added:
            return style.green(cut("+ \(name)  \(DiffOutput.values(row.changes.map { ($0.property, $0.new) }))")) + "\n"
        case .removed:
            return style.red(cut("- \(name)  \(DiffOutput.values(row.changes.map { ($0.property, $0.old) }))")) + "\n"
        case .changed:
            return style.yellow(cut("~ \(name)")) + "\n"
                + row.changes.map { change in
                    let room = context.terminal.columns.map { max(16, ($0 - change.property.count - 10) / 2) }
                    let (old, new) = DiffOutput.shortened(change.old ?? "", change.new ?? "", to: room)
                    return "    \(change.property): \(style.red(old)) -> \(style.green(new))\n"
                }.joined()
        }
    }

    private static func values(_ values: [(name: String, text: String?)]) -> String {
        values.map { "\($0.name): \($0.text ?? "null")" }.joined(separator: ", ")
    }

    /// A line no wider than the terminal.
    private func cut(_ line: String) -> String {
        guard let columns = context.terminal.columns, line.count > columns else { return line }
        return line.prefix(max(0, columns - 1)) + "…"
    }

    /// Two texts that differ, cut so that the difference is visible; complete without a limit.
    static func shortened(_ old: String, _ new: String, to width: Int?) -> (old: String, new: String) {
        guard let width, max(old.count, new.count) > width else { return (old, new) }
        let common = old.commonPrefix(with: new).count
        let start = max(0, common - width / 3)
        func part(_ text: String) -> String {
            let rest = text.dropFirst(start)
            let shown = rest.count > width ? rest.prefix(width - 1) + "…" : rest
            return (start > 0 ? "…" : "") + shown
        }
        return (part(old), part(new))
    }

    /// The differences in numbers.
    private func summary(_ report: RealmDiff.Report) -> String {
        guard !report.isEqual else { return "The files hold the same.\n" }
        var text = ""
        if report.omittedRows > 0 {
            text += "… and \(report.omittedRows.grouped) more objects; see them with --limit.\n"
        }
        for count in report.classes where count.total > 0 {
            let parts = [(count.added, "added"), (count.removed, "removed"), (count.changed, "changed")]
            let counts = parts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
            text += "\(count.name): \(counts.joined(separator: ", "))\n"
        }
        return text
    }
}
