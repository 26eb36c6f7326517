/// Files, functions and lines stay small enough to be read.
enum SizeRule {
    static let maximumColumns = 120
    static let maximumFunctionLines = 70
    static let maximumFileLines = 500
    static let maximumTestFileLines = 800

    static func violations(in files: [SourceFile]) -> [TidyViolation] {
        files.filter(\.isSwift).flatMap { lengthOfFile($0) + lengthsOfLines($0) + lengthsOfFunctions($0) }
    }

    private static func lengthOfFile(_ file: SourceFile) -> [TidyViolation] {
        let limit = file.isTest ? maximumTestFileLines : maximumFileLines
        guard file.lines.count > limit else { return [] }
        return [TidyViolation(file, line: file.lines.count, "\(file.lines.count) lines in a file, limit \(limit)")]
    }

    private static func lengthsOfLines(_ file: SourceFile) -> [TidyViolation] {
        zip(file.lines, 1...).compactMap { line, number in
            // Bytes first: they are never fewer than the columns, and quicker to count.
            guard line.utf8.count > maximumColumns, line.count > maximumColumns else { return nil }
            return TidyViolation(file, line: number, "\(line.count) columns in a line, limit \(maximumColumns)")
        }
    }

    private static func lengthsOfFunctions(_ file: SourceFile) -> [TidyViolation] {
        let tokens = file.tokens
        return tokens.indices.compactMap { index in
            guard let open = bodyOfFunction(at: index, in: tokens) else { return nil }
            let depth = tokens[open].braces
            guard let close = tokens[open...].first(where: { $0.text == "}" && $0.braces == depth }) else { return nil }
            let length = close.line - tokens[index].line + 1
            guard length > maximumFunctionLines else { return nil }
            let name = tokens[index].text == "func" ? tokens[index + 1].text : tokens[index].text
            return TidyViolation(
                file, line: tokens[index].line, "\(length) lines in '\(name)', limit \(maximumFunctionLines)")
        }
    }

    /// Words before which a declaration without body has ended.
    private static let starters: Set<String> = [
        "func", "var", "let", "init", "deinit", "subscript", "struct", "class", "enum", "protocol", "extension",
        "typealias", "associatedtype", "case", "import",
    ]

    /// Index of the brace that opens the body of the function, initialiser, subscript or computed property whose
    /// keyword is at `index`.
    private static func bodyOfFunction(at index: Int, in tokens: [SourceToken]) -> Int? {
        let keyword = tokens[index]
        guard keyword.kind == .identifier, index + 1 < tokens.count, index == 0 || tokens[index - 1].text != "." else {
            return nil
        }
        switch keyword.text {
        case "func", "var": break
        case "deinit": guard tokens[index + 1].text == "{" else { return nil }
        case "init", "subscript":
            guard "(?!<".contains(tokens[index + 1].text.prefix(1)) else { return nil }
        default: return nil
        }
        for candidate in (index + 1)..<tokens.count {
            let token = tokens[candidate]
            guard token.parentheses <= keyword.parentheses else { continue }
            if token.parentheses < keyword.parentheses { return nil }
            if token.text == "{" {
                return keyword.text == "var" && token.line != keyword.line ? nil : candidate
            }
            if token.text == "}" || token.text == ";" { return nil }
            if keyword.text == "var", token.text == "=" { return nil }
            if token.kind == .identifier, starters.contains(token.text) { return nil }
        }
        return nil
    }
}
