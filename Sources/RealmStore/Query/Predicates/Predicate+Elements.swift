extension Predicate {
    /// The same condition on one element: the path to the collection becomes `step`.
    func replacing(_ collection: [PropertyPath.Step], by step: PropertyPath.Step) -> Predicate {
        func path(_ path: PropertyPath) -> PropertyPath {
            guard path.steps.starts(with: collection) else { return path }
            return PropertyPath(nil, [step] + path.steps.dropFirst(collection.count))
        }
        func replaced(_ operand: Operand) -> Operand {
            switch operand {
            case .path(let given): return .path(path(given))
            case .arithmetic(let sign, let left, let right): return .arithmetic(sign, replaced(left), replaced(right))
            // A nested count is about the elements: its path already begins with them.
            case .value, .list, .subquery: return operand
            }
        }
        switch self {
        case .constant: return self
        case .and(let parts): return .and(parts.map { $0.replacing(collection, by: step) })
        case .or(let parts): return .or(parts.map { $0.replacing(collection, by: step) })
        case .not(let part): return .not(part.replacing(collection, by: step))
        case .comparison(var comparison):
            comparison.left = replaced(comparison.left)
            comparison.right = replaced(comparison.right)
            return .comparison(comparison)
        case .between(var range):
            range.operand = replaced(range.operand)
            range.lower = replaced(range.lower)
            range.upper = replaced(range.upper)
            return .between(range)
        }
    }
}
