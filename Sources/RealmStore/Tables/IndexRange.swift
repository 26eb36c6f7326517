/// The values of a search index between two limits, as bytes without signs: all that begin with a text, or that an
/// order asks for.
///
/// The objects it finds are those between the limits and some close to them, so they must be tested. Ints and dates are
/// not indexed in their order. Source: file format, search indexes, "Chunks".
struct IndexRange: Equatable {
    /// The lowest value.
    private(set) var lower: [UInt8] = []
    /// Values that begin with it belong to the range, higher ones do not; nil for no limit.
    private(set) var upper: [UInt8]?

    static func beginning(with bytes: [UInt8]) -> IndexRange { IndexRange(lower: bytes, upper: bytes) }
    static func from(_ bytes: [UInt8]) -> IndexRange { IndexRange(lower: bytes) }
    static func through(_ bytes: [UInt8]) -> IndexRange { IndexRange(upper: bytes) }

    /// What lies in both ranges, and perhaps more.
    func intersection(_ other: IndexRange) -> IndexRange {
        let lowest = lower.lexicographicallyPrecedes(other.lower) ? other.lower : lower
        guard let upper, let limit = other.upper else { return IndexRange(lower: lowest, upper: upper ?? other.upper) }
        // The shorter of two limits, of which one begins with the other, leaves more.
        return IndexRange(lower: lowest, upper: limit.lexicographicallyPrecedes(upper) ? limit : upper)
    }

    /// Keys of the objects that an index names, in no order, duplicates possible.
    ///
    /// - Returns: nil if there are more than `limit`.
    func keys(in index: Ref, _ space: NodeSpace, limit: Int) throws(FormatError) -> [ObjectKey]? {
        var walk = Walk(range: self, space: space, limit: limit, patience: limit + SearchIndex.maximumSteps)
        return try walk.visit(index, 0, hasLower: !lower.isEmpty, hasUpper: upper != nil) ? walk.found : nil
    }

    private struct Walk {
        let range: IndexRange
        let space: NodeSpace
        let limit: Int
        /// Levels that may still be looked at: a damaged index may lead in circles.
        var patience: Int
        var found: [ObjectKey] = []

        /// - Parameters:
        ///   - hasLower: all chunks so far are those of the lower limit, so that it counts here.
        ///   - hasUpper: the same for the upper limit.
        /// - Returns: false if there are too many.
        mutating func visit(
            _ ref: Ref, _ offset: Int, hasLower: Bool, hasUpper: Bool
        ) throws(FormatError) -> Bool {
            patience -= 1
            guard patience >= 0, offset <= IndexData.maximumOffset else { return false }
            let level = IndexLevel(ref, in: space)
            let low = hasLower ? Walk.chunk(range.lower, offset, filler: 0) : 0
            let upper = range.upper ?? []
            let high = hasUpper ? Walk.chunk(upper, offset, filler: .max) : .max
            guard low <= high else { return true }
            for keys in Walk.signed(low, high) {
                let goesOn = try level.forEach(in: keys) { (key, slot) throws(FormatError) in
                    let chunk = UInt32(bitPattern: key)
                    return try add(level.content(slot), offset, hasLower && chunk == low, hasUpper && chunk == high)
                }
                guard goesOn else { return false }
            }
            guard hasUpper else { return true }
            // A text that ends inside this chunk of the limit comes before it, but its chunk may not.
            for count in 0..<max(0, min(IndexData.chunkByteCount, upper.count - offset)) {
                let ended = Walk.ended(upper, offset, count)
                guard UInt32(bitPattern: ended) > high, let slot = try level.element(ended) else { continue }
                guard try add(level.content(slot), offset, false, false) else { return false }
            }
            return true
        }

        private mutating func add(
            _ content: IndexLevel.Content, _ offset: Int, _ hasLower: Bool, _ hasUpper: Bool
        ) throws(FormatError) -> Bool {
            switch content {
            case .object(let key): found.append(key)
            case .level(let ref):
                return try visit(ref, offset + IndexData.chunkByteCount, hasLower: hasLower, hasUpper: hasUpper)
            case .list(let ref):
                let matches = try IndexMatches(.list(ref), in: space)
                guard found.count + matches.count <= limit else { return false }
                try matches.forEach { found.append($0) }
            }
            return found.count <= limit
        }

        /// The chunk of a limit at `offset`; behind its end stands `filler`.
        private static func chunk(_ bytes: [UInt8], _ offset: Int, filler: UInt8) -> UInt32 {
            (offset..<offset + IndexData.chunkByteCount).reduce(0) { chunk, position in
                (chunk << 8) | UInt32(position < bytes.count ? bytes[position] : filler)
            }
        }

        /// The chunk at `offset` of the text that ends behind `count` bytes of it.
        private static func ended(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int32 {
            bytes[..<(offset + count)].withUnsafeBytes { IndexData(.string($0))?.chunk(at: offset) ?? 0 }
        }

        /// The chunks between two, as ranges of keys, which have a sign.
        private static func signed(_ low: UInt32, _ high: UInt32) -> [ClosedRange<Int32>] {
            let (first, last) = (Int32(bitPattern: low), Int32(bitPattern: high))
            return (first < 0) == (last < 0) ? [first...last] : [first...Int32.max, Int32.min...last]
        }
    }
}
