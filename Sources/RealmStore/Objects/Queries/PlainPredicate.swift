import Foundation

/// Tests objects and values in memory with a predicate, as `PreparedQuery` tests rows.
///
/// Types are not checked in advance: incomparable values are unrelated. Other things than Realm objects are read
/// through entries of dictionaries and stored properties; a missing one is null. Traps for an unknown property of a
/// model class, and for linking objects, which only a Realm knows.
struct PlainPredicate {
    private let predicate: Predicate
    private let scratch = ValueScratch()

    init(_ predicate: Predicate) { self.predicate = predicate }

    /// True if an object, or a value, meets the condition.
    func matches(_ element: Any) -> Bool { matches(predicate, Scope(element: element)) }

    /// The meaning of names.
    private struct Scope {
        let element: Any
        /// The objects of the enclosing subqueries.
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
        if let isMet = matchesMembers(comparison, scope) ?? matchesShape(comparison, scope) { return isMet }
        var relation = ValueRelation(relation: comparison.relation, options: comparison.options)
        relation.folding = TextFolding.byFoundation
        if comparison.options.contains(.sdkRules), comparison.right.isConstant { relation.rules = .emptyIsFoundNowhere }
        let right = comparison.right.quantifier ?? (comparison.relation == .isIn ? .any : nil)
        return relation.holds(
            groups(of: comparison.left, scope), comparison.left.quantifier, groups(of: comparison.right, scope), right)
    }

    /// A comparison with the stored form of values of several properties; nil for any other.
    private func matchesMembers(_ comparison: Predicate.Comparison, _ scope: Scope) -> Bool? {
        let path: PropertyPath
        let wanted: [ObjectMembers]
        switch (comparison.left, comparison.right) {
        case (.path(let left), let right) where !right.members.isEmpty: (path, wanted) = (left, right.members)
        case (let left, .path(let right)) where !left.members.isEmpty: (path, wanted) = (right, left.members)
        default: return nil
        }
        let found = follow(path.steps, scope)
        let isFound = found.contents.contains { content in
            guard let object = content.flatMap(KeyValues.object) else { return false }
            return wanted.contains { PlainPredicate($0.condition).matches(object) }
        }
        if path.quantifier == Operand.Quantifier.none { return !isFound }
        guard comparison.relation == .notEqual else { return isFound }
        return !isFound && !(found.isMany && found.contents.isEmpty)
    }

    /// The test for points in a shape; nil for any other comparison.
    private func matchesShape(_ comparison: Predicate.Comparison, _ scope: Scope) -> Bool? {
        guard case .path(let path) = comparison.left, case .value(.shape(let shape)) = comparison.right,
            comparison.relation == .isWithin || comparison.relation == .isIn
        else { return nil }
        let isFound = PlainPredicate.isPoint(in: shape, among: follow(path.steps, scope).contents)
        return path.quantifier == Operand.Quantifier.none ? !isFound : isFound
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

    /// A value in the form compared by the engine; an object in memory is identified by its identity.
    private func value(_ content: Any?) -> Value {
        guard let content = LooseValue.unwrapped(content) else { return .null }
        if let object = KeyValues.object(content) {
            return object.place.map { .link($0.table, $0.key) }
                ?? .link(.null, ObjectKey(FormatArguments.identity(of: object)))
        }
        return ValueEncoder(scratch: scratch).mixed(content) ?? .null
    }

    // MARK: Paths

    /// The values at the end of a path.
    private struct Found {
        var contents: [Any?]
        /// True after a collection: there may be any number.
        var isMany = false

        /// The contents, with collections replaced by their elements and values.
        var flattened: Found { flattened { _ in false } }

        /// The same, with other contents.
        func flattened(keeping isKept: (Any) -> Bool) -> Found {
            var found = Found(contents: [], isMany: isMany)
            for content in contents {
                if let kept = content, isKept(kept) {
                    found.contents.append(kept)
                } else if let elements = ObjectWriter.elements(content) {
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
                found = found.flattened(keeping: { $0 is [String: Any] })
                found.contents = found.contents.map { $0.flatMap { PlainPredicate.property(name, of: $0) } }
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

    /// The value of a property of an object of a Realm, of an entry of a dictionary, or of a stored property.
    private static func property(_ name: String, of element: Any) -> Any? {
        if let entries = element as? [String: Any] { return LooseValue.content(entries[name]) }
        guard let content = LooseValue.content(element), KeyValues.object(content) == nil,
            ValueEncoder().mixed(content) == nil
        else { return KeyValues.value(of: element, name) }
        let mirrors = sequence(first: Mirror(reflecting: content), next: \.superclassMirror)
        let properties = mirrors.lazy.flatMap(\.children)
        return properties.first { $0.label == name }.flatMap { LooseValue.content($0.value) }
    }

    /// Number of elements; for texts and data the number of bytes.
    private static func count(_ content: Any?) -> Any? {
        switch LooseValue.unwrapped(content) {
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

    /// The stored forms of values of several properties.
    fileprivate var members: [ObjectMembers] {
        let values: [QueryValue] =
            switch self {
            case .value(let value): [value]
            case .list(let values, _): values
            case .path, .subquery, .arithmetic: []
            }
        return values.compactMap { if case .members(let members) = $0 { members } else { nil } }
    }
}

extension ObjectMembers {
    /// The condition that an object has these values; never met if they cannot be compared.
    fileprivate var condition: Predicate {
        .and(
            members.map { member in
                member.value.map { .compare(.property(member.name), .equal, .value($0), .sdkRules) } ?? .constant(false)
            })
    }
}
