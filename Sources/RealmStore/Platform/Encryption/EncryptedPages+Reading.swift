extension EncryptedPages {
    /// Pages that are read together with one that follows a page that was read before: who reads on needs them next.
    private static let pagesAhead = 16
    /// Fewer pages than these are not worth a call for their memory.
    private static let pagesPrepared = 8
    /// Attempts to read a page that is being written, a millisecond apart: without marks, and with them.
    private static let attempts = (few: 50, many: 5000)
    /// A page that stays wrong in so many looks, while no mark changes, is damaged.
    private static let calmLooks = 20

    /// Decrypts pages of one group, and some behind them where pages are read one after the other.
    @inline(never)
    func decrypt(_ pages: Range<Int>) throws(PageError) {
        let failure = withGroup(ofPage: pages.lowerBound) { () -> PageError? in
            decryptRun(pages)
            for page in pages where counter(ofPage: page) == 0 {
                if let error = decryptAlone(page) { return error }
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Decrypts with two reads what of a run is not decrypted yet and is as a calm file has it; leaves the rest.
    private func decryptRun(_ pages: Range<Int>) {
        var first = pages.lowerBound
        if isReadWhole {
            let group = first / EncryptedPages.pagesPerTable * EncryptedPages.pagesPerTable
            while first > group, counter(ofPage: first - 1) == 0 { first -= 1 }
        }
        let isReadingOn = first > 0 && counter(ofPage: first - 1) != 0
        let ahead = isReadWhole ? EncryptedPages.pagesPerTable : isReadingOn ? EncryptedPages.pagesAhead : 0
        let limit = min(EncryptedPages.endOfGroup(first), pageCount, max(pages.upperBound, first + ahead))
        var end = first
        while end < limit, counter(ofPage: end) == 0 { end += 1 }
        guard end - first > 1 else { return }
        if end - first >= EncryptedPages.pagesPrepared {
            range.prepare(byteCount: (end - first) * PageCipher.pageSize, at: first * PageCipher.pageSize)
        }
        decryptRun(first..<end, authenticated)
    }

    /// - Parameter authenticated: pages of which the MAC need not be computed again.
    private func decryptRun(_ pages: Range<Int>, _ authenticated: AuthenticatedPages?) {
        let entryByteCount = pages.count * PageEntry.byteCount
        let byteCount = pages.count * PageCipher.pageSize
        withUnsafeTemporaryAllocation(byteCount: 2 * entryByteCount + byteCount, alignment: 16) { buffer in
            let entries = UnsafeMutableRawBufferPointer(rebasing: buffer[..<entryByteCount])
            let entriesAfter = UnsafeMutableRawBufferPointer(rebasing: buffer[entryByteCount..<2 * entryByteCount])
            let data = UnsafeMutableRawBufferPointer(rebasing: buffer[(2 * entryByteCount)...])
            let offset = EncryptedPages.entryOffset(ofPage: pages.lowerBound)
            guard let entryCount = try? file.read(into: entries, at: offset),
                let count = try? file.read(into: data, at: EncryptedPages.offset(ofPage: pages.lowerBound))
            else { return }
            // Whoever writes a page writes its entry first: one that is the same now is that of the page that was read.
            let afterCount = authenticated == nil ? 0 : (try? file.read(into: entriesAfter, at: offset)) ?? 0
            let readCount = min(entryCount / PageEntry.byteCount, count / PageCipher.pageSize, pages.count)
            for (index, page) in pages.prefix(readCount).enumerated() {
                let source = UnsafeRawPointer(data.baseAddress! + index * PageCipher.pageSize)
                let place = index * PageEntry.byteCount..<(index + 1) * PageEntry.byteCount
                let entry = PageEntry(entries.baseAddress! + place.lowerBound)
                if let known = authenticated?.counter(ofPage: page), known == entry.newest.counter,
                    place.upperBound <= afterCount, entries[place].elementsEqual(entriesAfter[place])
                {
                    take(page, source, known)
                } else if let counter = counter(of: entry, fitting: source) {
                    authenticated?.note(page, counter)
                    take(page, source, counter)
                }
            }
        }
    }

    /// Decrypts one page, waiting while it is being written.
    private func decryptAlone(_ page: Int) -> PageError? {
        do throws(SystemError) {
            let state = try readStablePage(page) { source, counter, isZero in
                if isZero {
                    bytes(ofPage: page).initializeMemory(as: UInt8.self, repeating: 0)
                    addDecrypted(page, counter)
                } else {
                    authenticated?.note(page, counter)
                    take(page, source, counter)
                }
            }
            return state.isReadable ? nil : PageError(page: page, state: state, cause: nil)
        } catch {
            return PageError(page: page, state: .failed, cause: error)
        }
    }

    /// Decrypts a page that was read into the range.
    private func take(_ page: Int, _ source: UnsafeRawPointer, _ counter: UInt32) {
        let (target, offset) = (bytes(ofPage: page), page * PageCipher.pageSize)
        if isReadWhole {
            cipher.decrypt(source, to: target.baseAddress!, offset: offset, counter: counter)
        } else {
            // Threads may be reading parts of the page that have not changed since an older state: a copy writes each
            // byte once.
            withUnsafeTemporaryAllocation(byteCount: PageCipher.pageSize, alignment: 16) { plain in
                cipher.decrypt(source, to: plain.baseAddress!, offset: offset, counter: counter)
                target.copyMemory(from: UnsafeRawBufferPointer(plain))
            }
        }
        addDecrypted(page, counter)
    }

    /// The counter of the write of an entry that made the encrypted page at `source`; nil if none did.
    private func counter(of entry: PageEntry, fitting source: UnsafeRawPointer) -> UInt32? {
        let (newest, before) = (entry.newest, entry.before)
        guard newest.counter != 0 else { return nil }
        if cipher.authenticates(source, mac: newest.mac) { return newest.counter }
        guard before.counter != 0, cipher.authenticates(source, mac: before.mac) else { return nil }
        return before.counter
    }

    /// Reads a page and checks it without decrypting it.
    func state(ofPage page: Int) throws(SystemError) -> PageState { try readPage(page) { _, _, _ in } }

    private typealias PageReader = (_ source: UnsafeRawPointer, _ counter: UInt32, _ isZero: Bool) -> Void

    /// Reads a page again as long as it matches no MAC and keeps changing, or the session's marks do: then it is being
    /// written.
    private func readStablePage(_ page: Int, readable: PageReader) throws(SystemError) -> PageState {
        var last: [UInt8] = []
        var seen = marks?.values
        var calm = 0
        for _ in 0..<(marks == nil ? EncryptedPages.attempts.few : EncryptedPages.attempts.many) {
            let state = try readPage(page, readable: readable)
            guard state == .failed || state == .firstWriteLost else { return state }
            let now =
                try file.bytes(PageEntry.byteCount, at: EncryptedPages.entryOffset(ofPage: page))
                + file.bytes(PageCipher.pageSize, at: EncryptedPages.offset(ofPage: page))
            let marked = marks?.values
            calm = now == last && marked == seen && marked?.page ?? 0 == 0 ? calm + 1 : 0
            if calm >= (marked?.isUntouched ?? true ? 1 : EncryptedPages.calmLooks) { return state }
            (last, seen) = (now, marked)
            Pause.milliseconds(1)
        }
        return .failed
    }

    /// Reads a page and its entry, and determines its state by the MACs; `readable` is called for a readable page, with
    /// the encrypted bytes and the counter that goes with them.
    private func readPage(_ page: Int, readable: PageReader) throws(SystemError) -> PageState {
        guard (0..<pageCount).contains(page) else { return .outOfBounds }
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: PageEntry.byteCount + PageCipher.pageSize, alignment: 16)
        defer { buffer.deallocate() }
        let entryBytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<PageEntry.byteCount])
        let data = UnsafeMutableRawBufferPointer(rebasing: buffer[PageEntry.byteCount...])
        let source = UnsafeRawPointer(data.baseAddress!)
        let entry = PageEntry(entryBytes.baseAddress!)
        guard try file.read(into: entryBytes, at: EncryptedPages.entryOffset(ofPage: page)) == entryBytes.count else {
            return .neverWritten
        }
        if entry.newest.counter == 0 { return .neverWritten }
        guard try file.read(into: data, at: EncryptedPages.offset(ofPage: page)) == data.count else {
            return .outOfBounds
        }
        if let counter = counter(of: entry, fitting: source) {
            readable(source, counter, false)
            return .good
        }
        if entry.before.counter == 0 { return .firstWriteLost }
        guard data.allSatisfy({ $0 == 0 }) else { return .failed }
        readable(source, entry.newest.counter, true)
        return .zeroed
    }
}
