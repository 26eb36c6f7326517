import Synchronization

/// What is known of one page of an encrypted file.
///
/// Source: file format, encryption, "Reading a page".
enum PageState: Sendable, Equatable {
    /// The MAC of the newest write fits, or that of the write before, whose successor never reached the file.
    case good
    /// No write was ever begun; preallocated space looks like this.
    case neverWritten
    /// The file ends before the page does.
    case outOfBounds
    /// The first write was begun and lost.
    case firstWriteLost
    /// All zeros where data should be: the file was cut and grown again. Reads as zeros.
    case zeroed
    /// No MAC fits: wrong key or damage.
    case failed

    var isReadable: Bool { self == .good || self == .zeroed }
}

/// A page that cannot be read.
struct PageError: Error, Sendable, CustomStringConvertible {
    let page: Int
    let state: PageState
    /// The read that failed, if it was not the page itself.
    let cause: SystemError?

    var description: String {
        if let cause { return "page \(page) cannot be read: \(cause)" }
        return switch state {
        case .good, .zeroed: "page \(page) is readable"
        case .neverWritten: "page \(page) was never written"
        case .outOfBounds: "page \(page) lies beyond the end of the file: probably truncated"
        case .firstWriteLost: "page \(page) was begun but never written"
        case .failed: "page \(page) fails its checksum (HMAC)"
        }
    }
}

/// The plain bytes of an encrypted file: decrypted into an address range page by page, on first use, each at most once.
///
///     file: table | 64 pages | table | 64 pages ...      table: 64 entries of 64 bytes
///     entry: counter (4) | MAC (28) | counter of the write before (4) | its MAC (28); counter 0: never written
///
/// Source: file format, encryption, "Layout".
final class EncryptedPages: Sendable {
    private let file: FileDescriptor
    private let cipher: PageCipher
    private let range: AddressRange
    private let fileByteCount: Int
    /// One flag per page; set, with release ordering, once the page is decrypted.
    nonisolated(unsafe) private let present: UnsafeMutablePointer<Atomic<Bool>>
    /// Held while a page is being decrypted.
    private let decrypting = Mutex(())

    let plainByteCount: Int
    /// Number of pages, also of those that were never written.
    var pageCount: Int { (plainByteCount + PageCipher.pageSize - 1) / PageCipher.pageSize }

    static let pagesPerTable = 64
    static let entryByteCount = 64

    init(
        file: consuming FileDescriptor, key: EncryptionKey, into range: AddressRange
    ) throws(SystemError) {
        let byteCount = try file.status().byteCount
        self.file = file
        cipher = PageCipher(key)
        self.range = range
        fileByteCount = byteCount
        plainByteCount = EncryptedPages.plainByteCount(ofFile: byteCount)
        let pages = (plainByteCount + PageCipher.pageSize - 1) / PageCipher.pageSize
        present = .allocate(capacity: pages)
        for index in 0..<pages { (present + index).initialize(to: Atomic(false)) }
        try range.allocate(byteCount: pages * PageCipher.pageSize)
    }

    deinit {
        present.deinitialize(count: pageCount)
        present.deallocate()
    }

    /// Bytes of the plain file in an encrypted one of `byteCount` bytes.
    static func plainByteCount(ofFile byteCount: Int) -> Int {
        let pages = byteCount / PageCipher.pageSize
        return max(0, byteCount - PageCipher.pageSize * ((pages + pagesPerTable) / (pagesPerTable + 1)))
    }

    /// Makes `count` bytes from `offset` on readable at the same offset of the range.
    func makePresent(_ offset: Int, _ count: Int) throws(PageError) {
        guard count > 0 else { return }
        let first = offset / PageCipher.pageSize
        let last = (offset + count - 1) / PageCipher.pageSize
        guard offset >= 0, last < pageCount else { throw PageError(page: last, state: .outOfBounds, cause: nil) }
        for page in first...last where !present[page].load(ordering: .acquiring) {
            try decrypt(page)
        }
    }

