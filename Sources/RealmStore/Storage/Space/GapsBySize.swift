/// Gaps ordered by size, to find the best fit for a node.
///
/// A gap is split only if the rest is useful: half of the node's size, and never a block of 8 bytes, which only an
/// empty node could fill. That keeps the free list short (ARCHITECTURE.md, "How space is used again").
struct GapsBySize {
    /// Size and index of a gap.
    private struct Entry: Comparable {
        let byteCount: Int
        let index: Int

        static func < (lhs: Entry, rhs: Entry) -> Bool { (lhs.byteCount, lhs.index) < (rhs.byteCount, rhs.index) }
    }

    /// Ascending; of gaps of one size the one nearest to the file's start comes first.
    private var entries: [Entry] = []

    init() {}

    /// Gaps smaller than this are put in order by counting: most are.
    private static let smallByteCount = 4096

    /// - Complexity: O(gaps), and O(n log n) for n large ones.
    init(_ gaps: [Gap]) {
        var starts = [Int](repeating: 0, count: GapsBySize.smallByteCount / 8 + 1)
        var large: [Entry] = []
        for (index, gap) in gaps.enumerated() where gap.byteCount > 0 {
            if gap.byteCount < GapsBySize.smallByteCount {
                starts[gap.byteCount / 8 + 1] += 1
            } else {
                large.append(Entry(byteCount: gap.byteCount, index: index))
            }
        }
        for size in starts.indices.dropFirst() { starts[size] += starts[size - 1] }
        large.sort()
        let smallCount = starts[starts.count - 1]
        entries = [Entry](repeating: Entry(byteCount: 0, index: 0), count: smallCount)
        for (index, gap) in gaps.enumerated() where gap.byteCount > 0 && gap.byteCount < GapsBySize.smallByteCount {
            entries[starts[gap.byteCount / 8]] = Entry(byteCount: gap.byteCount, index: index)
            starts[gap.byteCount / 8] += 1
        }
        entries += large
    }

    /// The minimum size of a gap that may be split for a node of `byteCount` bytes.
    static func leastByteCount(toSplitFor byteCount: Int) -> Int { byteCount + max(16, byteCount / 2) }

    /// The first gap whose size is in `sizes` and for which `condition` holds.
    func firstGap(of sizes: ClosedRange<Int>, where condition: (Int) -> Bool) -> Int? {
        var place = entries.partitioned { $0.byteCount >= sizes.lowerBound }
        while place < entries.count, entries[place].byteCount <= sizes.upperBound {
            if condition(entries[place].index) { return entries[place].index }
            place += 1
        }
        return nil
    }

    /// Updates the size of a gap; 0 removes it.
    mutating func change(_ index: Int, from old: Int, to new: Int) {
        if old > 0 {
            let entry = Entry(byteCount: old, index: index)
            let place = entries.partitioned { $0 >= entry }
            precondition(place < entries.count && entries[place] == entry, "the gap is not of that size")
            entries.remove(at: place)
        }
        guard new > 0 else { return }
        let entry = Entry(byteCount: new, index: index)
        entries.insert(entry, at: entries.partitioned { $0 >= entry })
    }
}

extension Array {
    /// The index of the first element for which `isBehind` holds, as it does for all that follow.
    func partitioned(by isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
