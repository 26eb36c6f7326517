import Synchronization

/// The plain bytes of an open file, at the start of one address range: mapped, or decrypted page by page.
///
/// A ref becomes a pointer by one addition, and the pointer stays valid as long as this object lives, no matter how
/// much the file grows.
final class FileContents: Sendable {
    let path: String
    let range: AddressRange
    /// Bytes at the start of the range that belong to the file; the rest is for write transactions.
    let limit: Int
    /// The key of an encrypted file.
    let key: EncryptionKey?
    /// The pages of an encrypted file.
    let pages: EncryptedPages?
    /// Permission bits of the file.
    let mode: UInt32
    private let file: FileDescriptor
    /// Bytes of a plain file as `follow` last saw them.
    private let size = Atomic(0)
    /// Bytes of a plain file that are mapped, at least once: whole pages.
    private let mapped = Mutex(0)

    /// - Parameters:
    ///   - file: one accepted by `checkKind`.
    ///   - isWritten: whether room is needed for growth and for write transactions.
    ///   - marks: of the session in which others may write the file.
    init(
        _ path: String, _ file: consuming FileDescriptor, key: EncryptionKey?, isWritten: Bool = false,
        marks: PageMarks? = nil
    ) throws(StorageError) {
        self.path = path
        self.key = key
        do {
            let byteCount = try file.byteCount()
            mode = try file.status().mode
            if isWritten {
                let (wanted, overflow) = byteCount.multipliedReportingOverflow(by: 4)
                range = try AddressRange(atLeast: overflow ? .max : max(wanted, 4 * FileContents.minimumByteCount))
                limit = range.byteCount / 2 / FileContents.minimumByteCount * FileContents.minimumByteCount
            } else {
                range = try AddressRange(atLeast: byteCount)
                limit = range.byteCount
            }
            if let key {
                pages = try EncryptedPages(file: file.duplicate(), key: key, into: range, limit: limit, marks: marks)
            } else {
                pages = nil
            }
            self.file = file
            try followSize()
        } catch {
            throw StorageError(error, path)
        }
    }

    /// The byte, far beyond any end, that is locked by those who look at a file without taking part in its session,
    /// so that it is not made shorter meanwhile.
    static let lookByte = Int.max - 1

    /// Keeps the file from being made shorter.
    func beginLooking() throws(StorageError) {
        for _ in 0..<FileContents.lookAttempts {
            let isLocked = try StorageError.onSystemError(path) { () throws(SystemError) in
                try file.lockByte(FileContents.lookByte, isShared: true)
            }
            if isLocked { return }
            Pause.microseconds(100)
        }
        throw StorageError(.changedWhileReading, path, "is being made shorter by a process that does not go on")
    }

    /// Cutting takes no longer than a call, unless the process is stopped.
    private static let lookAttempts = 100

    /// The room for a file that is written.
    private static let minimumByteCount = 1 << 28

    /// Opens the file again for writing, even if it was removed since.
    func reopenForWriting() throws(SystemError) -> FileDescriptor { try FileDescriptor.open(file.ownPath, .readWrite) }

    /// Bytes of the plain file.
    var plainByteCount: Int { pages?.plainByteCount ?? size.load(ordering: .acquiring) }

    /// Bytes on the disk.
    var fileByteCount: Int { (try? file.byteCount()) ?? plainByteCount }

    /// Records the current size of the file, and makes the added bytes readable.
    func follow() throws(StorageError) {
        do { try followSize() } catch { throw StorageError(error, path) }
    }

