@testable import RealmStore

/// A value of the plain evaluator.
enum PlainValue: Hashable {
    case null
    case bool(Bool)
    case int(Int)
    /// Multiples of a quarter, so that all arithmetic is exact; may be NaN.
    case double(Double)
    case decimal(Double)
    case text(String)
    case date(Int)
    /// An object by its place in its class.
    case link(String, Int)
}

/// The elements of a property: one for a single value.
enum PlainProperty {
    case single(PlainValue)
    case list([PlainValue])
    case dictionary([String: PlainValue])
}

/// Objects as dictionaries, and the meaning of queries, in the simplest form.
struct PlainModel {
    /// The objects of each class, by the number of its table.
    var objects: [String: [[String: PlainProperty]]] = [:]
    /// Keys of the objects in the file.
    var keys: [String: [ObjectKey]] = [:]
    /// The numbers of tables by the names of their classes.
    var numbers: [String: String] = [:]

    /// Values in groups, and whether quantifiers apply.
    struct Values {
        var groups: [[PlainValue]]
        var isList: Bool

        static func single(_ value: PlainValue) -> Values { Values(groups: [[value]], isList: false) }
    }

    func matches(_ predicate: Predicate, _ className: String, _ index: Int) -> Bool {
        switch predicate {
        case .constant(let isMet): return isMet
        case .and(let children): return children.allSatisfy { matches($0, className, index) }
        case .or(let children): return children.contains { matches($0, className, index) }
        case .not(let child): return !matches(child, className, index)
        case .comparison(let comparison): return matches(comparison, className, index)
        case .between(let range):
            let halves = [(Predicate.Relation.greaterOrEqual, range.lower), (.lessOrEqual, range.upper)]
            return halves.allSatisfy { relation, limit in
                matches(.compare(range.operand, relation, limit), className, index)
            }
        }
    }

    private func matches(_ comparison: Predicate.Comparison, _ className: String, _ index: Int) -> Bool {
        let left = values(of: comparison.left, className, index)
        let right = values(of: comparison.right, className, index)
        let isOwn = comparison.right.isConstant && isOwn(comparison.left, className)
        let rule = PlainRelation(
            relation: comparison.relation, isFolded: comparison.options.contains(.caseInsensitive),
            isOwnColumn: isOwn, hasListOnRight: right.isList && comparison.right.isConstant)
        let (leftQuantifier, rightQuantifier) = (quantifier(comparison.left), quantifier(comparison.right))
        return right.groups.contains { rights in
            left.groups.contains { lefts in
                if left.isList, right.isList, leftQuantifier == nil, rightQuantifier == nil {
                    guard lefts.count == rights.count else { return comparison.relation == .notEqual }
                    return zip(lefts, rights).allSatisfy { rule.holds($0, $1) }
                }
                return quantify(leftQuantifier, lefts) { left in
                    quantify(rightQuantifier, rights) { rule.holds(left, $0) }
                }
            }
        }
    }

    private func quantify(
        _ quantifier: Operand.Quantifier?, _ values: [PlainValue], _ holds: (PlainValue) -> Bool
    ) -> Bool {
        switch quantifier {
        case .all?: values.allSatisfy(holds)
        case Operand.Quantifier.none?: !values.contains(where: holds)
        default: values.contains(where: holds)
        }
    }

    private func quantifier(_ operand: Operand) -> Operand.Quantifier? {
        switch operand {
        case .path(let path): path.quantifier
        case .list(_, let quantifier): quantifier
        default: nil
        }
    }

    private func isOwn(_ operand: Operand, _ className: String) -> Bool {
        guard case .path(let path) = operand, path.steps.count == 1, case .property(let name) = path.steps[0],
            case .single(let value)? = objects[className]?.first?[name]
        else { return false }
        if case .link = value { return false }
        return true
    }

    // MARK: Operands

    private func values(of operand: Operand, _ className: String, _ index: Int) -> Values {
        switch operand {
        case .value(let value): return .single(PlainValue(value))
        case .list(let values, _): return Values(groups: [values.map { PlainValue($0) }], isList: true)
        case .path(let path): return values(at: path.steps[...], className, index)
        case .subquery(let subquery):
            let found = values(at: subquery.path.steps[...], className, index).groups.joined()
            let count = found.filter { value in
                guard case .link(let target, let index) = value else { return false }
                return matches(PlainModel.plain(subquery.predicate), target, index)
            }.count
            return .single(.int(count))
        case .arithmetic(let sign, let left, let right):
            let (left, right) = (
                values(of: left, className, index).groups[0], values(of: right, className, index).groups[0]
            )
            guard case .int(let a)? = left.first, case .int(let b)? = right.first else { return .single(.null) }
            switch sign {
            case .add: return .single(.int(a + b))
            case .subtract: return .single(.int(a - b))
            case .multiply: return .single(.int(a * b))
            case .divide: return .single(.int(b == 0 ? (a < 0 ? Int.min : Int.max) : a / b))
            }
        }
    }

