import Foundation
import RealmTools

/// The objects of a query as a table for people: numbers to the right, a mark for null, bytes cut short.
struct QueryTable {
    private let rows: any RowSource
    private let offset: Int
    private let limit: Int?
    private let context: CommandContext

    /// What stands for null, which is not an empty text.
    private static let null = "∅"
    /// The number of rows that determine the widths of columns; the rest follows piece by piece.
    private static let measuredRows = 1000
    /// Fewer characters of a cell are useless.
    private static let leastColumnWidth = 12
    /// The characters of base64 that are shown of bytes.
    private static let shownByteCharacters = 12

    /// A value as it is shown.
    private struct Cell {
        let text: String
        let isNumber: Bool
        let isNull: Bool
    }

    /// A column of the table.
    private struct Column {
        var width: Int
        let isNumeric: Bool
    }

    /// The layout of rows on the terminal.
    private enum Layout {
        /// A line for each row.
        case columns([Column])
        /// A block for each row, with a line for each property.
        case blocks
    }

    init(_ rows: any RowSource, offset: Int, limit: Int?, _ context: CommandContext) {
        self.rows = rows
        self.offset = offset
        self.limit = limit
        self.context = context
    }

    func write() throws {
        var waiting: [[Cell]] = []
        var layout: Layout?
        var isFirst = true
        let titles = rows.columns.map { Cell(text: QueryTable.shown($0), isNumber: false, isNull: false) }
        func print(_ row: [Cell], _ layout: Layout) throws {
            switch layout {
            case .columns(let columns): try self.print(row, columns)
            case .blocks: try printBlock(row, isFirst: isFirst)
            }
            isFirst = false
        }
        func begin() throws {
            let made = QueryTable.layout(titles, waiting, within: context.terminal.columns)
            layout = made
            if case .columns(let columns) = made { try self.print(titles, columns, isTitle: true) }
            for row in waiting { try print(row, made) }
            waiting = []
        }
        _ = try rows.forEachRow(values: .plain, offset: offset, limit: limit) { cells in
            let row = cells.enumerated().map { cell($1, isBinary: rows.binaryColumns.contains($0)) }
            if let layout { return try print(row, layout) }
            waiting.append(row)
            if waiting.count == QueryTable.measuredRows { try begin() }
        }
        if layout == nil { try begin() }
    }

    private func cell(_ json: Data, isBinary: Bool) -> Cell {
        if json.elementsEqual("null".utf8) { return Cell(text: QueryTable.null, isNumber: false, isNull: true) }
        let first = json.first ?? 0
        let isNumber = first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        let text = QueryTable.shown(QueryOutput.plain(json))
        return Cell(text: isBinary ? QueryTable.short(text) : text, isNumber: isNumber, isNull: false)
    }

    /// `AQIDBAUGBwgJ… (1.2 KB)`
    private static func short(_ base64: String) -> String {
        guard base64.utf8.count > 2 * shownByteCharacters else { return base64 }
        let padding = base64.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
        return "\(base64.prefix(shownByteCharacters))… (\(ByteSize(base64.utf8.count / 4 * 3 - padding)))"
    }

    private func stream(_ text: String) throws { try OutputStream.standardOutput.write(text) }

    /// A line for each property, in full; blocks have an empty line between them.
    private func printBlock(_ row: [Cell], isFirst: Bool) throws {
        let style = context.console.outputStyle
        let lines = zip(rows.columns.map(QueryTable.shown), row).map { "\(style.bold($0 + ":")) \($1.text)\n" }
        try stream((isFirst ? "" : "\n") + lines.joined())
    }

    private func print(_ row: [Cell], _ columns: [Column], isTitle: Bool = false) throws {
        var line = zip(row, columns).map { cell, column in
            let isCut = cell.text.columnCount > column.width
            let text = isCut ? cell.text.prefix(columns: Swift.max(0, column.width - 1)) + "…" : cell.text
            let blank = String(repeating: " ", count: Swift.max(0, column.width - text.columnCount))
            return column.isNumeric ? blank + text : text + blank
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
    private static func layout(_ titles: [Cell], _ rows: [[Cell]], within total: Int?) -> Layout {
        var columns = titles.enumerated().map { index, title in
            let cells = rows.map { $0[index] }
            let values = cells.filter { !$0.isNull }
            return Column(
                width: ([title] + cells).map(\.text.columnCount).max() ?? 0,
                isNumeric: !values.isEmpty && values.allSatisfy(\.isNumber))
        }
        guard let total else { return .columns(columns) }
        let least = zip(titles, columns).map { min($1.width, max($0.text.columnCount, leastColumnWidth)) }
        let room = total - 2 * (columns.count - 1)
        guard least.reduce(0, +) <= room else { return .blocks }
        while columns.reduce(0, { $0 + $1.width }) > room {
            let cuttable = columns.indices.filter { columns[$0].width > least[$0] }
            guard let widest = cuttable.max(by: { columns[$0].width < columns[$1].width }) else { break }
            columns[widest].width -= 1
        }
        return .columns(columns)
    }
}
