import Foundation

/// An operator of key-value coding, such as `@sum.age`.
struct CollectionOperator {
    private let name: String
    private let path: String?

    /// Traps for an unknown operator, for one inside the path, and for one without its path.
    init(_ keyPath: String) {
        let parts = keyPath.split(separator: ".", maxSplits: 1)
        name = parts.first.map(String.init) ?? ""
        path = parts.count > 1 ? String(parts[1]) : nil
        let known = [
            "@count", "@sum", "@avg", "@min", "@max", "@unionOfObjects", "@distinctUnionOfObjects", "@unionOfArrays",
            "@distinctUnionOfArrays",
        ]
        require(known.contains(name), "Unsupported collection operator '\(name)'. There are \(known).")
        require(path?.contains("@") != true, "Nested collection operators are not supported: '\(keyPath)'")
        require(name == "@count" || path != nil, "Collection operator '\(name)' needs a property: '\(name).p'")
    }

    /// Computes over elements.
    ///
    /// - Parameter isMixed: whether the result is a mixed value, as for mixed elements.
    func value(of elements: [Any], isMixed: Bool = false) -> Any? {
        guard let path else { return elements.count }
        let values = elements.compactMap { KeyValues.value(of: $0, path) }
        if isMixed || elements.first is AnyRealmValue, let operation = AggregateOperation(rawValue: name) {
            return CollectionOperator.aggregate(operation, values)
        }
        switch name {
        case "@count": return elements.count
        case "@sum": return NumberSummary(values).sum
        case "@avg": return NumberSummary(values).average
        case "@min": return values.min(by: CollectionOperator.precedes)
        case "@max": return values.max(by: CollectionOperator.precedes)
        case "@unionOfObjects": return values
        case "@distinctUnionOfObjects": return CollectionOperator.distinct(values)
        case "@unionOfArrays": return CollectionOperator.flattened(values)
        default: return CollectionOperator.distinct(CollectionOperator.flattened(values))
        }
    }

    /// Computes over mixed values as the engine does. Unmanaged objects and collections have no place in their order.
    private static func aggregate(_ operation: AggregateOperation, _ contents: [Any]) -> Any? {
        let encoder = ValueEncoder()
        return withExtendedLifetime(encoder.scratch) {
            let values = contents.map { encoder.mixed($0) ?? .null }
            switch (operation, ElementResults.aggregate(operation, values, of: .mixed)) {
            case (_, .null): return nil
            case (.sum, .decimal(let bits)), (.average, .decimal(let bits)): return Decimal128(bits: bits)
            case (_, let extreme): return values.firstIndex { $0.isSame(as: extreme) }.map { contents[$0] }
            }
        }
    }

    private static func flattened(_ values: [Any]) -> [Any] {
        values.flatMap { value -> [Any] in ObjectWriter.elements(value) ?? [value] }
    }

    private static func distinct(_ values: [Any]) -> [Any] {
        var seen = Set<AnyHashable>()
        return values.filter { value in
            guard let hashable = value as? AnyHashable else { return true }
            return seen.insert(hashable).inserted
        }
    }

    /// In the order of stored values.
    private static func precedes(_ lhs: Any, _ rhs: Any) -> Bool {
        let encoder = ValueEncoder()
        guard let left = encoder.mixed(lhs), let right = encoder.mixed(rhs) else { return false }
        return ValueOrder.compare(left, right) < 0
    }
}

/// Sum and average of numbers of any type: decimal if one of them is, else floating point if one of them is.
private struct NumberSummary {
    private var integers = 0
    private var doubles = 0.0
    private var decimals = Decimal128()
    private var counts = (integers: 0, doubles: 0, decimals: 0)

    /// Values that are not numbers are skipped.
    init(_ values: [Any]) {
        for value in values {
            switch LooseValue.unwrapped(value) {
            case let value as Decimal128: (decimals, counts.decimals) = (decimals + value, counts.decimals + 1)
            // A boxed integer could be cast to a floating point number, too.
            case let value as Int: (integers, counts.integers) = (integers &+ value, counts.integers + 1)
            case let value as any BinaryInteger:
                (integers, counts.integers) = (integers &+ Int(truncatingIfNeeded: value), counts.integers + 1)
            case let value as Double: (doubles, counts.doubles) = (doubles + value, counts.doubles + 1)
            case let value as Float: (doubles, counts.doubles) = (doubles + Double(value), counts.doubles + 1)
            default: continue
            }
        }
    }

    private var count: Int { counts.integers + counts.doubles + counts.decimals }

    private var decimal: Decimal128 {
        decimals + Decimal128(integerLiteral: Int64(integers)) + Decimal128(floatLiteral: doubles)
    }

    /// 0 without numbers.
    var sum: Any {
        if counts.decimals > 0 { return decimal }
        return counts.doubles > 0 ? doubles + Double(integers) : integers
    }

    /// Nil without numbers.
    var average: Any? {
        guard count > 0 else { return nil }
        if counts.decimals > 0 { return decimal / Decimal128(integerLiteral: Int64(count)) }
        return (doubles + Double(integers)) / Double(count)
    }
}
