import Synchronization

/// The plain bytes of an encrypted file: decrypted into an address range page by page, on first use, each at most once.
///
///     file: table | 64 pages | table | 64 pages ...      table: 64 entries, see `PageEntry`
///
/// Source: file format, encryption, "Layout".
final class EncryptedPages: Sendable {
    private let file: FileDescriptor
    private let cipher: PageCipher
    private let range: AddressRange
    /// Memory of `present`: a mapping, not an array, so that a sparse file of any size takes what is used only.
    private let flags: AddressRange
    /// One flag per page; set, with release ordering, once the page is decrypted. Accessed atomically only.
    nonisolated(unsafe) private let present: UnsafeMutablePointer<Atomic<Bool>>
    /// Held while a page is being decrypted.
    private let decrypting = Mutex(())

    /// Bytes of the plain file.
    let plainByteCount: Int
    /// Number of pages, also of those that were never written.
    let pageCount: Int

    static let pagesPerTable = PageCipher.pageSize / PageEntry.byteCount

    /// Nothing is read but the size of the file.
    ///
    /// - Parameter range: has room for `plainByteCount(ofFile:)` in whole pages; belongs to this object from now on.
    init(
        file: consuming FileDescriptor, key: EncryptionKey, into range: AddressRange
    ) throws(SystemError) {
        plainByteCount = EncryptedPages.plainByteCount(ofFile: try file.status().byteCount)
        pageCount = (plainByteCount + PageCipher.pageSize - 1) / PageCipher.pageSize
        self.file = file
        cipher = PageCipher(key)
        self.range = range
        try range.allocate(byteCount: pageCount * PageCipher.pageSize)
        flags = try AddressRange(exactly: pageCount)
        try flags.allocate(byteCount: pageCount)
        // Zero bytes are flags that are false.
        present = UnsafeMutableRawPointer(mutating: flags.base).bindMemory(to: Atomic<Bool>.self, capacity: pageCount)
    }

    /// Bytes of the plain file in an encrypted one of `byteCount` bytes.
    static func plainByteCount(ofFile byteCount: Int) -> Int {
        let pages = byteCount / PageCipher.pageSize
        return max(0, byteCount - PageCipher.pageSize * ((pages + pagesPerTable) / (pagesPerTable + 1)))
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
        for page in (offset / PageCipher.pageSize)...((end - 1) / PageCipher.pageSize)
        where !present[page].load(ordering: .acquiring) {
            try decrypt(page)
        }
    }

    @inline(never)
    private func decrypt(_ page: Int) throws(PageError) {
        let failure = decrypting.withLock { _ -> PageError? in
            guard !present[page].load(ordering: .relaxed) else { return nil }
            let offset = page * PageCipher.pageSize
            let target = UnsafeMutableRawPointer(mutating: range.base + offset)
            do throws(SystemError) {
                // What is not decrypted stays zero, as the range was allocated.
                let state = try readPage(page) { source, counter in
                    cipher.decrypt(source, to: target, offset: offset, counter: counter)
                }
                guard state.isReadable else { return PageError(page: page, state: state, cause: nil) }
                present[page].store(true, ordering: .releasing)
                return nil
            } catch {
                return PageError(page: page, state: .failed, cause: error)
            }
        }
        if let failure { throw failure }
    }

    /// Reads a page and checks it without decrypting it.
    func state(ofPage page: Int) throws(SystemError) -> PageState { try readPage(page) { _, _ in } }

    /// Reads a page and its entry, and decides by the MACs what it is; `good` is called for a good one, with the
    /// encrypted bytes and the counter that goes with them.
    private func readPage(
        _ page: Int, good: (_ source: UnsafeRawPointer, _ counter: UInt32) -> Void
    ) throws(SystemError) -> PageState {
        guard (0..<pageCount).contains(page) else { return .outOfBounds }
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: PageEntry.byteCount + PageCipher.pageSize, alignment: 16)
        defer { buffer.deallocate() }
        let entryBytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<PageEntry.byteCount])
        let data = UnsafeMutableRawBufferPointer(rebasing: buffer[PageEntry.byteCount...])
        let source = UnsafeRawPointer(data.baseAddress!)
        let entry = PageEntry(entryBytes.baseAddress!)
        let (table, index) = page.quotientAndRemainder(dividingBy: EncryptedPages.pagesPerTable)
        let tableOffset = table * (EncryptedPages.pagesPerTable + 1) * PageCipher.pageSize
        let entryOffset = tableOffset + index * PageEntry.byteCount
        guard try file.read(into: entryBytes, at: entryOffset) == entryBytes.count else { return .neverWritten }
        if entry.newest.counter == 0 { return .neverWritten }
        let dataOffset = tableOffset + (1 + index) * PageCipher.pageSize
        guard try file.read(into: data, at: dataOffset) == data.count else { return .outOfBounds }
        if cipher.authenticates(source, mac: entry.newest.mac) {
            good(source, entry.newest.counter)
            return .good
        }
        if entry.before.counter == 0 { return .firstWriteLost }
        if cipher.authenticates(source, mac: entry.before.mac) {
            good(source, entry.before.counter)
            return .good
        }
        return data.allSatisfy { $0 == 0 } ? .zeroed : .failed
    }
}
