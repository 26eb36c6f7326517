/// Shifts, bit masks and arithmetic are not mixed without parentheses: their precedence in Swift differs from C.
enum PrecedenceRule {
    private enum Group {
        case shift, mask, arithmetic

        init?(_ text: String) {
            switch text {
            case "<<", ">>", "&<<", "&>>": self = .shift
            case "&", "|", "^": self = .mask
            case "+", "-", "*", "/", "%", "&+", "&-", "&*": self = .arithmetic
            default: return nil
            }
        }
    }

    /// The operators seen so far in one expression, at one depth of brackets.
    private struct Expression {
        var group: Group?
        var endedWithOperator = true
        var line = 0
    }

    private static let separators: Set<String> = [
        "return", "if", "else", "guard", "while", "for", "in", "where", "let", "var", "case", "switch", "repeat",
        "throw", "func", "init", "as", "is",
    ]

    static func violations(in files: [SourceFile]) -> [TidyViolation] {
        files.flatMap(violations(in:))
    }

    private static func violations(in file: SourceFile) -> [TidyViolation] {
        var violations: [TidyViolation] = []
        var open = [Expression()]
        for token in file.tokens {
            let isNewStatement =
                token.line != open[open.count - 1].line && token.kind != .binaryOperator
                && !open[open.count - 1].endedWithOperator && token.text != "."
            if isNewStatement {
                open[open.count - 1].group = nil
            }
            open[open.count - 1].line = token.line
            open[open.count - 1].endedWithOperator = token.kind == .binaryOperator
            switch token.text {
            case "(", "[", "{":
                open.append(Expression(line: token.line))
            case ")", "]", "}":
                if open.count > 1 { open.removeLast() }
                open[open.count - 1].line = token.line
                open[open.count - 1].endedWithOperator = false
            case _ where separators.contains(token.text) || ",;:".contains(token.text):
                open[open.count - 1].group = nil
            default:
                guard token.kind == .binaryOperator else { continue }
                if let violation = add(token, to: &open[open.count - 1], in: file) {
                    violations.append(violation)
                }
            }
        }
        return violations
    }

    private static func add(
        _ token: SourceToken, to expression: inout Expression, in file: SourceFile
    ) -> TidyViolation? {
        let group = Group(token.text)
        defer { expression.group = group }
        guard let group, let earlier = expression.group, earlier != group else { return nil }
        return TidyViolation(file, line: token.line, "put parentheses around one side of '\(token.text)'")
    }
}
