/// The words of a text, as a full-text index contains them.
///
/// Letters are folded to lower case and to their base letter, in Latin-1 only; everything else ends a word. Source:
/// file-format/search-indexes.md, "Words of a text".
enum FullTextWords {
    /// The number of significant bytes of a word.
    private static let maximumByteCount = 64

    /// The replacements of U+00C0...U+00FE, by their lowest six bits; "-" for the signs × and ÷, which add nothing.
    private static let folded = Array(
        "aaaaaåæceeeeiiiiðnooooo-øuuuuyþßaaaaaåæceeeeiiiiðnooooo-øuuuuyþ".unicodeScalars
    ).map { $0 == "-" ? [] : Array(String($0).utf8) }

    /// The distinct words of `text`, each as its bytes.
    static func words(of text: UnsafeRawBufferPointer) -> Set<[UInt8]> {
        var words = Set<[UInt8]>()
        var word: [UInt8]?
        var index = 0
        while index < text.count {
            let byte = text[index]
            if let letter = letter(byte, next: index + 1 < text.count ? text[index + 1] : 0) {
                let soFar = word ?? []
                word = soFar.count + letter.count <= maximumByteCount ? soFar + letter : soFar
            } else if let ended = word {
                words.insert(ended)
                word = nil
            }
            index += byteCount(byte)
        }
        if let word { words.insert(word) }
        return words
    }

    /// The bytes that the character beginning with `byte` adds to a word; nil if it ends one.
    private static func letter(_ byte: UInt8, next: UInt8) -> [UInt8]? {
        switch byte {
        case 0x30...0x39, 0x61...0x7A: return [byte]
        case 0x41...0x5A: return [byte + 0x20]
        case 0xC0...0xDF:
            let scalar = (Int(byte & 0x1F) << 6) | Int(next & 0x3F)
            return (0xC0...0xFE).contains(scalar) ? folded[scalar & 0x3F] : nil
        default: return nil
        }
    }

    /// Bytes of the character that begins with `byte`.
    private static func byteCount(_ byte: UInt8) -> Int {
        switch byte {
        case 0xC0...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF7: 4
        default: 1
        }
    }
}
