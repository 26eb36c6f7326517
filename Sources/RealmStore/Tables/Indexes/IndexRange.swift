/// The values of a search index between two limits, as bytes without signs: for a prefix, or for an order comparison.
///
/// It finds the objects between the limits and some close to them, so they must be tested; but for most objects the
/// index itself proves a prefix. Ints and dates are not indexed in their order. Source: file-format/search-indexes.md,
/// "Chunks".
struct IndexRange: Equatable {
    /// The lowest value.
    private(set) var lower: [UInt8] = []
    /// The upper limit; values that begin with it belong to the range. Nil for no limit.
    private(set) var upper: [UInt8]?

    static func beginning(with bytes: [UInt8]) -> IndexRange { IndexRange(lower: bytes, upper: bytes) }
    static func from(_ bytes: [UInt8]) -> IndexRange { IndexRange(lower: bytes) }
    static func through(_ bytes: [UInt8]) -> IndexRange { IndexRange(upper: bytes) }

    /// The values in both ranges, and perhaps more.
    func intersection(_ other: IndexRange) -> IndexRange {
        let lowest = lower.lexicographicallyPrecedes(other.lower) ? other.lower : lower
        guard let upper, let limit = other.upper else { return IndexRange(lower: lowest, upper: upper ?? other.upper) }
        // If one limit is a prefix of the other, the shorter one keeps more.
        return IndexRange(lower: lowest, upper: limit.lexicographicallyPrecedes(upper) ? limit : upper)
    }

    /// True if all values begin with the lower limit.
    var isPrefix: Bool { lower == upper }

    /// The objects that an index finds; doubtful ones may occur twice.
    ///
    /// - Returns: nil if there are more than `limit`.
    func finds(in index: Ref, _ space: NodeSpace, limit: Int) throws(FormatError) -> IndexFinds? {
        var walk = Walk(range: self, space: space, limit: limit, patience: limit + SearchIndex.maximumSteps)
        let start = Walk.Path(hasLower: !lower.isEmpty, hasUpper: upper != nil)
        return try walk.visit(index, start) ? walk.finds : nil
    }

    private struct Walk {
        let range: IndexRange
        let space: NodeSpace
        let limit: Int
        /// Levels that may still be visited: a damaged index may have cycles.
        var patience: Int
        var finds = IndexFinds()

        /// The known facts about the values below a level.
        struct Path {
            var offset = 0
            /// True if all chunks so far equal those of the lower limit, which therefore applies here.
            var hasLower: Bool
            /// The same for the upper limit.
            var hasUpper: Bool
            /// True if all chunks so far consist of bytes of the values only.
            var isPlain = true
            /// True if the values begin with the prefix.
            var isCertain = false
        }

        /// - Returns: false if there are too many.
        mutating func visit(_ ref: Ref, _ path: Path) throws(FormatError) -> Bool {
            patience -= 1
            guard patience >= 0, path.offset <= IndexData.maximumOffset else { return false }
            let level = IndexLevel(ref, in: space)
            let low = path.hasLower ? Walk.chunk(range.lower, path.offset, filler: 0) : 0
            let upper = range.upper ?? []
            let high = path.hasUpper ? Walk.chunk(upper, path.offset, filler: .max) : .max
            guard low <= high else { return true }
            for keys in Walk.signed(low, high) {
                let goesOn = try level.forEach(in: keys) { (key, slot) throws(FormatError) in
                    let chunk = UInt32(bitPattern: key)
                    var path = path
                    path.hasLower = path.hasLower && chunk == low
                    path.hasUpper = path.hasUpper && chunk == high
                    return try add(level.content(slot), below(path, key))
                }
                guard goesOn else { return false }
            }
            guard path.hasUpper else { return true }
            // A text that ends inside this chunk of the limit comes before it, but its chunk may not.
            for count in 0..<max(0, min(IndexData.chunkByteCount, upper.count - path.offset)) {
                let ended = Walk.ended(upper, path.offset, count)
                guard UInt32(bitPattern: ended) > high, let slot = try level.element(ended) else { continue }
                var path = path
                path.hasLower = false
                path.hasUpper = false
                guard try add(level.content(slot), below(path, ended)) else { return false }
            }
            return true
        }

        /// The path after one more chunk, whose limits are known.
        private func below(_ path: Path, _ chunk: Int32) -> Path {
            var path = path
            path.offset += IndexData.chunkByteCount
            if path.isCertain { return path }
            // A text that ends here may look like a longer one.
            path.isPlain = path.isPlain && !IndexData.hasVisibleEnd(chunk)
            guard path.isPlain, range.isPrefix, path.offset >= range.lower.count else { return path }
            return Path(offset: path.offset, hasLower: false, hasUpper: false, isCertain: true)
        }

        private mutating func add(_ content: IndexLevel.Content, _ path: Path) throws(FormatError) -> Bool {
            var keys: [ObjectKey] = []
            switch content {
            case .level(let ref): return try visit(ref, path)
            case .object(let key): keys = [key]
            case .list(let ref):
                let matches = try IndexMatches(.list(ref), in: space)
                guard finds.count + matches.count <= limit else { return false }
                try matches.forEach { keys.append($0) }
            }
            if path.isCertain { finds.certain += keys } else { finds.doubtful += keys }
            return finds.count <= limit
        }

        /// The chunk of a limit at `offset`, padded with `filler`.
        private static func chunk(_ bytes: [UInt8], _ offset: Int, filler: UInt8) -> UInt32 {
            (offset..<offset + IndexData.chunkByteCount).reduce(0) { chunk, position in
                (chunk << 8) | UInt32(position < bytes.count ? bytes[position] : filler)
            }
        }

        /// The chunk at `offset` of the text that ends after `count` bytes of it.
        private static func ended(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int32 {
            bytes[..<(offset + count)].withUnsafeBytes { IndexData(.string($0))?.chunk(at: offset) ?? 0 }
        }

        /// The chunks between two, as ranges of signed keys.
        private static func signed(_ low: UInt32, _ high: UInt32) -> [ClosedRange<Int32>] {
            let (first, last) = (Int32(bitPattern: low), Int32(bitPattern: high))
            return (first < 0) == (last < 0) ? [first...last] : [first...Int32.max, Int32.min...last]
        }
    }
}
