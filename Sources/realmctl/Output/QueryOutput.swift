import Foundation
import RealmTools

/// Prints the objects of a query, or groups of them, a row for each.
struct QueryOutput {
    private let rows: any RowSource
    private let format: QueryCommand.Format
    private let style: RealmExporter.ValueStyle
    private let offset: Int
    private let limit: Int?
    private let context: CommandContext

    init(
        _ rows: any RowSource, format: QueryCommand.Format, style: RealmExporter.ValueStyle, offset: Int, limit: Int?,
        _ context: CommandContext
    ) {
        self.rows = rows
        self.format = format
        self.style = style
        self.offset = offset
        self.limit = limit
        self.context = context
    }

    func write(className: String) throws -> CommandResult {
        switch format {
        case .ndjson, .jsonl:
            try lines(separator: "\n", end: "\n") { self.object($0) }
            return .streamed
        case .table, .csv, .json, .markdown: break
        }
        if context.settings.json { return try envelope(className) }
        switch format {
        case .table: try QueryTable(rows, offset: offset, limit: limit, context).write()
        case .markdown: try markdown()
        case .csv: try csv()
        case .json, .ndjson, .jsonl:
            try stream(Data("[".utf8))
            try lines(separator: ",\n", end: "") { self.object($0) }
            try stream(Data("]\n".utf8))
        }
        return .streamed
    }

    private func stream(_ bytes: Data) throws { try OutputStream.standardOutput.write(bytes) }
    private func stream(_ text: String) throws { try OutputStream.standardOutput.write(text) }

    // MARK: JSON

    private func object(_ cells: [Data]) -> Data {
        var bytes = Data("{".utf8)
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += Data(JSONValue.string(rows.columns[index]).text.utf8) + Data(":".utf8) + cell
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Writes a text for each row, in pieces.
    private func lines(separator: String, end: String, _ text: ([Data]) throws -> Data) throws {
        var buffer = Data()
        var isFirst = true
        let count = try rows.forEachRow(values: style, offset: offset, limit: limit) { cells in
            if !isFirst { buffer += Data(separator.utf8) }
            isFirst = false
            buffer += try text(cells)
            if buffer.count >= QueryOutput.pieceByteCount {
                try stream(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
        }
        if count > 0 { buffer += Data(end.utf8) }
        try stream(buffer)
    }

    private static let pieceByteCount = 65_536

    private func envelope(_ className: String) throws -> CommandResult {
        var written: [JSONValue] = []
        let count = try rows.forEachRow(values: style, offset: offset, limit: limit) { cells in
            written.append(.written(String(decoding: object(cells), as: UTF8.self)))
        }
        return CommandResult([
            ("class", .string(className)), ("count", JSONValue(count)), ("columns", JSONValue(rows.columns)),
            ("rows", .array(written)),
        ])
    }

    // MARK: CSV

    private func csv() throws {
        try stream(Data((rows.columns.map(QueryOutput.field).joined(separator: ",") + "\r\n").utf8))
        try lines(separator: "", end: "") { cells in
            Data((cells.map { QueryOutput.field(QueryOutput.plain($0)) }.joined(separator: ",") + "\r\n").utf8)
        }
    }

    private static func field(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// The text of a JSON value: the characters of a string, empty for null.
    static func plain(_ json: Data) -> String {
        if json.first == UInt8(ascii: "\"") {
            let text = try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed) as? String
            return text ?? String(decoding: json, as: UTF8.self)
        }
        let text = String(decoding: json, as: UTF8.self)
        return text == "null" ? "" : text
    }

    // MARK: Markdown

    private func markdown() throws {
        let titles = rows.columns.map(QueryOutput.markdownCell).joined(separator: " | ")
        let line = rows.columns.map { _ in "---" }.joined(separator: " | ")
        try stream("| \(titles) |\n| \(line) |\n")
        try lines(separator: "", end: "") { cells in
            let texts = cells.map { QueryOutput.markdownCell(QueryOutput.plain($0)) }
            return Data("| \(texts.joined(separator: " | ")) |\n".utf8)
        }
    }

    /// A text that ends neither its cell nor its line.
    private static func markdownCell(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("|", with: "\\|").replacing("\r\n", with: "<br>")
            .replacing("\n", with: "<br>").replacing("\r", with: "<br>")
    }
}
