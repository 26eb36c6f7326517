/// The width of texts on terminals.
extension Character {
    /// Columns of a terminal: two for ideographs, Hangul, full-width forms and emoji.
    var columnCount: Int {
        guard let first = unicodeScalars.first, first.value >= Character.firstWide else { return 1 }
        let isWide = first.properties.isEmojiPresentation || Character.wide.contains { $0.contains(first.value) }
        return isWide ? 2 : 1
    }

    private static let firstWide: UInt32 = 0x1100

    /// Scalars that are wide or full-width, in their larger blocks. Source: Unicode Standard Annex 11.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}

extension String {
    /// The columns of a terminal that the text takes on one line.
    var columnCount: Int { utf8.count == unicodeScalars.count ? utf8.count : reduce(0) { $0 + $1.columnCount } }

    /// The longest prefix that fits the given number of columns.
    func prefix(columns: Int) -> String {
        var rest = columns
        return String(
            prefix { character in
                rest -= character.columnCount
                return rest >= 0
            })
    }
}
