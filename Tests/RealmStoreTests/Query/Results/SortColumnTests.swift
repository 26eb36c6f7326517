import TestSupport
import Testing

@testable import RealmStore

/// Sorting by numbers and removing duplicates by hashes, compared with comparisons of the values.
@Suite struct SortColumnTests {
    private let scratch = ValueScratch()

    private func check(_ values: [Value?]) {
        let column = SortColumn(values)
        let all = (0..<UInt32(values.count)).map { $0 }
        for isAscending in [true, false] {
            let wanted = values.indices.sorted { first, second in
                let order = SortColumnTests.compare(values[first], values[second])
                return order == 0 ? first < second : (order < 0) == isAscending
            }
            #expect(column.sorted(all, ascending: isAscending).map { Int($0) } == wanted)
            for count in [0, 1, 5, 40, values.count] where count <= values.count {
                let last = count > 0 ? values[wanted[count - 1]] : nil
                let leading = values.indices.filter { position in
                    let order = SortColumnTests.compare(values[position], last)
                    return count > 0 && (order == 0 || (order < 0) == isAscending)
                }
                #expect(column.leading(count, ascending: isAscending).map { Int($0) } == leading)
            }
        }
        var groups = [UInt32](repeating: 0, count: values.count)
        column.split(&groups)
        for (first, second) in zip(values.indices, values.indices.dropFirst()) {
            let isSame = SortColumnTests.compare(values[first], values[second]) == 0
            #expect((groups[first] == groups[second]) == isSame)
        }
    }

    /// Truncated values sort last.
    private static func compare(_ first: Value?, _ second: Value?) -> Int {
        guard let first, let second else { return (first == nil ? 1 : 0) - (second == nil ? 1 : 0) }
        return ValueOrder.compare(first, second)
    }

    private func samples(_ pool: [Value?]) -> [[Value?]] {
        var generator = SeededGenerator(for: #function)
        return [0, 1, 2, 40, 255, 256, 257, 3000].map { count in
            (0..<count).map { _ in pool.randomElement(using: &generator)! }
        }
    }

    @Test func `ints are sorted`() {
        for values in samples([.int(.min), .int(-1), .int(0), .int(1), .int(300), .int(.max)]) { check(values) }
    }

    @Test(arguments: [1, 30, 5000])
    func `ints that agree in many leading bits are sorted by the others`(_ groups: Int) {
        var generator = SeededGenerator(for: #function)
        for bits in [3, 20, 40] {
            let values: [Value?] = (0..<5000).map { _ in
                let leading = Int64.random(in: 0..<Int64(groups), using: &generator)
                return .int((leading << 45) | .random(in: 0..<(1 << bits), using: &generator))
            }
            check(values)
        }
    }

    @Test func `any doubles are sorted`() {
        var generator = SeededGenerator(for: #function)
        check((0..<5000).map { _ in .double(Double(bitPattern: .random(in: 0...(.max), using: &generator))) })
        check((0..<5000).map { _ in .double(Double(Int.random(in: 0..<1_000_000, using: &generator)) / 1000) })
    }

    @Test func `nulls come first, what is cut off last, and the other way round`() {
        for values in samples([nil, .null, .int(.min), .int(-1), .int(.max)]) { check(values) }
    }

    @Test func `doubles are sorted, not a number below all`() {
        let pool: [Value?] = [
            .null, .double(.nan), .double(-.infinity), .double(-1.5), .double(-0.0), .double(0),
            .double(.leastNonzeroMagnitude), .double(1.5), .double(.infinity),
        ]
        let bits: [UInt64] = [
            0x7FF0_0000_0000_0001, 0x7FF0_0000_0000_0002, 0x7FF0_0000_0000_0003, 0x7FFF_FFFF_FFFF_FFFF,
            0xFFF0_0000_0000_0001, 0xFFF8_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFE, 0xFFFF_FFFF_FFFF_FFFF,
        ]
        for values in samples(bits.map { .double(Double(bitPattern: $0)) } + pool) { check(values) }
        for values in samples(pool) { check(values) }
    }

    @Test func `dates are sorted, also those that are centuries away`() {
        let near: [Value?] = [(-5, 0), (-5, -1), (0, 0), (0, 1), (5, 0), (5, 999_999_999)].map { seconds, nanoseconds in
            .timestamp(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        }
        for values in samples(near) { check(values) }
        for values in samples(near + [.timestamp(Timestamp(seconds: .max, nanoseconds: 1)), .null]) { check(values) }
    }

    @Test func `texts are sorted by their bytes`() {
        let texts: [Value?] = ["", "a", "ab", "ab\0", "abcdefgh", "abcdefghi", "abcdefgi", "b", "é", "Z"].map {
            scratch.string($0)
        }
        for values in samples(texts + [.null, nil]) { check(values) }
        var generator = SeededGenerator(for: #function)
        let many: [Value?] = (0..<5000).map { _ in scratch.string("name \(Int.random(in: 0..<4000, using: &generator))")
        }
        check(many)
    }

    @Test func `values of several types are sorted`() {
        let pool: [Value?] = [.int(1), .double(1), .double(1.5), scratch.string("1"), .bool(true), .null, nil]
        for values in samples(pool) { check(values) }
    }
}
