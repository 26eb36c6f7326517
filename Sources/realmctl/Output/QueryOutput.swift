import Foundation
import RealmTools

/// Prints the objects of a query, a row for each.
struct QueryOutput {
    private let rows: RowExporter
    private let format: QueryCommand.Format
    private let style: RealmExporter.ValueStyle
    private let offset: Int
    private let limit: Int?
    private let context: CommandContext

    init(
        _ rows: RowExporter, format: QueryCommand.Format, style: RealmExporter.ValueStyle, offset: Int, limit: Int?,
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
        case .ndjson:
            try lines(separator: "\n", end: "\n") { self.object($0) }
            return .streamed
        case .table, .csv, .json: break
        }
        if context.settings.json { return try envelope(className) }
        switch format {
        case .table: try table()
        case .csv: try csv()
        case .json, .ndjson:
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
    private static func plain(_ json: Data) -> String {
        if json.first == UInt8(ascii: "\"") {
            let text = try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed) as? String
            return text ?? String(decoding: json, as: UTF8.self)
        }
        let text = String(decoding: json, as: UTF8.self)
        return text == "null" ? "" : text
    }

    // MARK: Table

    /// The number of rows that determine the widths of columns; the rest follows piece by piece.
    private static let measuredRows = 1000

    /// The layout of rows on the terminal.
    private enum Layout {
        /// A line for each row, in columns of these widths.
        case columns([Int])
        /// A block for each row, with a line for each property.
        case blocks
    }

    private func table() throws {
        var waiting: [[String]] = []
        var layout: Layout?
        var isFirst = true
        let titles = rows.columns.map(QueryOutput.shown)
        func print(_ row: [String], _ layout: Layout) throws {
            switch layout {
            case .columns(let widths): try self.print(row, widths)
            case .blocks: try printBlock(row, isFirst: isFirst)
            }
            isFirst = false
        }
        func begin() throws {
            let made = QueryOutput.layout([titles] + waiting, within: context.terminal.columns)
            layout = made
            if case .columns(let widths) = made { try self.print(titles, widths, isTitle: true) }
            for row in waiting { try print(row, made) }
            waiting = []
        }
        _ = try rows.forEachRow(values: .plain, offset: offset, limit: limit) { cells in
            let row = cells.map { QueryOutput.shown(QueryOutput.plain($0)) }
            if let layout { return try print(row, layout) }
            waiting.append(row)
            if waiting.count == QueryOutput.measuredRows { try begin() }
        }
        if layout == nil { try begin() }
    }

    /// A line for each property, in full; blocks have an empty line between them.
    private func printBlock(_ row: [String], isFirst: Bool) throws {
        let style = context.console.outputStyle
        let lines = zip(rows.columns.map(QueryOutput.shown), row).map { "\(style.bold($0 + ":")) \($1)\n" }
        try stream((isFirst ? "" : "\n") + lines.joined())
    }

    private func print(_ row: [String], _ widths: [Int], isTitle: Bool = false) throws {
        var line = zip(row, widths).map { cell, width in
            let cut = cell.columnCount > width ? cell.prefix(columns: Swift.max(0, width - 1)) + "…" : cell
            return cut + String(repeating: " ", count: Swift.max(0, width - cut.columnCount))
        }.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        try stream((isTitle ? context.console.outputStyle.bold(line) : line) + "\n")
    }

    /// A text on one line, without control characters.
    private static func shown(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    TerminalText.isHarmful($0) || $0.properties.generalCategory == .control ? " " : $0
                }))
    }

    /// Columns as wide as their widest cells, the widest of them cut until all fit into a terminal; blocks if too
    /// little would be left of a column.
    private static func layout(_ rows: [[String]], within total: Int?) -> Layout {
        guard let titles = rows.first else { return .columns([]) }
        var widths = titles.indices.map { column in rows.map { $0[column].columnCount }.max() ?? 0 }
        guard let total else { return .columns(widths) }
        let least = zip(titles, widths).map { min($1, max($0.columnCount, leastColumnWidth)) }
        let room = total - 2 * (widths.count - 1)
        guard least.reduce(0, +) <= room else { return .blocks }
        while widths.reduce(0, +) > room {
            let cuttable = widths.indices.filter { widths[$0] > least[$0] }
            guard let widest = cuttable.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        return .columns(widths)
    }

    /// Fewer characters of a cell are useless.
    private static let leastColumnWidth = 12
}
