/// One side of a comparison.
indirect enum Operand: Hashable, Sendable {
    case value(QueryValue)
    case list([QueryValue], Quantifier? = nil)
    case path(PropertyPath)
    /// The number of objects of a collection that meet a condition.
    case subquery(Subquery)
    case arithmetic(ArithmeticOperator, Operand, Operand)

    /// The number of values of a path or list that must meet the comparison; without a quantifier, at least one.
    enum Quantifier: String, Hashable, Sendable {
        case any = "ANY"
        case all = "ALL"
        case none = "NONE"
    }

    enum ArithmeticOperator: Character, Hashable, Sendable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
    }

    struct Subquery: Hashable, Sendable {
        var path: PropertyPath
        /// The name of an object in the condition, with its `$`.
        var variable: String
        var predicate: Predicate
    }

    /// The path of these property names.
    static func property(_ names: String..., quantifier: Quantifier? = nil) -> Operand {
        .path(PropertyPath(quantifier, names.map { .property($0) }))
    }

    /// True if it does not depend on any object.
    var isConstant: Bool {
        switch self {
        case .value, .list: true
        case .path, .subquery: false
        case .arithmetic(_, let left, let right): left.isConstant && right.isConstant
        }
    }

    /// True for a property, perhaps at the end of links, but not for a value computed from one.
    var isProperty: Bool {
        guard case .path(let path) = self else { return false }
        return path.steps.allSatisfy { if case .property = $0 { true } else { false } }
    }
}
