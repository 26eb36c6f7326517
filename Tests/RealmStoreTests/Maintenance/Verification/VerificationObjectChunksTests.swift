import TestSupport
import Testing

@testable import RealmStore

/// The object of an index entry is found by its key.
@Suite struct VerificationObjectChunksTests {
    private func check(_ keys: [Int64], absent: [Int64]) {
        let chunks = VerificationObjectChunks(keys.map { .init(key: $0, first: 0, second: 0) })
        for (position, key) in keys.enumerated() { #expect(chunks.position(of: key) == position, "\(key)") }
        for key in absent { #expect(chunks.position(of: key) == nil, "\(key)") }
    }

    @Test func `keys without gaps, with gaps, and with those of classes without primary key are found`() {
        check(Array(5..<600), absent: [4, 600, -1, .max])
        check((0..<2000).map { ($0 & 0xFF) | (($0 >> 8) << 16) }, absent: [256, 65_535, 1 << 20])
        var generator = SeededGenerator(for: "keys of objects")
        let keys = Set((0..<500).map { _ in Int64(generator.below(100_000)) }).sorted()
        check(keys, absent: (0..<1000).map { Int64($0 * 99) }.filter { !keys.contains($0) })
        check([], absent: [0, 1])
    }

    @Test func `keys of a damaged file, however far apart, are found or not`() {
        check([.min, -7, 0, 3, .max], absent: [-8, -1, 1, 4, .max - 1, .min + 1])
    }
}
