/// The file in which the sessions of a Realm meet, `NAME.lock`: opened safely.
///
/// Anyone who can create files beside a Realm can put anything there under that name. So a lock file is looked up in a
/// directory that is opened once, and must be a regular file with one hard link, belong to a user who may write the
/// Realm, and be empty or begin as lock files do; nothing else is written to. It gets the Realm's owner, group and
/// permissions, so that everyone who may write the Realm may lock it, no matter who came first.
struct LockFile {
    /// The directory of the lock file and the Realm.
    let directory: Directory
    private let name: String
    private let path: String
    /// The Realm; nil if there is none yet.
    private let realm: FileStatus?
    /// The permissions of a lock file whose Realm does not exist yet.
    private let mode: UInt32

    /// Whether the first bytes of a file are those of one that may be written to.
    private let isBeginning: ([UInt8]) -> Bool

    /// The layout of earlier versions of this library.
    private static let formerLayout: UInt16 = 0x5253
    /// Core numbers its layouts from 1, and has reached 14.
    private static let layoutLimit: UInt16 = 256

    /// - Parameters:
    ///   - path: of the Realm.
    ///   - mode: permissions of a lock file that is created before the Realm.
    ///   - suffix: of the file; the default is the lock file itself, else a companion of it.
    init(forFileAt path: String, mode: UInt32, suffix: String? = nil) throws(StorageError) {
        self.path = suffix.map { path + $0 } ?? SessionLock.path(for: path)
        isBeginning = suffix == nil ? { LockFile.isBeginning($0) } : { HolderTable.isBeginning($0) }
        self.mode = mode
        let (directory, name) = try StorageError.onSystemError(self.path, Directory.holding(path))
        self.directory = directory
        self.name = suffix.map { name + $0 } ?? SessionLock.path(for: name)
        realm = try? FileStatus.ofPath(path)
    }

    /// Opens the file; creates it if there is none.
    ///
    /// - Throws: `notALockFile` for a file that must not be written to, `notAFile` for a directory; errors of opening
    ///   it.
    func open() throws(StorageError) -> FileDescriptor {
        while true {
            if let file = try existing() { return file }
            if let file = try made() { return file }
        }
    }

    /// The file, if it is there.
    private func existing() throws(StorageError) -> FileDescriptor? {
        let file: FileDescriptor
        do {
            file = try directory.open(name, .readWrite)
        } catch {
            switch error.meaning {
            case .notFound: return nil
            case .notAFile: throw refusal(error)
            default: throw StorageError(error, path)
            }
        }
        let status: FileStatus
        let isLockFile: Bool
        do {
            status = try file.status()
            isLockFile = try isBeginning(file.bytes(RawFileHeader.byteCount, at: 0))
        } catch {
            throw StorageError(error, path)
        }
        // It has just been removed.
        if status.linkCount == 0 { return nil }
        if status.linkCount > 1 { throw refusal("has other names (hard links), to which nothing is written") }
        if !mayBelong(to: status.user) {
            throw refusal("belongs to user \(status.user), who may not write the Realm")
        }
        if !isLockFile { throw refusal("is no lock file, and is not written over") }
        adopt(file, status)
        return file
    }

    /// A new file; nil if another process was faster.
    private func made() throws(StorageError) -> FileDescriptor? {
        do {
            let file = try directory.open(
                name, .readWrite, create: realm == nil ? mode & 0o666 : 0o600, exclusive: true)
            adopt(file, try file.status())
            return file
        } catch {
            if error.meaning == .exists { return nil }
            throw StorageError(error, path)
        }
    }

    /// Gives the file the Realm's owner and permissions, as far as this process may.
    private func adopt(_ file: borrowing FileDescriptor, _ status: FileStatus) {
        guard let realm else { return }
        let mode = (realm.mode & 0o666) | 0o600
        if (status.user, status.group) != (realm.user, realm.group) {
            do { try file.setOwner(user: realm.user, group: realm.group) } catch {
                try? file.setOwner(user: status.user, group: realm.group)
            }
        }
        if status.mode != mode { try? file.setMode(mode) }
    }

    /// True for a trustworthy owner of a lock file: the Realm's, this process's or root; any user, if others may write
    /// the Realm.
    private func mayBelong(to user: UInt32) -> Bool {
        guard let realm else { return true }
        return [realm.user, ProcessIdentity.user, 0].contains(user) || realm.mode & 0o022 != 0
    }

    /// True if another process has just created the file, and will give it to the Realm's owner.
    var isBeingMade: Bool {
        guard let status = try? directory.status(name), status.isRegularFile, let realm else { return false }
        return status.byteCount == 0 && status.user != realm.user
    }

    /// True for the first bytes of a lock file: none, zeros, or a header of RealmStore or Core.
    static func isBeginning(_ bytes: [UInt8]) -> Bool {
        if bytes.allSatisfy({ $0 == 0 }) { return true }
        guard bytes.count >= 8, bytes[0] <= 1 else { return false }
        let isRealm =
            bytes.count == RawFileHeader.byteCount
            && bytes.withUnsafeBytes {
                RawFileHeader($0.baseAddress!).hasMark
            }
        let layout = UInt16(bytes[6]) | (UInt16(bytes[7]) << 8)
        return !isRealm && (layout == formerLayout || (1..<layoutLimit).contains(layout))
    }

    // MARK: Errors

    /// The error for a file of that name that cannot be opened.
    private func refusal(_ error: SystemError) -> StorageError {
        guard let status = try? directory.status(name), !status.isDirectory else { return StorageError(error, path) }
        return refusal(status.isLink ? "is a symbolic link, which is not followed" : "is not a regular file")
    }

    private func refusal(_ problem: String) -> StorageError {
        StorageError(.notALockFile, path, "\(problem); remove it if no program needs it")
    }
}
