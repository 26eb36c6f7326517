/// Every public declaration of the libraries has a documentation comment directly above it (attributes may stand
/// between), and so has every case of a public enum and every requirement of a public protocol.
///
/// Exempt are overrides and the witnesses of the standard library's protocols whose meaning is written there.
enum DocumentationRule {
    private static let keywords: Set<String> = [
        "func", "var", "let", "init", "subscript", "struct", "class", "enum", "protocol", "actor", "typealias",
        "associatedtype", "case", "macro", "precedencegroup", "operator",
    ]

    /// Beginnings of declarations that need no words: `==`, `<`, `hash(into:)`, `encode(to:)`, `init(from:)`.
    private static let witnesses: Set<[String]> = [
        ["func", "==", "("], ["func", "<", "("], ["func", "hash", "(", "into"], ["func", "encode", "(", "to"],
        ["init", "(", "from", "decoder"],
    ]

    static func violations(in files: [SourceFile]) -> [TidyViolation] {
        files.filter { $0.floor.map { $0 < .commands } ?? false }.flatMap { file in
            publicDeclarations(of: file) + accessLevelsOfExtensions(in: file)
        }
    }

    private static func publicDeclarations(of file: SourceFile) -> [TidyViolation] {
        let tokens = file.tokens
        var violations: [TidyViolation] = []
        for index in tokens.indices where isDeclaration(index, in: tokens) {
            let declaration = SourceDeclaration(in: tokens, at: index)
            guard !declaration.modifiers.isDisjoint(with: ["public", "open"]) else { continue }
            check(declaration, at: index, of: file, into: &violations)
            if tokens[index].text == "enum" {
                checkMembers(of: index, keywords: ["case"], in: file, into: &violations)
            } else if tokens[index].text == "protocol" {
                checkMembers(of: index, keywords: keywords.subtracting(["case"]), in: file, into: &violations)
            }
        }
        return violations
    }

    private static func isDeclaration(_ index: Int, in tokens: [SourceToken]) -> Bool {
        guard keywords.contains(tokens[index].text), index + 1 < tokens.count else { return false }
        if index > 0, tokens[index - 1].text == "." { return false }
        // `class` in `class func` is a modifier, `public import struct Module.Name` an import.
        if tokens[index].text == "class" { return !keywords.union(["override"]).contains(tokens[index + 1].text) }
        return index == 0 || tokens[index - 1].text != "import"
    }

    /// Checks the members that inherit their access level from the enum or protocol at `index`.
    private static func checkMembers(
        of index: Int, keywords: Set<String>, in file: SourceFile, into violations: inout [TidyViolation]
    ) {
        let tokens = file.tokens
        let depth = tokens[index].braces
        guard let open = tokens[index...].firstIndex(where: { $0.text == "{" && $0.braces == depth }) else { return }
        for member in (open + 1)..<tokens.count {
            if tokens[member].text == "}", tokens[member].braces == depth { break }
            guard tokens[member].braces == depth + 1, tokens[member].parentheses == tokens[open].parentheses,
                keywords.contains(tokens[member].text), isDeclaration(member, in: tokens)
            else { continue }
            let declaration = SourceDeclaration(in: tokens, at: member)
            if declaration.modifiers.contains("public") { continue }
            check(declaration, at: member, of: file, into: &violations)
        }
    }

    private static func check(
        _ declaration: SourceDeclaration, at index: Int, of file: SourceFile, into violations: inout [TidyViolation]
    ) {
        let tokens = file.tokens
        if declaration.modifiers.contains("override") { return }
        let beginning = tokens[index...].prefix(4).map(\.text)
        if witnesses.contains(beginning) || witnesses.contains(Array(beginning.prefix(3))) { return }
        let isDocumented =
            file.isDocumentation(line: tokens[declaration.firstToken].line - 1)
            || file.isDocumentation(line: tokens[index].line - 1)
        if isDocumented { return }
        let name = ["init", "subscript"].contains(tokens[index].text) ? "" : " " + tokens[index + 1].text
        violations.append(
            TidyViolation(file, line: tokens[index].line, "no documentation: \(tokens[index].text)\(name)"))
    }

    /// `public extension` hides which members are public, from readers and from this rule.
    private static func accessLevelsOfExtensions(in file: SourceFile) -> [TidyViolation] {
        let tokens = file.tokens
        return tokens.indices.dropFirst().compactMap { index in
            guard tokens[index].text == "extension", tokens[index - 1].text == "public" else { return nil }
            return TidyViolation(file, line: tokens[index].line, "write 'public' on the members, not the extension")
        }
    }
}
