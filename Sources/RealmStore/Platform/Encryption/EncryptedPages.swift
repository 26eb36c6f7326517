import Synchronization

/// The plain bytes of an encrypted file: decrypted into an address range page by page, on first use.
///
///     file: table | 64 pages | table | 64 pages ...      table: 64 entries, see `PageEntry`
///
/// Other processes may write the file at the same time. A page read at such a moment is read again; one that was
/// decrypted before they wrote it is dropped by `refresh`. Source: file-format/encryption.md, "Pages and their
/// entries".
package final class EncryptedPages: Sendable {
    let file: FileDescriptor
    let cipher: PageCipher
    let range: AddressRange
    /// The number of pages that fit.
    private let capacity: Int
    /// Memory of `counters`: a mapping, not an array, so that a sparse file of any size takes only what is used.
    private let counterRange: AddressRange
    /// For each page the counter of the write that is decrypted in the range; 0 if the page is not. Set, with release
    /// ordering, once the page is decrypted. Accessed atomically only.
    nonisolated(unsafe) private let counters: UnsafeMutablePointer<Atomic<UInt32>>
    private let size = Atomic(0)
    /// Pages that were decrypted since the last `forget`.
    private let decryptedCount = Atomic(0)
    /// Of the session in which others may write the file; nil without one.
    let marks: PageMarks?
    /// Set while readers of one version read all of it.
    private let wholeRead: Mutex<AuthenticatedPages?>
    private let readWhole: Atomic<Bool>
    /// Held while pages are being added. Its value is the number of pages that have memory.
    private let growing = Mutex(0)
    private let locks = PageGroupLocks()

    static let pagesPerTable = PageCipher.pageSize / PageEntry.byteCount

    /// Reads only the size of the file.
    ///
    /// - Parameters:
    ///   - range: has room for `plainByteCount(ofFile:)` in whole pages.
    ///   - limit: bytes at the start of the range that belong to this object from now on; nil for all.
    ///   - marks: of the session in which others may write the file.
    convenience init(
        file: consuming FileDescriptor, key: EncryptionKey, into range: AddressRange, limit: Int? = nil,
        marks: PageMarks? = nil
    ) throws(SystemError) {
        try self.init(file: file, cipher: PageCipher(key), into: range, limit: limit, marks: marks)
    }

    private init(
        file: consuming FileDescriptor, cipher: PageCipher, into range: AddressRange, limit: Int? = nil,
        marks: PageMarks?, isReadWhole: Bool = false, authenticated: AuthenticatedPages? = nil
    ) throws(SystemError) {
        self.file = file
        readWhole = Atomic(isReadWhole)
        wholeRead = Mutex(authenticated)
        self.marks = marks
        self.cipher = cipher
        self.range = range
        let counterByteCount = MemoryLayout<Atomic<UInt32>>.stride
        capacity = (limit ?? range.byteCount) / PageCipher.pageSize
        counterRange = try AddressRange(exactly: capacity * counterByteCount)
        counters = UnsafeMutableRawPointer(mutating: counterRange.base)
            .bindMemory(to: Atomic<UInt32>.self, capacity: capacity)
        try follow()
    }

    /// The same file, of which nothing is decrypted yet, in an address range of its own: for one thread that reads all
    /// of one version.
    convenience init(again other: EncryptedPages) throws(SystemError) {
        try self.init(
            file: other.file.duplicate(), cipher: other.cipher, into: AddressRange(atLeast: other.plainByteCount),
            marks: other.marks, isReadWhole: true, authenticated: other.authenticated)
    }

    /// Whether all of one version is read: then whole groups are decrypted, straight into the range.
    var isReadWhole: Bool { readWhole.load(ordering: .relaxed) }

    /// What was authenticated by those who read all of one version, in whichever range; nil if that is not recorded.
    var authenticated: AuthenticatedPages? { wholeRead.withLock { $0 } }

    /// From now on all of one version is read, and no other one.
    func expectWholeRead() {
        guard !isReadWhole else { return }
        let pages = try? AuthenticatedPages(pageCount: pageCount)
        wholeRead.withLock { $0 = pages }
        readWhole.store(true, ordering: .relaxed)
    }

    /// Bytes of the plain file.
    var plainByteCount: Int { size.load(ordering: .acquiring) }

    /// The number of pages, including those never written.
    var pageCount: Int { (plainByteCount + PageCipher.pageSize - 1) / PageCipher.pageSize }

    /// Records the current size of the file.
    ///
    /// - Throws: `ENOMEM` if the range has no room.
    func follow() throws(SystemError) {
        let plain = EncryptedPages.plainByteCount(ofFile: try file.byteCount())
        let pages = (plain + PageCipher.pageSize - 1) / PageCipher.pageSize
        let failure = growing.withLock { ready -> SystemError? in
            do throws(SystemError) {
                if pages > ready {
                    // Room for the pages as they are read; memory is allocated when it is touched.
                    let target = min(max(pages, ready * 2), capacity)
                    guard pages <= target else { throw SystemError.noRoom }
                    try prepare(ready..<target)
                    ready = target
                }
                size.store(plain, ordering: .releasing)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Makes pages of zeros in the range, and their counters.
    private func prepare(_ pages: Range<Int>) throws(SystemError) {
        _ = try range.allocate(
            byteCount: pages.count * PageCipher.pageSize, at: pages.lowerBound * PageCipher.pageSize)
        // Whole pages of counters; those that exist already stay as they are.
        let perPage = AddressRange.pageByteCount / MemoryLayout<Atomic<UInt32>>.stride
        let first = (pages.lowerBound + perPage - 1) / perPage
        let last = (pages.upperBound + perPage - 1) / perPage
        guard first < last else { return }
        let byteCount = (last - first) * AddressRange.pageByteCount
        _ = try counterRange.allocate(byteCount: byteCount, at: first * AddressRange.pageByteCount)
    }

    /// Bytes of the plain file in an encrypted one of `byteCount` bytes.
    static func plainByteCount(ofFile byteCount: Int) -> Int {
        let pages = byteCount / PageCipher.pageSize
        return max(0, byteCount - PageCipher.pageSize * ((pages + pagesPerTable) / (pagesPerTable + 1)))
    }

    /// Bytes of an encrypted file that holds `pages` pages, including an empty table after a full group.
    static func fileByteCount(ofPages pages: Int) -> Int {
        (pages + pages / pagesPerTable + 1) * PageCipher.pageSize
    }

    /// The offset of a page's entry in the file.
    static func entryOffset(ofPage page: Int) -> Int {
        let (table, index) = page.quotientAndRemainder(dividingBy: pagesPerTable)
        return table * (pagesPerTable + 1) * PageCipher.pageSize + index * PageEntry.byteCount
    }

    /// The offset of a page in the file.
    static func offset(ofPage page: Int) -> Int { (page + page / pagesPerTable + 1) * PageCipher.pageSize }

    /// The page whose entry, or whose bytes, begin at an offset of the file.
    static func page(atFileOffset offset: Int, isEntry: Bool) -> Int {
        let (table, rest) = offset.quotientAndRemainder(dividingBy: (pagesPerTable + 1) * PageCipher.pageSize)
        return table * pagesPerTable + (isEntry ? rest / PageEntry.byteCount : rest / PageCipher.pageSize - 1)
    }

    /// Makes `count` bytes from `offset` on readable at the same offset of the range.
    ///
    /// - Complexity: one atomic load per page that is present already.
    /// - Throws: the first page that is damaged, missing or was never written.
    func makePresent(_ offset: Int, _ count: Int) throws(PageError) {
        guard count > 0 else { return }
        let (end, overflow) = offset.addingReportingOverflow(count)
        guard offset >= 0, !overflow, end <= pageCount * PageCipher.pageSize else {
            let page = overflow ? pageCount : (end - 1) / PageCipher.pageSize
            throw PageError(page: page, state: .outOfBounds, cause: nil)
        }
        let pages = offset / PageCipher.pageSize..<(end - 1) / PageCipher.pageSize + 1
        for page in pages where counter(ofPage: page) == 0 {
            try decrypt(page..<min(pages.upperBound, EncryptedPages.endOfGroup(page)))
        }
    }

    /// Whether `count` bytes from `offset` on are readable in the range.
    @inline(__always)
    func isPresent(_ offset: Int, _ count: Int) -> Bool {
        let (end, overflow) = offset.addingReportingOverflow(count)
        guard offset >= 0, count > 0, !overflow, end <= plainByteCount else { return false }
        var page = offset / PageCipher.pageSize
        let last = (end &- 1) / PageCipher.pageSize
        while page <= last {
            if counter(ofPage: page) == 0 { return false }
            page &+= 1
        }
        return true
    }

    /// The counter of the write that is decrypted in the range; 0 if the page is not.
    @inline(__always)
    func counter(ofPage page: Int) -> UInt32 { counters[page].load(ordering: .acquiring) }

    /// Records that the range holds the page as of write `counter`.
    func setCounter(_ counter: UInt32, ofPage page: Int) { counters[page].store(counter, ordering: .releasing) }

    /// The end of the group of 64 pages that a page belongs to.
    static func endOfGroup(_ page: Int) -> Int { (page / pagesPerTable + 1) * pagesPerTable }

    /// Runs `body` while no other thread decrypts or drops a page of the group that a page belongs to.
    func withGroup<Result: Sendable>(ofPage page: Int, _ body: () -> Result) -> Result {
        locks.with(page / EncryptedPages.pagesPerTable, body)
    }

    /// Records that the range holds one more page, as of write `counter`.
    func addDecrypted(_ page: Int, _ counter: UInt32) {
        setCounter(counter, ofPage: page)
        decryptedCount.add(1, ordering: .relaxed)
    }

    /// Bytes that were decrypted since pages were last forgotten.
    var decryptedByteCount: Int { decryptedCount.load(ordering: .relaxed) * PageCipher.pageSize }

    /// The pages that are decrypted, ascending.
    var presentPages: [Int] { (0..<pageCount).filter { counter(ofPage: $0) != 0 } }

    /// Forgets the decrypted pages and releases their memory. There must be no concurrent reader; pointers lead to the
    /// same bytes again once those are decrypted again.
    ///
    /// - Parameter kept: pages that stay, ascending.
    func forget(but kept: [Int] = []) {
        let ready = growing.withLock { $0 }
        locks.withAll {
            let counts = kept.map { counter(ofPage: $0) }
            var start = 0
            for page in kept + [ready] where page <= ready {
                if start < page {
                    range.discard(
                        byteCount: (page - start) * PageCipher.pageSize, at: start * PageCipher.pageSize)
                }
                start = page + 1
            }
            counterRange.discard(byteCount: counterRange.byteCount, at: 0)
            for (page, count) in zip(kept, counts) { setCounter(count, ofPage: page) }
            decryptedCount.store(0, ordering: .relaxed)
        }
    }

    /// Catches up with what other processes have written: drops the decrypted pages that were written since. They are
    /// decrypted again when they are needed.
    ///
    /// Pointers into dropped pages stay valid: the content of a version in use was written back unchanged. Called by
    /// one thread at a time, with the version in use that is to be read, and not while this process writes.
    func refresh() throws(PageError) {
        try locked { () throws(SystemError) in try dropWrittenPages() }
    }

    /// The same for page 0 alone.
    func refreshFirst() throws(PageError) {
        try locked { () throws(SystemError) in try dropWrittenPages(upTo: 1) }
    }

    private func locked(_ body: () throws(SystemError) -> Void) throws(PageError) {
        let failure = locks.withAll { () -> PageError? in
            do throws(SystemError) {
                try body()
                return nil
            } catch {
                return PageError(page: 0, state: .failed, cause: error)
            }
        }
        if let failure { throw failure }
    }

    private func dropWrittenPages(upTo limit: Int = .max) throws(SystemError) {
        let pageCount = min(pageCount, limit)
        for start in stride(from: 0, to: pageCount, by: EncryptedPages.pagesPerTable) {
            let group = start..<min(pageCount, start + EncryptedPages.pagesPerTable)
            guard group.contains(where: { counter(ofPage: $0) != 0 }) else { continue }
            let table = try file.bytes(PageCipher.pageSize, at: EncryptedPages.entryOffset(ofPage: start))
            table.withUnsafeBytes { bytes in
                for page in group {
                    let offset = (page - start) * PageEntry.byteCount
                    let isThere = offset + PageEntry.byteCount <= bytes.count
                    let newest = isThere ? PageEntry(bytes.baseAddress! + offset).newest.counter : 0
                    if newest != counter(ofPage: page) { setCounter(0, ofPage: page) }
                }
            }
        }
    }
}
