import Foundation

// Foundation has no parser of predicates on this platform; these initialisers replace it.
extension NSPredicate {
    /// Creates a condition from a format string. Traps for a text that is not a predicate.
    ///
    /// - Parameter args: the arguments for `%@`, `%K`, `%d` … in the text.
    public convenience init(format predicateFormat: String, _ args: Any...) {
        self.init(FormatArguments.predicate(predicateFormat, args, nil))
    }

    /// Creates a condition from a format string. Traps for a text that is not a predicate.
    ///
    /// - Parameter arguments: the arguments for `%@`, `%K`, `%d` … in the text.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self.init(FormatArguments.predicate(predicateFormat, arguments ?? [], nil))
    }

    /// Passes the condition to a probe; tests any other object or value.
    private convenience init(_ predicate: Predicate) {
        self.init { candidate, _ in
            if let probe = candidate as? PredicateProbe {
                probe.predicate = predicate
                return true
            }
            guard let object = candidate as? RLMObjectBase, let binding = object.binding, let row = object.liveRow
            else { return candidate.map { PlainPredicate(predicate).matches($0) } ?? false }
            return binding.session.query(false) {
                try PreparedQuery(predicate, on: row.table, in: binding.session.queryContext).matches(object.key)
            }
        }
    }

    /// The condition in the engine's form. Traps for a block that was not created from a format string, and for
    /// compound predicates that are nested too deep.
    var condition: Predicate {
        let depth = compoundDepth
        require(
            depth <= Predicate.maximumTotalDepth,
            "The predicate is nested deeper than \(Predicate.maximumTotalDepth) levels.")
        return depth <= Predicate.usualDepth ? plainCondition : LargeStack.run { plainCondition }
    }

    /// The nesting depth of compound predicates, computed without recursion.
    private var compoundDepth: Int {
        var deepest = 0
        var rest = [(predicate: self, depth: 1)]
        while let (predicate, depth) = rest.popLast() {
            deepest = max(deepest, depth)
            guard depth <= Predicate.maximumTotalDepth, let compound = predicate as? NSCompoundPredicate else {
                continue
            }
            for part in compound.subpredicates { rest.append((part, depth + 1)) }
        }
        return deepest
    }

    private var plainCondition: Predicate {
        if let compound = self as? NSCompoundPredicate {
            let parts = compound.subpredicates.map(\.plainCondition)
            switch compound.compoundPredicateType {
            case .and: return .and(parts)
            case .or: return .or(parts)
            case .not: return .not(parts.first ?? .constant(false))
            @unknown default: fatalError("A compound predicate of an unknown kind cannot be used.")
            }
        }
        for isMet in [true, false] where self == NSPredicate(value: isMet) { return .constant(isMet) }
        let probe = PredicateProbe()
        _ = evaluate(with: probe)
        guard let predicate = probe.predicate else {
            fatalError("Only predicates that were made of format strings can be used to query a Realm.")
        }
        return predicate
    }
}

/// The receiver of a predicate's condition.
private final class PredicateProbe {
    var predicate: Predicate?
}
