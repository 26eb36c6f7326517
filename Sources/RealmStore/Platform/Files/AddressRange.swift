import Glibc
import Synchronization

/// Address space reserved for one open file, so that mappings in it never have to move.
///
/// Reserving costs nothing but page-table entries, but the address space is the process's: all ranges together leave
/// half of it to others, however many files are open. Reserved memory that was never filled reads as zeros, so that a
/// stray ref of a damaged file finds an empty node.
final class AddressRange: Sendable {
    /// The first byte. The pointer never changes; what it leads to is written by the owner of a decrypted file only,
    /// `EncryptedPages`, which publishes each page after filling it.
    nonisolated(unsafe) let base: UnsafeRawPointer
    /// Bytes reserved.
    let byteCount: Int

    /// Bytes of a page of memory.
    static let pageByteCount = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Bytes of all ranges.
    private static let reserved = Atomic(0)

    /// Bytes that all ranges may take together: half of the address space, or of what the process is limited to.
    private static let share: Int = {
        var limit = rlimit()
        let isLimited = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 && limit.rlim_cur < Int.max / 2
        if isLimited { return Int(limit.rlim_cur) / 2 }
        // The system maps memory near the end of the address space, whose size is a power of two.
        guard let address = reserve(pageByteCount) else { return 0 }
        munmap(UnsafeMutableRawPointer(mutating: address), pageByteCount)
        return 1 << (Int.bitWidth - 1 - Int(bitPattern: address).leadingZeroBitCount)
    }()

    /// Reserves 1 TiB, or a sixty-fourth of what is left for ranges, if there is room and `needed` bytes fit into it,
    /// else just `needed` bytes.
    convenience init(atLeast needed: Int) throws(SystemError) {
        let left = max(0, AddressRange.share - AddressRange.reserved.load(ordering: .relaxed)) / 64
        let wanted = min(1 << 40, left)
        if wanted > 0 {
            let byteCount = 1 << (Int.bitWidth - 1 - wanted.leadingZeroBitCount)
            if byteCount >= max(needed, AddressRange.pageByteCount), let base = AddressRange.reserve(byteCount) {
                self.init(base: base, byteCount: byteCount)
                return
            }
        }
        try self.init(exactly: needed)
    }

    /// Reserves the whole pages that `needed` bytes take.
    convenience init(exactly needed: Int) throws(SystemError) {
        let page = AddressRange.pageByteCount
        // A sparse file can claim any size.
        let (sum, overflow) = max(needed, 1).addingReportingOverflow(page - 1)
        guard !overflow else { throw .noRoom }
        let byteCount = sum / page * page
        guard let base = AddressRange.reserve(byteCount) else { throw .last("mmap") }
        self.init(base: base, byteCount: byteCount)
    }

    private init(base: UnsafeRawPointer, byteCount: Int) {
        self.base = base
        self.byteCount = byteCount
        AddressRange.reserved.add(byteCount, ordering: .relaxed)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: base), byteCount)
        AddressRange.reserved.subtract(byteCount, ordering: .relaxed)
    }

    private static func reserve(_ byteCount: Int) -> UnsafeRawPointer? {
        let address = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let address, address != MAP_FAILED else { return nil }
        // Otherwise a core dump of the process would include the whole reservation.
        madvise(address, byteCount, MADV_DONTDUMP)
        return UnsafeRawPointer(address)
    }

    /// Maps `file` up to `byteCount`, and the rest of the last page, into the start of the range, for reading. Pointers
    /// into what was mapped before stay valid.
    ///
    /// - Parameter start: the offset to start at: whole pages, already mapped.
    /// - Throws: `ENOMEM` if the range has no room.
    func mapFile(_ file: borrowing FileDescriptor, from start: Int = 0, byteCount: Int) throws(SystemError) {
        guard byteCount <= self.byteCount else { throw .noRoom }
        guard start < byteCount else { return }
        try file.map(over: UnsafeMutableRawPointer(mutating: base + start), byteCount: byteCount - start, at: start)
    }

    /// Makes `byteCount` bytes from `offset` on, whole pages, memory of zeros that can be written.
    ///
    /// - Throws: `ENOMEM` if the range, or the system, has no room.
    func allocate(byteCount: Int, at offset: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        guard offset >= 0, byteCount > 0, byteCount <= self.byteCount - offset else { throw .noRoom }
        let address = UnsafeMutableRawPointer(mutating: base + offset)
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED
        if mmap(address, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED { throw .last("mmap") }
        return address
    }

    /// Lets the system reclaim the memory of the first `byteCount` bytes, which map a file. They stay readable:
    /// touching them reads the file again.
    func release(byteCount: Int) {
        madvise(UnsafeMutableRawPointer(mutating: base), byteCount, MADV_DONTNEED)
    }

    /// Keeps the system from reading ahead in the first `byteCount` bytes, which map a file.
    func expectScatteredReads(byteCount: Int) {
        madvise(UnsafeMutableRawPointer(mutating: base), byteCount, MADV_RANDOM)
    }

    /// Takes the memory of `byteCount` bytes from `offset` on at once, which otherwise comes page by page; where the
    /// system cannot, nothing happens.
    func prepare(byteCount: Int, at offset: Int) {
        madvise(UnsafeMutableRawPointer(mutating: base + offset), byteCount, MADV_POPULATE_WRITE)
    }

    /// Releases the memory of `byteCount` bytes from `offset` on; they stay writable and read as zeros.
    func discard(byteCount: Int, at offset: Int) {
        madvise(UnsafeMutableRawPointer(mutating: base + offset), byteCount, MADV_DONTNEED)
    }
}
