/// Where a new file's plain bytes go, in order from its start: to a plain file, or encrypted page by page.
///
/// Bytes are written in blocks of 1 MiB. The first block is kept to the end, so that its beginning can be filled in
/// last and the file is no valid one before it is whole. Every page is encrypted once, with counter 1.
/// Source: file format, encryption, "Layout" and "Sizes".
struct FileOutput: ~Copyable {
    private let file: FileDescriptor
    private let cipher: PageCipher?
    private let isDurable: Bool
    /// The first block, until the end.
    private let first: UnsafeMutableRawBufferPointer
    /// The block that is being filled, once the first is full.
    private let current: UnsafeMutableRawBufferPointer
    /// Pages as they are stored, tables included.
    private let stored: UnsafeMutableRawBufferPointer
    /// Plain bytes so far.
    private(set) var byteCount = 0

    /// Whole groups of 64 pages.
    private static let blockByteCount = 1 << 20
    private static let groupByteCount = EncryptedPages.pagesPerTable * PageCipher.pageSize

    /// - Parameters:
    ///   - key: nil for a plain file.
    ///   - isDurable: whether the file has to survive a power loss.
    init(_ file: consuming FileDescriptor, key: EncryptionKey?, isDurable: Bool = true) {
        self.file = file
        self.isDurable = isDurable
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

    /// Writes what is left, the first block last, with `beginning` at its start; the file is durable
    /// afterwards, if it was to be.
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
        if isDurable { try file.sync() }
    }

    /// Writes whole pages at a plain offset where a group begins.
    private func store(_ plain: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        guard let cipher else { return try file.write(plain, at: offset) }
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
        try file.write(
            UnsafeRawBufferPointer(rebasing: stored[..<end]), at: group * (FileOutput.groupByteCount + pageSize))
    }
}
