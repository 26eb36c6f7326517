/// One open file: its lock, its address range, and the newest version at the time of opening.
///
/// The file is mapped (or, encrypted, decrypted page by page) into one reserved address range, so that a ref becomes a
/// pointer by one addition and stays valid as long as this object lives. Reading never writes a byte of the file.
final class RealmFile: Sendable {
    /// How a file is shared with other processes while it is read.
    enum Sharing: Sendable {
        /// Lock `NAME.lock` as every session does; wait up to `timeout` for a holder that excludes us. A file held by
        /// Realm Core is read through a private copy. Where no lock file can be made, as `none`.
        case locked(timeout: Duration)
        /// Take no lock, leave no trace; the caller promises that nobody writes.
        case none
    }

    /// What keeps the version that is read from changing.
    enum Protection: Sendable {
        case lock(SessionLock)
        case privateCopy
        case promise
    }

    let path: String
    let header: FileHeader
    /// The newest version; nil for a file to which nothing was ever committed.
    let top: TopArray?
    /// Every node of the version.
    let space: NodeSpace
    /// Bytes on disk.
    let byteCount: Int
    /// Bytes without the cipher's own pages.
    let plainByteCount: Int
    /// The pages of an encrypted file.
    let pages: EncryptedPages?
    let protection: Protection
    private let range: AddressRange
    private let identity: Identity

    var isEncrypted: Bool { pages != nil }

    /// Opens the file at `path` for reading.
    ///
    /// - Parameters:
    ///   - key: the key of an encrypted file, nil for a plain one.
    ///   - scratchDirectory: where a private copy goes, if one is needed.
    static func open(
        _ path: String, key: EncryptionKey?, sharing: Sharing, scratchDirectory: String? = nil
    ) throws(StorageError) -> RealmFile {
        let status = try FileStatus.ofRegularFile(path)
        guard case .locked(let timeout) = sharing else {
            return try RealmFile(path, openReadOnly(path), key: key, .promise)
        }
        let lock: SessionLock
        do {
            lock = try SessionLock.acquire(forFileAt: path, mode: status.mode, timeout: timeout)
        } catch {
            switch error.kind {
            case .incompatibleLockFile:
                let copy = try ConsistentCopy.make(of: path, key: key, scratchDirectory: scratchDirectory)
                return try RealmFile(path, copy, key: key, .privateCopy)
            case .permissionDenied, .notAFile:
                return try RealmFile(path, openReadOnly(path), key: key, .promise)
            default: throw error
            }
        }
        return try RealmFile(path, openReadOnly(path), key: key, .lock(lock))
    }

    private static func openReadOnly(_ path: String) throws(StorageError) -> FileDescriptor {
        try StorageError.onSystemError(path) { () throws(SystemError) in try FileDescriptor.open(path, .readOnly) }
    }

    private init(
        _ path: String, _ file: consuming FileDescriptor, key: EncryptionKey?, _ protection: Protection
    ) throws(StorageError) {
        self.path = path
        self.protection = protection
        identity = try Identity(file, path)
        byteCount = identity.status.byteCount
        try RealmFile.checkKind(file, identity, key: key, path)
        do {
            if let key {
                range = try AddressRange(atLeast: byteCount)
                let pages = try EncryptedPages(file: file, key: key, into: range)
                self.pages = pages
                plainByteCount = pages.plainByteCount
            } else {
                pages = nil
                plainByteCount = byteCount
                range = try AddressRange(atLeast: byteCount)
                try range.mapFile(file, byteCount: byteCount)
            }
        } catch {
            throw StorageError(error, path)
        }
        let whole = NodeSpace(base: range.base, end: plainByteCount, pages: pages)
        try RealmFile.makeHeaderReadable(range.base, pages, plainByteCount, path)
        header = try FileHeader(range.base, byteCount: plainByteCount, path: path)
        if header.topRef.isNone {
            top = nil
            space = whole
            return
        }
        do {
            let top = try TopArray(header.topRef, in: whole, physicalByteCount: plainByteCount)
            self.top = top
            space = whole.limited(to: top.logicalByteCount)
        } catch {
            throw StorageError(error, path)
        }
    }

    /// A second, independent view of the file behind `file`.
    convenience init(
        _ path: String, copying file: borrowing FileDescriptor, key: EncryptionKey?
    ) throws(StorageError) {
        let duplicate: FileDescriptor
        do { duplicate = try file.duplicate() } catch { throw StorageError(error, path) }
        try self.init(path, duplicate, key: key, .privateCopy)
    }

    /// Tells apart, before any node is looked at: no Realm, an encrypted file without key, a plain one with key.
    private static func checkKind(
        _ file: borrowing FileDescriptor, _ identity: Identity, key: EncryptionKey?, _ path: String
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

    /// Decrypts header and footer, and tells a wrong key from a damaged first page.
    private static func makeHeaderReadable(
        _ base: UnsafeRawPointer, _ pages: EncryptedPages?, _ plainByteCount: Int, _ path: String
    ) throws(StorageError) {
        guard let pages else { return }
        do {
            try pages.makePresent(0, RawFileHeader.byteCount)
            guard RawFileHeader(base).isStreaming else { return }
            let footer = max(0, plainByteCount - RawFileHeader.footerByteCount)
            try pages.makePresent(footer, plainByteCount - footer)
        } catch {
            switch pages.probe() {
            case .wrongKey: throw StorageError(.wrongKey, path, "cannot be decrypted: no page fits the key")
            default: throw StorageError(.damaged, path, "is damaged: \(error)")
            }
        }
    }
}

extension RealmFile {
    /// What tells whether a file is still the one that was opened, with the same content.
    struct Identity: Equatable, Sendable {
        let status: FileStatus
        /// The first 24 bytes as stored.
        let firstBytes: [UInt8]

        init(_ file: borrowing FileDescriptor, _ path: String) throws(StorageError) {
            do {
                status = try file.status()
                firstBytes = try file.bytes(RawFileHeader.byteCount, at: 0)
            } catch {
                throw StorageError(error, path)
            }
        }
    }

    /// Throws `changedWhileReading` if the file at the path is no longer the one that was opened, or was written to.
    ///
    /// Says nothing new about a file read under a lock or through a private copy.
    func checkUnchanged() throws(StorageError) {
        guard case .promise = protection else { return }
        if let file = try? RealmFile.openReadOnly(path), try Identity(file, path) == identity { return }
        throw StorageError(.changedWhileReading, path, "was changed or replaced while it was read; read it again")
    }
}

extension StorageError {
    /// Runs `body`; a failed system call in it becomes an error about the file at `path`.
    static func onSystemError<Result: ~Copyable>(
        _ path: String, _ body: () throws(SystemError) -> Result
    ) throws(StorageError) -> Result {
        do { return try body() } catch { throw StorageError(error, path) }
    }
}

extension FileStatus {
    /// Facts of the file at `path`; throws if it is missing, or something else than a regular file.
    static func ofRegularFile(_ path: String) throws(StorageError) -> FileStatus {
        let status = try StorageError.onSystemError(path) { () throws(SystemError) in try FileStatus.ofPath(path) }
        if status.isDirectory { throw StorageError(.notAFile, path, "is a directory, not a file") }
        if !status.isRegularFile { throw StorageError(.notAFile, path, "is not a regular file") }
        return status
    }
}
