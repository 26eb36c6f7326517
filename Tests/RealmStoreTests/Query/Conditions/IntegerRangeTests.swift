import TestSupport
import Testing

@testable import RealmStore

/// Ranges of ints over packed leaves of every width, compared with a plain loop.
@Suite struct IntegerRangeTests {
    private static let relations: [RealmStore.Predicate.Relation] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    private static let numbers: [Int64] = [
        .min, .min + 1, -2_147_483_649, -32_769, -129, -128, -2, -1, 0, 1, 2, 3, 4, 14, 15, 16, 126, 127, 128, 32_767,
        32_768, 2_147_483_647, 2_147_483_648, .max - 1, .max,
    ]

    private func holds(_ value: Int64, _ relation: RealmStore.Predicate.Relation, _ number: Int64) -> Bool {
        switch relation {
        case .equal: value == number
        case .notEqual: value != number
        case .less: value < number
        case .lessOrEqual: value <= number
        case .greater: value > number
        default: value >= number
        }
    }

    private func rows(_ rows: RowSet) -> [Int] {
        var found: [Int] = []
        rows.forEach { found.append($0) }
        return found
    }

    @Test(arguments: UInt8(0)...7)
    func `a range finds the ints of a leaf that a loop finds`(widthCode: UInt8) throws {
        var generator = SeededGenerator(for: #function)
        for count in [0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 255, 256] {
            let patterns = (0..<count).map { _ in generator.next() }
            let sample = PackedIntegers(widthCode: widthCode, patterns: patterns)
            for relation in IntegerRangeTests.relations {
                for number in IntegerRangeTests.numbers + sample.values.prefix(3) {
                    let range = try #require(IntegerRange(relation, number))
                    let found = sample.withArray { range.rows(of: $0) }
                    let rest = RowSet(first: count).subtracting(found)
                    let wanted = sample.values.indices.filter { holds(sample.values[$0], relation, number) }
                    guard rows(relation == .notEqual ? rest : found) == wanted else {
                        Issue.record("\(relation) \(number), \(count) of width code \(widthCode)")
                        return
                    }
                }
            }
        }
    }

    @Test(arguments: UInt8(0)...7)
    func `a range finds no nulls, and they can be asked for`(widthCode: UInt8) throws {
        var generator = SeededGenerator(for: #function)
        for count in [1, 2, 8, 9, 64, 65, 257] {
            var patterns = (0..<count).map { _ in generator.next() }
            for index in patterns.indices where index % 3 == 1 { patterns[index] = patterns[0] }
            let sample = PackedIntegers(widthCode: widthCode, patterns: patterns)
            let values = sample.values.dropFirst().map { $0 == sample.values[0] ? nil : $0 }
            for relation in IntegerRangeTests.relations where relation != .notEqual {
                for number in IntegerRangeTests.numbers + sample.values.prefix(3) {
                    let range = try #require(IntegerRange(relation, number))
                    let (found, nulls) = try sample.withArray { array in
                        let optional = try OptionalIntegerArray(array, at: .none)
                        return (range.rows(of: optional), IntegerRange.nulls(of: optional))
                    }
                    let wanted = values.indices.filter { values[$0].map { holds($0, relation, number) } ?? false }
                    guard rows(found) == wanted, rows(nulls) == values.indices.filter({ values[$0] == nil }) else {
                        Issue.record("\(relation) \(number), \(count) of width code \(widthCode)")
                        return
                    }
                }
            }
        }
    }
}
