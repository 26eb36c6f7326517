/// A set of rows of one cluster.
struct RowSet: Equatable {
    private var words = SIMD4<UInt64>.zero

    init() {}

    /// The rows from 0 to `count - 1`.
    init(first count: Int) {
        for index in 0..<4 {
            let rows = min(64, max(0, count - 64 * index))
            words[index] = rows == 64 ? .max : (1 << UInt64(rows)) - 1
        }
    }

    /// One row.
    init(_ row: Int) { insert(row) }

    /// The rows below `count` for which `isIncluded` is true, which should be branch-free: many are evaluated at once.
    @inline(__always)
    init(below count: Int, where isIncluded: (Int) -> Bool) {
        precondition(count <= ClusterLeaf.fanout, "more rows than a cluster has")
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: ClusterLeaf.fanout / 8) { octets in
            octets.update(repeating: 0)
            octets.withMemoryRebound(to: UInt8.self) { flags in
                for row in 0..<count { flags[row] = isIncluded(row) ? 1 : 0 }
            }
            for index in 0..<4 {
                var word: UInt64 = 0
                for octet in 0..<8 {
                    // The product gathers the lowest bits of eight bytes in its highest byte.
                    let bits = (octets[index &* 8 &+ octet] &* 0x0102_0408_1020_4080) &>> 56
                    word |= bits &<< UInt64(octet &* 8)
                }
                words[index] = word
            }
        }
    }

    var isEmpty: Bool { words == .zero }

    var count: Int {
        words[0].nonzeroBitCount &+ words[1].nonzeroBitCount &+ words[2].nonzeroBitCount &+ words[3].nonzeroBitCount
    }

    func contains(_ row: Int) -> Bool { (words[row &>> 6] &>> UInt64(row & 63)) & 1 == 1 }

    mutating func insert(_ row: Int) { words[row &>> 6] |= 1 &<< UInt64(row & 63) }

    mutating func formUnion(_ other: RowSet) { words |= other.words }

    mutating func subtract(_ other: RowSet) { words &= ~other.words }

    func intersection(_ other: RowSet) -> RowSet { RowSet(words: words & other.words) }

    func subtracting(_ other: RowSet) -> RowSet { RowSet(words: words & ~other.words) }

    func union(_ other: RowSet) -> RowSet { RowSet(words: words | other.words) }

    private init(words: SIMD4<UInt64>) { self.words = words }

    /// The rows for which `isIncluded` is true.
    @inline(__always)
    func filter<Failure: Error>(_ isIncluded: (Int) throws(Failure) -> Bool) throws(Failure) -> RowSet {
        var result = RowSet()
        for index in 0..<4 {
            var rest = words[index]
            var kept: UInt64 = 0
            while rest != 0 {
                let bit = rest & (0 &- rest)
                if try isIncluded(index &* 64 &+ rest.trailingZeroBitCount) { kept |= bit }
                rest ^= bit
            }
            result.words[index] = kept
        }
        return result
    }

    /// Calls `body` with each row, in ascending order.
    @inline(__always)
    func forEach<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
        for index in 0..<4 {
            var rest = words[index]
            while rest != 0 {
                try body(index &* 64 &+ rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }
}
