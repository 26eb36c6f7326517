/// The words in front of a declaration's keyword: `@frozen public` of `@frozen public struct Realm`.
struct SourceDeclaration {
    /// Index of the first token: an attribute, a modifier or the keyword itself.
    let firstToken: Int
    /// The modifiers found, without their arguments.
    let modifiers: Set<String>

    static let typeKeywords: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    private static let modifierWords: Set<String> = [
        "public", "open", "package", "internal", "fileprivate", "private", "final", "static", "class", "override",
        "indirect", "convenience", "required", "mutating", "nonmutating", "consuming", "borrowing", "lazy", "weak",
        "unowned", "nonisolated", "isolated", "dynamic", "distributed", "optional", "prefix", "postfix", "infix",
    ]

    /// Walks back from a token of the declaration over attributes and modifiers.
    init(in tokens: [SourceToken], at index: Int) {
        var first = index
        var modifiers: Set<String> = []
        while let step = Self.stepBack(in: tokens, before: first) {
            if let modifier = step.modifier {
                modifiers.insert(modifier)
            }
            first = step.index
        }
        firstToken = first
        self.modifiers = modifiers
    }

    /// The attribute or modifier that ends right before `index`: its start and, for a modifier, its word.
    private static func stepBack(in tokens: [SourceToken], before index: Int) -> (index: Int, modifier: String?)? {
        var word = index - 1
        guard word >= 0 else { return nil }
        if tokens[word].text == ")" {
            let depth = tokens[word].parentheses
            guard let open = tokens[..<word].lastIndex(where: { $0.text == "(" && $0.parentheses == depth }), open > 0
            else { return nil }
            word = open - 1
        }
        guard tokens[word].kind == .identifier else { return nil }
        if word > 0, tokens[word - 1].text == "@" {
            return (word - 1, nil)
        }
        if word > 0, tokens[word - 1].text == "." {
            return nil
        }
        return modifierWords.contains(tokens[word].text) ? (word, tokens[word].text) : nil
    }
}
