extension ObjectIdBits {
    /// Reads 12 bytes.
    package init(_ bytes: UnsafeRawPointer) {
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    }

    var bytes: [UInt8] { bigEndianBytes(high) + bigEndianBytes(low) }
}

/// The 16 bytes of a UUID, in the order in which they are printed.
package struct UUIDBits: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package init(_ bytes: UnsafeRawPointer) {
        high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    var bytes: [UInt8] { bigEndianBytes(high) + bigEndianBytes(low) }
}

extension UUIDBits: Comparable {
    package static func < (lhs: UUIDBits, rhs: UUIDBits) -> Bool { (lhs.high, lhs.low) < (rhs.high, rhs.low) }
}

private func bigEndianBytes<Word: FixedWidthInteger>(_ word: Word) -> [UInt8] {
    stride(from: Word.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> Word($0)) }
}
