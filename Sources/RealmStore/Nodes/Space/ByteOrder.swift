/// The order of strings and binary values: bytes as unsigned numbers, a prefix before its extensions.
///
/// Source: file-format/collections.md, "Order of values".
package enum ByteOrder {
    /// Negative, zero or positive as `lhs` comes before, equals or comes after `rhs`.
    package static func compare(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Int {
        guard let left = lhs.baseAddress, let right = rhs.baseAddress else { return lhs.count &- rhs.count }
        let common = min(lhs.count, rhs.count)
        var index = 0
        while index &+ 8 <= common {
            let (first, second) = (word(left, index), word(right, index))
            if first != second { return first < second ? -1 : 1 }
            index &+= 8
        }
        while index < common {
            let first = left.load(fromByteOffset: index, as: UInt8.self)
            let second = right.load(fromByteOffset: index, as: UInt8.self)
            if first != second { return first < second ? -1 : 1 }
            index &+= 1
        }
        return lhs.count &- rhs.count
    }

    static func equal(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
        lhs.count == rhs.count && compare(lhs, rhs) == 0
    }

    /// The first eight bytes as a number that has their order; missing bytes count as zero.
    static func prefix(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard let base = bytes.baseAddress else { return 0 }
        if bytes.count >= 8 { return word(base, 0) }
        var prefix: UInt64 = 0
        for index in 0..<bytes.count {
            prefix |= UInt64(base.load(fromByteOffset: index, as: UInt8.self)) &<< UInt64(56 &- 8 &* index)
        }
        return prefix
    }

    @inline(__always)
    private static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        UInt64(bigEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