    /// The predicate of a subquery without its variable.
    private static func plain(_ predicate: Predicate) -> Predicate {
        switch predicate {
        case .constant, .between: return predicate
        case .and(let children): return .and(children.map(plain))
        case .or(let children): return .or(children.map(plain))
        case .not(let child): return .not(plain(child))
        case .comparison(var comparison):
            if case .path(var path) = comparison.left {
                path.steps.removeFirst()
                comparison.left = .path(path)
            }
            return .comparison(comparison)
        }
    }

    private func values(at steps: ArraySlice<PropertyPath.Step>, _ className: String, _ index: Int) -> Values {
        var places: [(String, Int)] = [(className, index)]
        var isUnary = true
        var rest = steps
        while let step = rest.first {
            if case .backlinks(let origin, let property) = step {
                places = places.flatMap { backlinks(from: origin, property, to: $0) }
                (isUnary, rest) = (false, rest.dropFirst())
                continue
            }
            guard case .property(let name) = step, let kind = PlainModel.linkKind(name) else { break }
            if rest.count == 2, rest.last == .count, kind == .list {
                let counts = places.map { PlainValue.int(links(name, of: $0).count) }
                return Values(groups: [counts], isList: steps.count > 2)
            }
            places = places.flatMap { links(name, of: $0) }
            if kind == .list { isUnary = false }
            rest = rest.dropFirst()
        }
        return end(rest, places, isUnary: isUnary)
    }

    private enum LinkKind { case single, list }

    /// Whether a property is a link, according to its name.
    private static func linkKind(_ name: String) -> LinkKind? {
        name.hasPrefix("link") ? .single : name.hasPrefix("many") ? .list : nil
    }

    private func links(_ name: String, of place: (String, Int)) -> [(String, Int)] {
        let values: [PlainValue] =
            switch objects[place.0]?[place.1][name] {
            case .single(let value)?: [value]
            case .list(let values)?: values
            default: []
            }
        return values.compactMap { if case .link(let name, let index) = $0 { (name, index) } else { nil } }
    }

    private func backlinks(from origin: String, _ property: String, to place: (String, Int)) -> [(String, Int)] {
        let origin = numbers[origin] ?? origin
        return (objects[origin] ?? []).indices.flatMap { index in
            links(property, of: (origin, index)).filter { $0 == place }.map { _ in (origin, index) }
        }
    }

    private func end(_ rest: ArraySlice<PropertyPath.Step>, _ places: [(String, Int)], isUnary: Bool) -> Values {
        guard let first = rest.first else {
            let links = places.map { PlainValue.link($0.0, $0.1) }
            return Values(groups: [isUnary && links.isEmpty ? [.null] : links], isList: !isUnary)
        }
        if case .aggregate(let operation) = first, case .property(let name)? = rest.last {
            let values = places.compactMap { place -> PlainValue? in
                if case .single(let value)? = objects[place.0]?[place.1][name] { value } else { nil }
            }
            return .single(PlainModel.aggregate(operation, values))
        }
        guard case .property(let name) = first else { return Values(groups: [[]], isList: true) }
        let properties = places.compactMap { objects[$0.0]?[$0.1][name] }
        if properties.isEmpty {
            let isCollection = name.hasPrefix("list") || name.hasPrefix("dict")
            let isComputed = if case .aggregate? = rest.last { true } else { rest.last == .count }
            return isUnary && (isComputed || !isCollection) ? .single(.null) : Values(groups: [[]], isList: true)
        }
        if case .single? = properties.first {
            let values = properties.compactMap { if case .single(let value) = $0 { value } else { nil } }
            return Values(groups: [values], isList: !isUnary)
        }
        return collection(properties, rest.dropFirst().first, isUnary: isUnary)
    }

    private func collection(_ properties: [PlainProperty], _ step: PropertyPath.Step?, isUnary: Bool) -> Values {
        var groups: [[PlainValue]] = []
        var isList = true
        for property in properties {
            switch (property, step) {
            case (.list(let values), nil): groups.append(values)
            case (.list(let values), .count?):
                groups.append([.int(values.count)])
                isList = !isUnary
            case (.list(let values), .aggregate(let operation)?):
                groups.append([PlainModel.aggregate(operation, values)])
                isList = !isUnary
            case (.list(let values), .position(let position)?):
                groups.append(values.isEmpty ? [] : [position < values.count ? values[position] : .null])
            case (.dictionary(let values), .key(let key)?):
                groups.append(values.isEmpty ? [] : [values[key] ?? .null])
                isList = values.isEmpty || !isUnary
            case (.dictionary(let values), .keys?): groups.append(values.keys.map { .text($0) })
            case (.dictionary(let values), _): groups.append(Array(values.values))
            default: groups.append([])
            }
        }
        return Values(groups: groups, isList: isList)
    }

