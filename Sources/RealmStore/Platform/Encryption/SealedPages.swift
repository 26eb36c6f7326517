/// Encrypted pages waiting to be written, with their entries; in ascending order.
final class SealedPages {
    private let entries: UnsafeMutableRawBufferPointer
    private let pages: UnsafeMutableRawBufferPointer
    private var numbers: [Int] = []

    var count: Int { numbers.count }

    init(capacity: Int) {
        entries = .allocate(byteCount: capacity * PageEntry.byteCount, alignment: 16)
        pages = .allocate(byteCount: capacity * PageCipher.pageSize, alignment: 16)
        numbers.reserveCapacity(capacity)
    }

    deinit {
        entries.deallocate()
        pages.deallocate()
    }

    func removeAll() { numbers.removeAll(keepingCapacity: true) }

    /// Encrypts a page that comes after all that are here; returns the counter of the write.
    func append(_ page: Int, _ plain: UnsafeRawPointer, _ source: EncryptedPages) throws(SystemError) -> UInt32 {
        precondition(numbers.last.map { $0 < page } ?? true, "a page is written once, in order")
        let counter = try source.seal(
            page, plain, into: pages.baseAddress! + count * PageCipher.pageSize,
            entry: entries.baseAddress! + count * PageEntry.byteCount)
        numbers.append(page)
        return counter
    }

    /// Calls `body` with each page's number, its entry and its encrypted bytes.
    func forEach<Failure: Error>(
        _ body: (_ page: Int, _ entry: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        for (index, page) in numbers.enumerated() {
            let (entry, start) = (index * PageEntry.byteCount, index * PageCipher.pageSize)
            try body(
                page, UnsafeRawBufferPointer(rebasing: entries[entry..<entry + PageEntry.byteCount]),
                UnsafeRawBufferPointer(rebasing: pages[start..<start + PageCipher.pageSize]))
        }
    }

    /// Calls `body` with each contiguous run of bytes and its offset in the file: of the entries, or of the pages.
    func forEachRun<Failure: Error>(
        ofEntries: Bool, _ body: (UnsafeRawBufferPointer, _ offset: Int) throws(Failure) -> Void
    ) throws(Failure) {
        let size = ofEntries ? PageEntry.byteCount : PageCipher.pageSize
        let memory = ofEntries ? entries : pages
        var first = 0
        while first < count {
            var end = first + 1
            // A table lies between the pages of two groups, and between their entries the pages of one.
            while end < count, numbers[end] == numbers[end - 1] + 1, numbers[end] % EncryptedPages.pagesPerTable != 0 {
                end += 1
            }
            let page = numbers[first]
            let offset = ofEntries ? EncryptedPages.entryOffset(ofPage: page) : EncryptedPages.offset(ofPage: page)
            try body(UnsafeRawBufferPointer(rebasing: memory[first * size..<end * size]), offset)
            first = end
        }
    }
}
