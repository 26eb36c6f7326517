import Glibc
import Synchronization

/// The start of a file as memory shared with all processes that map it. Read and written atomically.
final class SharedMemory: Sendable {
    nonisolated(unsafe) private let base: UnsafeMutableRawPointer
    /// Bytes that are mapped.
    let byteCount: Int

    /// - Parameters:
    ///   - byteCount: the file must not become shorter than this while the object lives.
    ///   - room: bytes to map, if more: those beyond the file's end can be used once it has grown.
    /// - Throws: `EINVAL` if the file has fewer than `byteCount`.
    init(_ file: borrowing FileDescriptor, byteCount: Int, room: Int = 0) throws(SystemError) {
        guard try file.byteCount() >= byteCount else { throw SystemError("mmap", EINVAL) }
        self.byteCount = max(byteCount, room)
        guard let address = mmap(nil, self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, 0),
            address != MAP_FAILED
        else { throw .last("mmap") }
        base = address
    }

    /// The bytes of the file as they are now, for somebody who does not keep it from becoming shorter. What is stored
    /// here is seen by nobody.
    ///
    /// - Parameters:
    ///   - byteCount: the minimum.
    ///   - limit: the maximum.
    /// - Throws: `EINVAL` if the file has fewer than `byteCount`.
    init(copyOf file: borrowing FileDescriptor, byteCount: Int, limit: Int) throws(SystemError) {
        let bytes = try file.bytes(min(max(byteCount, try file.byteCount()), limit), at: 0)
        guard bytes.count >= byteCount else { throw SystemError("pread", EINVAL) }
        guard let address = mmap(nil, bytes.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            address != MAP_FAILED
        else { throw .last("mmap") }
        bytes.withUnsafeBytes { address.copyMemory(from: $0.baseAddress!, byteCount: bytes.count) }
        base = address
        self.byteCount = bytes.count
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

    /// The byte at `offset`.
    subscript(byte offset: Int) -> UInt8 {
        get { word(offset, UInt8.self).pointee.load(ordering: .sequentiallyConsistent) }
        set { word(offset, UInt8.self).pointee.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// Adds to the 4 bytes at `offset`, a multiple of 4.
    ///
    /// - Returns: the value before.
    func add(_ number: UInt32, toShort offset: Int) -> UInt32 {
        word(offset, UInt32.self).pointee.wrappingAdd(number, ordering: .sequentiallyConsistent).oldValue
    }

    /// A place in the memory, which is valid as long as this object lives.
    func address(_ offset: Int) -> UnsafeMutableRawPointer {
        precondition((0..<byteCount).contains(offset), "offset outside of shared memory")
        return base + offset
    }

    private func word<Word: AtomicRepresentable>(_ offset: Int, _: Word.Type) -> UnsafeMutablePointer<Atomic<Word>> {
        precondition(offset >= 0 && offset + MemoryLayout<Word>.size <= byteCount, "offset outside of shared memory")
        return (base + offset).assumingMemoryBound(to: Atomic<Word>.self)
    }
}
