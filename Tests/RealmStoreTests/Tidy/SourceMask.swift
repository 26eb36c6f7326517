/// Blanks everything except code (comments, string contents, backticked names) in Swift source text, byte for byte, so
/// that the rules see identifiers and operators only. Code inside string interpolations stays.
///
/// A regex literal between bare slashes is taken for operators; the project writes `#/.../#`.
struct SourceMask {
    /// The source with every byte that is not code replaced by a space; line breaks stay where they were.
    private(set) var code: [UInt8]

    private let source: [UInt8]
    private var position = 0
    /// String literals left for the code of an interpolation, innermost last.
    private var interrupted: [(literal: Literal, openParentheses: Int)] = []

    /// The end of a string literal: its number of `#` signs and whether it is a `"""` literal.
    private struct Literal {
        let hashes: Int
        let isMultiline: Bool
    }

    init(_ source: [UInt8]) {
        self.source = source
        code = source
        while position < source.count {
            step()
        }
    }

    private mutating func step() {
        switch source[position] {
        case UInt8(ascii: "/") where byte(after: 1) == UInt8(ascii: "/"):
            blank(while: { $0 != UInt8(ascii: "\n") })
        case UInt8(ascii: "/") where byte(after: 1) == UInt8(ascii: "*"):
            blankBlockComment()
        case UInt8(ascii: "\""):
            openLiteral(hashes: 0)
        case UInt8(ascii: "#"):
            stepOverHashes()
        case UInt8(ascii: "`"):
            blankBacktickedName()
        case UInt8(ascii: "(") where !interrupted.isEmpty:
            interrupted[interrupted.count - 1].openParentheses += 1
            position += 1
        case UInt8(ascii: ")") where !interrupted.isEmpty:
            closeParenthesis()
        default:
            position += 1
        }
    }

    private func byte(after distance: Int) -> UInt8? {
        position + distance < source.count ? source[position + distance] : nil
    }

    private func isAt(_ text: String) -> Bool {
        source[position...].starts(with: text.utf8)
    }

    private mutating func blank(_ count: Int) {
        for _ in 0..<count where position < source.count {
            if source[position] != UInt8(ascii: "\n") {
                code[position] = UInt8(ascii: " ")
            }
            position += 1
        }
    }

    private mutating func blank(while condition: (UInt8) -> Bool) {
        while position < source.count, condition(source[position]) {
            blank(1)
        }
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if isAt("/*") {
                depth += 1
                blank(2)
            } else if isAt("*/") {
                depth -= 1
                blank(2)
            } else {
                blank(1)
            }
        } while depth > 0 && position < source.count
    }

    /// A backticked name may be a sentence; one underscore stands for it.
    private mutating func blankBacktickedName() {
        let start = position
        blank(1)
        blank(while: { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") })
        blank(1)
        code[start] = UInt8(ascii: "_")
    }

    private mutating func stepOverHashes() {
        var hashes = 0
        while byte(after: hashes) == UInt8(ascii: "#") {
            hashes += 1
        }
        switch byte(after: hashes) {
        case UInt8(ascii: "\""):
            position += hashes
            openLiteral(hashes: hashes)
        case UInt8(ascii: "/"):
            let end = "/" + String(repeating: "#", count: hashes)
            blank(hashes + 1)
            while position < source.count, !isAt(end) {
                blank(1)
            }
            blank(hashes + 1)
        default:
            position += hashes
        }
    }

    private mutating func openLiteral(hashes: Int) {
        let isMultiline = isAt("\"\"\"")
        position += isMultiline ? 3 : 1
        blankLiteral(Literal(hashes: hashes, isMultiline: isMultiline))
    }

    /// Blanks up to the literal's end or the next interpolation.
    private mutating func blankLiteral(_ literal: Literal) {
        let hashes = String(repeating: "#", count: literal.hashes)
        let end = (literal.isMultiline ? "\"\"\"" : "\"") + hashes
        let escape = "\\" + hashes
        while position < source.count {
            let byte = source[position]
            if byte == UInt8(ascii: "\""), isAt(end) {
                position += end.utf8.count
                return
            }
            if byte == UInt8(ascii: "\n"), !literal.isMultiline {
                return
            }
            guard byte == UInt8(ascii: "\\"), isAt(escape) else {
                blank(1)
                continue
            }
            blank(escape.utf8.count)
            if self.byte(after: 0) == UInt8(ascii: "(") {
                interrupted.append((literal, 1))
                position += 1
                return
            }
            blank(1)
        }
    }

    private mutating func closeParenthesis() {
        position += 1
        interrupted[interrupted.count - 1].openParentheses -= 1
        if interrupted[interrupted.count - 1].openParentheses == 0 {
            blankLiteral(interrupted.removeLast().literal)
        }
    }
}
