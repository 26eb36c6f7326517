/// Where a new file's plain bytes go, in order from its start.
///
/// They are gathered in blocks, which a `BlockWriter` writes. The first block is kept to the end, so that its
/// beginning can be filled in last and the file is no valid one before it is whole.
/// Source: file format, encryption, "Layout" and "Sizes".
struct FileOutput: ~Copyable {
    /// What the disk does with the bytes.
    enum Durability {
        /// They survive a power loss when `finish` returns.
        case durable
        /// The disk writes while more is appended: whoever then syncs the file waits little.
        case begun
        /// Nothing; the file is there for a while only.
        case none
    }

    private let writer: BlockWriter
    /// The first block, until the end.
    private let first: UnsafeMutableRawBufferPointer
    /// The block that is being filled, once the first is full.
    private var current: UnsafeMutableRawBufferPointer
    /// Plain bytes so far.
    private(set) var byteCount = 0

    private static let blockByteCount = BlockWriter.blockByteCount

    /// - Parameters:
    ///   - key: nil for a plain file.
    ///   - durability: whether, and when, the file has to survive a power loss.
    init(_ file: consuming FileDescriptor, key: EncryptionKey?, durability: Durability = .durable) {
        writer = BlockWriter(file, key: key, durability: durability)
        first = .allocate(byteCount: FileOutput.blockByteCount, alignment: 16)
        current = writer.buffer(1)
    }

    deinit { first.deallocate() }

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

    /// Hands a full block over; the first one stays.
    private mutating func finishBlock(_ block: Int) throws(SystemError) {
        guard block > 0 else { return }
        try writer.take(block)
        current = writer.buffer(block + 1)
    }

    /// Writes what is left, the first block last, with `beginning` at its start.
    ///
    /// - Precondition: whole pages were appended, at least one.
    consuming func finish(beginning: [UInt8]) throws(SystemError) {
        precondition(byteCount > 0 && byteCount % PageCipher.pageSize == 0, "a file has whole pages")
        let (block, offset) = byteCount.quotientAndRemainder(dividingBy: FileOutput.blockByteCount)
        first.copyBytes(from: beginning)
        try writer.finish(
            last: UnsafeRawBufferPointer(rebasing: current[..<(block == 0 ? 0 : offset)]), number: block,
            first: UnsafeRawBufferPointer(rebasing: first[..<min(byteCount, first.count)]))
    }
}
