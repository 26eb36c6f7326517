import RealmStore

/// Single values as text: ints in decimal, dates in ISO 8601 (UTC), data in Base64, texts unchanged.
enum ValueText {
    /// Nil for null, links and collections, which have no text.
    static func text(_ value: Value) -> String? {
        var buffer = TextBuffer()
        return append(value, to: &buffer) ? String(decoding: buffer.bytes, as: UTF8.self) : nil
    }

    /// Appends the text of a value.
    ///
    /// - Returns: false, with nothing appended, if it has none.
    static func append(_ value: Value, to buffer: inout TextBuffer) -> Bool {
        switch value {
        case .null, .link, .list, .dictionary: return false
        case .int(let number): buffer.integer(number)
        case .bool(let flag): buffer.text(flag ? "true" : "false")
        case .float(let number): buffer.number(number)
        case .double(let number): buffer.number(number)
        case .string(let bytes): buffer.raw(bytes)
        case .binary(let bytes): buffer.base64(bytes)
        case .timestamp(let date):
            guard date.isProper else { return false }
            buffer.date(date)
        case .decimal(let number): buffer.decimal(number)
        case .objectId(let id): buffer.objectId(id)
        case .uuid(let id): buffer.uuid(id)
        }
        return true
    }

    /// A value as shown in messages: at most 80 characters.
    static func excerpt(_ value: Value) -> String {
        let limit = 80
        switch value {
        case .null: return "null"
        case .link(_, let key): return "a link to object \(key.value)"
        case .list: return "a list"
        case .dictionary: return "a dictionary"
        default:
            let text = text(value) ?? "?"
            return "'\(text.count > limit ? text.prefix(limit - 1) + "…" : text)'"
        }
    }
}
