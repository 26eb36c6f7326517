import RealmStore

/// A JSON value as it was read: texts as UTF-8 bytes, numbers as written.
indirect enum JSONTree {
    case null
    case bool(Bool)
    /// A number in the grammar of JSON.
    case number([UInt8])
    case string([UInt8])
    case array(JSONElements)
    /// Members in the order of the text; names may occur twice.
    case object([(name: [UInt8], value: JSONTree)])

    /// Name and value of the only member, if its name begins with `$`: the form of typed values.
    var wrapper: (name: String, value: JSONTree)? {
        guard case .object(let members) = self, members.count == 1, members[0].name.first == UInt8(ascii: "$") else {
            return nil
        }
        return (String(decoding: members[0].name, as: UTF8.self), members[0].value)
    }

    /// A short form of the value, for messages.
    var summary: String {
        switch self {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let digits): JSONTree.excerpt(digits)
        case .string(let bytes): "\"" + JSONTree.excerpt(bytes) + "\""
        case .array(let elements): "an array of \(elements.count)"
        case .object: wrapper.map { "{\"\($0.name)\": \($0.value.summary)}" } ?? "an object"
        }
    }

    /// The beginning of a text, without control characters.
    static func excerpt(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.prefix(200), as: UTF8.self)
        let shown = text.unicodeScalars.prefix(40).map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) }
        return String(shown) + (bytes.count > shown.count * 4 || text.unicodeScalars.count > 40 ? "..." : "")
    }
}
