/// The keys of one node of a search index: signed 32-bit numbers, ascending. A view on the node's key array.
///
/// Source: file-format/search-indexes.md, "Index nodes".
struct IndexKeys {
    private let start: UnsafeRawPointer
    let count: Int

    static let byteCount = 4
    /// The width code of key arrays, which are never narrower: 32 bits.
    static let widthCode: UInt8 = 6
    /// The kind of key arrays.
    static let kind = NodeKind(widthCode)

    init(start: UnsafeRawPointer, count: Int) {
        self.start = start
        self.count = count
    }

    /// Traps outside `0..<count`.
    subscript(index: Int) -> Int32 {
        precondition(index >= 0 && index < count, "index out of range")
        return load(index)
    }

    /// Position of the first key that is at least `wanted`; `count` if none is.
    ///
    /// - Complexity: O(log count)
    func lowerBound(_ wanted: Int32) -> Int { lowerBound(wanted, in: 0..<count) }

    /// The same, looked for first where it is if the keys lie evenly between `bounds`, as those of numbers do: a search
    /// by halves reads six cache lines of a full node, most of which are not in a cache.
    ///
    /// - Parameter bounds: of the keys; wrong ones only make it slower. Nil if they are not known.
    /// - Complexity: O(log count)
    func lowerBound(_ wanted: Int32, within bounds: ClosedRange<Int32>?) -> Int {
        guard count > IndexKeys.fewest else { return lowerBound(wanted) }
        let first = Int(bounds?.lowerBound ?? load(0))
        let last = Int(bounds?.upperBound ?? load(count &- 1))
        let distance = Int(wanted) &- first
        guard distance >= 0, last >= Int(wanted) else { return lowerBound(wanted) }
        let guess = min(distance &* count / (last &- first &+ 1), count &- 1)
        var step = IndexKeys.fewest
        if load(guess) < wanted {
            var low = guess &+ 1
            var probe = low &+ step
            while probe < count, load(probe) < wanted {
                low = probe &+ 1
                step &<<= 2
                probe = low &+ step
            }
            return lowerBound(wanted, in: low..<min(probe, count))
        }
        var high = guess
        var probe = high &- step
        while probe >= 0, load(probe) >= wanted {
            high = probe
            step &<<= 2
            probe = high &- step
        }
        return lowerBound(wanted, in: max(probe &+ 1, 0)..<high)
    }

    /// So many keys are one cache line.
    private static let fewest = 16

    /// The position in `range`, whose lower bound is its end if it is none of them.
    @inline(__always)
    private func lowerBound(_ wanted: Int32, in range: Range<Int>) -> Int {
        var low = range.lowerBound
        var remaining = range.upperBound &- low
        // Without a branch on the comparison, which would be unpredictable: a mask, since an optimiser turns a choice
        // into a branch again.
        while remaining > 0 {
            let half = remaining &>> 1
            let isBelow = (Int(load(low &+ half)) &- Int(wanted)) &>> 63
            low &+= (half &+ 1) & isBelow
            remaining = half &- ((1 &- (remaining & 1)) & isBelow)
        }
        return low
    }

    @inline(__always)
    private func load(_ index: Int) -> Int32 {
        start.load(fromByteOffset: index &* IndexKeys.byteCount, as: Int32.self)
    }
}
