import TestSupport
import Testing

@testable import RealmStore

@Suite("Writing: borders of gaps") struct GapBordersTests {
    /// Gaps of up to 8 KiB, one somewhere in each piece of `distance` bytes.
    private func makeGaps(_ count: Int, distance: Int, _ random: inout SeededGenerator) -> [Gap] {
        (0..<count).map { index in
            let position = index * distance + Int.random(in: 1..<distance / 16, using: &random) * 8
            return Gap(position: position, end: position + Int.random(in: 1...1024, using: &random) * 8)
        }
    }

    @Test(arguments: [32_768, 1 << 24]) func `a node beside a gap is found by its position`(_ distance: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let gaps = makeGaps(1000, distance: distance, &random)
        let borders = GapBorders(gaps)
        for gap in gaps {
            let before = gap.position - Int.random(in: 1...GapBorders.nodeByteCount / 8, using: &random) * 8
            #expect(before < 0 || borders.mayBorder(before), "seed \(seed)")
            #expect(borders.mayBorder(gap.end), "seed \(seed)")
        }
    }

    @Test func `of other nodes few are taken for such`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let borders = GapBorders(makeGaps(1000, distance: 1 << 16, &random))
        let others = (0..<10_000).count { _ in borders.mayBorder(Int.random(in: 0..<1000 << 13, using: &random) * 8) }
        #expect(others < 1500, "seed \(seed)")
    }

    @Test func `a gap that was used up has no borders`() {
        let borders = GapBorders([Gap(position: 40_960, end: 40_960)])
        #expect(!borders.mayBorder(40_960))
    }
}
