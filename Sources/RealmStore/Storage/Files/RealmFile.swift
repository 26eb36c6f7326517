/// One open file: its lock, its address range, and the newest version at the time of opening.
///
/// The file is mapped (or, encrypted, decrypted page by page) into one reserved address range, so that a ref becomes a
/// pointer by one addition and stays valid as long as this object lives. Reading never writes a byte of the file.
package final class RealmFile: Sendable {
    /// The way a file is shared with other processes while it is read.
    package enum Sharing: Sendable {
        /// Take part in the session of all processes that have the file open; wait up to `timeout` for a holder that
        /// excludes us (see `SessionLock.acquire`). A file in a session that cannot be joined, or with which none can
        /// begin, is read through a private copy. If no lock file can be created, same as `none`.
        case locked(timeout: Duration?)
        /// Take no lock, leave no trace; the caller guarantees that the file is not written.
        case none
        /// Look at the newest version without taking part in the session, which others may go on with: `isStillNewest`
        /// says whether what was read until then was that version.
        case looking

        fileprivate var isLooking: Bool { if case .looking = self { true } else { false } }
    }

    /// The means that keep the version being read from changing.
    enum Protection: Sendable {
        /// A version in use in a session.
        case session(Participation)
        case privateCopy
        /// The same, of a file with which no session can begin until a writer prepares it. Others see that it is open.
        case unprepared(SessionLock)
        case promise
    }

    package let path: String
    package let header: FileHeader
    /// The newest version; nil for a file to which nothing was ever committed.
    package let top: TopArray?
    /// Every node of the version.
    let space: NodeSpace
    /// Bytes on disk.
    package let byteCount: Int
    /// Bytes without the cipher's own pages.
    let plainByteCount: Int
    let protection: Protection
    let contents: FileContents
    private let identity: Identity
    /// Held by the owner of an arena over the file.
    let arenas = FairLock()

    /// The pages of an encrypted file.
    package var pages: EncryptedPages? { contents.pages }
    /// True if the file can be written, by this process and by others, while it is read.
    var isShared: Bool {
        switch protection {
        case .session, .unprepared: true
        case .privateCopy, .promise: false
        }
    }

    var isEncrypted: Bool { pages != nil }

    /// Opens the file at `path` for reading.
    ///
    /// - Parameters:
    ///   - key: the key of an encrypted file, nil for a plain one.
    ///   - scratchDirectory: the directory of a private copy, if one is needed.
    package static func open(
        _ path: String, key: EncryptionKey?, sharing: Sharing, scratchDirectory: String? = nil
    ) throws(StorageError) -> RealmFile {
        let status = try FileStatus.ofRegularFile(path)
        guard case .locked(let timeout) = sharing else {
            return try openUnlocked(path, key, isLooking: sharing.isLooking)
        }
        // Among all paths to a file, only one has the lock file.
        let resolved = (try? FileName.resolved(path)) ?? path
        try refuseOtherKinds(path, key)
        let lock: SessionLock
        do {
            lock = try SessionLock.acquire(forFileAt: resolved, mode: status.mode, timeout: timeout)
        } catch {
            switch error.kind {
            case .incompatibleLockFile: break
            case .locksUnsupported:
                // Nobody writes there, but machines that cannot be seen.
                guard (try? Directory.holding(resolved).directory.isSharedByMachines) ?? false else { throw error }
            case .permissionDenied, .notAFile:
                if SessionLock.holders(path).isEmpty { return try openUnlocked(path, key) }
            default: throw error
            }
            return try openCopy(path, key, scratchDirectory, .privateCopy)
        }
        do {
            if let file = try openInSession(path, resolved, lock, key) { return file }
        } catch let error where error.isIncompatible {
            return try openCopy(path, key, scratchDirectory, .privateCopy)
        }
        return try openCopy(path, key, scratchDirectory, .unprepared(lock))
    }

    /// Throws for what is no Realm, beside which no lock file is made. Nothing is looked at that has one.
    static func refuseOtherKinds(_ path: String, _ key: EncryptionKey?) throws(StorageError) {
        if FileName.exists(SessionLock.path(for: (try? FileName.resolved(path)) ?? path)) { return }
        do {
            let file = try openReadOnly(path)
            try FileContents.checkKind(file, Identity(file, path), key: key, path)
        } catch {
            // All else may be the work of a process that begins a session at this moment.
            switch error.kind {
            case .notARealm, .notARealmOrEncrypted: throw error
            default: return
            }
        }
    }

    private static func openCopy(
        _ path: String, _ key: EncryptionKey?, _ scratchDirectory: String?, _ protection: Protection
    ) throws(StorageError) -> RealmFile {
        let copy = try ConsistentCopy.make(of: path, key: key, scratchDirectory: scratchDirectory)
        return try RealmFile(path, copy, key: key, protection)
    }

    /// Opens the file in a session; nil if none can begin with the file as it is.
    private static func openInSession(
        _ path: String, _ resolved: String, _ lock: SessionLock, _ key: EncryptionKey?
    ) throws(StorageError) -> RealmFile? {
        let participation = Participation(try Participant(lock, resolved))
        let participant = participation.participant
        while true {
            let file = try lock.open(resolved, .readOnly)
            let identity = try Identity(file, path)
            try FileContents.checkKind(file, identity, key: key, path)
            let contents = try FileContents(path, file, key: key, marks: participant.memory.pageMarks)
            let entering = try participant.enter(
                isEncrypted: key != nil, isInPlace: { lock.leads(resolved, to: identity.status) }
            ) { () throws(StorageError) in
                let (header, top) = try contents.newestVersion()
                guard contents.isPrepared(header, top) else { return nil }
                return Participant.Beginning(SessionMemory.Entry(top), isPrepared: true)
            }
            switch entering {
            case .entered:
                let file = try RealmFile(path, contents, identity, participation)
                if let top = file.top { participant.undoDeadReaders(named: top.version) }
                return file
            case .unfit: return nil
            case .replaced: continue
            }
        }
    }

    /// Opens a file that the caller guarantees is not written. If it is written anyway, that is not reported as damage.
    private static func openUnlocked(
        _ path: String, _ key: EncryptionKey?, isLooking: Bool = false
    ) throws(StorageError) -> RealmFile {
        let identity = try Identity(openReadOnly(path), path)
        do {
            return try RealmFile(path, openReadOnly(path), key: key, .promise, isLooking: isLooking)
        } catch {
            guard error.isAboutContent else { throw error }
            try identity.check(path)
            throw error
        }
    }

    private static func openReadOnly(_ path: String) throws(StorageError) -> FileDescriptor {
        try StorageError.onSystemError(path, FileDescriptor.open(path, .readOnly))
    }

    private init(
        _ path: String, _ file: consuming FileDescriptor, key: EncryptionKey?, _ protection: Protection,
        isLooking: Bool = false
    ) throws(StorageError) {
        self.path = path
        self.protection = protection
        identity = try Identity(file, path)
        byteCount = identity.status.byteCount
        try FileContents.checkKind(file, identity, key: key, path)
        let contents = try FileContents(path, file, key: key)
        if isLooking { try contents.beginLooking() }
        (header, top) = try contents.newestVersion()
        plainByteCount = contents.plainByteCount
        self.contents = contents
        space = contents.space(of: top)
    }

    /// The newest durable version in the session that was entered, which stays in use.
    private init(
        _ path: String, _ contents: FileContents, _ identity: Identity, _ participation: Participation
    ) throws(StorageError) {
        self.path = path
        self.identity = identity
        self.contents = contents
        protection = .session(participation)
        let pin = try participation.participant.pinDurable { () throws(StorageError) in
            try contents.currentHeader().namedTop
        } version: { (ref) throws(StorageError) in
            try contents.refreshPages()
            return try contents.topArray(ref).version
        }
        // The header was read before the version was kept in use.
        try contents.refreshPages()
        let top = try contents.top(of: pin.entry)
        self.top = top
        header = try contents.header(contents.currentHeader(), naming: top)
        byteCount = contents.fileByteCount
        plainByteCount = contents.plainByteCount
        space = contents.space(of: top)
    }

    /// A version of a damaged file, read in place.
    init(_ source: DamagedSource, _ header: FileHeader, _ top: TopArray?) {
        path = source.path
        protection = .promise
        identity = source.identity
        byteCount = identity.status.byteCount
        contents = source.contents
        plainByteCount = contents.plainByteCount
        (self.header, self.top) = (header, top)
        space = contents.space(of: top)
    }

    /// A second, independent view of the file behind `file`.
    convenience init(
        _ path: String, copying file: borrowing FileDescriptor, key: EncryptionKey?
    ) throws(StorageError) {
        let duplicate: FileDescriptor
        do { duplicate = try file.duplicate() } catch { throw StorageError(error, path) }
        try self.init(path, duplicate, key: key, .privateCopy)
    }

    /// The place for an arena over the file: half of the range, if it is large; a range as small as the file has no
    /// room for nodes.
    var placeOfArena: (range: AddressRange, start: Int) {
        let page = AddressRange.pageByteCount
        let range = contents.range
        return (range, max(range.byteCount / 2, plainByteCount + page - 1) / page * page)
    }
}

