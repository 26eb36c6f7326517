/// Search and comparison of texts and data, byte for byte or with letters in either case.
///
/// Folding knows ASCII and the letters U+00C0 to U+00FE, whose two cases have the same number of bytes. Source:
/// file-format/queries.md, "Strings and data".
enum TextMatch {
    /// A text in its lower and its upper form, which are as long as the text itself.
    struct Needle {
        let bytes: [UInt8]
        let lower: [UInt8]
        let upper: [UInt8]
        let isFolded: Bool
        /// For a long text: the length of the longest proper border of each of its prefixes (Knuth-Morris-Pratt).
        private let borders: [Int]

        /// Shorter ones are searched naively at each place.
        private static let shortByteCount = 16

        /// - Parameter isSearched: whether texts are searched for it, and not only compared at one place.
        init(_ text: UnsafeRawBufferPointer, folded: Bool, isSearched: Bool = true) {
            bytes = Array(text)
            lower = folded ? TextMatch.folded(bytes, toUpper: false) : bytes
            upper = folded ? TextMatch.folded(bytes, toUpper: true) : bytes
            isFolded = folded
            guard isSearched, bytes.count > Needle.shortByteCount else {
                borders = []
                return
            }
            // In bytes that are not text, letters depend on the start of reading.
            let isText = !folded || text.isUTF8
            borders = isText ? Needle.borders(of: bytes, folded: folded) : []
        }

        /// A byte as it is compared: letters that differ in case are equal, those of Latin-1 together with their first
        /// byte.
        @inline(__always)
        private static func symbol(_ byte: UInt8, after previous: UInt8, folded: Bool) -> UInt16 {
            guard folded else { return UInt16(byte) }
            if byte.isASCIILetter { return UInt16(byte | 0x20) }
            guard previous == 0xC3, (0x80...0xBE).contains(byte) else { return UInt16(byte) }
            return 0x100 | UInt16(byte & ~0x20 == 0x97 || byte & ~0x20 == 0x9F ? byte : byte | 0x20)
        }

        private static func borders(of bytes: [UInt8], folded: Bool) -> [Int] {
            func symbol(_ index: Int) -> UInt16 {
                Needle.symbol(bytes[index], after: index > 0 ? bytes[index - 1] : 0, folded: folded)
            }
            var borders = [0]
            borders.reserveCapacity(bytes.count)
            var length = 0
            for index in 1..<bytes.count {
                while length > 0, symbol(length) != symbol(index) { length = borders[length - 1] }
                if symbol(length) == symbol(index) { length += 1 }
                borders.append(length)
            }
            return borders
        }

        /// The end of the first match in `text`, which is read once; nil if there is none.
        func firstEnd(in text: UnsafeRawBufferPointer) -> Int? {
            if borders.isEmpty {
                guard text.count >= bytes.count else { return nil }
                for start in 0...(text.count - bytes.count) where matches(text, at: start) {
                    return start + bytes.count
                }
                return nil
            }
            var (length, previous) = (0, UInt8(0))
            for (position, byte) in text.enumerated() {
                while true {
                    let wanted = Needle.symbol(
                        bytes[length], after: length > 0 ? bytes[length - 1] : 0, folded: isFolded)
                    if wanted == Needle.symbol(byte, after: previous, folded: isFolded) {
                        length += 1
                        break
                    }
                    if length == 0 { break }
                    length = borders[length - 1]
                }
                if length == bytes.count { return position + 1 }
                previous = byte
            }
            return nil
        }

        /// True if there is a match at `start`.
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
                // U+00C0...U+00FE except × and ÷ (97, B7); ß (9F) is not a capital and ÿ (BF) has none here.
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

    /// - Complexity: O(bytes).
    static func contains(_ text: UnsafeRawBufferPointer, _ needle: Needle) -> Bool {
        needle.firstEnd(in: text) != nil
    }
}
