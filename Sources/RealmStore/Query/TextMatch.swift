/// How texts and data are searched and compared, byte for byte or with letters in either case.
///
/// Folding knows ASCII and the letters U+00C0 to U+00FE, whose two cases have the same number of bytes. Source: file
/// format, search index and queries, "Strings and data".
enum TextMatch {
    /// A text in its lower and its upper form, which are as long as the text itself.
    struct Needle {
        let bytes: [UInt8]
        let lower: [UInt8]
        let upper: [UInt8]

        init(_ text: UnsafeRawBufferPointer, folded: Bool) {
            bytes = Array(text)
            lower = folded ? TextMatch.folded(bytes, toUpper: false) : bytes
            upper = folded ? TextMatch.folded(bytes, toUpper: true) : bytes
        }

        /// True if the bytes from `start` on are the text.
        @inline(__always)
        fileprivate func matches(_ text: UnsafeRawBufferPointer, at start: Int) -> Bool {
            for index in bytes.indices {
                let byte = text[start &+ index]
                if byte != lower[index], byte != upper[index] { return false }
            }
            return true
        }
    }

    private static func folded(_ bytes: [UInt8], toUpper: Bool) -> [UInt8] {
        var result = bytes
        for index in bytes.indices {
            let byte = bytes[index]
            if byte.isASCIILetter {
                result[index] = toUpper ? byte & ~0x20 : byte | 0x20
            } else if index > 0, bytes[index - 1] == 0xC3, (0x80...0xBE).contains(byte), byte & ~0x20 != 0x97 {
                // U+00C0...U+00FE but for × and ÷ (97, B7); ß (9F) is no capital and ÿ (BF) has none here.
                if byte & ~0x20 == 0x9F { continue }
                result[index] = toUpper ? byte & ~0x20 : byte | 0x20
            }
        }
        return result
    }

    static func equals(_ text: UnsafeRawBufferPointer, _ needle: Needle) -> Bool {
        text.count == needle.bytes.count && needle.matches(text, at: 0)
    }

    static func begins(_ text: UnsafeRawBufferPointer, _ needle: Needle) -> Bool {
        text.count >= needle.bytes.count && needle.matches(text, at: 0)
    }

    static func ends(_ text: UnsafeRawBufferPointer, _ needle: Needle) -> Bool {
        text.count >= needle.bytes.count && needle.matches(text, at: text.count - needle.bytes.count)
    }

    /// - Complexity: O(bytes * needle) at worst.
    static func contains(_ text: UnsafeRawBufferPointer, _ needle: Needle) -> Bool {
        guard text.count >= needle.bytes.count else { return false }
        for start in 0...(text.count - needle.bytes.count) where needle.matches(text, at: start) { return true }
        return false
    }

    /// `?` is one character, `*` any number; at the end of the text one `*` may be left over, and no more.
    ///
    /// - Complexity: O(bytes * pattern)
    static func isLike(_ text: UnsafeRawBufferPointer, _ pattern: Needle) -> Bool {
        let count = pattern.bytes.count
        var (position, place) = (0, 0)
        var star: (place: Int, position: Int)?
        while position < text.count {
            if place < count, pattern.bytes[place] == UInt8(ascii: "*") {
                place += 1
                star = (place, position)
            } else if place < count, pattern.bytes[place] == UInt8(ascii: "?") {
                position = min(text.count, position + length(text[position]))
                place += 1
            } else if place < count, text[position] == pattern.lower[place] || text[position] == pattern.upper[place] {
                position += 1
                place += 1
            } else if let last = star {
                star = (last.place, last.position + 1)
                (place, position) = (last.place, last.position + 1)
            } else {
                return false
            }
        }
        return place == count || (place == count - 1 && pattern.bytes[place] == UInt8(ascii: "*"))
    }

    /// Bytes of the character that begins with `byte`.
    private static func length(_ byte: UInt8) -> Int {
        switch byte {
        case 0xC0...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xFF: 4
        default: 1
        }
    }
}
