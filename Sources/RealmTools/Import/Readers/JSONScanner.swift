import RealmStore

/// Reads JSON (RFC 8259) from a file, value by value: as lines with a value each, or as one document.
struct JSONScanner {
    /// A syntax error.
    struct Fault: Error {
        let line: Int
        let message: String
    }

    var bytes: ByteReader
    /// Whether a line feed ends the text, instead of being white space.
    private let endsAtLine: Bool

    /// The maximum nesting of arrays and objects, including wrappers of types.
    private static let maximumDepth = 512

    init(_ bytes: ByteReader, endsAtLine: Bool) {
        self.bytes = bytes
        self.endsAtLine = endsAtLine
    }

    var line: Int { bytes.line }

    // MARK: Texts

    /// The value of the whole `text`; nil if it is not JSON.
    static func whole(_ text: [UInt8]) -> JSONTree? {
        var scanner = JSONScanner(ByteReader(text), endsAtLine: false)
        guard let value = try? scanner.value(), (try? scanner.peek()) == .some(nil) else { return nil }
        return value
    }

    /// The value of the next line that is not empty; nil at the end of the file.
    mutating func nextLine() throws -> (line: Int, value: JSONTree)? {
        while let byte = try bytes.peek(), JSONScanner.isBlank(byte) { bytes.advance() }
        guard try bytes.peek() != nil else { return nil }
        let line = line
        let value = try self.value()
        try skipBlanks()
        guard let byte = try bytes.peek() else { return (line, value) }
        guard byte == UInt8(ascii: "\n") else { throw fault("there is more in the line than one JSON value") }
        return (line, value)
    }

    /// The next byte that is not white space, without consuming it; nil at the end of the text.
    mutating func peek() throws -> UInt8? {
        try skipBlanks()
        return try bytes.peek()
    }

    /// Consumes `byte` if it is the next one that is not white space.
    mutating func skip(_ byte: Character) throws -> Bool {
        guard try peek() == byte.asciiValue else { return false }
        bytes.advance()
        return true
    }

    mutating func expect(_ byte: Character) throws {
        guard try !skip(byte) else { return }
        guard let found = try bytes.peek(), !(endsAtLine && found == UInt8(ascii: "\n")) else { throw end() }
        throw fault("'\(byte)' is missing before \(JSONScanner.name(found))")
    }

    // MARK: Values

