/// Takes the bytes of commits, and makes them durable in the order that keeps the file whole at every instant.
///
/// A plain file: nodes, and the new top ref in the unselected slot; sync; the one byte that selects it; sync. An
/// encrypted file: all entries, sync, all pages but page 0, sync, page 0 with the header, sync; until a page is written
/// its entry describes the old page as well. Every page is written once, so that this holds. While Realm Core has the
/// file open, each page follows its entry at once, as Realm Core writes: what it reads in between it keeps, and may
/// take for current later. Then a page is as safe from a loss of power as it is there. Source:
/// file-format/free-space-and-commits.md, "The order of a commit"; file-format/encryption.md, "Writing a page".
final class CommitOutput {
    private let file: WritableFile
    private var conversion: RawFileHeader?
    /// Bytes of a plain file that are not written yet.
    private let pieces: PendingPieces?
    /// Pages of an encrypted file that were changed in memory.
    private var changed = Set<Int>()
    private var lastChanged = -1
    /// The page counters to be set in memory once the commit is done.
    private var counters: [(page: Int, counter: UInt32)] = []

    /// The number of encrypted pages held in memory at once.
    private static let batchPageCount = 1 << 12

    /// - Parameter conversion: the header to be written first, for a file in streaming form.
    init(_ file: WritableFile, _ conversion: RawFileHeader? = nil) {
        self.file = file
        self.conversion = conversion
        pieces = file.pages == nil ? PendingPieces(file) : nil
    }

    /// Prepares for writing. A file in streaming form is converted in one write, so that the file has a valid header at
    /// any time.
    func begin() throws(StorageError) {
        guard let conversion else { return }
        try finish(conversion)
        self.conversion = nil
    }

    // MARK: Nodes

    /// The buffer for the `byteCount` bytes that belong at `position`; it must be filled before the next call.
    func room(for byteCount: Int, at position: Int) throws(StorageError) -> UnsafeMutableRawPointer {
        if let pieces { return try pieces.room(for: byteCount, at: position) }
        guard let pages = file.pages else { preconditionFailure("a file without pages is a plain one") }
        for page in position / PageCipher.pageSize...(position + byteCount - 1) / PageCipher.pageSize
        where page != lastChanged {
            lastChanged = page
            if changed.contains(page) { continue }
            do {
                try pages.makeWritable(page)
            } catch {
                throw StorageError(.damaged, file.path, "is damaged: \(error)")
            }
            changed.insert(page)
        }
        return UnsafeMutableRawPointer(mutating: pages.range.base + position)
    }

    /// Makes bytes put into a plain file readable; in an encrypted one they already are.
    func flush() throws(StorageError) { try pieces?.flush() }

    /// Discards the remains of a failed commit: nothing refers to them.
    func dropUnwritten() { pieces?.drop() }

    // MARK: Header

    /// Writes everything and then the header that makes `top` the root.
    ///
    /// - Parameter register: makes the version known to others; called when all but the header is durable. A version
    ///   that is known, and not in the header yet, is what everybody reads and what the next writer goes on from.
    /// - Returns: the new header.
    func finish(
        _ header: RawFileHeader, top: Ref, registering register: () throws(StorageError) -> Void
    ) throws(StorageError) -> RawFileHeader {
        let offered = header.offering(top)
        if let pages = file.pages {
            try finish(pages, offered.flipped, registering: register)
            return offered.flipped
        }
        try flush()
        try file.write(offered.bytes, at: 0)
        try file.sync()
        try register()
        try file.write([offered.flipped.flags], at: RawFileHeader.flagsOffset)
        try file.sync()
        return offered.flipped
    }

    /// Replaces only the header, in one write.
    func finish(_ header: RawFileHeader) throws(StorageError) {
        if let pages = file.pages { return try finish(pages, header) { () throws(StorageError) in } }
        try file.write(header.bytes, at: 0)
        try file.sync()
    }

    // MARK: Encrypted pages

    /// Page 0, which holds no new nodes (`Commit.floor`), is written last, with the header.
    private func finish(
        _ pages: EncryptedPages, _ header: RawFileHeader, registering register: () throws(StorageError) -> Void
    ) throws(StorageError) {
        do { try pages.makeWritable(0) } catch { throw StorageError(.damaged, file.path, "is damaged: \(error)") }
        changed.remove(0)
        let order = changed.sorted()
        let first = SealedPages(capacity: 1)
        let rest = SealedPages(capacity: min(order.count, CommitOutput.batchPageCount))
        let isPaired = file.isReadByOtherEngines
        var next = 0
        repeat {
            rest.removeAll()
            while next < order.count, rest.count < CommitOutput.batchPageCount {
                try seal(order[next], pages.bytes(ofPage: order[next]), into: rest)
                next += 1
            }
            if isPaired { try writePairs(rest) } else { try write(rest, entries: true) }
            if next == order.count {
                // Page 0 with the new header, which readers must not see in memory yet.
                let plain = UnsafeMutableRawBufferPointer.allocate(byteCount: PageCipher.pageSize, alignment: 16)
                defer { plain.deallocate() }
                plain.copyMemory(from: UnsafeRawBufferPointer(pages.bytes(ofPage: 0)))
                plain.copyBytes(from: header.bytes)
                try seal(0, plain, into: first)
                if !isPaired { try write(first, entries: true) }
            }
            try file.sync()
            if !isPaired { try write(rest, entries: false) }
        } while next < order.count
        if !order.isEmpty { try file.sync() }
        try register()
        if isPaired { try writePairs(first) } else { try write(first, entries: false) }
        try file.sync()
        adopt(pages, header)
    }

    private func seal(
        _ page: Int, _ plain: UnsafeMutableRawBufferPointer, into sealed: SealedPages
    ) throws(StorageError) {
        guard let pages = file.pages else { return }
        do {
            counters.append((page, try sealed.append(page, UnsafeRawPointer(plain.baseAddress!), pages)))
        } catch {
            throw StorageError(error, file.path)
        }
    }

    private func writePairs(_ sealed: SealedPages) throws(StorageError) {
        try sealed.forEach { page, entry, bytes throws(StorageError) in
            try file.marks.writing(page * PageCipher.pageSize) { () throws(StorageError) in
                try file.write(entry, at: EncryptedPages.entryOffset(ofPage: page))
                try file.write(bytes, at: EncryptedPages.offset(ofPage: page))
            }
        }
    }

    private func write(_ sealed: SealedPages, entries: Bool) throws(StorageError) {
        try sealed.forEachRun(ofEntries: entries) { bytes, offset throws(StorageError) in
            let page = EncryptedPages.page(atFileOffset: offset, isEntry: entries)
            try file.marks.writing(page * PageCipher.pageSize) { () throws(StorageError) in
                try file.write(bytes, at: offset)
            }
        }
    }

    /// Updates the state in memory to match the file.
    private func adopt(_ pages: EncryptedPages, _ header: RawFileHeader) {
        for (page, counter) in counters { pages.setCounter(counter, ofPage: page) }
        pages.bytes(ofPage: 0).copyBytes(from: header.bytes)
        counters = []
        changed = []
        lastChanged = -1
    }
}
