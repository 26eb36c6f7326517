/// HTML or SVG under construction. Names and texts of a file are escaped; nothing in a file can become markup.
struct Markup {
    private(set) var text = ""

    typealias Attributes = KeyValuePairs<String, String>

    /// An element with others in it.
    mutating func element(_ name: String, _ attributes: Attributes = [:], _ content: (inout Markup) -> Void) {
        open(name, attributes)
        content(&self)
        text += "</\(name)>\n"
    }

    /// An element with text in it.
    mutating func element(_ name: String, _ attributes: Attributes = [:], text content: String) {
        open(name, attributes)
        text += "\(Markup.escaped(content))</\(name)>\n"
    }

    /// The program's own text, such as a style sheet, unescaped.
    mutating func raw(_ content: String) { text += content }

    private mutating func open(_ name: String, _ attributes: Attributes) {
        text += "<\(name)"
        for (key, value) in attributes { text += " \(key)=\"\(Markup.escaped(value))\"" }
        text += ">"
    }

    /// Control characters are shown as pictures of themselves: no markup language can represent them.
    private static func escaped(_ content: String) -> String {
        var escaped = ""
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{0}"..."\u{1F}" where scalar != "\n":
                escaped.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case _ where TerminalText.isHarmful(scalar): escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Double {
    /// A length for SVG: at most one digit after the point.
    var svg: String {
        let rounded = (self * 10).rounded() / 10
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
