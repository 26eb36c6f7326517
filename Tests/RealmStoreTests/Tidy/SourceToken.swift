/// A word or sign of Swift code, outside comments and string literals.
struct SourceToken: Equatable {
    enum Kind {
        case identifier, number, binaryOperator, otherOperator, punctuation
    }

    let text: String
    let kind: Kind
    /// Line number, counted from 1.
    let line: Int
    /// Braces open around the token; a brace and its partner have the same depth.
    let braces: Int
    /// Parentheses and brackets open around the token; partners have the same depth.
    let parentheses: Int

    /// Splits code, as `SourceMask` leaves it, into tokens.
    static func tokens(of code: [UInt8]) -> [SourceToken] {
        var lexer = Lexer(code: code)
        return lexer.run()
    }
}

private struct Lexer {
    let code: [UInt8]
    var position = 0
    var line = 1
    var braces = 0
    var parentheses = 0
    var tokens: [SourceToken] = []

    init(code: [UInt8]) {
        self.code = code
    }

    mutating func run() -> [SourceToken] {
        while position < code.count {
            let byte = code[position]
            if byte == UInt8(ascii: "\n") {
                line += 1
                position += 1
            } else if isSpace(byte) {
                position += 1
            } else if isNumberStart(byte) {
                append(.number, upTo: end(from: position, while: isWordByte))
            } else if isWordByte(byte) {
                append(.identifier, upTo: end(from: position, while: isWordByte))
            } else if isOperatorByte(byte) || isRangeDot {
                appendOperator()
            } else {
                appendPunctuation(byte)
            }
        }
        return tokens
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private func isNumberStart(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default:
            false
        }
    }

    private func isOperatorByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
            UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
            UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"):
            true
        default:
            false
        }
    }

    private var isRangeDot: Bool {
        let dot = UInt8(ascii: ".")
        return code[position] == dot && position + 1 < code.count && code[position + 1] == dot
    }

    private func end(from start: Int, while condition: (UInt8) -> Bool) -> Int {
        var end = start
        while end < code.count, condition(code[end]) {
            end += 1
        }
        return end
    }

    private mutating func append(_ kind: SourceToken.Kind, upTo end: Int) {
        let text = String(decoding: code[position..<end], as: UTF8.self)
        tokens.append(
            SourceToken(text: text, kind: kind, line: line, braces: braces, parentheses: parentheses))
        position = end
    }

    /// An operator with a space on both sides is binary; the formatter enforces the spaces.
    private mutating func appendOperator() {
        let dots = end(from: position, while: { $0 == UInt8(ascii: ".") })
        let end = end(from: dots, while: isOperatorByte)
        let isSpaceBefore = position == 0 || code[position - 1] == UInt8(ascii: " ")
        let isSpaceAfter = end < code.count && (isSpace(code[end]) || code[end] == UInt8(ascii: "\n"))
        append(isSpaceBefore && isSpaceAfter ? .binaryOperator : .otherOperator, upTo: end)
    }

    private mutating func appendPunctuation(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "}"): braces -= 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
        default: break
        }
        append(.punctuation, upTo: position + 1)
        switch byte {
        case UInt8(ascii: "{"): braces += 1
        case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
        default: break
        }
    }
}
