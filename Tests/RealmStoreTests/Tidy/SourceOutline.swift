/// The declarations of a Swift file at its top level, in the file's order.
struct SourceOutline {
    struct Declaration: Equatable {
        enum Kind { case type, alias, function, value, fileExtension }

        let kind: Kind
        /// The name without underscores in front; of an extension the last part of the extended type's.
        let name: String
        let isPrivate: Bool
        let line: Int
        /// From the first line of the declaration to its last, without documentation.
        let lineCount: Int
        /// Names of the types declared directly in it.
        let nestedTypes: [String]
        /// The type that a type alias stands for.
        let aliased: String?

        /// Whether a file of that name may be named after it. Functions and constants begin with a small letter.
        func isNamed(_ fileName: String) -> Bool {
            switch kind {
            case .type, .alias: name == fileName
            case .function, .value: name.prefix(1).uppercased() + name.dropFirst() == fileName
            case .fileExtension: false
            }
        }
    }

    let declarations: [Declaration]

    init(of file: SourceFile) {
        let tokens = file.tokens
        declarations = tokens.indices.compactMap { index in
            guard tokens[index].braces == 0, tokens[index].parentheses == 0 else { return nil }
            return Self.declaration(at: index, in: tokens)
        }
    }

    /// The types that other files see.
    var visibleTypes: [Declaration] { declarations.filter { $0.kind == .type && !$0.isPrivate } }

    private static let kinds: [String: Declaration.Kind] = [
        "struct": .type, "class": .type, "enum": .type, "protocol": .type, "actor": .type, "typealias": .alias,
        "func": .function, "let": .value, "var": .value, "extension": .fileExtension,
    ]

    private static func declaration(at index: Int, in tokens: [SourceToken]) -> Declaration? {
        guard tokens[index].kind == .identifier, let kind = kinds[tokens[index].text], index + 1 < tokens.count,
            tokens[index + 1].kind == .identifier, index == 0 || ![".", "import"].contains(tokens[index - 1].text)
        else { return nil }
        var last = index + 1
        while kind == .fileExtension, last + 2 < tokens.count, tokens[last + 1].text == "." { last += 2 }
        let end = end(of: index, in: tokens)
        let declaration = SourceDeclaration(in: tokens, at: index)
        return Declaration(
            kind: kind, name: String(tokens[last].text.drop { $0 == "_" }),
            isPrivate: !declaration.modifiers.isDisjoint(with: ["private", "fileprivate"]),
            line: tokens[index].line, lineCount: tokens[end].line - tokens[declaration.firstToken].line + 1,
            nestedTypes: (index..<end).filter { inner in
                tokens[inner].braces == 1 && kinds[tokens[inner].text] == .type && tokens[inner - 1].text != "."
                    && tokens[inner + 1].kind == .identifier && tokens[inner + 1].text != "func"
            }.map { tokens[$0 + 1].text },
            aliased: kind == .alias && index + 3 < tokens.count ? tokens[index + 3].text : nil)
    }

    /// Index of the brace that closes the declaration; of its last word where it has no braces.
    private static func end(of index: Int, in tokens: [SourceToken]) -> Int {
        for candidate in (index + 1)..<tokens.count where tokens[candidate].braces == 0 {
            let token = tokens[candidate]
            if token.text == "}", token.parentheses == 0 { return candidate }
            if token.kind == .identifier, token.parentheses == 0, kinds[token.text] != nil || token.text == "import" {
                return candidate - 1
            }
        }
        return tokens.count - 1
    }
}
