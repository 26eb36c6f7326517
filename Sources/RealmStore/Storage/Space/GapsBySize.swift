/// Which gap fits a node best: the order of gaps by their sizes.
///
/// A gap is split only if what is left over is useful: half of the node's size, and never a block of 8 bytes, which
/// only an empty node could fill. That keeps the free list short (ARCHITECTURE.md, "How space is used again").
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

    init(_ gaps: [Gap]) {
        entries = gaps.indices.lazy.filter { gaps[$0].byteCount > 0 }
            .map { Entry(byteCount: gaps[$0].byteCount, index: $0) }
        entries.sort()
    }

    /// The least size of a gap that a node of `byteCount` bytes may take a part of.
    static func leastByteCount(toSplitFor byteCount: Int) -> Int { byteCount + max(16, byteCount / 2) }

    /// The first gap whose size is in `sizes` and that `condition` holds for.
    func firstGap(of sizes: ClosedRange<Int>, where condition: (Int) -> Bool) -> Int? {
        var place = entries.partitioned { $0.byteCount >= sizes.lowerBound }
        while place < entries.count, entries[place].byteCount <= sizes.upperBound {
            if condition(entries[place].index) { return entries[place].index }
            place += 1
        }
        return nil
    }

    /// Notes that a gap has another size; 0 for none.
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
    /// Index of the first element that `isBehind` holds for, which it does for all that follow.
    func partitioned(by isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
