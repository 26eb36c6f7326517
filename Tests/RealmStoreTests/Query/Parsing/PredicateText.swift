@testable import RealmStore

/// Predicates as text in Realm's query language.
extension Predicate {
    var queryText: String {
        switch self {
        case .constant(let isMet): return isMet ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .and(let children): return "(" + children.map(\.queryText).joined(separator: " AND ") + ")"
        case .or(let children): return "(" + children.map(\.queryText).joined(separator: " OR ") + ")"
        case .not(let child): return "NOT (\(child.queryText))"
        case .comparison(let comparison):
            let options = comparison.options.contains(.caseInsensitive) ? "[c]" : ""
            let relation = comparison.relation.name + options
            return "\(comparison.left.queryText) \(relation) \(comparison.right.queryText)"
        case .between(let range):
            return "\(range.operand.queryText) BETWEEN {\(range.lower.queryText), \(range.upper.queryText)}"
        }
    }
}

extension Operand {
    fileprivate var queryText: String {
        switch self {
        case .value(let value): return value.queryText
        case .list(let values, _): return "{" + values.map(\.queryText).joined(separator: ", ") + "}"
        case .path(let path): return (path.quantifier.map { $0.rawValue + " " } ?? "") + path.text
        case .subquery(let subquery):
            return "SUBQUERY(\(subquery.path.text), \(subquery.variable), \(subquery.predicate.queryText)).@count"
        case .arithmetic(let sign, let left, let right): return "\(left.queryText) \(sign.rawValue) \(right.queryText)"
        }
    }
}

extension QueryValue {
    fileprivate var queryText: String { if case .string = self { "'\(text)'" } else { text } }
}
