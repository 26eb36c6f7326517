import TestSupport
import Testing

@testable import RealmStore

@Suite("Writing: gaps by size") struct GapsBySizeTests {
    @Test func `the order finds what a search of all gaps finds`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        // Around 8,192 bytes the ordering of gaps changes.
        func size() -> Int { (Int.random(in: 0...3, using: &random) == 0 ? 1010 : 0) * 8 + offset() }
        func offset() -> Int { Int.random(in: 0...40, using: &random) * 8 }
        var sizes = (0..<200).map { _ in size() }
        var order = GapsBySize(sizes.enumerated().map { Gap(position: 1000 * $0, end: (1000 * $0) + $1) })
        for _ in 0..<2000 {
            let wanted = size() + 8
            let expected = sizes.indices.filter { sizes[$0] >= wanted }.min { (sizes[$0], $0) < (sizes[$1], $1) }
            #expect(order.firstGap(of: wanted...Int.max) { _ in true } == expected, "seed \(seed)")
            #expect(order.firstGap(of: wanted...wanted) { _ in true } == sizes.firstIndex(of: wanted), "seed \(seed)")
            let index = Int.random(in: 0..<sizes.count, using: &random)
            let new = size()
            order.change(index, from: sizes[index], to: new)
            sizes[index] = new
        }
    }

    @Test func `a gap is not split for a rest that nothing fits`() {
        #expect(GapsBySize.leastByteCount(toSplitFor: 8) == 24)
        #expect(GapsBySize.leastByteCount(toSplitFor: 200) == 300)
    }
}
