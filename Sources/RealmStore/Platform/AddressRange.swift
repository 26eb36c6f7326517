import Glibc

/// Address space reserved for one open file, so that what is mapped into it never has to move.
///
/// Reserving costs nothing but page-table entries; 1 TiB can be had over a hundred times in a process. Where the
/// address space is limited, less is taken.
final class AddressRange: Sendable {
    /// Never written after `init` but by `EncryptedPages`, which orders its writes itself.
    nonisolated(unsafe) let base: UnsafeMutableRawPointer
    let byteCount: Int

    private static let preferredByteCounts = [1 << 40, 1 << 36, 1 << 33]

    init(atLeast needed: Int) throws(SystemError) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let smallest = (max(needed, 1) + page - 1) / page * page
        for byteCount in AddressRange.preferredByteCounts.filter({ $0 >= smallest }) + [smallest] {
            let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
            if let base = mmap(nil, byteCount, PROT_NONE, flags, -1, 0), base != MAP_FAILED {
                self.base = base
                self.byteCount = byteCount
                return
            }
        }
        throw .last("mmap")
    }

    deinit { munmap(base, byteCount) }

    /// Maps the first `byteCount` bytes of `file` at the start of the range, for reading.
    func mapFile(_ file: borrowing FileDescriptor, byteCount: Int) throws(SystemError) {
        precondition(byteCount <= self.byteCount, "more bytes than the range has room for")
        try file.map(over: base, byteCount: byteCount)
    }

    /// Makes the first `byteCount` bytes of the range writable memory of zeros.
    func allocate(byteCount: Int) throws(SystemError) {
        precondition(byteCount <= self.byteCount, "more bytes than the range has room for")
        if mprotect(base, byteCount, PROT_READ | PROT_WRITE) != 0 { throw .last("mprotect") }
    }
}
