/// Asks for the words of a text, by the rules of a full-text index.
final class FullTextTest: RowTest {
    private let reader: any ValueReader
    private let quantifier: Operand.Quantifier?
    let terms: SearchTerms
    let cursor: ClusterCursor
    /// The column's number, if it is one of the object itself.
    let column: Int?
    private var values = ValueGroups()
    let cost = 200

    init(_ side: PredicateCompiler.Side, _ terms: SearchTerms, _ cursor: ClusterCursor) {
        reader = side.reader
        quantifier = side.quantifier
        column = side.column
        self.terms = terms
        self.cursor = cursor
    }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        try rows.filter { (row) throws(FormatError) in
            try reader.read(row, into: &values)
            switch values.isList ? quantifier : nil {
            case .all?: return values.values.allSatisfy { terms.areMet(by: $0) }
            case Operand.Quantifier.none?: return !values.values.contains { terms.areMet(by: $0) }
            case .any?, nil: return values.values.contains { terms.areMet(by: $0) }
            }
        }
    }
}

/// What a search text asks for: words that must be there, whole or as a prefix, and words that must not.
///
/// Source: file format, search index and queries, "Full-text queries".
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

    /// True for a text that has every word asked for, and none of the excluded.
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

extension PredicateCompiler {
    mutating func fullTextTest(_ comparison: Predicate.Comparison) throws(QueryError) -> any RowTest {
        guard case .value(.string(let text)) = comparison.right, case .path = comparison.left else {
            throw error("TEXT needs a property on its left and a text on its right", at: comparison.offset)
        }
        let left = try side(comparison.left, comparison.options)
        guard left.type == .string, let reader = left.reader as? PathReader, reader.isFullTextIndexed else {
            throw error("Column has no fulltext index", at: left.offset)
        }
        if left.quantifier != nil, !left.isList {
            throw error("The keypath following '\(left.quantifier?.rawValue ?? "")' must contain a list", at: left.offset)
        }
        do {
            return FullTextTest(left, try SearchTerms(text), cursor)
        } catch {
            throw self.error(error.message, at: comparison.offset)
        }
    }
}
