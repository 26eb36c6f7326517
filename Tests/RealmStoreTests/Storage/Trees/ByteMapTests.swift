import TestSupport
import Testing

@testable import RealmStore

/// The map of the bytes that a verification has seen, compared with an array of Booleans.
@Suite struct ByteMapTests {
    @Test(arguments: [0, 8, 520, 100_000, 2 << 20, 9_000_008])
    func `a map knows what was marked`(byteCount: Int) {
        var generator = SeededGenerator(for: #function)
        var map = ByteMap(byteCount: byteCount)
        var model = [Bool](repeating: false, count: byteCount / 8)
        for longest in [100, 40_000, 3_000_000, 100, 1_000_000] {
            let start = Int.random(in: -2...byteCount / 8 + 2, using: &generator)
            let end = start + Int.random(in: 0...longest / 8, using: &generator)
            let fits = start >= 0 && end <= model.count
            let isNew = fits && !model[start..<end].contains(true)
            #expect(map.mark(start * 8, (end - start) * 8) == isNew)
            if fits { for unit in start..<end { model[unit] = true } }
            let unit = Int.random(in: 0...model.count, using: &generator)
            #expect(map.contains(unit * 8) == (unit < model.count && model[unit]))
            if fits { #expect(map.containsAll(start * 8..<end * 8)) }
        }
        var unmarked = 0
        map.forEachGap { unmarked += $0.count }
        #expect(unmarked == model.count(where: { !$0 }) * 8)
    }
}
