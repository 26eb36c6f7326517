import Synchronization

/// A parsed format string: its predicate, with places for single values as arguments.
///
/// Programs use few format strings repeatedly, with other arguments each time.
struct FormatTemplate: Sendable {
    private let predicate: Predicate
    private let argumentCount: Int

    /// Longer or more texts are unlikely to come from programs.
    private static let maximumLength = 1000
    private static let maximumCount = 256
    /// The parsed texts; nil for one whose parsing depends on its arguments.
    private static let known = Mutex<[String: FormatTemplate?]>([:])

    /// The predicate of a text that was parsed before; nil if it must be parsed.
    static func predicate(_ text: String, _ arguments: [PredicateArgument]) -> Predicate? {
        guard case .some(.some(let template)) = known.withLock({ $0[text] }),
            template.argumentCount == arguments.count,
            arguments.allSatisfy({ if case .value = $0 { true } else { false } })
        else { return nil }
        return arguments.isEmpty ? template.predicate : template.predicate.replacing(arguments)
    }

    /// Stores a text that was parsed successfully.
    ///
    /// - Parameter read: parses the text with other arguments.
    static func remember(
        _ text: String, _ argumentCount: Int,
        _ read: ([PredicateArgument]) throws(PredicateError) -> Predicate
    ) {
        guard text.utf8.count <= maximumLength, known.withLock({ $0[text] == nil }) else { return }
        let places = (0..<argumentCount).map { PredicateArgument.value(.argument($0)) }
        let template = (try? read(places)).map { FormatTemplate(predicate: $0, argumentCount: argumentCount) }
        known.withLock { known in
            if known.count >= maximumCount { known.removeAll() }
            known[text] = .some(template)
        }
    }
}

extension Predicate {
    /// The predicate with values as arguments.
    fileprivate func replacing(_ arguments: [PredicateArgument]) -> Predicate {
        switch self {
        case .constant: return self
        case .and(let parts): return .and(parts.map { $0.replacing(arguments) })
        case .or(let parts): return .or(parts.map { $0.replacing(arguments) })
        case .not(let part): return .not(part.replacing(arguments))
        case .comparison(var comparison):
            comparison.left = comparison.left.replacing(arguments)
            comparison.right = comparison.right.replacing(arguments)
            return .comparison(comparison)
        case .between(var range):
            range.operand = range.operand.replacing(arguments)
            range.lower = range.lower.replacing(arguments)
            range.upper = range.upper.replacing(arguments)
            return .between(range)
        }
    }
}

extension Operand {
    fileprivate func replacing(_ arguments: [PredicateArgument]) -> Operand {
        switch self {
        case .path: return self
        case .value(let value): return .value(value.replaced(arguments))
        case .list(let values, let quantifier): return .list(values.map { $0.replaced(arguments) }, quantifier)
        case .arithmetic(let sign, let left, let right):
            return .arithmetic(sign, left.replacing(arguments), right.replacing(arguments))
        case .subquery(var subquery):
            subquery.predicate = subquery.predicate.replacing(arguments)
            return .subquery(subquery)
        }
    }
}

extension QueryValue {
    fileprivate func replaced(_ arguments: [PredicateArgument]) -> QueryValue {
        guard case .argument(let number) = self, case .value(let value) = arguments[number] else { return self }
        return value
    }
}
