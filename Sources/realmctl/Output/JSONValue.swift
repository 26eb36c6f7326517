/// A JSON value whose objects keep their order and whose integers stay exact.
enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([(String, JSONValue)])
    /// JSON text created elsewhere.
    case written(String)

    init(_ value: Int) { self = .integer(Int64(value)) }
    init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
    init(_ value: UInt64?) { self = value.map(JSONValue.unsigned) ?? .null }
    init(_ value: String?) { self = value.map(JSONValue.string) ?? .null }
    init(_ values: [String]) { self = .array(values.map(JSONValue.string)) }

    /// The value as JSON text on one line, without a newline.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// Appends the JSON text to `text`.
    func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .unsigned(let value): text += String(value)
        // JSON has neither infinity nor NaN.
        case .double(let value): text += value.isFinite ? value.description : "null"
        case .string(let value): JSONValue.write(value, to: &text)
        case .written(let json): text += json
        case .array(let values):
            JSONValue.writeList("[", values, "]", to: &text) { $0.write(to: &$1) }
        case .object(let members):
            JSONValue.writeList("{", members, "}", to: &text) { member, text in
                JSONValue.write(member.0, to: &text)
                text += ":"
                member.1.write(to: &text)
            }
        }
    }

    private static func writeList<Element>(
        _ open: String, _ elements: [Element], _ close: String, to text: inout String,
        _ write: (Element, inout String) -> Void
    ) {
        text += open
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            write(element, &text)
        }
        text += close
    }

    /// Appends `string` in quotes; escapes what JSON requires, and nothing else.
    static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