    private func followSize() throws(SystemError) {
        if let pages { return try pages.follow() }
        let byteCount = try file.byteCount()
        guard byteCount <= limit else { throw .noRoom }
        let failure = mapped.withLock { mapped -> SystemError? in
            do throws(SystemError) {
                if byteCount > mapped {
                    try range.mapFile(file, from: mapped, byteCount: byteCount)
                    // A page that the file fills only partly shows more of the file as it grows.
                    mapped = (byteCount + AddressRange.pageByteCount - 1) & ~(AddressRange.pageByteCount - 1)
                }
                size.store(byteCount, ordering: .releasing)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Lets the system reclaim the memory of the parts of a plain file that were read; everything stays readable. For
    /// passes over a whole file, all of which would otherwise count as memory of this process in the end.
    func releaseMemory() {
        precondition(pages == nil, "decrypted pages may be in use: read them again for oneself, and forget those")
        range.release(byteCount: mapped.withLock { $0 })
    }

    /// Keeps the system from reading ahead of the pages that are read.
    func expectScatteredReads() {
        if pages == nil { range.expectScatteredReads(byteCount: mapped.withLock { $0 }) }
    }

    /// Throws `wrongKey` unless this key, or none, is the one the file was opened with.
    func checkKey(_ other: EncryptionKey?) throws(StorageError) {
        if isOpened(with: other) { return }
        throw StorageError(.wrongKey, path, "is open in this process with another key, or with none")
    }

    /// True if this key, or none, is the one the file was opened with.
    func isOpened(with other: EncryptionKey?) -> Bool {
        guard let key, let other else { return (key == nil) == (other == nil) }
        return key.isEqual(to: other)
    }

    /// All bytes of the file, for reading its top array.
    var wholeSpace: NodeSpace { NodeSpace(base: range.base, end: plainByteCount, pages: pages) }

    /// The current header, and the version that it names; nil for a file to which nothing was ever committed.
    ///
    /// Of a file that nobody writes: one without a session, or whose session is just beginning.
    func newestVersion() throws(StorageError) -> (header: FileHeader, top: TopArray?) {
        for _ in 0..<FileContents.attempts {
            try follow()
            try makeHeaderReadable()
            let before = RawFileHeader(range.base)
            atomicMemoryFence(ordering: .acquiring)
            let result = Result { () throws(StorageError) in try parseVersion() }
            atomicMemoryFence(ordering: .acquiring)
            if RawFileHeader(range.base) == before { return try result.get() }
        }
        throw StorageError(.changedWhileReading, path, "changes too fast to be read; try again")
    }

    /// The header as it is now.
    func currentHeader() throws(StorageError) -> RawFileHeader {
        try follow()
        if let pages { do { try pages.refreshFirst() } catch { throw explained(error) } }
        try makeHeaderReadable()
        return RawFileHeader(range.base)
    }

    /// Whether a session with Realm Core can begin with the file as it is: Core prepares a file only when it is the
    /// first to open it. Source: file-format/sessions.md, "The first".
    func isPrepared(_ header: FileHeader, _ top: TopArray?) -> Bool {
        guard let top, !header.isStreaming, header.format == FileHeader.currentFormat else { return false }
        return plainByteCount % PageCipher.pageSize == 0 && [.none, .inRealm].contains(top.historyType)
            && top.historySchemaVersion == TopArray.currentHistorySchemaVersion
    }

    /// Whether the header says an older format. True until the header names the first version of the current one.
    func isOld() throws(StorageError) -> Bool {
        let header = try currentHeader()
        let format = Int(header.slot(header.selectedSlot).format)
        return format != 0 && format < FileHeader.currentFormat
    }

    /// The root of a version that is in use in a session; nil for a file to which nothing was ever committed.
    ///
    /// - Throws: `incompatibleLockFile` if it is a version of another file.
    func top(of entry: SessionMemory.Entry) throws(StorageError) -> TopArray? {
        try follow()
        if entry.top.isNone { return nil }
        let top = try? topArray(entry.top)
        guard let top, top.version == entry.version, top.logicalByteCount == entry.byteCount else {
            throw SessionLock.inUse(
                path, .incompatibleLockFile(SessionLock.holders(path)),
                "whose session is about another file of that name, or this one is damaged")
        }
        return top
    }

    /// The header as one that names this version, whatever it names by now.
    func header(_ raw: RawFileHeader, naming top: TopArray?) throws(StorageError) -> FileHeader {
        if raw.isStreaming { return try FileHeader(range.base, byteCount: plainByteCount, path: path) }
        let named = raw.slot(raw.selectedSlot)
        let isNamed = named.topRef == UInt64(top?.ref.offset ?? 0)
        // What is not named yet was committed by an engine of today.
        return FileHeader(
            raw, format: isNamed ? Int(named.format) : FileHeader.currentFormat, topRef: top?.ref ?? .none)
    }

    /// Drops pages of an encrypted file that others have written since they were decrypted.
    func refreshPages() throws(StorageError) {
        guard let pages else { return }
        // Pages that the file had before it was cut, and has again, are among them.
        try follow()
        do { try pages.refresh() } catch { throw explained(error) }
    }

    private static let attempts = 1000

    private func parseVersion() throws(StorageError) -> (header: FileHeader, top: TopArray?) {
        let header = try FileHeader(range.base, byteCount: plainByteCount, path: path)
        if header.topRef.isNone { return (header, nil) }
        return (header, try topArray(header.topRef))
    }

    /// The root of a version, which is in use.
    func topArray(_ ref: Ref) throws(StorageError) -> TopArray {
        do { return try TopArray(ref, in: wholeSpace, physicalByteCount: plainByteCount) } catch {
            throw StorageError(error, path)
        }
    }

    /// The nodes of a version.
    func space(of top: TopArray?) -> NodeSpace { top.map { wholeSpace.limited(to: $0.logicalByteCount) } ?? wholeSpace }

    /// Detects, before any node is read: not a Realm, an encrypted file without key, a plain file with key.
    static func checkKind(
        _ file: borrowing FileDescriptor, _ identity: RealmFile.Identity, key: EncryptionKey?, _ path: String
    ) throws(StorageError) {
        let byteCount = identity.status.byteCount
        if byteCount == 0 { throw StorageError(.notARealm, path, "is empty (0 bytes), which is not a Realm") }
        guard byteCount >= RawFileHeader.byteCount else {
            throw StorageError(.notARealm, path, "has \(byteCount) bytes, too few for a Realm file")
        }
        let isPlain = identity.firstBytes.withUnsafeBytes { RawFileHeader($0.baseAddress!).hasMark }
        if isPlain {
            if key != nil { throw StorageError(.keyForPlainFile, path, "is not encrypted, but a key was given") }
            guard byteCount % 8 == 0 else {
                throw StorageError(
                    .damaged, path, "has \(byteCount) bytes, which is no multiple of 8: probably truncated")
            }
            return
        }
        let couldBeEncrypted = byteCount % PageCipher.pageSize == 0 && byteCount >= 2 * PageCipher.pageSize
        if key != nil {
            guard byteCount >= 2 * PageCipher.pageSize else {
                throw StorageError(.notARealm, path, "has \(byteCount) bytes, too few for an encrypted Realm file")
            }
            return
        }
        guard couldBeEncrypted else {
            throw StorageError(.notARealm, path, "has no T-DB mark at offset 16: it is not a Realm file")
        }
        if EncryptedPages.looksEncrypted(file) {
            throw StorageError(.keyRequired, path, "is encrypted and needs its 64-byte key")
        }
        throw StorageError(
            .notARealmOrEncrypted, path,
            "has no T-DB mark at offset 16: it is either not a Realm file, or encrypted and needs its key")
    }

    /// Decrypts header and footer.
    private func makeHeaderReadable() throws(StorageError) {
        guard let pages else { return }
        do {
            try pages.makePresent(0, RawFileHeader.byteCount)
            guard RawFileHeader(range.base).isStreaming else { return }
            let footer = max(0, plainByteCount - RawFileHeader.footerByteCount)
            try pages.makePresent(footer, plainByteCount - footer)
        } catch {
            throw explained(error)
        }
    }

    /// Distinguishes a wrong key from a damaged first page.
    func explained(_ error: PageError) -> StorageError {
        if pages?.probe() == .wrongKey {
            return StorageError(.wrongKey, path, "cannot be decrypted: no page fits the key")
        }
        return StorageError(.damaged, path, "is damaged: \(error)")
    }
}
