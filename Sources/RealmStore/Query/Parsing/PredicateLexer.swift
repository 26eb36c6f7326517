/// Cuts the text of a query into tokens.
///
/// Source: file-format/queries.md, "The query language".
struct PredicateLexer {
    let bytes: [UInt8]
    let dialect: PredicateDialect
    var position = 0

    init(_ text: String, _ dialect: PredicateDialect) {
        bytes = Array(text.utf8)
        self.dialect = dialect
    }

    /// The byte at a distance ahead; 0 beyond the end.
    func peek(_ distance: Int = 0) -> UInt8 {
        position + distance < bytes.count ? bytes[position + distance] : 0
    }

    mutating func next() throws(PredicateError) -> PredicateToken {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        let start = position
        let kind = try kind()
        return PredicateToken(kind: kind, offset: start, end: position)
    }

    private mutating func kind() throws(PredicateError) -> PredicateToken.Kind {
        guard position < bytes.count else { return .end }
        let byte = bytes[position]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return .string(try string(byte)) }
        if let options = options() { return .options(options) }
        if dialect == .format, byte == UInt8(ascii: "%") { return .format(try specifier()) }
        if let argument = argument() { return argument }
        if byte.isDigit, let date = try isoDate() { return .literal(date) }
        if let literal = try literal() { return .literal(literal) }
        if let number = try number() { return .number(number) }
        if byte == UInt8(ascii: "@") {
            position += 1
            let name = word()
            guard !name.isEmpty else { throw PredicateError("a name is missing behind '@'", at: position) }
            return .at(name)
        }
        if isWordStart(byte) { return .word(word()) }
        return .symbol(try symbol())
    }

    // MARK: Words and symbols

    private func isWordStart(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
            || (dialect == .format && byte == UInt8(ascii: "#"))
    }

    /// A name; `\ ` is a blank in it.
    private mutating func word() -> String {
        var word: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if isWordStart(byte) || byte.isDigit || (byte == UInt8(ascii: "-") && !word.isEmpty) {
                word.append(byte)
                position += 1
            } else if byte == UInt8(ascii: "\\"), dialect == .realm, let escaped = PredicateLexer.blanks[peek(1)] {
                word.append(escaped)
                position += 2
            } else {
                break
            }
        }
        return String(decoding: word, as: UTF8.self)
    }

    private static let blanks: [UInt8: UInt8] = [
        UInt8(ascii: " "): 0x20, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    private static let pairs: Set<String> = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||"]
    private static let singles = Set("=!<>+-*/()[]{},.".utf8)

    private mutating func symbol() throws(PredicateError) -> String {
        let pair = String(decoding: bytes[position..<min(position + 2, bytes.count)], as: UTF8.self)
        if PredicateLexer.pairs.contains(pair) {
            position += 2
            return pair
        }
        guard PredicateLexer.singles.contains(bytes[position]) else {
            let character = Unicode.Scalar(bytes[position])
            throw PredicateError("the character '\(character)' has no meaning here", at: position)
        }
        position += 1
        return String(Unicode.Scalar(bytes[position - 1]))
    }

    /// `[c]` and, in format strings, its companions.
    private mutating func options() -> String? {
        guard peek() == UInt8(ascii: "[") else { return nil }
        let longest = dialect == .realm ? 1 : 2
        var letters = ""
        for distance in 1...(longest + 1) {
            let byte = peek(distance)
            if byte == UInt8(ascii: "]"), !letters.isEmpty {
                position += distance + 1
                return letters
            }
            let letter = dialect == .realm ? byte : byte | 0x20
            guard letter == UInt8(ascii: "c") || (dialect == .format && letter == UInt8(ascii: "d")) else { return nil }
            letters.append(Character(Unicode.Scalar(letter)))
        }
        return nil
    }

    // MARK: Arguments

    private mutating func argument() -> PredicateToken.Kind? {
        guard dialect == .realm, peek() == UInt8(ascii: "$") else { return nil }
        let isPath = peek(1) == UInt8(ascii: "K")
        let start = position + (isPath ? 2 : 1)
        var end = start
        while end < bytes.count, bytes[end].isDigit { end += 1 }
        guard end > start, end >= bytes.count || !isWordStart(bytes[end]),
            let number = Int(String(decoding: bytes[start..<end], as: UTF8.self))
        else { return nil }
        position = end
        return isPath ? .pathArgument(number) : .argument(number)
    }

    /// The specifier after `%`: sizes and formats of numbers do not matter.
    private mutating func specifier() throws(PredicateError) -> Character {
        let start = position
        position += 1
        while "hlqztjL".utf8.contains(peek()) { position += 1 }
        let byte = peek()
        position += 1
        switch byte {
        case UInt8(ascii: "@"): return "@"
        case UInt8(ascii: "K"): return "K"
        case _ where "dDiuUxXoOfFeEgGaAc".utf8.contains(byte): return "n"
        default:
            throw PredicateError("expected %@, %K or the format of a number such as %d behind '%'", at: start)
        }
    }

    // MARK: Texts

    private mutating func string(_ quote: UInt8) throws(PredicateError) -> [UInt8] {
        let start = position
        var text: [UInt8] = []
        position += 1
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "\\") {
                text += dialect == .realm ? try keptEscape() : try decodedEscape()
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        guard position < bytes.count else { throw PredicateError("a text has no closing quote", at: start) }
        position += 1
        return text
    }

    /// Realm's query language does not interpret escapes.
    private mutating func keptEscape() throws(PredicateError) -> [UInt8] {
        let start = position
        if "\"'/bfnrt0\\".utf8.contains(peek(1)) {
            position += 2
        } else if peek(1) == UInt8(ascii: "u"), (2...5).allSatisfy({ peek($0).isHexDigit }) {
            position += 6
        } else {
            throw PredicateError("a backslash in a text stands before one of \" ' / b f n r t 0 \\ or uXXXX", at: start)
        }
        return Array(bytes[start..<position])
    }

    private mutating func decodedEscape() throws(PredicateError) -> [UInt8] {
        let byte = peek(1)
        guard byte == UInt8(ascii: "u") || byte == UInt8(ascii: "x") else {
            guard position + 1 < bytes.count else { throw PredicateError("a text has no end", at: position) }
            position += 2
            switch byte {
            case UInt8(ascii: "n"): return [0x0A]
            case UInt8(ascii: "t"): return [0x09]
            case UInt8(ascii: "r"): return [0x0D]
            case UInt8(ascii: "0"): return [0]
            default: return [byte]
            }
        }
        let length = byte == UInt8(ascii: "u") ? 4 : 2
        guard position + 2 + length <= bytes.count,
            let number = UInt32(
                String(decoding: bytes[(position + 2)..<(position + 2 + length)], as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(number)
        else { throw PredicateError("an escape needs \(length) hexadecimal digits of a character", at: position) }
        position += 2 + length
        return Array(String(Character(scalar)).utf8)
    }
}
