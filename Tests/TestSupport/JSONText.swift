/// JSON as it is written: numbers keep their digits, members their order, and a name may occur twice. For tests that
/// must see exactly what a document says.
public indirect enum JSONText: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONText])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public let name: String
        public let value: JSONText

        public init(name: String, value: JSONText) {
            self.name = name
            self.value = value
        }
    }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Reads one value, which must be the whole text except for white space.
    public init(_ bytes: some Sequence<UInt8>) throws {
        var reader = Reader(bytes: Array(bytes))
        self = try reader.value()
        reader.skipSpace()
        guard reader.position == reader.bytes.count else { throw reader.failure("text behind the value") }
    }

    /// The value of the member of that name.
    public subscript(name: String) -> JSONText? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    public var text: String? { if case .string(let text) = self { text } else { nil } }
    public var digits: String? { if case .number(let digits) = self { digits } else { nil } }
    public var items: [JSONText] { if case .array(let items) = self { items } else { [] } }
    public var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The value of an object with that member and no other.
    public func only(_ name: String) -> JSONText? {
        guard members.count == 1, members[0].name == name else { return nil }
        return members[0].value
    }
}

private struct Reader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    func failure(_ problem: String) -> JSONText.Failure { .init(description: "\(problem) at byte \(position)") }

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    mutating func value() throws -> JSONText {
        skipSpace()
        guard position < bytes.count else { throw failure("no value") }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        default: return try word()
        }
    }

    private mutating func word() throws -> JSONText {
        let start = position
        scan: while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): break scan
            default: position += 1
            }
        }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default:
            guard Reader.isNumber(bytes[start..<position]) else { throw failure("'\(word)' is no number") }
            return .number(word)
        }
    }

    /// True for a number in the grammar of JSON.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        var rest = word
        func digits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let startsWithZero = rest.first == 0x30
        let whole = digits()
        guard whole > 0, !startsWithZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    private mutating func array() throws -> JSONText {
        position += 1
        var items: [JSONText] = []
        if take(UInt8(ascii: "]")) { return .array(items) }
        repeat { items.append(try value()) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw failure("no end of an array") }
        return .array(items)
    }

    private mutating func object() throws -> JSONText {
        position += 1
        var members: [JSONText.Member] = []
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw failure("no name") }
            let name = try string()
            guard take(UInt8(ascii: ":")) else { throw failure("no colon") }
            members.append(.init(name: name, value: try value()))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw failure("no end of an object") }
        return .object(members)
    }

    private mutating func string() throws -> String {
        position += 1
        var text: [UInt8] = []
        var start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] >= 0x20 else { throw failure("a bare control character") }
            position += 1
            guard bytes[position - 1] == UInt8(ascii: "\\") else { continue }
            text += bytes[start..<(position - 1)]
            text += try escaped()
            start = position
        }
        guard position < bytes.count else { throw failure("no end of a text") }
        text += bytes[start..<position]
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else { throw failure("no UTF-8") }
        return string
    }

    private mutating func escaped() throws -> [UInt8] {
        guard position < bytes.count else { throw failure("no end of a text") }
        position += 1
        switch bytes[position - 1] {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "u"):
            let digits = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
            guard digits.count == 4, let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
                throw failure("'\\u\(digits)' is no character")
            }
            position += 4
            return Array(String(Character(scalar)).utf8)
        case let byte where Array("\"\\/".utf8).contains(byte): return [byte]
        default: throw failure("an unknown escape")
        }
    }
}
