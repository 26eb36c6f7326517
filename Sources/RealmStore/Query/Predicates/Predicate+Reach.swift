extension Predicate {
    /// True if only objects of the class itself decide whether one of them meets the condition.
    var isLocal: Bool {
        switch self {
        case .constant: true
        case .and(let parts), .or(let parts): parts.allSatisfy(\.isLocal)
        case .not(let part): part.isLocal
        case .comparison(let comparison): comparison.left.isLocal && comparison.right.isLocal
        case .between(let range): range.operand.isLocal && range.lower.isLocal && range.upper.isLocal
        }
    }
}

extension Operand {
    fileprivate var isLocal: Bool {
        switch self {
        case .value(let value): value.isLocal
        case .list(let values, _): values.allSatisfy(\.isLocal)
        case .path(let path): path.isLocal
        case .subquery: false
        case .arithmetic(_, let left, let right): left.isLocal && right.isLocal
        }
    }
}

extension QueryValue {
    /// The object of a primary key may come to be, and cease to.
    fileprivate var isLocal: Bool { if case .object = self { false } else { true } }
}

extension PropertyPath {
    /// True if the path does not leave the object; one with keys may, by a link in a mixed value.
    fileprivate var isLocal: Bool {
        steps.dropFirst().allSatisfy { step in
            switch step {
            case .count, .keys, .position, .last: true
            default: false
            }
        }
    }
}

extension ResultStep {
    /// True if only objects of the class itself decide what becomes of them.
    var isLocal: Bool {
        switch self {
        case .sort(let orders): orders.allSatisfy(\.path.isLocal)
        case .distinct(let paths): paths.allSatisfy(\.isLocal)
        case .limit: true
        }
    }
}
