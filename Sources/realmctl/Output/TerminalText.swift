/// Text for a terminal, which must not interpret the content of files, their names and their values as control
/// sequences.
enum TerminalText {
    /// The start of this program's control sequences: an escape, and digits that the author of a file cannot know.
    static let escape = "\u{1B}" + mark + "["

    private static let mark = {
        let digits = String(UInt64.random(in: 0...(.max)), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }()

    /// The text with its own control sequences, and with `\u009b` in place of everything else that could control a
    /// terminal.
    static func shown(_ text: String) -> String { written(text) { isHarmful($0) ? "\\u\(fourDigits($0))" : nil } }

    /// The text with its own control sequences, and everything else unchanged: for files and programs.
    static func exact(_ text: String) -> String {
        text.utf8.contains(0x1B) ? written(text) { _ in nil } : text
    }

    private static func written(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        var written = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}", rest.starts(with: mark.unicodeScalars) {
                rest.removeFirst(mark.unicodeScalars.count)
                written.append(scalar)
            } else if scalar == "\r", rest.first == "\n" {
                // The end of a line in CSV.
                written.append(scalar)
            } else if let replacement = replacement(scalar) {
                written.append(contentsOf: replacement.unicodeScalars)
            } else {
                written.append(scalar)
            }
        }
        return String(written)
    }

    private static func fourDigits(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Control characters except line feed and tab, and characters that change the direction or the lines of the
    /// surrounding text.
    static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text for one line of a terminal.
    var onOneLine: String {
        guard unicodeScalars.contains(where: { TerminalText.isHarmful($0) || $0 == "\n" || $0 == "\t" }) else {
            return self
        }
        return TerminalText.shown(replacing("\n", with: "\\n").replacing("\t", with: "\\t"))
    }
}
