extension Predicate {
    /// True if the condition depends only on objects of the class itself.
    ///
    /// Found without recursion, since a program may have built the predicate.
    var isLocal: Bool {
        var rest = [Part.condition(self)]
        while let part = rest.popLast() {
            guard part.isLocalItself else { return false }
            rest += part.parts
        }
        return true
    }
}

extension Predicate.Part {
    /// Whether the part is local, disregarding its own parts.
    fileprivate var isLocalItself: Bool {
        switch self {
        case .condition, .operand(.arithmetic): true
        case .operand(.value(let value)): value.isLocal
        case .operand(.list(let values, _)): values.allSatisfy(\.isLocal)
        case .operand(.path(let path)): path.isLocal
        case .operand(.subquery): false
        }
    }
}

extension QueryValue {
    /// The object of a primary key may be created or deleted; points in a shape stand in objects behind links.
    fileprivate var isLocal: Bool {
        switch self {
        case .object, .shape: false
        default: true
        }
    }
}

extension PropertyPath {
    /// True if the path does not leave the object; one with keys may do so through a link in a mixed value.
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
    /// True if the step depends only on objects of the class itself.
    var isLocal: Bool {
        switch self {
        case .sort(let orders): orders.allSatisfy(\.path.isLocal)
        case .distinct(let paths): paths.allSatisfy(\.isLocal)
        case .limit: true
        }
    }
}