    static func aggregate(_ operation: AggregateOperation, _ values: [PlainValue]) -> PlainValue {
        let numbers = values.compactMap { if case .int(let number) = $0 { number } else { nil } }
        switch operation {
        case .sum: return .int(numbers.reduce(0, +))
        case .average: return numbers.isEmpty ? .null : .double(Double(numbers.reduce(0, +)) / Double(numbers.count))
        case .minimum: return numbers.min().map { .int($0) } ?? .null
        case .maximum: return numbers.max().map { .int($0) } ?? .null
        }
    }
}

/// The relation of two plain values.
struct PlainRelation {
    let relation: Predicate.Relation
    let isFolded: Bool
    let isOwnColumn: Bool
    let hasListOnRight: Bool

    func holds(_ left: PlainValue, _ right: PlainValue) -> Bool {
        switch relation {
        case .equal, .isIn: return isEqual(left, right)
        case .notEqual: return !isEqual(left, right)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return isInOrder(left, right)
        case .beginsWith, .endsWith, .contains, .like: return isFound(left, right)
        case .isWithin, .hasWords: return false
        }
    }

    private func isEqual(_ left: PlainValue, _ right: PlainValue) -> Bool {
        if case .text(let left) = left, case .text(let right) = right {
            return isFolded && !hasListOnRight ? left.lowercased() == right.lowercased() : left == right
        }
        // In a list, a number of another type than the column's never matches.
        if hasListOnRight, isOwnColumn, case .double = left, case .int = right { return false }
        if isOwnColumn, case .double(let left) = left, case .double(let right) = right { return left == right }
        return left == right || PlainRelation.order(left, right) == 0
    }

    private func isInOrder(_ left: PlainValue, _ right: PlainValue) -> Bool {
        if left == .null || right == .null {
            if isOwnColumn, case .text = left == .null ? right : left {
                return isInOrder((left == .null ? 0 : 1) - (right == .null ? 0 : 1))
            }
            return left == right && (relation == .lessOrEqual || relation == .greaterOrEqual)
        }
        if isOwnColumn, case .double(let left) = left, case .double(let right) = right, left.isNaN || right.isNaN {
            return false
        }
        return PlainRelation.order(left, right).map(isInOrder) ?? false
    }

    private func isInOrder(_ order: Int) -> Bool {
        switch relation {
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        default: order >= 0
        }
    }

    private func isFound(_ left: PlainValue, _ right: PlainValue) -> Bool {
        guard case .text(var text) = left, case .text(var needle) = right else { return false }
        if isFolded { (text, needle) = (text.lowercased(), needle.lowercased()) }
        switch relation {
        case .beginsWith: return text.hasPrefix(needle)
        case .endsWith: return text.hasSuffix(needle)
        case .contains: return needle.isEmpty || text.contains(needle)
        default: return PlainRelation.isLike(Array(text), Array(needle))
        }
    }

    private static func isLike(_ text: [Character], _ pattern: [Character]) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return (0...text.count).contains { isLike(Array(text[$0...]), Array(pattern.dropFirst())) }
        }
        guard let letter = text.first, first == "?" || first == letter else { return false }
        return isLike(Array(text.dropFirst()), Array(pattern.dropFirst()))
    }

    /// The order of values of one kind, NaN before all numbers; nil for values of different kinds.
    static func order(_ left: PlainValue, _ right: PlainValue) -> Int? {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): return (left ? 1 : 0) - (right ? 1 : 0)
        case (.text(let left), .text(let right)):
            return left == right ? 0 : Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8)) ? -1 : 1
        case (.date(let left), .date(let right)): return (left - right).signum()
        case (.link(let leftClass, let left), .link(let rightClass, let right)) where leftClass == rightClass:
            return (left - right).signum()
        default:
            guard let left = number(left), let right = number(right) else { return nil }
            if left.isNaN || right.isNaN { return (left.isNaN ? 0 : 1) - (right.isNaN ? 0 : 1) }
            return left < right ? -1 : left == right ? 0 : 1
        }
    }

    private static func number(_ value: PlainValue) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .double(let number), .decimal(let number): number
        default: nil
        }
    }
}

extension PlainValue {
    init(_ value: QueryValue) {
        switch value {
        case .bool(let value): self = .bool(value)
        case .int(let value): self = .int(Int(value))
        case .double(let value), .written(let value, _): self = .double(value)
        case .decimal(let value): self = .decimal(value.doubleValue)
        case .string(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
        case .timestamp(let value): self = .date(Int(value.seconds))
        case .link(let table, let key): self = .link("\(table.value)", Int(key.value))
        default: self = .null
        }
    }
}
