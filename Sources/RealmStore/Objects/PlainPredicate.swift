import Foundation

/// Tests objects and values in memory with a predicate, as `QueryRun` tests rows.
///
/// Types are not checked before: values that cannot be compared do not relate. Traps for a property that a class does
/// not have, and for what only a Realm knows: links that lead here.
struct PlainPredicate {
    private let predicate: Predicate
    private let scratch = ValueScratch()

    init(_ predicate: Predicate) { self.predicate = predicate }

    /// True if an object, or a value, meets the condition.
    func matches(_ element: Any) -> Bool { matches(predicate, Scope(element: element)) }

    /// What names stand for.
    private struct Scope {
        let element: Any
        /// The objects of the subqueries around.
        var variables: [String: Any] = [:]
    }

    private func matches(_ predicate: Predicate, _ scope: Scope) -> Bool {
        switch predicate {
        case .constant(let isMet): return isMet
        case .and(let parts): return parts.allSatisfy { matches($0, scope) }
        case .or(let parts): return parts.contains { matches($0, scope) }
        case .not(let part): return !matches(part, scope)
        case .comparison(let comparison): return matches(comparison, scope)
        case .between(let range):
            guard range.isPerElement else { return matches(range.asComparisons, scope) }
            let limits = (lower: values(of: range.lower, scope).first, upper: values(of: range.upper, scope).first)
            guard let lower = limits.lower, let upper = limits.upper else { return false }
            return values(of: range.operand, scope).contains { value in
                ValueRelation(relation: .greaterOrEqual).holds(value, lower)
                    && ValueRelation(relation: .lessOrEqual).holds(value, upper)
            }
        }
    }

    private func matches(_ comparison: Predicate.Comparison, _ scope: Scope) -> Bool {
        var relation = ValueRelation(relation: comparison.relation, options: comparison.options)
        relation.folding = TextFolding.byFoundation
        if comparison.options.contains(.sdkRules), comparison.right.isConstant { relation.rules = .emptyIsFoundNowhere }
        let right = comparison.right.quantifier ?? (comparison.relation == .isIn ? .any : nil)
        return relation.holds(
            groups(of: comparison.left, scope), comparison.left.quantifier, groups(of: comparison.right, scope), right)
    }

    // MARK: Operands

    private func values(of operand: Operand, _ scope: Scope) -> [Value] { groups(of: operand, scope).values }

    private func groups(of operand: Operand, _ scope: Scope) -> ValueGroups {
        var groups = ValueGroups()
        switch operand {
        case .value(let value): groups.append(value.value(in: scratch))
        case .list(let values, _):
            groups.isList = true
            for value in values { groups.append(value.value(in: scratch)) }
        case .path(let path):
            let found = follow(path.steps, scope)
            groups.isList = found.isMany
            for content in found.contents { groups.append(value(content)) }
        case .subquery(let subquery):
            var count: Int64 = 0
            for object in follow(subquery.path.steps, scope).contents {
                guard let object else { continue }
                var inner = scope
                inner.variables[subquery.variable] = object
                if matches(subquery.predicate, inner) { count += 1 }
            }
            groups.append(.int(count))
        case .arithmetic(let sign, let left, let right):
            let (lefts, rights) = (self.groups(of: left, scope), self.groups(of: right, scope))
            groups.isList = lefts.isList || rights.isList
            for left in lefts.values { for right in rights.values { groups.append(sign.apply(left, right)) } }
        }
        groups.endGroup()
        return groups
    }

    /// A value as the engine compares it; an object in memory is only known not to be null.
    private func value(_ content: Any?) -> Value {
        guard let content = ValueEncoder.unwrapped(content) else { return .null }
        if let object = KeyValues.object(content) {
            return object.place.map { .link($0.table, $0.key) } ?? .link(.null, .null)
        }
        return ValueEncoder(scratch: scratch).mixed(content) ?? .null
    }

    // MARK: Paths

    /// What a way through objects leads to.
    private struct Found {
        var contents: [Any?]
        /// True behind a collection: there may be any number.
        var isMany = false

        /// The elements and values of collections in their place.
        var flattened: Found {
            var found = Found(contents: [], isMany: isMany)
            for content in contents {
                if let elements = ObjectWriter.elements(content) {
                    found.contents += elements
                    found.isMany = true
                } else if let entries = ObjectWriter.entries(content) {
                    found.contents += entries.map(\.1)
                    found.isMany = true
                } else {
                    found.contents.append(content)
                }
            }
            return found
        }
    }

    private func follow(_ steps: [PropertyPath.Step], _ scope: Scope) -> Found {
        var found = Found(contents: [scope.element])
        for (index, step) in steps.enumerated() {
            switch step {
            case .variable(let name): found = Found(contents: [scope.variables[name]])
            case .property("self") where index == 0: continue
            case .property(let name):
                found = found.flattened
                found.contents = found.contents.map { $0.flatMap { KeyValues.value(of: $0, name) } }
            case .count: found.contents = found.contents.map(PlainPredicate.count)
            case .aggregate(let operation):
                let rest = steps[(index + 1)...].map { if case .property(let name) = $0 { name } else { "self" } }
                let path = rest.isEmpty ? "self" : rest.joined(separator: ".")
                let elements = found.flattened.contents.compactMap { $0 }
                return Found(contents: [CollectionOperator("\(operation.rawValue).\(path)").value(of: elements)])
            case .keys:
                found.contents = found.contents.flatMap { (ObjectWriter.entries($0) ?? []).map { $0.0 as Any? } }
                found.isMany = true
            case .key(let key):
                found.contents = found.contents.map { ObjectWriter.entries($0)?.first { $0.0 == key }?.1 }
            case .position(let position):
                found.contents = found.contents.map { content in
                    ObjectWriter.elements(content).flatMap { $0.indices.contains(position) ? $0[position] : nil }
                }
            case .last: found.contents = found.contents.map { ObjectWriter.elements($0)?.last }
            case .every, .values: found = found.flattened
            case .type, .backlinks, .allBacklinks:
                fatalError("'\(PropertyPath(nil, steps).text)' can only be asked for in a Realm.")
            }
        }
        return found.flattened
    }

    /// Number of elements; of texts and data the number of bytes.
    private static func count(_ content: Any?) -> Any? {
        switch ValueEncoder.unwrapped(content) {
        case nil: nil
        case let text as String: text.utf8.count
        case let data as Data: data.count
        case let content: ObjectWriter.elements(content)?.count ?? ObjectWriter.entries(content)?.count
        }
    }
}

extension Operand {
    fileprivate var quantifier: Quantifier? {
        switch self {
        case .path(let path): path.quantifier
        case .list(_, let quantifier): quantifier
        case .value, .subquery, .arithmetic: nil
        }
    }
}

/// How texts are compared without regard to accents.
enum TextFolding {
    /// Without accents, and without case if that is asked for.
    static let byFoundation: @Sendable (String, ComparisonOptions) -> String = { text, options in
        var folding: String.CompareOptions = [.diacriticInsensitive]
        if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
        return text.folding(options: folding, locale: nil)
    }
}