    private func decrypt(_ page: Int) throws(PageError) {
        let failure = decrypting.withLock { _ -> PageError? in
            guard !present[page].load(ordering: .relaxed) else { return nil }
            let target = range.base + page * PageCipher.pageSize
            do throws(SystemError) {
                let state = try readPage(page) { source, counter in
                    cipher.decrypt(source, to: target, offset: page * PageCipher.pageSize, counter: counter)
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

    /// Checks a page without decrypting it.
    func state(ofPage page: Int) throws(SystemError) -> PageState { try readPage(page) { _, _ in } }

    /// Reads a page and its entry, and decides by the MACs what it is; `good` is called for a good one, with the
    /// encrypted bytes and the counter that goes with them.
    private func readPage(
        _ page: Int, good: (_ source: UnsafeRawPointer, _ counter: UInt32) -> Void
    ) throws(SystemError) -> PageState {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: EncryptedPages.entryByteCount + PageCipher.pageSize, alignment: 16)
        defer { buffer.deallocate() }
        let entry = UnsafeMutableRawBufferPointer(rebasing: buffer[..<EncryptedPages.entryByteCount])
        let data = UnsafeMutableRawBufferPointer(rebasing: buffer[EncryptedPages.entryByteCount...])
        let tables = page / EncryptedPages.pagesPerTable
        let entryOffset =
            tables * (EncryptedPages.pagesPerTable + 1) * PageCipher.pageSize
            + page % EncryptedPages.pagesPerTable * EncryptedPages.entryByteCount
        let dataOffset = (page + tables + 1) * PageCipher.pageSize
        guard try file.read(into: entry, at: entryOffset) == entry.count else { return .neverWritten }
        let counter = entry.loadUnaligned(as: UInt32.self)
        let counterBefore = entry.loadUnaligned(fromByteOffset: 32, as: UInt32.self)
        if counter == 0 { return .neverWritten }
        guard try file.read(into: data, at: dataOffset) == data.count else { return .outOfBounds }
        let source = UnsafeRawPointer(data.baseAddress!)
        let start = UnsafeRawPointer(entry.baseAddress!)
        if cipher.authenticates(source, mac: start + 4) {
            good(source, counter)
            return .good
        }
        if counterBefore == 0 { return .firstWriteLost }
        if cipher.authenticates(source, mac: start + 36) {
            good(source, counterBefore)
            return .good
        }
        return data.allSatisfy { $0 == 0 } ? .zeroed : .failed
    }
}

extension EncryptedPages {
    /// What a sample of pages says about the key.
    enum Probe: Sendable, Equatable {
        case fits
        case wrongKey
        /// The key fits, but not on these pages.
        case damaged(pages: [Int])
        /// No page was ever written.
        case nothingWritten
    }

    /// Tests up to 64 written pages.
    func probe() -> Probe {
        var good = 0
        var bad: [Int] = []
        for page in 0..<pageCount where good + bad.count < EncryptedPages.pagesPerTable {
            switch try? state(ofPage: page) {
            case .good: good += 1
            case .neverWritten, .zeroed: continue
            default: bad.append(page)
            }
        }
        if good == 0 { return bad.isEmpty ? .nothingWritten : .wrongKey }
        return bad.isEmpty ? .fits : .damaged(pages: bad)
    }

    /// True if the file has the shape of an encrypted Realm: evidence that needs no key, and no proof.
    ///
    /// The first page must be a table: its first entry is in use, entries are either in use (with a small counter above
    /// that of the write before) or all zero, and those of pages beyond the end are zero.
    static func looksEncrypted(_ file: borrowing FileDescriptor) -> Bool {
        guard let byteCount = try? file.status().byteCount, byteCount % PageCipher.pageSize == 0,
            byteCount >= 2 * PageCipher.pageSize
        else { return false }
        guard let table = try? file.bytes(PageCipher.pageSize, at: 0), table.count == PageCipher.pageSize else {
            return false
        }
        let pages = plainByteCount(ofFile: byteCount) / PageCipher.pageSize
        return (0..<pagesPerTable).allSatisfy { index in
            let entry = table[(index * entryByteCount)..<((index + 1) * entryByteCount)]
            let counters = [0, 32].map { at in
                (0..<4).reduce(UInt32(0)) { $0 | (UInt32(entry[entry.startIndex + at + $1]) << UInt32(8 * $1)) }
            }
            guard counters[0] != 0 else { return index > 0 && entry.allSatisfy { $0 == 0 } }
            let hasMac = entry[(entry.startIndex + 4)..<(entry.startIndex + 32)].contains { $0 != 0 }
            return index < pages && hasMac && counters[0] < 1 << 28 && counters[1] < counters[0]
        }
    }
}
