/// Searches for the words of a text, by the rules of a full-text index.
final class FullTextTest: RowTest {
    private let reader: any ValueReader
    private let quantifier: Operand.Quantifier?
    let terms: SearchTerms
    let cursor: ClusterCursor
    /// The column's number, if it is a column of the object itself.
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

    var text: String { column.map { "words of '\(cursor.column($0).name)'" } ?? "words" }

    var indexLookup: IndexLookup? {
        guard let column, terms.isNameable else { return nil }
        return .words(cursor.column(column), terms)
    }

    func isDecided(by lookup: IndexLookup) -> Bool { true }

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

extension PredicateCompiler {
    mutating func fullTextTest(_ comparison: Predicate.Comparison) throws(QueryError) -> any RowTest {
        guard case .value(let searched) = comparison.right, case .string(let text) = searched.read(as: .string),
            case .path = comparison.left
        else {
            throw error("TEXT needs a property on its left and a text on its right", at: comparison.offset)
        }
        let left = try side(comparison.left, comparison.options)
        guard left.type == .string, let reader = left.reader as? PathReader, reader.isFullTextIndexed else {
            throw error("Column has no fulltext index", at: left.offset)
        }
        if left.quantifier != nil, !left.isList {
            throw error(
                "The keypath following '\(left.quantifier?.rawValue ?? "")' must contain a list", at: left.offset)
        }
        do {
            return FullTextTest(left, try SearchTerms(text), cursor)
        } catch {
            throw self.error(error.message, at: comparison.offset)
        }
    }
}
