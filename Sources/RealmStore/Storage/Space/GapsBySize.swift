/// Gaps ordered by size, to find the best fit for a node.
///
/// A gap is split only if the rest is useful: half of the node's size, and never a block of 8 bytes, which only an
/// empty node could fill. That keeps the free list short (ARCHITECTURE.md, "How space is used again").
struct GapsBySize {
    /// Size and index of a large gap.
    private struct Entry: Comparable {
        let byteCount: Int
        let index: Int

        static func < (lhs: Entry, rhs: Entry) -> Bool { (lhs.byteCount, lhs.index) < (rhs.byteCount, rhs.index) }
    }

    /// The neighbours of a small gap among those of its size, by index; `none` at the ends.
    private struct Links {
        var previous = none
        var next = none
    }

    /// Gaps below this have a list for each size, a multiple of 8: most are.
    private static let smallByteCount = 8192
    private static let none: Int32 = -1

    /// The first gap of each small size. Of gaps of one size the one nearest to the file's start comes first.
    private var first = [Int32](repeating: none, count: smallByteCount / 8)
    /// A bit for each small size that has a gap.
    private var occupied = [UInt64](repeating: 0, count: smallByteCount / 8 / 64)
    /// By index of the gap.
    private var links: [Links]
    /// Ascending.
    private var large: [Entry] = []

    /// - Complexity: O(gaps), and O(n log n) for n large ones.
    init(_ gaps: [Gap]) {
        links = [Links](repeating: Links(), count: gaps.count)
        for index in gaps.indices.reversed() where gaps[index].byteCount > 0 {
            if gaps[index].byteCount < GapsBySize.smallByteCount {
                link(index, gaps[index].byteCount, after: GapsBySize.none)
            } else {
                large.append(Entry(byteCount: gaps[index].byteCount, index: index))
            }
        }
        large.sort()
    }

    /// The minimum size of a gap that may be split for a node of `byteCount` bytes.
    static func leastByteCount(toSplitFor byteCount: Int) -> Int { byteCount + max(16, byteCount / 2) }

    /// The first gap whose size is in `sizes` and for which `condition` holds.
    func firstGap(of sizes: ClosedRange<Int>, where condition: (Int) -> Bool) -> Int? {
        var size = smallSize(from: (sizes.lowerBound + 7) / 8)
        while let present = size, present * 8 <= sizes.upperBound {
            var gap = first[present]
            while gap != GapsBySize.none {
                if condition(Int(gap)) { return Int(gap) }
                gap = links[Int(gap)].next
            }
            size = smallSize(from: present + 1)
        }
        guard sizes.upperBound >= GapsBySize.smallByteCount else { return nil }
        for entry in large[large.partitioned { $0.byteCount >= sizes.lowerBound }...] {
            if entry.byteCount > sizes.upperBound { break }
            if condition(entry.index) { return entry.index }
        }
        return nil
    }

    /// The first small size that has a gap, in units of 8 bytes.
    private func smallSize(from size: Int) -> Int? {
        guard size < first.count else { return nil }
        var word = size / 64
        var bits = occupied[word] & (.max << (size % 64))
        while bits == 0 {
            word += 1
            guard word < occupied.count else { return nil }
            bits = occupied[word]
        }
        return word * 64 + bits.trailingZeroBitCount
    }

    // MARK: Changing sizes

    /// Updates the size of a gap; 0 removes it.
    mutating func change(_ index: Int, from old: Int, to new: Int) {
        if index == links.count { links.append(Links()) }
        if old > 0 { remove(index, old) }
        guard new > 0 else { return }
        guard new < GapsBySize.smallByteCount else {
            let entry = Entry(byteCount: new, index: index)
            large.insert(entry, at: large.partitioned { $0 >= entry })
            return
        }
        var (previous, next) = (GapsBySize.none, first[new / 8])
        while next != GapsBySize.none, next < index { (previous, next) = (next, links[Int(next)].next) }
        link(index, new, after: previous)
    }

    private mutating func link(_ index: Int, _ byteCount: Int, after previous: Int32) {
        let next = previous == GapsBySize.none ? first[byteCount / 8] : links[Int(previous)].next
        links[index] = Links(previous: previous, next: next)
        if next != GapsBySize.none { links[Int(next)].previous = Int32(index) }
        if previous != GapsBySize.none {
            links[Int(previous)].next = Int32(index)
        } else {
            first[byteCount / 8] = Int32(index)
            occupied[byteCount / 512] |= 1 << (byteCount / 8 % 64)
        }
    }

    private mutating func remove(_ index: Int, _ byteCount: Int) {
        guard byteCount < GapsBySize.smallByteCount else {
            let entry = Entry(byteCount: byteCount, index: index)
            let place = large.partitioned { $0 >= entry }
            precondition(place < large.count && large[place] == entry, "the gap is not of that size")
            large.remove(at: place)
            return
        }
        let (previous, next) = (links[index].previous, links[index].next)
        if next != GapsBySize.none { links[Int(next)].previous = previous }
        if previous != GapsBySize.none {
            links[Int(previous)].next = next
        } else {
            precondition(first[byteCount / 8] == index, "the gap is not of that size")
            first[byteCount / 8] = next
            if next == GapsBySize.none { occupied[byteCount / 512] &= ~(1 << (byteCount / 8 % 64)) }
        }
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
