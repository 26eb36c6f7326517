extension EncryptedPages {
    /// Re-reads pages that were being written when this file was copied from the original file, where they may be
    /// complete now.
    ///
    /// - Returns: a page that is incomplete there, too; nil if all are complete.
    func takeTornPages(from source: EncryptedPages) throws(SystemError) -> Int? {
        for page in 0..<pageCount {
            let state = try state(ofPage: page)
            guard state == .failed || state == .firstWriteLost else { continue }
            if let (entry, bytes) = try source.wholePage(page) {
                try file.write(entry, at: EncryptedPages.entryOffset(ofPage: page))
                try file.write(bytes, at: EncryptedPages.offset(ofPage: page))
            } else if state == .failed {
                return page
            }
        }
        return nil
    }

    /// A page as it is in the file, and the entry that fits it; nil if the page matches no entry and is not being
    /// written.
    private func wholePage(_ page: Int) throws(SystemError) -> (entry: [UInt8], bytes: [UInt8])? {
        var last: [UInt8] = []
        while true {
            let entry = try file.bytes(PageEntry.byteCount, at: EncryptedPages.entryOffset(ofPage: page))
            let bytes = try file.bytes(PageCipher.pageSize, at: EncryptedPages.offset(ofPage: page))
            if entry.count == PageEntry.byteCount, bytes.count == PageCipher.pageSize, fits(entry, bytes) {
                return (entry, bytes)
            }
            if entry + bytes == last { return nil }
            last = entry + bytes
            Pause.milliseconds(1)
        }
    }

    private func fits(_ entry: [UInt8], _ bytes: [UInt8]) -> Bool {
        entry.withUnsafeBytes { entry in
            bytes.withUnsafeBytes { bytes in
                let entry = PageEntry(entry.baseAddress!)
                return [entry.newest, entry.before].contains {
                    $0.counter != 0 && cipher.authenticates(bytes.baseAddress!, mac: $0.mac)
                }
            }
        }
    }
}
