/// The pages of a damaged file whose content is gone: unreadable ones of an encrypted file, and those of zeros alone of
/// a plain one.
///
/// Every node begins with a filler that is not zero. A page of zeros, therefore, was overwritten, or lies inside one
/// node, or belongs to none.
package struct LostPages: Sendable {
    /// A bit for each page.
    private var pages: [UInt64]
    /// Whether a page that lies inside a value may hold zeros of that value.
    private let mayHoldZeros: Bool

    static let pageByteCount = PageCipher.pageSize

    /// - Parameter isEncrypted: what is lost was found by its checksum.
    init(byteCount: Int, isEncrypted: Bool) {
        pages = Array(repeating: 0, count: byteCount / LostPages.pageByteCount / 64 + 1)
        mayHoldZeros = !isEncrypted
    }

    mutating func insert(_ page: Int) { pages[page / 64] |= 1 << UInt64(page % 64) }

    func contains(_ page: Int) -> Bool {
        page >= 0 && page / 64 < pages.count && (pages[page / 64] >> UInt64(page % 64)) & 1 == 1
    }

    /// True if one of the bytes is gone.
    ///
    /// - Parameter mayBeZero: zeros in a page that all lies inside of the bytes may be theirs.
    package func meets(_ bytes: Range<Int>, mayBeZero: Bool = true) -> Bool {
        guard !bytes.isEmpty else { return false }
        let first = bytes.lowerBound / LostPages.pageByteCount
        let last = (bytes.upperBound - 1) / LostPages.pageByteCount
        return (first...last).contains { page in
            guard contains(page) else { return false }
            guard mayBeZero, mayHoldZeros else { return true }
            let start = page * LostPages.pageByteCount
            return start < bytes.lowerBound || start + LostPages.pageByteCount > bytes.upperBound
        }
    }
}

extension NodeSpace {
    /// Where in the file the bytes of a text or data value lie; an empty range for those that lie elsewhere.
    package func place(of bytes: UnsafeRawBufferPointer) -> Range<Int> {
        guard let start = bytes.baseAddress, start >= base, start + bytes.count <= base + end else { return 0..<0 }
        return start - base..<start - base + bytes.count
    }
}
