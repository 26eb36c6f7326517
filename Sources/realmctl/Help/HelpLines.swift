/// Text in lines as wide as a terminal, for help.
struct HelpLines {
    /// Columns of the terminal, within limits that can be read.
    let width: Int

    private static let widths = 40...100
    private static let indent = 2
    /// Where meanings begin.
    private static let column = 26

    init(width: Int) { self.width = min(max(width, HelpLines.widths.lowerBound), HelpLines.widths.upperBound) }

    /// A chapter of entries; empty without any.
    func chapter(_ title: String, _ entries: [(title: String, meaning: String)]) -> String {
        entries.isEmpty ? "" : "\n\(title.uppercased()):\n" + entries.map { entry($0.title, $0.meaning) }.joined()
    }

    /// A chapter of running text.
    func chapter(_ title: String, text: String) -> String {
        "\n\(title.uppercased()):\n" + paragraph(text, indent: HelpLines.indent)
    }

    func paragraph(_ text: String, indent: Int = 0) -> String {
        let blank = String(repeating: " ", count: indent)
        return wrapped(text, width - indent).map { blank + $0 + "\n" }.joined()
    }

    /// A name and its meaning, beside it or below.
    private func entry(_ title: String, _ meaning: String) -> String {
        let lines = wrapped(meaning, width - HelpLines.column)
        let blank = String(repeating: " ", count: HelpLines.column)
        let name = String(repeating: " ", count: HelpLines.indent) + title
        let fits = name.columnCount + 2 <= HelpLines.column
        let gap = fits ? String(repeating: " ", count: HelpLines.column - name.columnCount) : "\n" + blank
        return name + gap + lines.joined(separator: "\n" + blank) + "\n"
    }

    private func wrapped(_ text: String, _ width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            if line.isEmpty || longer.columnCount <= width {
                line = longer
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
