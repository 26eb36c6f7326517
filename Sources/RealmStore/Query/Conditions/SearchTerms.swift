/// The terms of a search text: required words, whole or as a prefix, and excluded words.
///
/// Source: file-format/queries.md, "Full-text queries".
struct SearchTerms: Hashable, Sendable {
    private(set) var words: Set<[UInt8]> = []
    private(set) var prefixes: Set<[UInt8]> = []
    private(set) var excluded: Set<[UInt8]> = []

    init(_ text: [UInt8]) throws(PredicateError) {
        let terms = text.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard !terms.isEmpty else { throw PredicateError("Missing search token") }
        for term in terms {
            let isExcluded = term.first == UInt8(ascii: "-")
            let isPrefix = term.last == UInt8(ascii: "*")
            let found = Array(term).withUnsafeBytes { FullTextWords.words(of: $0) }
            guard found.count <= 1 else {
                throw PredicateError("Non alphanumeric characters not allowed inside search word")
            }
            let word = found.first ?? []
            if isExcluded {
                excluded.insert(word)
            } else if isPrefix {
                prefixes.insert(word)
            } else {
                words.insert(word)
            }
        }
        guard excluded.isDisjoint(with: words), excluded.isDisjoint(with: prefixes) else {
            throw PredicateError("You can't include and exclude the same token")
        }
    }

    /// True for a text that has every required word, and none of the excluded ones.
    ///
    /// A prefix with letters outside ASCII finds nothing, as in Realm Core.
    func areMet(by value: Value) -> Bool {
        guard case .string(let text) = value else { return words.isEmpty && prefixes.isEmpty }
        let present = FullTextWords.words(of: text)
        return words.isSubset(of: present) && excluded.isDisjoint(with: present)
            && prefixes.allSatisfy { prefix in
                !prefix.contains { $0 >= 0x80 } && present.contains { $0.starts(with: prefix) }
            }
    }
}
