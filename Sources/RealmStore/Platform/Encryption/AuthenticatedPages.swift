import Synchronization

/// For each page of an encrypted file the write that readers of one whole version have authenticated, so that none of
/// them does so again.
final class AuthenticatedPages: Sendable {
    private let range: AddressRange
    private let pageCount: Int
    /// 0 for a page that was not authenticated. Accessed atomically only.
    nonisolated(unsafe) private let counters: UnsafeMutablePointer<Atomic<UInt32>>

    /// - Throws: `ENOMEM`.
    init(pageCount: Int) throws(SystemError) {
        self.pageCount = pageCount
        let byteCount = max(1, pageCount) * MemoryLayout<Atomic<UInt32>>.stride
        range = try AddressRange(exactly: byteCount)
        counters = try range.allocate(byteCount: range.byteCount, at: 0)
            .bindMemory(to: Atomic<UInt32>.self, capacity: max(1, pageCount))
    }

    /// The counter of the write of a page that was authenticated; nil if none was.
    func counter(ofPage page: Int) -> UInt32? {
        guard page < pageCount else { return nil }
        let counter = counters[page].load(ordering: .relaxed)
        return counter == 0 ? nil : counter
    }

    /// Records that a page was authenticated as of write `counter`.
    func note(_ page: Int, _ counter: UInt32) {
        if page < pageCount { counters[page].store(counter, ordering: .relaxed) }
    }
}
