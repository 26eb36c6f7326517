/// A bitmap of a file, with a bit for every 8 bytes.
///
/// Nodes and free blocks begin and end at multiples of 8, so that a map of a file takes a 64th of its size, and less
/// where nothing is marked.
package struct ByteMap {
    /// The words, a chunk at a time; a chunk is empty as long as no bit in it is set.
    private var chunks: [[UInt64]]
    private let unitCount: Int

    private static let unit = 8
    /// Words of a chunk, which stand for 2 MiB of the file.
    private static let chunkWordCount = 1 << 12

    /// The empty map, which takes no memory.
    static let none = ByteMap(byteCount: 0)

    /// - Parameter byteCount: the logical size of the version.
    package init(byteCount: Int) {
        unitCount = byteCount / ByteMap.unit
        let wordCount = (unitCount + 63) / 64
        let count = (wordCount + ByteMap.chunkWordCount - 1) / ByteMap.chunkWordCount
        chunks = Array(repeating: [], count: count)
    }

    /// True if the bit of a unit is set.
    private func isMarked(_ unit: Int) -> Bool {
        let (chunk, word) = (unit / 64).quotientAndRemainder(dividingBy: ByteMap.chunkWordCount)
        return !chunks[chunk].isEmpty && chunks[chunk][word] & (1 << UInt64(unit % 64)) != 0
    }

    /// Sets bits of the word that a unit is in; false if one of them was already set.
    private mutating func set(_ mask: UInt64, inWordOf unit: Int) -> Bool {
        let (chunk, word) = (unit / 64).quotientAndRemainder(dividingBy: ByteMap.chunkWordCount)
        if chunks[chunk].isEmpty { chunks[chunk] = Array(repeating: 0, count: ByteMap.chunkWordCount) }
        let old = chunks[chunk][word]
        chunks[chunk][word] = old | mask
        return old & mask == 0
    }

    /// Marks the bytes; false if one of them is already marked or out of range.
    package mutating func mark(_ offset: Int, _ byteCount: Int) -> Bool {
        let first = offset / ByteMap.unit
        let end = (offset + byteCount + ByteMap.unit - 1) / ByteMap.unit
        guard first >= 0, first <= end, end <= unitCount else { return false }
        var isNew = true
        var unit = first
        while unit < end {
            let bit = unit % 64
            let length = min(64 - bit, end - unit)
            let mask = (length == 64 ? UInt64.max : (1 << UInt64(length)) - 1) << UInt64(bit)
            if !set(mask, inWordOf: unit) { isNew = false }
            unit += length
        }
        return isNew
    }

    /// True if the 8 bytes at `offset` are marked.
    package func contains(_ offset: Int) -> Bool {
        let unit = offset / ByteMap.unit
        return unit >= 0 && unit < unitCount && isMarked(unit)
    }

    /// True if every 8 bytes of the range, cut to the map, are marked.
    func containsAll(_ range: Range<Int>) -> Bool {
        let end = min((range.upperBound + ByteMap.unit - 1) / ByteMap.unit, unitCount)
        return (range.lowerBound / ByteMap.unit..<max(end, range.lowerBound / ByteMap.unit))
            .allSatisfy { isMarked($0) }
    }

    /// The first run of bytes that are not marked; nil if all are.
    var firstGap: Range<Int>? {
        var first: Range<Int>?
        forEachGap { if first == nil { first = $0 } }
        return first
    }

    /// Calls `body` for each run of bytes that are not marked.
    func forEachGap(_ body: (Range<Int>) -> Void) {
        var start: Int?
        var unit = 0
        while unit < unitCount {
            let (chunk, word) = (unit / 64).quotientAndRemainder(dividingBy: ByteMap.chunkWordCount)
            let bits = chunks[chunk].isEmpty ? 0 : chunks[chunk][word]
            // The next bit from here on that differs from those before it.
            let rest = (start == nil ? ~bits : bits) >> UInt64(unit % 64)
            let step = min(rest.trailingZeroBitCount, 64 - (unit % 64), unitCount - unit)
            unit += step
            guard unit < unitCount, rest != 0 else { continue }
            if let begin = start {
                body(begin * ByteMap.unit..<unit * ByteMap.unit)
                start = nil
            } else {
                start = unit
            }
        }
        if let start { body(start * ByteMap.unit..<unitCount * ByteMap.unit) }
    }
}
