/// The pages of a damaged file whose content is lost: unreadable ones of an encrypted file, and all-zero ones of a
/// plain file.
///
/// Every node begins with a filler that is not zero. So a page of zeros was overwritten, lies inside one node, or
/// belongs to none.
package struct LostPages: Sendable {
    /// A bit for each page.
    private var pages: [UInt64]
    /// Whether a page that lies inside a value may hold zeros of that value.
    private let mayHoldZeros: Bool

    static let pageByteCount = PageCipher.pageSize

    /// - Parameter isEncrypted: lost pages were detected by their MACs.
    init(byteCount: Int, isEncrypted: Bool) {
        pages = Array(repeating: 0, count: byteCount / LostPages.pageByteCount / 64 + 1)
        mayHoldZeros = !isEncrypted
    }

    mutating func insert(_ page: Int) { pages[page / 64] |= 1 << UInt64(page % 64) }

    func contains(_ page: Int) -> Bool {
        page >= 0 && page / 64 < pages.count && (pages[page / 64] >> UInt64(page % 64)) & 1 == 1
    }

    /// True if any of the bytes is lost.
    ///
    /// - Parameter mayBeZero: zeros in a page that lies entirely inside the bytes may be genuine.
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
    /// The range in the file of the bytes of a text or data value; empty for bytes elsewhere.
    package func place(of bytes: UnsafeRawBufferPointer) -> Range<Int> {
        guard let start = bytes.baseAddress, start >= base, start + bytes.count <= base + end else { return 0..<0 }
        return start - base..<start - base + bytes.count
    }
}
