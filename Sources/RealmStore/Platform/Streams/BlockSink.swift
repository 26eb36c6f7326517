/// The receiver of the bytes of a new file from a `BlockWriter`.
package protocol BlockSink: Sendable {
    /// Takes bytes; one thread calls at a time.
    ///
    /// - Parameter offset: their offset in the file.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError)

    /// Called after all bytes were taken.
    func finish() throws(SystemError)
}

/// Bytes that a sink takes under a lock of its own; they do not change meanwhile.
package struct BlockBytes: @unchecked Sendable {
    package let buffer: UnsafeRawBufferPointer

    package init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }
}

extension BlockSink {
    /// Takes the first `byteCount` bytes of a file.
    ///
    /// - Parameter progress: called now and then with the bytes that were read.
    /// - Throws: `EIO` if the file is shorter.
    package func write(
        contentsOf file: borrowing FileDescriptor, byteCount: Int, progress: (Int) -> Void
    ) throws(SystemError) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: BlockWriter.blockByteCount, alignment: 16)
        defer { block.deallocate() }
        var offset = 0
        while offset < byteCount {
            let part = UnsafeMutableRawBufferPointer(rebasing: block[..<min(block.count, byteCount - offset)])
            guard try file.read(into: part, at: offset) == part.count else { throw SystemError.endOfFile }
            try write(UnsafeRawBufferPointer(part), at: offset)
            offset += part.count
            progress(offset)
        }
    }
}
