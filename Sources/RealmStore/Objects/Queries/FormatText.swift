import Foundation

/// A condition as a format string and its arguments, which `NSPredicate(format:argumentArray:)` reads back.
struct FormatText {
    private(set) var text = ""
    private(set) var arguments: [Any] = []
    /// The number of subqueries so far, after which their variables are named.
    private var subqueryCount = 0

    init(_ predicate: Predicate) {
        if predicate.depth <= Predicate.usualDepth {
            text = format(predicate, nil)
        } else {
            var copy = self
            LargeStack.run { copy.text = copy.format(predicate, nil) }
            self = copy
        }
    }

    // MARK: Conditions

    /// - Parameter variable: that of the enclosing subquery.
    private mutating func format(_ predicate: Predicate, _ variable: String?) -> String {
        switch predicate {
        case .constant(let isMet): isMet ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .and(let parts): joined(parts, "&&", orElse: "TRUEPREDICATE", variable)
        case .or(let parts): joined(parts, "||", orElse: "FALSEPREDICATE", variable)
        case .not(.comparison(let comparison)): "(NOT \(format(comparison, variable)))"
        case .not(let part): "NOT \(format(part, variable))"
        case .comparison(let comparison) where comparison.options.contains(.isTruthValue):
            format(comparison, variable)
        case .comparison(let comparison): "(\(format(comparison, variable)))"
        case .between(let range): "(\(format(range, variable)))"
        }
    }

    private mutating func joined(
        _ parts: [Predicate], _ word: String, orElse none: String, _ variable: String?
    ) -> String {
        guard let first = parts.first else { return none }
        var text = format(first, variable)
        for part in parts.dropFirst() { text = "(\(text) \(word) \(format(part, variable)))" }
        return text
    }

    private mutating func format(_ comparison: Predicate.Comparison, _ variable: String?) -> String {
        let options = comparison.options
        if options.contains(.isTruthValue), case .value(.bool(let value)) = comparison.right {
            return "\(format(comparison.left, variable)) == \(value)"
        }
        if options.contains(.isMembership), case .path(let path) = comparison.left {
            return membership(path, comparison, variable)
        }
        let relation = comparison.relation == .isWithin ? Predicate.Relation.isIn : comparison.relation
        let letters = [(ComparisonOptions.caseInsensitive, "c"), (.diacriticInsensitive, "d")]
            .filter { options.contains($0.0) }.map(\.1).joined()
        let word = relation.name.uppercased() + (letters.isEmpty ? "" : "[\(letters)]")
        let left = format(comparison.left, variable)
        return "\(left) \(word) \(format(comparison.right, variable))"
    }

    /// A value, or one of several, in a collection; the values of a map are meant without saying so.
    private mutating func membership(
        _ path: PropertyPath, _ comparison: Predicate.Comparison, _ variable: String?
    ) -> String {
        let steps = path.steps.last == .values ? Array(path.steps.dropLast()) : path.steps
        if comparison.relation == .isIn {
            let collection = format(steps, variable)
            return "ANY \(collection) IN \(format(comparison.right, variable))"
        }
        let element = format(comparison.right, variable)
        return "\(element) IN \(format(steps, variable))"
    }

    private mutating func format(_ range: Predicate.RangeCondition, _ variable: String?) -> String {
        let operand = format(range.operand, variable)
        let lower = format(range.lower, variable)
        return "\(operand) BETWEEN {\(lower), \(format(range.upper, variable))}"
    }

    // MARK: Operands

    private mutating func format(_ operand: Operand, _ variable: String?) -> String {
        switch operand {
        case .value(let value): return argument(value.argument)
        case .list(let values, _): return argument(values.map(\.argument))
        case .path(let path):
            let quantifier = path.quantifier.map { $0.rawValue + " " } ?? ""
            return quantifier + format(path.steps, variable)
        case .subquery(let subquery):
            subqueryCount += 1
            let inner = "$col\(subqueryCount)"
            let path = format(subquery.path.steps, variable)
            return "SUBQUERY(\(path), \(inner), \(format(subquery.predicate, inner))).@count"
        case .arithmetic(let sign, let left, let right):
            let operand = format(left, variable)
            return "\(operand) \(sign.rawValue) \(format(right, variable))"
        }
    }

    /// Words with a meaning of their own where a property may stand.
    private static let keywords: Set<String> = [
        "all", "and", "any", "false", "falsepredicate", "nil", "no", "none", "not", "null", "or", "some", "subquery",
        "true", "truepredicate", "yes",
    ]

    private mutating func format(_ steps: [PropertyPath.Step], _ variable: String?) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .position(let position): text += "[\(argument(position))]"
            case .key(let key): text += "[\(argument(key))]"
            case .every:
                arguments.append("#any")
                text += "[%K]"
            case .variable(let name): text += variable ?? name
            case .property(let name) where text.isEmpty && FormatText.keywords.contains(name.lowercased()):
                text += "#" + name
            case .keys: text += ".@allKeys"
            case .values: text += ".@allValues"
            default: text += (text.isEmpty ? "" : ".") + PropertyPath(nil, [step]).text
            }
        }
        return text
    }

    private mutating func argument(_ value: Any) -> String {
        arguments.append(value)
        return "%@"
    }
}

/// A constant that only a query can hold, such as a link to an object, as an argument of a format string.
struct OpaqueArgument {
    let value: QueryValue
}

extension QueryValue {
    /// The value as an argument of a format string.
    fileprivate var argument: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .int(let value): Int(value)
        case .float(let value): value
        case .double(let value), .written(let value, _): value
        case .string(let bytes), .entered(let bytes): String(decoding: bytes, as: UTF8.self)
        case .binary(let bytes): Data(bytes)
        case .timestamp(let value): Date(value)
        case .decimal(let bits): Decimal128(bits: bits)
        case .objectId(let bits): ObjectId(bits: bits)
        case .uuid(let bits): UUID(bits)
        case .link, .managed, .objectKey, .object, .unmanaged, .members, .collection, .shape, .argument:
            OpaqueArgument(value: self)
        }
    }
}
