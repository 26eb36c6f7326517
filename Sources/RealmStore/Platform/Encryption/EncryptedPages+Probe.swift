extension EncryptedPages {
    /// The verdict of a sample of pages on the key.
    enum Probe: Sendable, Equatable {
        case fits
        case wrongKey
        /// These pages are missing or unreadable, or the key fits others but not them.
        case damaged(pages: [Int])
        /// No page was ever written.
        case nothingWritten
    }

    /// Tests up to 64 written pages.
    ///
    /// Only a page that was read and does not fit is evidence against the key; a truncated or unreadable page is
    /// damage, whatever the key.
    func probe() -> Probe {
        var fitting = 0
        var misfits = 0
        var bad: [Int] = []
        for page in 0..<pageCount where fitting + bad.count < EncryptedPages.pagesPerTable {
            switch try? state(ofPage: page) {
            case .good: fitting += 1
            case .neverWritten, .zeroed: continue
            case .failed, .firstWriteLost:
                misfits += 1
                bad.append(page)
            case .outOfBounds, nil: bad.append(page)
            }
        }
        if fitting == 0 && misfits > 0 { return .wrongKey }
        if !bad.isEmpty { return .damaged(pages: bad) }
        return fitting == 0 ? .nothingWritten : .fits
    }

    /// True if the file has the shape of an encrypted Realm: evidence without a key, not proof.
    ///
    /// The first page must be a table: its first entry is in use, entries are either in use (with a small counter above
    /// that of the write before, and a MAC for each counter) or all zero, and those of pages beyond the end are zero.
    static func looksEncrypted(_ file: borrowing FileDescriptor) -> Bool {
        guard let byteCount = try? file.byteCount(), byteCount % PageCipher.pageSize == 0,
            byteCount >= 2 * PageCipher.pageSize,
            let table = try? file.bytes(PageCipher.pageSize, at: 0), table.count == PageCipher.pageSize
        else { return false }
        let pages = plainByteCount(ofFile: byteCount) / PageCipher.pageSize
        return table.withUnsafeBytes { bytes in
            (0..<pagesPerTable).allSatisfy { index in
                let entry = PageEntry(bytes.baseAddress! + index * PageEntry.byteCount)
                if entry.isBlank { return index > 0 }
                return index < pages && entry.newest.isPlausible && entry.before.isPlausible
                    && entry.newest.counter < 1 << 28 && entry.before.counter < entry.newest.counter
            }
        }
    }
}