extension RealmFile {
    /// Identifies the opened file and its content, to detect changes.
    package struct Identity: Equatable, Sendable {
        package let status: FileStatus
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

        /// Throws `changedWhileReading` if the file at `path` is missing, or has another identity.
        func check(_ path: String) throws(StorageError) {
            do {
                if try Identity(RealmFile.openReadOnly(path), path) == self { return }
            } catch {
                if error.kind != .fileNotFound { throw error }
            }
            throw StorageError(.changedWhileReading, path, "was changed or replaced while it was read; read it again")
        }
    }

    /// The status of the file when it was opened.
    var status: FileStatus { identity.status }

    /// Whether the path still leads to the opened file.
    package var isInPlace: Bool {
        // Of a copy, there is nothing that another file could take the place of.
        if case .unprepared = protection { return true }
        return (try? FileStatus.ofPath(path)).map(status.isSameFile) ?? false
    }

    /// Opens the file of a session for writing, even if another one took its place, or none.
    func reopenForWriting(_ lock: SessionLock) throws(StorageError) -> FileDescriptor {
        let resolved = (try? FileName.resolved(path)) ?? path
        if let found = try? lock.open(resolved, .readWrite), let status = try? found.status(),
            self.status.isSameFile(as: status)
        {
            return found
        }
        return try StorageError.onSystemError(path) { () throws(SystemError) in try contents.reopenForWriting() }
    }

    /// The meaning of an error: for damage in a file written meanwhile, that the file changed.
    func explained(_ error: StorageError) -> StorageError {
        guard error.isAboutContent else { return error }
        do {
            try checkUnchanged()
            return error
        } catch {
            return error
        }
    }

    /// Whether the file at the path still is this one, and its newest version the one that was opened. The space of a
    /// version is used again only after a newer one is in effect: so all that was read of it was whole.
    func isStillNewest() -> Bool {
        guard let again = try? RealmFile.open(path, key: contents.key, sharing: .none) else { return false }
        return again.status.isSameFile(as: status) && again.identity.firstBytes == identity.firstBytes
            && again.top?.version == top?.version
    }

    /// Throws `changedWhileReading` if the file at the path is no longer the one that was opened, or was written to.
    ///
    /// Does nothing for a file read under a lock or through a private copy.
    package func checkUnchanged() throws(StorageError) {
        guard case .promise = protection else { return }
        try identity.check(path)
    }
}
