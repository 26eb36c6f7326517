/// One side of a comparison.
indirect enum Operand: Hashable, Sendable {
    case value(QueryValue)
    case list([QueryValue], Quantifier? = nil)
    case path(PropertyPath)
    /// How many objects of a collection meet a condition.
    case subquery(Subquery)
    case arithmetic(ArithmeticOperator, Operand, Operand)

    /// How many of the values that a path or list gives must meet the comparison; without one, some value.
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
        /// The name by which the condition calls an object, with its `$`.
        var variable: String
        var predicate: Predicate
    }

    /// The path of these property names.
    static func property(_ names: String..., quantifier: Quantifier? = nil) -> Operand {
        .path(PropertyPath(quantifier, names.map { .property($0) }))
    }

    /// True if no object has a say in it.
    var isConstant: Bool {
        switch self {
        case .value, .list: true
        case .path, .subquery: false
        case .arithmetic(_, let left, let right): left.isConstant && right.isConstant
        }
    }

    /// True for a property, perhaps behind links, and not for what is computed of one.
    var isProperty: Bool {
        guard case .path(let path) = self else { return false }
        return path.steps.allSatisfy { if case .property = $0 { true } else { false } }
    }
}
