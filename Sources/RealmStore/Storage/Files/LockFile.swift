/// The file in which the sessions of a Realm meet, `NAME.lock`: how it is opened without being led astray.
///
/// Who can make files beside a Realm can put anything there under that name. So a lock file is looked for in a
/// directory that is opened once, is a regular file with one name, belongs to somebody who may write the Realm, and
/// is empty or begins as lock files do; nothing else is written to. It gets the Realm's owner, group and permissions,
/// so that whoever may write the Realm may lock it, whoever was first.
struct LockFile {
    /// Where it is, beside the Realm.
    let directory: Directory
    private let name: String
    private let path: String
    /// The Realm; nil if there is none yet.
    private let realm: FileStatus?
    /// Permissions of a lock file whose Realm is yet to be made.
    private let mode: UInt32

    static let ourLayout: UInt16 = 0x5253
    /// Core counts its layouts up from 1, and has come to 14.
    private static let layoutLimit: UInt16 = 256

    /// - Parameters:
    ///   - path: of the Realm.
    ///   - mode: permissions of a lock file that has to be made before the Realm.
    init(forFileAt path: String, mode: UInt32) throws(StorageError) {
        self.path = SessionLock.path(for: path)
        self.mode = mode
        let (directory, name) = try StorageError.onSystemError(self.path, Directory.holding(path))
        self.directory = directory
        self.name = SessionLock.path(for: name)
        realm = try? FileStatus.ofPath(path)
    }

    /// Opens the file; makes it if there is none.
    ///
    /// - Throws: `notALockFile` for what must not be written to, `notAFile` for a directory; what opening it gives.
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
            isLockFile = try LockFile.isBeginning(file.bytes(RawFileHeader.byteCount, at: 0))
        } catch {
            throw StorageError(error, path)
        }
        // Somebody has just removed it.
        if status.linkCount == 0 { return nil }
        if status.linkCount > 1 { throw refusal("has other names (hard links), to which nothing is written") }
        if !mayBelong(to: status.user) {
            throw refusal("belongs to user \(status.user), who may not write the Realm")
        }
        if !isLockFile { throw refusal("is no lock file, and is not written over") }
        adopt(file, status)
        return file
    }

    /// A new file; nil if somebody else was faster.
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

    /// Makes the file belong to whom the Realm belongs, with its permissions, as far as this process may.
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

    /// True for the owner of a lock file that may be believed: the Realm's, this process's or the system's; where
    /// others may write the Realm, anybody's.
    private func mayBelong(to user: UInt32) -> Bool {
        guard let realm else { return true }
        return [realm.user, ProcessIdentity.user, 0].contains(user) || realm.mode & 0o022 != 0
    }

    /// True if another process has made the file, and is about to give it to the Realm's owner.
    var isBeingMade: Bool {
        guard let status = try? directory.status(name), status.isRegularFile, let realm else { return false }
        return status.byteCount == 0 && status.user != realm.user
    }

    /// True for the first bytes of a lock file: none, zeros, or a header of ours or Core's.
    static func isBeginning(_ bytes: [UInt8]) -> Bool {
        if bytes.allSatisfy({ $0 == 0 }) { return true }
        guard bytes.count >= 8, bytes[0] <= 1 else { return false }
        let isRealm =
            bytes.count == RawFileHeader.byteCount
            && bytes.withUnsafeBytes {
                RawFileHeader($0.baseAddress!).hasMark
            }
        let layout = UInt16(bytes[6]) | (UInt16(bytes[7]) << 8)
        return !isRealm && (layout == ourLayout || (1..<layoutLimit).contains(layout))
    }

    // MARK: Errors

    /// Why what has the name cannot be opened.
    private func refusal(_ error: SystemError) -> StorageError {
        guard let status = try? directory.status(name), !status.isDirectory else { return StorageError(error, path) }
        return refusal(status.isLink ? "is a symbolic link, which is not followed" : "is not a regular file")
    }

    private func refusal(_ problem: String) -> StorageError {
        StorageError(.notALockFile, path, "\(problem); remove it if no program needs it")
    }
}
