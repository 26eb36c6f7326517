/// Searches many byte sequences for one.
struct ByteSearch {
    private let needle: [UInt8]

    init(_ needle: [UInt8]) { self.needle = needle }

    /// The number of bytes searched for.
    var count: Int { needle.count }

    /// - Complexity: O(bytes * needle) at worst; in text the first and the last byte rule out nearly every place.
    func isFound(in bytes: UnsafeRawBufferPointer) -> Bool { firstIndex(in: bytes) != nil }

    /// The index of the first match from `start` on, or nil.
    func firstIndex(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let first = needle.first, let last = needle.last else { return start }
        guard let base = bytes.baseAddress else { return nil }
        return needle.withUnsafeBytes { needle in
            let end = bytes.count &- needle.count
            var index = start
            // Sixteen places at a time: where first and last byte match, the rest is compared.
            let (firsts, lasts) = (SIMD16<UInt8>(repeating: first), SIMD16<UInt8>(repeating: last))
            while index &+ 15 <= end {
                let place = base + index
                let begins = place.loadUnaligned(as: SIMD16<UInt8>.self) .== firsts
                let ends = (place + (needle.count &- 1)).loadUnaligned(as: SIMD16<UInt8>.self) .== lasts
                let words = unsafeBitCast(begins .& ends, to: SIMD2<UInt64>.self)
                if words[0] | words[1] != 0 {
                    for half in 0..<2 {
                        var rest = words[half]
                        while rest != 0 {
                            let candidate = (half &* 8) &+ (rest.trailingZeroBitCount &>> 3)
                            if ByteSearch.matches(needle, place + candidate) { return index &+ candidate }
                            rest &= ~(0xFF &<< UInt64((candidate & 7) &* 8))
                        }
                    }
                }
                index &+= 16
            }
            while index <= end {
                if base.load(fromByteOffset: index, as: UInt8.self) == first,
                    ByteSearch.matches(needle, base + index)
                {
                    return index
                }
                index &+= 1
            }
            return nil
        }
    }

    @inline(__always)
    private static func matches(_ needle: UnsafeRawBufferPointer, _ place: UnsafeRawPointer) -> Bool {
        for index in 0..<needle.count where place.load(fromByteOffset: index, as: UInt8.self) != needle[index] {
            return false
        }
        return true
    }
}
