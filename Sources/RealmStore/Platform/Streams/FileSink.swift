import Synchronization

/// A new file on the disk.
final class FileSink: BlockSink {
    /// The durability of the bytes.
    enum Durability {
        /// They survive a power loss when `finish` returns.
        case durable
        /// The disk writes while more bytes are taken: a later sync of the file is short.
        case begun
        /// None; the file is temporary.
        case none
    }

    private let file: FileDescriptor
    private let durability: Durability
    /// The end of the file so far, and the offset up to which the disk was told to write.
    private let byteCounts = Mutex((written: 0, hinted: 0))

    /// Bytes that the disk is told to write at a time.
    private static let hintByteCount = 4 << 20

    init(_ file: consuming FileDescriptor, _ durability: Durability) {
        self.file = file
        self.durability = durability
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        try file.write(bytes, at: offset)
        byteCounts.withLock { counts in
            counts.written = max(counts.written, offset + bytes.count)
            guard durability == .begun, counts.written - counts.hinted >= FileSink.hintByteCount else { return }
            file.startWriting(from: counts.hinted, to: counts.written)
            counts.hinted = counts.written
        }
    }

    func finish() throws(SystemError) {
        switch durability {
        case .durable: try file.sync()
        case .begun: file.startWriting(from: 0, to: byteCounts.withLock { $0.written })
        case .none: break
        }
    }
}
