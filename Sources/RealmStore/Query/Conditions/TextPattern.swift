/// A pattern for LIKE: `?` is one character, `*` any number. At the end of the text at most one `*` may remain.
///
/// The parts between stars are searched one after the other, each at its first occurrence. Source:
/// file-format/queries.md, "Strings and data".
struct TextPattern {
    private let needle: TextMatch.Needle
    private var bytes: [UInt8] { needle.bytes }

    init(_ needle: TextMatch.Needle) { self.needle = needle }

    private static let star = UInt8(ascii: "*")
    private static let mark = UInt8(ascii: "?")

    /// The result of comparing a part with the text at one place.
    private enum Match {
        case no
        /// The text ended first, as it will at later places.
        case textEnded
        case until(Int)
    }

    /// - Complexity: O(bytes of text and pattern); a part with `?` may be compared again at each place.
    func matches(_ text: UnsafeRawBufferPointer) -> Bool {
        var (position, place) = (0, partEnd(0))
        switch match(0..<place, text, at: 0) {
        case .until(let end): position = end
        case .no, .textEnded: return false
        }
        while position < text.count {
            guard place < bytes.count else { return false }
            while place < bytes.count, bytes[place] == TextPattern.star { place += 1 }
            if place == bytes.count { return true }
            let part = place..<partEnd(place)
            place = part.upperBound
            guard let end = firstEnd(of: part, text, from: position) else { return false }
            position = end
        }
        return place == bytes.count || (place == bytes.count - 1 && bytes[place] == TextPattern.star)
    }

    /// The end of the part that begins at `start`: the next star, or the end.
    private func partEnd(_ start: Int) -> Int { bytes[start...].firstIndex(of: TextPattern.star) ?? bytes.count }

    /// The end of a part's first match in the text from `start` on; the last part must end with the text.
    private func firstEnd(of part: Range<Int>, _ text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let isLast = part.upperBound == bytes.count
        guard bytes[part].contains(TextPattern.mark) else {
            let rest = UnsafeRawBufferPointer(rebasing: text[start...])
            guard !isLast else {
                guard rest.count >= part.count, case .until = match(part, text, at: text.count - part.count) else {
                    return nil
                }
                return text.count
            }
            let own = bytes[part].withUnsafeBytes { TextMatch.Needle($0, folded: needle.isFolded) }
            return own.firstEnd(in: rest).map { start + $0 }
        }
        for place in start..<text.count {
            switch match(part, text, at: place) {
            case .no: continue
            case .textEnded: return nil
            case .until(let end): if !isLast || end == text.count { return end }
            }
        }
        return nil
    }

    /// Compares a part with the text at a place.
    private func match(_ part: Range<Int>, _ text: UnsafeRawBufferPointer, at start: Int) -> Match {
        var position = start
        for place in part {
            guard position < text.count else { return .textEnded }
            if bytes[place] == TextPattern.mark {
                position = min(text.count, position + TextPattern.length(text[position]))
            } else if text[position] == needle.lower[place] || text[position] == needle.upper[place] {
                position += 1
            } else {
                return .no
            }
        }
        return .until(position)
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
