import TestSupport

@testable import RealmStore

/// Random classes, objects and predicates over them, the same for the same seed.
struct PlainGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func below(_ bound: Int) -> Int { random.below(bound) }
    mutating func chance(_ oneIn: Int) -> Bool { random.chance(oneIn: oneIn) }
    mutating func pick<T>(_ choices: [T]) -> T { random.pick(choices) }

    // MARK: Classes and objects

    static let scalars: [(name: String, type: String)] = [
        ("int0", "int"), ("int1", "int?"), ("text0", "string"), ("text1", "string?"), ("dbl0", "double"),
        ("dbl1", "double?"), ("flag0", "bool"), ("flag1", "bool?"), ("dec0", "decimal?"), ("date0", "date?"),
    ]

    /// Two classes with links to each other, some of their properties indexed.
    mutating func classes(indexed: Bool) -> [QueryFile.Class] {
        ["A", "B"].map { name in
            var properties = PlainGenerator.scalars.map { scalar in
                let canBeIndexed = !scalar.name.hasPrefix("dbl") && !scalar.name.hasPrefix("dec")
                return QueryFile.Property(
                    name: scalar.name, type: scalar.type, isIndexed: canBeIndexed && chance(2) && indexed)
            }
            let other = name == "A" ? "B" : "A"
            for (name, type) in [
                ("link0", other), ("link1", name), ("many0", "\(other)[]"), ("list0", "int[]"), ("list1", "string[]"),
                ("dict0", "int{}"),
            ] { properties.append(QueryFile.Property(name: name, type: type)) }
            return QueryFile.Class(name: name, properties: properties)
        }
    }

    private static let words = ["", "a", "A", "ab", "abc", "Abc", "b", "ba", "cab", "zz", "a b", "9"]

    mutating func value(_ name: String, isNullable: Bool) -> PlainValue {
        if isNullable, chance(5) { return .null }
        switch name.dropLast() {
        case "int", "list", "dict": return .int(chance(12) ? below(2) * 5_000_000_000 - 3 : below(12) - 3)
        case "text": return .text(pick(PlainGenerator.words))
        case "dbl": return .double(chance(10) ? .nan : Double(below(24) - 8) / 4)
        case "dec": return .decimal(Double(below(24) - 8) / 4)
        case "flag": return .bool(chance(2))
        default: return .date(below(10) - 3)
        }
    }

    mutating func object(
        _ numbers: [String: String], _ className: String, _ counts: [String: Int]
    ) -> [String: PlainProperty] {
        var object: [String: PlainProperty] = [:]
        for (name, type) in PlainGenerator.scalars {
            object[name] = .single(value(name, isNullable: type.hasSuffix("?")))
        }
        let other = className == "A" ? "B" : "A"
        object["link0"] = .single(chance(4) ? .null : place(other, numbers, counts))
        object["link1"] = .single(chance(3) ? .null : place(className, numbers, counts))
        object["many0"] = .list((0..<below(4)).map { _ in place(other, numbers, counts) }.filter { $0 != .null })
        object["list0"] = .list((0..<below(4)).map { _ in value("list0", isNullable: false) })
        object["list1"] = .list((0..<below(4)).map { _ in .text(pick(PlainGenerator.words)) })
        var entries: [String: PlainValue] = [:]
        for key in ["a", "b", "c"] where chance(2) { entries[key] = value("dict0", isNullable: false) }
        object["dict0"] = .dictionary(entries)
        return object
    }

    /// A link to one of a class's objects; null if it has none.
    private mutating func place(_ target: String, _ numbers: [String: String], _ counts: [String: Int]) -> PlainValue {
        let count = counts[target] ?? 0
        return count == 0 ? .null : .link(numbers[target] ?? "", below(count))
    }

    // MARK: Predicates

    mutating func predicate(_ className: String, depth: Int, variable: String? = nil) -> Predicate {
        guard depth > 0, chance(2) else { return leaf(className, depth: depth, variable: variable) }
        switch below(7) {
        case 0...2:
            return .and((0...(1 + below(2))).map { _ in predicate(className, depth: depth - 1, variable: variable) })
        case 3, 4:
            return .or((0...(1 + below(2))).map { _ in predicate(className, depth: depth - 1, variable: variable) })
        case 5: return .constant(chance(2))
        default: return .not(predicate(className, depth: depth - 1, variable: variable))
        }
    }

    private mutating func leaf(_ className: String, depth: Int, variable: String?) -> Predicate {
        if let variable { return scalarComparison([.variable(variable)], nil) }
        switch below(13) {
        case 0...3: return scalarComparison([], nil)
        case 4: return choice()
        case 5: return range()
        case 6: return scalarComparison(links(), nil)
        case 7, 8: return scalarComparison(collections(className), pick([nil, .any, .all, Operand.Quantifier.none]))
        case 9: return collectionComparison()
        case 10: return countComparison(className, depth: depth)
        default: return propertyComparison()
        }
    }

    /// One of several values of one property, and perhaps something else.
    private mutating func choice() -> Predicate {
        let (name, type) = pick(PlainGenerator.scalars)
        var choices = (0..<(2 + below(4))).map { _ in
            Predicate.compare(
                .property(name), .equal, .value(constant(name, isNullable: type.hasSuffix("?"))))
        }
        if chance(3) { choices.append(scalarComparison([], nil)) }
        return .or(choices)
    }

    private mutating func links() -> [PropertyPath.Step] {
        (0...below(2)).map { _ in .property(pick(["link0", "link1"])) }
    }

    private mutating func collections(_ className: String) -> [PropertyPath.Step] {
        let other = className == "A" ? "B" : "A"
        switch below(5) {
        case 0: return [.backlinks(className: className, property: "link1")]
        case 1: return [.backlinks(className: other, property: pick(["link0", "many0"]))]
        case 2: return [.property("link1"), .property("many0")]
        default: return [.property("many0")]
        }
    }

    private static let orders: [Predicate.Relation] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]

    private mutating func scalarComparison(
        _ steps: [PropertyPath.Step], _ quantifier: Operand.Quantifier?
    ) -> Predicate {
        let (name, type) = pick(PlainGenerator.scalars)
        let path = Operand.path(PropertyPath(quantifier, steps + [.property(name)]))
        if name.hasPrefix("text"), chance(2) {
            let relation = pick([Predicate.Relation.beginsWith, .endsWith, .contains, .like, .equal, .notEqual])
            let text = relation == .like ? pick(["a*", "*b*", "?", "a?c", "*", "", "ab"]) : pick(PlainGenerator.words)
            return .compare(path, relation, .value(.text(text)), chance(2) ? .caseInsensitive : [])
        }
        if chance(5) {
            let count = quantifier == .all ? 1 + below(2) : below(5)
            let values = (0..<count).map { _ in self.constant(name, isNullable: type.hasSuffix("?")) }
            // A list on both sides without quantifier is another comparison: collections have their own cases.
            return .compare(path, .isIn, .list(values))
        }
        let constant = self.constant(name, isNullable: type.hasSuffix("?"))
        if name.hasPrefix("int"), steps.isEmpty, chance(6) {
            let sign = pick([Operand.ArithmeticOperator.add, .subtract, .multiply, .divide])
            return .compare(
                .arithmetic(sign, path, .value(.int(Int64(below(4))))), pick(PlainGenerator.orders), .value(constant))
        }
        return .compare(path, pick(PlainGenerator.orders), .value(constant))
    }

    private mutating func constant(_ name: String, isNullable: Bool) -> QueryValue {
        switch value(name, isNullable: isNullable) {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .int(let number):
            return chance(8) ? .written(Double(number) + 0.5, digits: "\(number).5") : .int(Int64(number))
        case .double(let number):
            if !number.isNaN, number == number.rounded(), chance(4) { return .int(Int64(number)) }
            return .written(number, digits: number.isNaN ? "nan" : "\(number)")
        case .decimal(let number): return .written(number, digits: "\(number)")
        case .text(let text): return .text(text)
        case .date(let seconds): return .timestamp(Timestamp(seconds: Int64(seconds), nanoseconds: 0))
        case .link: return .null
        }
    }

    private mutating func range() -> Predicate {
        let name = pick(["int0", "int1", "dbl1", "date0", "text0"])
        return .between(
            Predicate.RangeCondition(
                operand: .property(name), lower: .value(constant(name, isNullable: false)),
                upper: .value(constant(name, isNullable: false))))
    }

    private mutating func collectionComparison() -> Predicate {
        let prefix: [PropertyPath.Step] = chance(3) ? [.property(pick(["link0", "many0"]))] : []
        let number = Operand.value(.int(Int64(below(8))))
        let quantifier = pick([nil, .any, .all, Operand.Quantifier.none])
        func path(_ steps: PropertyPath.Step..., quantifier: Operand.Quantifier? = nil) -> Operand {
            .path(PropertyPath(quantifier, prefix + steps))
        }
        let relation = pick(PlainGenerator.orders)
        switch below(8) {
        case 0: return .compare(path(.property("list0"), quantifier: quantifier), relation, number)
        case 1:
            return .compare(
                path(.property("list1"), quantifier: quantifier), pick([.equal, .contains]), .value(.text("a")))
        case 2: return .compare(path(.property("list0"), .count), relation, number)
        case 3:
            let operation = pick([AggregateOperation.sum, .average, .minimum, .maximum])
            return .compare(path(.property("list0"), .aggregate(operation)), relation, number)
        case 4: return .compare(path(.property("list0"), .position(below(3))), relation, number)
        case 5: return .compare(path(.property("dict0"), .key(pick(["a", "b", "x"]))), relation, number)
        case 6: return .compare(path(.property("dict0"), .values, quantifier: quantifier), relation, number)
        default:
            return .compare(
                path(.property("list0")), pick([.equal, .notEqual]),
                .list((0..<below(3)).map { _ in .int(Int64(below(4))) }))
        }
    }

    private mutating func countComparison(_ className: String, depth: Int) -> Predicate {
        let number = Operand.value(.int(Int64(below(3))))
        let relation = pick(PlainGenerator.orders)
        let many = PropertyPath(nil, [.property("many0")])
        switch below(3) {
        case 0: return .compare(.path(PropertyPath(nil, [.property("many0"), .count])), relation, number)
        case 1:
            let operation = pick([AggregateOperation.sum, .average, .minimum, .maximum])
            let steps: [PropertyPath.Step] = [
                .property("many0"), .aggregate(operation), .property(pick(["int0", "int1"])),
            ]
            return .compare(.path(PropertyPath(nil, steps)), relation, number)
        default:
            let other = className == "A" ? "B" : "A"
            let condition = predicate(other, depth: min(1, depth), variable: "$x")
            let subquery = Operand.Subquery(path: many, variable: "$x", predicate: condition)
            return .compare(.subquery(subquery), relation, number)
        }
    }

    /// Two properties of one type, or of two that compare.
    private mutating func propertyComparison() -> Predicate {
        let pairs = [
            ("int0", "int1"), ("int1", "dbl0"), ("dbl0", "dbl1"), ("text0", "text1"), ("flag0", "flag1"),
            ("dec0", "int0"),
        ]
        let (first, second) = pick(pairs)
        let right = chance(3) ? Operand.property("link1", second) : .property(second)
        return .compare(.property(first), pick(PlainGenerator.orders), right)
    }
}
