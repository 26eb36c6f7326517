/// The ints between two limits, both included: any comparison of an int with a constant selects or excludes a range.
struct IntegerRange: Equatable {
    let low: Int64
    let high: Int64

    /// The empty range.
    static let empty = IntegerRange(low: .max, high: .min)

    static func only(_ number: Int64) -> IntegerRange { IntegerRange(low: number, high: number) }

    static func below(_ number: Int64) -> IntegerRange {
        number == .min ? .empty : IntegerRange(low: .min, high: number - 1)
    }

    static func above(_ number: Int64) -> IntegerRange {
        number == .max ? .empty : IntegerRange(low: number + 1, high: .max)
    }

    /// The ints in both ranges.
    func intersection(_ other: IntegerRange) -> IntegerRange {
        IntegerRange(low: max(low, other.low), high: min(high, other.high))
    }

    /// The ints in the range; nil if they are more than `limit`.
    func numbers(limit: Int) -> [Int64]? {
        guard low <= high else { return [] }
        let (span, overflow) = high.subtractingReportingOverflow(low)
        return overflow || span >= limit ? nil : Array(low...high)
    }

    /// The rows of a cluster whose int lies in the range.
    func rows(of values: IntegerArray) -> RowSet { rows(of: values, 0..<values.count) }

    /// The rows of a cluster whose int is not null and lies in the range.
    func rows(of values: OptionalIntegerArray) -> RowSet {
        let (stored, null) = values.elements
        let rows = rows(of: stored, 1..<stored.count)
        guard low <= null, null <= high else { return rows }
        return rows.subtracting(IntegerRange.only(null).rows(of: stored, 1..<stored.count))
    }

    /// The rows of a cluster whose int is null.
    static func nulls(of values: OptionalIntegerArray) -> RowSet {
        let (stored, null) = values.elements
        return only(null).rows(of: stored, 1..<stored.count)
    }

    private func rows(of values: IntegerArray, _ range: Range<Int>) -> RowSet {
        guard low <= high else { return RowSet() }
        var kernel = Kernel(range: self)
        values.run(&kernel, over: range)
        return kernel.rows
    }

    private struct Kernel: IntegerKernel {
        let range: IntegerRange
        private(set) var rows = RowSet()

        init(range: IntegerRange) { self.range = range }

        mutating func run<Element: FixedWidthInteger & Sendable>(over elements: UnsafeBufferPointer<Element>) {
            guard range.low <= Int64(truncatingIfNeeded: Element.max),
                range.high >= Int64(truncatingIfNeeded: Element.min)
            else { return }
            let low = Element(clamping: range.low)
            // The distance from the lower limit: one comparison checks both limits.
            let span = Element.Magnitude(truncatingIfNeeded: Element(clamping: range.high) &- low)
            rows = RowSet(below: elements.count) {
                Element.Magnitude(truncatingIfNeeded: elements[$0] &- low) <= span
            }
        }
    }
}
