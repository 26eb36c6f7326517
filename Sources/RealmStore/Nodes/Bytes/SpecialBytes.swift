/// Bytes of ASCII that a text format escapes: those below a limit, and four others.
package struct SpecialBytes: Sendable {
    private let limit: UInt8
    private let others: SIMD4<UInt8>

    /// - Parameters:
    ///   - limit: at most 128; all below are special.
    ///   - others: the same one several times, if they are fewer.
    package init(below limit: UInt8 = 0, _ others: SIMD4<UInt8>) {
        (self.limit, self.others) = (limit, others)
    }

    private func contains(_ byte: UInt8) -> Bool { byte < limit || any(others .== byte) }

    /// Whether none of eight bytes is special or outside ASCII: a byte below another number takes from its highest bit
    /// when that is subtracted, and has none of its own.
    @inline(__always)
    private func isPlain(_ word: UInt64) -> Bool {
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var found = word | ((word &- ones &* UInt64(limit)) & ~word)
        for index in 0..<4 {
            let rest = word ^ (ones &* UInt64(others[index]))
            found |= (rest &- ones) & ~rest
        }
        return found & highs == 0
    }

    /// Whether a text is well-formed UTF-8, and whether a special byte is in it; fastest for eight bytes without any.
    package func scan(_ text: UnsafeBufferPointer<UInt8>) -> (isUTF8: Bool, isSpecial: Bool) {
        let bytes = UnsafeRawBufferPointer(text)
        var (index, isSpecial) = (0, false)
        while index < bytes.count {
            if index &+ 8 <= bytes.count, isPlain(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
                index &+= 8
            } else if bytes[index] < 0x80 {
                isSpecial = isSpecial || contains(bytes[index])
                index &+= 1
            } else {
                guard let length = bytes.characterByteCount(at: index) else { return (false, isSpecial) }
                index &+= length
            }
        }
        return (true, isSpecial)
    }
}
