/// Positions of elements, as ascending ranges.
struct PositionSet: Equatable, Sendable {
    /// Neither empty nor adjacent.
    private(set) var ranges: [Range<Int>] = []
    /// The number of positions in the ranges before each.
    private var before: [Int] = []
    private(set) var count = 0

    init() {}

    /// The positions 0 up to a number.
    init(upTo end: Int) { append(0..<max(0, end)) }

    /// - Parameter positions: ascending.
    init(_ positions: some Sequence<Int>) { for position in positions { append(position..<position + 1) } }

    var isEmpty: Bool { ranges.isEmpty }

    /// The positions, ascending.
    var positions: [Int] {
        var positions: [Int] = []
        positions.reserveCapacity(count)
        for range in ranges { positions += range }
        return positions
    }

    /// Adds positions after all others.
    mutating func append(_ range: Range<Int>) {
        if range.isEmpty { return }
        if let last = ranges.last {
            precondition(last.upperBound <= range.lowerBound, "positions are added in order")
            if last.upperBound == range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
                count += range.count
                return
            }
        }
        ranges.append(range)
        before.append(count)
        count += range.count
    }

    /// The number of ranges that begin at or before a position.
    private func rangeCount(upTo position: Int) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func contains(_ position: Int) -> Bool {
        let index = rangeCount(upTo: position)
        return index > 0 && ranges[index - 1].contains(position)
    }

    /// The number of positions below the given one.
    func count(below position: Int) -> Int {
        let index = rangeCount(upTo: position - 1)
        guard index > 0 else { return 0 }
        let last = ranges[index - 1]
        return before[index - 1] + min(last.upperBound, position) - last.lowerBound
    }

    /// The position outside the set that has `rank` others outside the set below it.
    func missing(_ rank: Int) -> Int {
        // Below range i there are `lowerBound - before` positions that are not in the set.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound - before[middle] <= rank { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? rank : rank + before[low - 1] + ranges[low - 1].count
    }

    /// The union of both.
    func union(_ other: PositionSet) -> PositionSet {
        if other.isEmpty { return self }
        if isEmpty { return other }
        var result = PositionSet()
        var (first, second) = (ranges[...], other.ranges[...])
        var end = 0
        while let next = PositionSet.first(&first, &second) {
            result.append(max(end, next.lowerBound)..<max(end, next.upperBound))
            end = max(end, next.upperBound)
        }
        return result
    }

    /// The set without some of its positions, which ascend.
    func subtracting(_ positions: [Int]) -> PositionSet {
        var result = PositionSet()
        var rest = positions[...]
        for range in ranges {
            var start = range.lowerBound
            while let next = rest.first, next < range.upperBound {
                result.append(start..<next)
                start = next + 1
                rest.removeFirst()
            }
            result.append(start..<range.upperBound)
        }
        return result
    }

    private static func first(_ lhs: inout ArraySlice<Range<Int>>, _ rhs: inout ArraySlice<Range<Int>>) -> Range<Int>? {
        guard let left = lhs.first else { return rhs.popFirst() }
        guard let right = rhs.first else { return lhs.popFirst() }
        return left.lowerBound <= right.lowerBound ? lhs.popFirst() : rhs.popFirst()
    }

    static func == (lhs: PositionSet, rhs: PositionSet) -> Bool { lhs.ranges == rhs.ranges }
}
