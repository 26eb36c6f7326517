/// The output for a new file's plain bytes, in order from its start.
///
/// They are gathered in blocks, which a `BlockWriter` passes on to a sink. The first block is kept to the end, so that
/// its beginning can be filled in last and a file is not valid before it is complete; unless the beginning is known,
/// and the sink takes the bytes in their order. Source: file-format/encryption.md, "Pages and their entries" and "Sizes
/// of encrypted files".
struct FileOutput: ~Copyable {
    private let writer: BlockWriter
    /// The first block.
    private let first: UnsafeMutableRawBufferPointer
    /// The first bytes of the file, if they are known; then the first block belongs to the writer.
    private let beginning: [UInt8]?
    /// The block that is being filled, once the first is full.
    private var current: UnsafeMutableRawBufferPointer
    /// Plain bytes so far.
    private(set) var byteCount = 0

    private static let blockByteCount = BlockWriter.blockByteCount

    /// - Parameters:
    ///   - key: nil for a plain file.
    ///   - beginning: the first bytes of the file, for a sink that takes all in order; nil if they are not known yet.
    init(_ sink: any BlockSink, key: EncryptionKey?, beginning: [UInt8]? = nil) {
        writer = BlockWriter(sink, key: key)
        self.beginning = beginning
        first =
            beginning == nil
            ? .allocate(byteCount: FileOutput.blockByteCount, alignment: 16) : writer.buffer(0)
        current = writer.buffer(1)
    }

    /// Writes a file on the disk.
    init(_ file: consuming FileDescriptor, key: EncryptionKey?, durability: FileSink.Durability = .durable) {
        self.init(FileSink(file, durability), key: key)
    }

    deinit { if beginning == nil { first.deallocate() } }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let (block, offset) = byteCount.quotientAndRemainder(dividingBy: FileOutput.blockByteCount)
            let count = min(rest.count, FileOutput.blockByteCount - offset)
            let part = UnsafeRawBufferPointer(rebasing: rest[..<count])
            (block == 0 ? first : current).baseAddress!.advanced(by: offset)
                .copyMemory(from: part.baseAddress!, byteCount: count)
            byteCount += count
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            if offset + count == FileOutput.blockByteCount { try finishBlock(block) }
        }
    }

    /// Appends 8 bytes; faster than the general form.
    ///
    /// - Precondition: `byteCount` is a multiple of 8.
    mutating func append(word: UInt64) throws(SystemError) {
        let (block, offset) = byteCount.quotientAndRemainder(dividingBy: FileOutput.blockByteCount)
        (block == 0 ? first : current).storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
        byteCount += 8
        if offset + 8 == FileOutput.blockByteCount { try finishBlock(block) }
    }

    /// Hands over a full block; keeps the first one if its beginning is not known.
    private mutating func finishBlock(_ block: Int) throws(SystemError) {
        if block == 0 {
            guard let beginning else { return }
            first.copyBytes(from: beginning)
        }
        try writer.take(block)
        current = writer.buffer(block + 1)
    }

    /// Writes the rest, the first block last, with `beginning` at its start.
    ///
    /// - Precondition: whole pages were appended, at least one; `beginning` equals the one given to `init`, if any.
    consuming func finish(beginning: [UInt8]) throws(SystemError) {
        precondition(byteCount > 0 && byteCount % PageCipher.pageSize == 0, "a file has whole pages")
        precondition(self.beginning == nil || self.beginning == beginning, "a file begins as it was said to")
        let (block, offset) = byteCount.quotientAndRemainder(dividingBy: FileOutput.blockByteCount)
        let isFirstLeft = self.beginning == nil || block == 0
        if isFirstLeft { first.copyBytes(from: beginning) }
        try writer.finish(
            last: UnsafeRawBufferPointer(rebasing: current[..<(block == 0 ? 0 : offset)]), number: block,
            first: UnsafeRawBufferPointer(rebasing: first[..<(isFirstLeft ? min(byteCount, first.count) : 0)]))
    }
}
