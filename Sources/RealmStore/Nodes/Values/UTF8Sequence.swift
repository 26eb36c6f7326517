/// The bytes of one character in UTF-8. Source: The Unicode Standard, table 3-7.
package enum UTF8Sequence {
    /// True if all of `text` is well-formed.
    ///
    /// - Complexity: O(count)
    @inlinable package static func isValid(_ text: some RandomAccessCollection<UInt8>) -> Bool {
        var index = text.startIndex
        while index != text.endIndex {
            guard let next = text[index] < 0x80 ? text.index(after: index) : end(at: index, in: text) else {
                return false
            }
            index = next
        }
        return true
    }

    /// The end of the multibyte character that begins at `index`; nil if it is not well-formed.
    @inlinable package static func end<Text: RandomAccessCollection<UInt8>>(
        at index: Text.Index, in text: Text
    ) -> Text.Index? {
        let second: ClosedRange<UInt8>
        var more: Int
        switch text[index] {
        case 0xC2...0xDF: (second, more) = (0x80...0xBF, 1)
        case 0xE0: (second, more) = (0xA0...0xBF, 2)
        case 0xED: (second, more) = (0x80...0x9F, 2)
        case 0xE1...0xEF: (second, more) = (0x80...0xBF, 2)
        case 0xF0: (second, more) = (0x90...0xBF, 3)
        case 0xF1...0xF3: (second, more) = (0x80...0xBF, 3)
        case 0xF4: (second, more) = (0x80...0x8F, 3)
        default: return nil
        }
        var next = text.index(after: index)
        guard next != text.endIndex, second.contains(text[next]) else { return nil }
        next = text.index(after: next)
        more -= 1
        while more > 0 {
            guard next != text.endIndex, text[next] & 0xC0 == 0x80 else { return nil }
            next = text.index(after: next)
            more -= 1
        }
        return next
    }
}
