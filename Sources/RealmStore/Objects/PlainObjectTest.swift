import Foundation

/// Whether an object that is in no Realm meets a condition, as `NSPredicate.evaluate(with:)` asks.
///
/// Values are read by name, and compared as those of a Realm are.
struct PlainObjectTest {
    private let scratch = ValueScratch()

    func holds(_ predicate: Predicate, for object: RLMObjectBase) -> Bool {
        switch predicate {
        case .constant(let isMet): return isMet
        case .and(let parts): return parts.allSatisfy { holds($0, for: object) }
        case .or(let parts): return parts.contains { holds($0, for: object) }
        case .not(let part): return !holds(part, for: object)
        case .comparison(let comparison): return holds(comparison, for: object)
        case .between(let range):
            guard range.isPerElement else { return holds(range.asComparisons, for: object) }
            let (lower, upper) = (side(range.lower, object).groups.values, side(range.upper, object).groups.values)
            guard let lower = lower.first, let upper = upper.first else { return false }
            return side(range.operand, object).groups.values.contains {
                ValueRelation(relation: .greaterOrEqual).holds($0, lower)
                    && ValueRelation(relation: .lessOrEqual).holds($0, upper)
            }
        }
    }

    private func holds(_ comparison: Predicate.Comparison, for object: RLMObjectBase) -> Bool {
        var relation = ValueRelation(relation: comparison.relation, options: comparison.options)
        relation.folding = QueryContext.accentFolding
        if comparison.right.isConstant { relation.rules = [.emptyIsFoundNowhere] }
        var (left, right) = (side(comparison.left, object), side(comparison.right, object))
        // What is compared with a list, or with what is in a collection, need only be there once.
        if left.groups.isList, left.quantifier == nil { left.quantifier = .any }
        if right.groups.isList, right.quantifier == nil { right.quantifier = .any }
        return relation.holds(left.groups, left.quantifier, right.groups, right.quantifier)
    }

    // MARK: Operands

    private struct Side {
        var groups: ValueGroups
        var quantifier: Operand.Quantifier?
    }

    private func side(_ operand: Operand, _ object: RLMObjectBase) -> Side {
        switch operand {
        case .value(let value): return side([value.read(as: .mixed).value(in: scratch)], isList: false)
        case .list(let values, let quantifier):
            return side(values.map { $0.value(in: scratch) }, isList: true, quantifier)
        case .path(let path):
            let found = contents(of: object, path.steps[...])
            return side(found.values.map(value), isList: found.isList, path.quantifier)
        case .subquery(let subquery):
            let objects = contents(of: object, subquery.path.steps[...]).values.compactMap { $0 as? RLMObjectBase }
            let count = objects.count { holds(subquery.predicate, for: $0) }
            return side([.int(Int64(count))], isList: false)
        case .arithmetic(let sign, let left, let right):
            let (left, right) = (side(left, object).groups.values, side(right, object).groups.values)
            return side(zip(left, right).map { sign.apply($0, $1) }, isList: left.count > 1)
        }
    }

    private func side(_ values: [Value], isList: Bool, _ quantifier: Operand.Quantifier? = nil) -> Side {
        var groups = ValueGroups()
        groups.reset(isList: isList)
        for value in values { groups.append(value) }
        groups.endGroup()
        return Side(groups: groups, quantifier: quantifier)
    }

    private func value(_ content: Any?) -> Value {
        guard let content = ValueEncoder.unwrapped(content) else { return .null }
        return FormatArguments.constant(content, nil)?.value(in: scratch) ?? .null
    }

    // MARK: Paths

    /// What stands at the end of a path: one value, or those of collections on the way.
    private func contents(
        of object: RLMObjectBase, _ steps: ArraySlice<PropertyPath.Step>
    ) -> (values: [Any?], isList: Bool) {
        var found: (values: [Any?], isList: Bool) = ([object], false)
        var rest = steps
        while let step = rest.popFirst() {
            switch step {
            case .variable, .property("self"): break
            case .property(let name):
                found = spread(found)
                found.values = found.values.compactMap { content in
                    guard let object = content as? RLMObjectBase else { return found.isList ? nil : .some(nil) }
                    return .some(DynamicAccess.value(of: name, in: object))
                }
            case .count: found.values = found.values.map { elements($0)?.count }
            case .position(let position):
                found.values = found.values.compactMap { elements($0) }.map {
                    $0.indices.contains(position) ? $0[position] : nil
                }
            case .last: found.values = found.values.compactMap { elements($0)?.last }
            case .every, .values: found = spread(found)
            case .aggregate(let operation):
                var values = spread(found).values
                if case .property(let name)? = rest.popFirst() {
                    values = values.compactMap { $0 as? RLMObjectBase }.map { DynamicAccess.value(of: name, in: $0) }
                }
                return ([aggregate(operation, values.map(value))], false)
            case .key, .keys, .backlinks, .allBacklinks, .type:
                fatalError("'\(PropertyPath(nil, [step]).text)' can only be asked of objects that are in a Realm.")
            }
        }
        return spread(found)
    }

    /// Elements in place of the collections that hold them.
    private func spread(_ found: (values: [Any?], isList: Bool)) -> (values: [Any?], isList: Bool) {
        var values: [Any?] = []
        var isList = found.isList
        for content in found.values {
            if let elements = elements(content) {
                isList = true
                values += elements
            } else {
                values.append(content)
            }
        }
        return (values, isList)
    }

    private func elements(_ content: Any?) -> [Any?]? {
        ValueEncoder.unwrapped(content).flatMap { ObjectWriter.elements($0) }?.map { $0 }
    }

    private func aggregate(_ operation: AggregateOperation, _ values: [Value]) -> Any? {
        let type = values.first { !$0.isNull }.map { PlainObjectTest.type(of: $0) } ?? .int
        switch ElementResults.aggregate(operation, values, of: type) {
        case .int(let number): return Int(number)
        case .float(let number): return number
        case .double(let number): return number
        case .decimal(let number): return Decimal128(bits: number)
        case .timestamp(let date): return Date(date)
        default: return nil
        }
    }

    private static func type(of value: Value) -> ValueType {
        switch value {
        case .float: .float
        case .double: .double
        case .decimal: .decimal
        case .timestamp: .timestamp
        default: .int
        }
    }
}