    mutating func value(depth: Int = 0) throws -> JSONTree {
        guard depth <= JSONScanner.maximumDepth else {
            throw fault("values are nested deeper than \(JSONScanner.maximumDepth) levels")
        }
        try skipBlanks()
        guard let byte = try bytes.peek() else { throw end() }
        switch byte {
        case UInt8(ascii: "{"): return try LargeStack.descend(from: depth) { try object(depth) }
        case UInt8(ascii: "["): return try LargeStack.descend(from: depth) { try array(depth) }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "\n"): throw end()
        default: throw fault("a JSON value is missing before \(JSONScanner.name(byte))")
        }
    }

    private mutating func object(_ depth: Int) throws -> JSONTree {
        try expect("{")
        var members: [(name: [UInt8], value: JSONTree)] = []
        if try skip("}") { return .object(members) }
        repeat {
            let name = try memberName()
            members.append((name, try value(depth: depth + 1)))
        } while try skip(",")
        try expect("}")
        return .object(members)
    }

    /// A name and the colon after it.
    mutating func memberName() throws -> [UInt8] {
        try skipBlanks()
        guard try bytes.peek() == UInt8(ascii: "\"") else {
            if try bytes.peek() == nil { throw end() }
            throw fault("the name of a member is missing")
        }
        let name = try string()
        try expect(":")
        return name
    }

    private mutating func array(_ depth: Int) throws -> JSONTree {
        try expect("[")
        var elements = JSONElements()
        if try skip("]") { return .array(elements) }
        repeat { elements.append(try value(depth: depth + 1)) } while try skip(",")
        try expect("]")
        return .array(elements)
    }

    private mutating func word(_ text: StaticString, _ value: JSONTree) throws -> JSONTree {
        for index in 0..<text.utf8CodeUnitCount {
            guard let byte = try bytes.peek() else { throw end() }
            guard byte == text.utf8Start[index] else { throw fault("'\(text)' is misspelt") }
            bytes.advance()
        }
        return value
    }

    // MARK: Numbers

    private mutating func number() throws -> [UInt8] {
        var digits: [UInt8] = []
        if try take("-", into: &digits), try bytes.peek() == nil { throw end() }
        if try !take("0", into: &digits) { try takeDigits(into: &digits) }
        if try take(".", into: &digits) { try takeDigits(into: &digits) }
        if try take("e", into: &digits) || take("E", into: &digits) {
            if try !take("+", into: &digits) { _ = try take("-", into: &digits) }
            try takeDigits(into: &digits)
        }
        if let next = try bytes.peek(), JSONScanner.isDigit(next) { throw fault("a number begins with 0") }
        return digits
    }

    private mutating func take(_ character: Character, into digits: inout [UInt8]) throws -> Bool {
        guard let byte = try bytes.peek(), byte == character.asciiValue else { return false }
        digits.append(byte)
        bytes.advance()
        return true
    }

    private mutating func takeDigits(into digits: inout [UInt8]) throws {
        let count = digits.count
        while let byte = try bytes.peek(), JSONScanner.isDigit(byte) {
            digits.append(byte)
            bytes.advance()
        }
        guard digits.count > count else {
            if try bytes.peek() == nil { throw end() }
            throw fault("a number lacks digits")
        }
    }

    // MARK: Texts of strings

    private mutating func string() throws -> [UInt8] {
        bytes.advance()
        var text: [UInt8] = []
        var isASCII = true
        while let byte = try bytes.peek() {
            if byte < 0x20 {
                if byte == UInt8(ascii: "\n"), endsAtLine { throw end() }
                throw fault("a string holds a control character, which must be escaped")
            }
            bytes.advance()
            switch byte {
            case UInt8(ascii: "\""):
                guard isASCII || text.isUTF8 else { throw fault("a string is not UTF-8") }
                return text
            case UInt8(ascii: "\\"): try escape(into: &text)
            default:
                isASCII = isASCII && byte < 0x80
                text.append(byte)
            }
        }
        throw end()
    }

    private mutating func escape(into text: inout [UInt8]) throws {
        guard let byte = try bytes.next() else { throw end() }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: Array(String(try escapedCharacter()).utf8))
        default: throw fault("a string holds an unknown escape")
        }
    }

    /// The character of `\uXXXX`, or of a pair of them.
    private mutating func escapedCharacter() throws -> Unicode.Scalar {
        let first = try hexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, try bytes.next() == UInt8(ascii: "\\"), try bytes.next() == UInt8(ascii: "u") else {
            throw fault("a string holds half a surrogate pair")
        }
        let second = try hexDigits()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw fault("a string holds half a surrogate pair") }
        return scalar
    }

    private mutating func hexDigits() throws -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = try bytes.next() else { throw end() }
            guard let digit = ExactTextReader.hexDigit(byte) else {
                throw fault("four hexadecimal digits must follow '\\u'")
            }
            number = (number << 4) | UInt32(digit)
        }
        return number
    }

    // MARK: Bytes

    private mutating func skipBlanks() throws {
        while let byte = try bytes.peek(), JSONScanner.isBlank(byte), !(endsAtLine && byte == UInt8(ascii: "\n")) {
            bytes.advance()
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func name(_ byte: UInt8) -> String {
        byte > 0x20 && byte < 0x7F ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
    }

    /// A syntax error at the next byte.
    func fault(_ message: String) -> Fault { Fault(line: line, message: message) }

    /// The error for a text that ends here.
    func end() -> Fault {
        fault("the \(endsAtLine ? "line" : "file") ends in the middle of a value")
    }
}
