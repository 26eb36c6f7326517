/// Where a new file's plain bytes go, in order from its start: to a plain file, or encrypted page by page.
///
/// Bytes are written in blocks of 1 MiB. The first block is kept to the end, so that its beginning can be filled in
/// last and the file is no valid one before it is whole. Every page is encrypted once, with counter 1.
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

    private let file: FileDescriptor
    private let cipher: PageCipher?
    private let durability: Durability
    /// The first block, until the end.
    private let first: UnsafeMutableRawBufferPointer
    /// The block that is being filled, once the first is full.
    private let current: UnsafeMutableRawBufferPointer
    /// Pages as they are stored, tables included.
    private let stored: UnsafeMutableRawBufferPointer
    /// Plain bytes so far.
    private(set) var byteCount = 0
    /// Where the file ends so far, and to where the disk was told to write.
    private var storedByteCount = 0
    private var hintedByteCount = 0

    /// Whole groups of 64 pages.
    private static let blockByteCount = 1 << 20
    private static let groupByteCount = EncryptedPages.pagesPerTable * PageCipher.pageSize
    /// So much the disk is told to write at a time.
    private static let hintByteCount = 4 << 20

    /// - Parameters:
    ///   - key: nil for a plain file.
    ///   - durability: whether, and when, the file has to survive a power loss.
    init(_ file: consuming FileDescriptor, key: EncryptionKey?, durability: Durability = .durable) {
        self.file = file
        self.durability = durability
        cipher = key.map { PageCipher($0) }
        first = .allocate(byteCount: FileOutput.blockByteCount, alignment: 16)
        current = .allocate(byteCount: FileOutput.blockByteCount, alignment: 16)
        let groups = key == nil ? 0 : FileOutput.blockByteCount / FileOutput.groupByteCount
        stored = .allocate(byteCount: groups * (FileOutput.groupByteCount + PageCipher.pageSize), alignment: 16)
    }

    deinit {
        first.deallocate()
        current.deallocate()
        stored.deallocate()
    }

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
            if block > 0, offset + count == FileOutput.blockByteCount {
                try store(UnsafeRawBufferPointer(current), at: block * FileOutput.blockByteCount)
            }
        }
    }

    /// Appends 8 bytes; faster than the general form.
    ///
    /// - Precondition: `byteCount` is a multiple of 8.
    mutating func append(word: UInt64) throws(SystemError) {
        let (block, offset) = byteCount.quotientAndRemainder(dividingBy: FileOutput.blockByteCount)
        (block == 0 ? first : current).storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
        byteCount += 8
        if block > 0, offset + 8 == FileOutput.blockByteCount {
            try store(UnsafeRawBufferPointer(current), at: block * FileOutput.blockByteCount)
        }
    }

    /// Writes what is left, the first block last, with `beginning` at its start.
    ///
    /// - Precondition: whole pages were appended, at least one.
    consuming func finish(beginning: [UInt8]) throws(SystemError) {
        precondition(byteCount > 0 && byteCount % PageCipher.pageSize == 0, "a file has whole pages")
        let (block, offset) = byteCount.quotientAndRemainder(dividingBy: FileOutput.blockByteCount)
        if block > 0, offset > 0 {
            let part = UnsafeRawBufferPointer(rebasing: current[..<offset])
            try store(part, at: block * FileOutput.blockByteCount)
        }
        first.copyBytes(from: beginning)
        try store(UnsafeRawBufferPointer(rebasing: first[..<min(byteCount, first.count)]), at: 0)
        switch durability {
        case .durable: try file.sync()
        case .begun: file.startWriting(from: 0, to: storedByteCount)
        case .none: break
        }
    }

    /// Writes whole pages at a plain offset where a group begins.
    private mutating func store(_ plain: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        guard let cipher else { return try write(plain, at: offset) }
        let pageSize = PageCipher.pageSize
        stored.initializeMemory(as: UInt8.self, repeating: 0)
        var end = 0
        for start in stride(from: 0, to: plain.count, by: pageSize) {
            let index = start / pageSize % EncryptedPages.pagesPerTable
            let table = end - (index == 0 ? 0 : (index + 1) * pageSize)
            if index == 0 { end += pageSize }
            let target = stored.baseAddress! + end
            cipher.encrypt(
                plain.baseAddress! + start, to: target, offset: offset + start, counter: PageEntry.firstCounter)
            PageEntry.storeFirst(
                at: stored.baseAddress! + (table + (index * PageEntry.byteCount)), ofPage: target, cipher)
            end += pageSize
        }
        let group = offset / FileOutput.groupByteCount
        try write(
            UnsafeRawBufferPointer(rebasing: stored[..<end]), at: group * (FileOutput.groupByteCount + pageSize))
    }

    private mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        try file.write(bytes, at: offset)
        storedByteCount = max(storedByteCount, offset + bytes.count)
        guard durability == .begun, storedByteCount - hintedByteCount >= FileOutput.hintByteCount else { return }
        file.startWriting(from: hintedByteCount, to: storedByteCount)
        hintedByteCount = storedByteCount
    }
}
