extension Predicate {
    /// The nesting depth of conditions, subqueries and operations. ANDs in ANDs and ORs in ORs count once.
    ///
    /// Found without recursion, since a program may have built the predicate.
    var depth: Int {
        // Most conditions.
        if case .comparison(let comparison) = self, comparison.left.isSimple, comparison.right.isSimple { return 1 }
        return Predicate.depth(of: .condition(self))
    }

    /// A part of a query, which may contain others.
    enum Part {
        case condition(Predicate)
        case operand(Operand)

        /// Its parts.
        var parts: [Part] {
            switch self {
            case .condition(.constant), .operand(.value), .operand(.list), .operand(.path): []
            case .condition(.and(let parts)), .condition(.or(let parts)): parts.map(Part.condition)
            case .condition(.not(let part)): [.condition(part)]
            case .condition(.comparison(let comparison)): [.operand(comparison.left), .operand(comparison.right)]
            case .condition(.between(let range)):
                [.operand(range.operand), .operand(range.lower), .operand(range.upper)]
            case .operand(.subquery(let subquery)): [.condition(subquery.predicate)]
            case .operand(.arithmetic(_, let left, let right)): [.operand(left), .operand(right)]
            }
        }

        /// True if `part`, one of its parts, counts as one with it.
        func isOne(with part: Part) -> Bool {
            switch (self, part) {
            case (.condition(.and), .condition(.and)), (.condition(.or), .condition(.or)): true
            default: false
            }
        }
    }

    fileprivate static func depth(of root: Part) -> Int {
        var deepest = 0
        var rest = [(part: root, depth: 1)]
        while let (part, depth) = rest.popLast() {
            let parts = part.parts
            if parts.isEmpty { continue }
            deepest = max(deepest, depth)
            for inner in parts { rest.append((inner, part.isOne(with: inner) ? depth : depth + 1)) }
        }
        return deepest
    }
}

extension Operand {
    /// True if it has no parts.
    fileprivate var isSimple: Bool {
        switch self {
        case .value, .list, .path: true
        case .subquery, .arithmetic: false
        }
    }

    /// The nesting depth of operations and subqueries.
    var depth: Int { Predicate.depth(of: .operand(self)) }
}
