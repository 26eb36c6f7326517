/// The characters of well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
/// Source: The Unicode Standard, table 3-7.
package enum UTF8Sequence {
    /// The number of bytes of the character of which these are the first ones; nil if it is not well-formed. Behind the
    /// end of a text stand zeros.
    ///
    /// Not generic over the text: a generic function of another module is called through tables for each of its bytes.
    package static func byteCount(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> Int? {
        let seconds: ClosedRange<UInt8>
        let count: Int
        switch first {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: (seconds, count) = (0x80...0xBF, 2)
        case 0xE0: (seconds, count) = (0xA0...0xBF, 3)
        case 0xED: (seconds, count) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (seconds, count) = (0x80...0xBF, 3)
        case 0xF0: (seconds, count) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (seconds, count) = (0x80...0xBF, 4)
        case 0xF4: (seconds, count) = (0x80...0x8F, 4)
        default: return nil
        }
        guard seconds.contains(second), count < 3 || third & 0xC0 == 0x80, count < 4 || fourth & 0xC0 == 0x80 else {
            return nil
        }
        return count
    }
}
