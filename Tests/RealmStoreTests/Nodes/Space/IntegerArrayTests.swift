import TestSupport
import Testing

@testable import RealmStore

/// Packed integers of every width compared with the same operations on a Swift array.
struct IntegerArrayTests {
    /// Small arrays, all of them, and random long ones.
    private static func samples(_ widthCode: UInt8, _ test: String) -> [PackedIntegers] {
        var generator = SeededGenerator(for: "\(test), width code \(widthCode)")
        return PackedIntegers.small(widthCode: widthCode)
            + (0..<30).map { _ in .random(widthCode: widthCode, using: &generator) }
    }

    /// Compares the results of `actual` and `expected` for each array; reports the first difference.
    private func compare<Result: Equatable>(
        _ widthCode: UInt8, _ actual: (IntegerArray) -> Result, _ expected: (PackedIntegers) -> Result,
        test: String = #function
    ) {
        for sample in IntegerArrayTests.samples(widthCode, test) {
            let found = sample.withArray(actual)
            let wanted = expected(sample)
            if found != wanted {
                Issue.record("\(found) instead of \(wanted) in \(sample)")
                return
            }
        }
    }

    @Test(arguments: UInt8(0)...7)
    func `elements read as signed numbers from 8 bits on`(widthCode: UInt8) {
        compare(widthCode, { array in (0..<array.count).map { array[$0] } }, { $0.values })
    }

    @Test(arguments: UInt8(0)...7)
    func `elements read as unsigned numbers where one asks for them`(widthCode: UInt8) {
        compare(widthCode, { array in (0..<array.count).map { array.unsigned(at: $0) } }, { $0.unsignedValues })
    }

    @Test(arguments: UInt8(0)...7)
    func `the sum wraps around`(widthCode: UInt8) {
        compare(
            widthCode,
            { array in
                var kernel = SumKernel()
                kernel.run(array)
                return kernel.sum
            }, { $0.values.reduce(0, &+) })
    }

    @Test(arguments: UInt8(0)...7)
    func `the extremes are the smallest and the largest element`(widthCode: UInt8) {
        compare(
            widthCode,
            { array in
                var kernel = ExtremesKernel()
                kernel.run(array)
                return [kernel.smallest, kernel.largest]
            }, { [$0.values.min(), $0.values.max()] })
    }

    @Test(arguments: UInt8(0)...7)
    func `sum and extremes can be had in one pass`(widthCode: UInt8) {
        compare(
            widthCode,
            { array in
                var kernel = SumAndExtremesKernel()
                kernel.run(array)
                return [kernel.sum.sum, kernel.extremes.smallest, kernel.extremes.largest]
            }, { [$0.values.reduce(0, &+), $0.values.min(), $0.values.max()] })
    }

    /// Thresholds at and around the limits of every element type, and those between.
    private static let thresholds: [Int64] = {
        let limits: [Int64] = [0, 1, 3, 15, 127, 255, 32767, 65535, 2_147_483_647, 4_294_967_295, .max]
        return limits.flatMap { (limit: Int64) -> [Int64] in
            [limit &- 1, limit, limit &+ 1, -limit &- 1, -limit, 1 &- limit]
        }
    }()

    @Test(arguments: UInt8(0)...7)
    func `counting compares with any threshold, also beyond the width`(widthCode: UInt8) {
        compare(
            widthCode,
            { array in
                IntegerArrayTests.thresholds.map { threshold in
                    var kernel = CountGreaterKernel(threshold: threshold)
                    kernel.run(array)
                    return kernel.count
                }
            },
            { sample in
                IntegerArrayTests.thresholds.map { threshold in sample.values.count { $0 > threshold } }
            })
    }

    @Test(arguments: UInt8(0)...7)
    func `a kernel sees exactly the elements of its range, in order`(widthCode: UInt8) {
        var generator = SeededGenerator(for: "ranges, width code \(widthCode)")
        for _ in 0..<200 {
            let sample = PackedIntegers.random(widthCode: widthCode, using: &generator)
            let start = Int.random(in: 0...sample.values.count, using: &generator)
            let end = Int.random(in: start...sample.values.count, using: &generator)
            var kernel = CollectingKernel()
            sample.withArray { $0.run(&kernel, over: start..<end) }
            guard kernel.elements == Array(sample.values[start..<end]) else {
                Issue.record("\(kernel.elements) in \(start)..<\(end) of \(sample)")
                return
            }
        }
    }

    /// Records the values it is given.
    private struct CollectingKernel: IntegerKernel {
        private(set) var elements: [Int64] = []

        mutating func run<Element: FixedWidthInteger & Sendable>(over elements: UnsafeBufferPointer<Element>) {
            self.elements += elements.map { Int64(truncatingIfNeeded: $0) }
        }
    }

    @Test(arguments: UInt8(0)...7)
    func `the lower bound is the first unsigned element that is not less`(widthCode: UInt8) {
        var generator = SeededGenerator(for: "lower bounds, width code \(widthCode)")
        let samples = IntegerArrayTests.samples(widthCode, "lower bounds").map { sample in
            PackedIntegers(widthCode: widthCode, patterns: sample.unsignedValues.sorted())
        }
        for sample in samples {
            let values = sample.unsignedValues
            let wanted = [0, .max, generator.next()] + values.prefix(50).flatMap { [$0 &- 1, $0, $0 &+ 1] }
            let found = sample.withArray { array in wanted.map { array.lowerBoundUnsigned($0) } }
            let expected = wanted.map { value in values.firstIndex { $0 >= value } ?? values.count }
            guard found == expected else {
                Issue.record("\(found) instead of \(expected) for \(wanted) in \(sample)")
                return
            }
        }
    }

    @Test(arguments: UInt8(0)...7)
    func `strictly ascending means that every unsigned element exceeds the one before`(widthCode: UInt8) {
        compare(
            widthCode, { $0.isStrictlyAscendingUnsigned },
            { sample in zip(sample.unsignedValues, sample.unsignedValues.dropFirst()).allSatisfy { $0 < $1 } })
    }

    @Test(arguments: UInt8(0)...7)
    func `optional integers are null where they equal the first element`(widthCode: UInt8) throws {
        for sample in PackedIntegers.small(widthCode: widthCode) where !sample.values.isEmpty {
            let found = try sample.withArray { array in
                let optional = try OptionalIntegerArray(array, at: .none)
                return (0..<optional.count).map { optional[$0] }
            }
            let null = sample.values[0]
            let expected = sample.values.dropFirst().map { $0 == null ? nil : $0 }
            guard found == expected else {
                Issue.record("\(found) instead of \(expected) in \(sample)")
                return
            }
        }
    }

    @Test func `optional integers without the element that stands for null are damage`() {
        #expect(throws: FormatError.self) { try OptionalIntegerArray(.empty, at: .none) }
    }

    @Test func `reading behind the last element traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = PackedIntegers(widthCode: 4, patterns: [1, 2]).withArray { $0[2] }
        }
    }

    @Test func `running a kernel over elements that do not exist traps`() async {
        await #expect(processExitsWith: .failure) {
            var kernel = SumKernel()
            PackedIntegers(widthCode: 4, patterns: [1, 2]).withArray { $0.run(&kernel, over: 1..<3) }
        }
    }
}
