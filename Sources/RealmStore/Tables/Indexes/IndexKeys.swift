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
    func lowerBound(_ wanted: Int32) -> Int {
        var low = 0
        var remaining = count
        // Without a branch on the comparison, which would be unpredictable.
        while remaining > 0 {
            let half = remaining &>> 1
            let isBelow = load(low &+ half) < wanted
            low = isBelow ? low &+ half &+ 1 : low
            remaining = isBelow ? remaining &- half &- 1 : half
        }
        return low
    }

    @inline(__always)
    private func load(_ index: Int) -> Int32 {
        start.load(fromByteOffset: index &* IndexKeys.byteCount, as: Int32.self)
    }
}
