import Glibc
import Synchronization

/// The start of a file as memory shared with all processes that map it. Read and written atomically.
final class SharedMemory: Sendable {
    nonisolated(unsafe) private let base: UnsafeMutableRawPointer
    private let byteCount: Int

    /// - Parameter byteCount: the file must not become shorter than this while the object lives.
    /// - Throws: `EINVAL` if the file has fewer.
    init(_ file: borrowing FileDescriptor, byteCount: Int) throws(SystemError) {
        guard try file.byteCount() >= byteCount else { throw SystemError("mmap", EINVAL) }
        guard let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, 0),
            address != MAP_FAILED
        else { throw .last("mmap") }
        base = address
        self.byteCount = byteCount
    }

    deinit { munmap(base, byteCount) }

    /// The 8 bytes at `offset`, a multiple of 8.
    subscript(offset: Int) -> UInt64 {
        get { word(offset, UInt64.self).pointee.load(ordering: .sequentiallyConsistent) }
        set { word(offset, UInt64.self).pointee.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// The 4 bytes at `offset`, a multiple of 4.
    subscript(short offset: Int) -> UInt32 {
        get { word(offset, UInt32.self).pointee.load(ordering: .sequentiallyConsistent) }
        set { word(offset, UInt32.self).pointee.store(newValue, ordering: .sequentiallyConsistent) }
    }

    private func word<Word: AtomicRepresentable>(_ offset: Int, _: Word.Type) -> UnsafeMutablePointer<Atomic<Word>> {
        precondition(offset >= 0 && offset + MemoryLayout<Word>.size <= byteCount, "offset outside of shared memory")
        return (base + offset).assumingMemoryBound(to: Atomic<Word>.self)
    }
}
