/// Columns of text, each as wide as its widest cell.
struct TextTable {
    enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private var rows: [[String]]

    init(_ columns: [(title: String, alignment: Alignment)]) {
        alignments = columns.map(\.alignment)
        rows = [columns.map(\.title.onOneLine)]
    }

    mutating func add(_ cells: [String]) { rows.append(cells.map(\.onOneLine)) }

    /// The lines, titles first, each with a newline and without trailing blanks.
    func lines(title: (String) -> String = { $0 }) -> String {
        let widths = alignments.indices.map { column in rows.map { $0[column].columnCount }.max() ?? 0 }
        return rows.enumerated().map { index, row in
            var line = zip(row, zip(widths, alignments)).map { cell, column in
                let blank = String(repeating: " ", count: column.0 - cell.columnCount)
                return column.1 == .left ? cell + blank : blank + cell
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return (index == 0 ? title(line) : line) + "\n"
        }.joined()
    }
}

extension Int {
    /// A count with its noun: `1 object`, `1 204 objects`.
    func of(_ thing: String) -> String { "\(grouped) \(thing)\(self == 1 ? "" : "s")" }

    /// The digits in groups of three: `1 204`.
    var grouped: String {
        let digits = String(magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += " " }
            text.append(digit)
        }
        return self < 0 ? "-" + text : text
    }
}
