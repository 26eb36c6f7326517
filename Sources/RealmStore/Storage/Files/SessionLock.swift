/// The lock that a session holds on `NAME.lock` as long as it has the file open.
///
/// Every engine that opens a Realm holds a shared `flock` on this file. Whoever gets the exclusive lock is alone and
/// must empty the file before anything else: its content may describe a session that died. Ours then writes a header
/// with a layout number of its own, so that Realm Core refuses to join instead of misreading it, and changes to a
/// shared lock. Source: file-format/locks-and-sessions.md, "Living beside Realm Core" and "The lock file of
/// RealmStore".
///
///     header: 0 ready (1) | 1..5 zero | 6 layout (2 bytes) | 8 pid (4 bytes) | 12..23 zero
///     behind it: what the processes of a session tell each other, see `Participant`
final class SessionLock: Sendable {
    let file: FileDescriptor
    /// Where the lock file is, and the Realm; nil for one in memory.
    let directory: Directory?

    static let ourLayout = LockFile.ourLayout
    private static let headerByteCount = 24
    /// How long a lock file that is just being made is waited for, whatever the timeout.
    static let patience = Duration.seconds(2)
    /// How long who begins a session, or removes or restores the file, is waited for if nothing else is asked for.
    static let usualTimeout = Duration.seconds(5)
    /// How long a session that is just beginning or ending is waited for in any case.
    private static let moment = Duration.milliseconds(50)

    /// What another holder's lock file says.
    enum Occupant {
        case beingMade
        case ours
        case other(layout: UInt16)
    }

    init(file: consuming FileDescriptor, in directory: Directory? = nil) {
        self.file = file
        self.directory = directory
    }

    static func path(for path: String) -> String { path + ".lock" }

    /// Opens the Realm whose lock this is: beside the lock file, wherever its path may lead by now.
    ///
    /// - Parameter path: without symbolic links.
    func open(_ path: String, _ access: FileDescriptor.Access) throws(StorageError) -> FileDescriptor {
        try StorageError.onSystemError(path) { () throws(SystemError) in
            guard let directory else { return try FileDescriptor.open(path, access) }
            return try directory.open(FileName.split(path).name, access)
        }
    }

    /// Joins or begins a session on the file at `path`.
    ///
    /// - Parameters:
    ///   - mode: permissions of a lock file that has to be made.
    ///   - timeout: how long to wait for a holder that excludes us; nil for the usual time for one that has the lock
    ///     alone, and not at all for a session of another engine, which may last.
    /// - Throws: `inUse`, `incompatibleLockFile`, `locksUnsupported`, `notALockFile`, or what opening the lock file
    ///   gave.
    static func acquire(forFileAt path: String, mode: UInt32, timeout: Duration?) throws(StorageError) -> SessionLock {
        let lockFile = try LockFile(forFileAt: path, mode: mode)
        let begin = ContinuousClock.now
        while true {
            let waited = ContinuousClock.now - begin
            guard let file = try opened(lockFile, isPatient: waited < patience) else { continue }
            let attempt: Attempt
            do {
                attempt = try self.attempt(file, lockFile.directory)
            } catch {
                throw StorageError(error, SessionLock.path(for: path))
            }
            switch attempt {
            case .acquired(let lock): return lock
            case .lost: continue
            case .excluded:
                if waited >= max(timeout ?? usualTimeout, moment) { throw inUse(path, .inUse(holders(path))) }
            case .occupied(let layout):
                // Another engine's session may just have ended, and ours not have begun yet.
                if waited >= max(timeout ?? .zero, moment) {
                    throw inUse(path, .incompatibleLockFile(holders(path)), layout)
                }
            }
            Pause.milliseconds(10)
        }
    }

    private enum Attempt {
        case acquired(SessionLock)
        /// Another session began while ours was changing its lock.
        case lost
        /// Somebody of ours has the lock alone.
        case excluded
        /// There is a session of another engine.
        case occupied(layout: UInt16)
    }

    /// The lock file; nil, after a pause, if it is just being made by somebody else.
    static func opened(_ lockFile: LockFile, isPatient: Bool) throws(StorageError) -> FileDescriptor? {
        do {
            return try lockFile.open()
        } catch {
            guard error.kind == .permissionDenied, isPatient, lockFile.isBeingMade else { throw error }
            Pause.milliseconds(10)
            return nil
        }
    }

    private static func attempt(
        _ file: consuming FileDescriptor, _ directory: Directory
    ) throws(SystemError) -> Attempt {
        if try file.lock(.exclusive, blocking: false) {
            try writeHeader(file)
            // Changing the lock is not atomic: another session may begin in between and rewrite the header.
            _ = try file.lock(.shared, blocking: true)
            guard case .ours = try occupant(file) else { return .lost }
            return .acquired(SessionLock(file: file, in: directory))
        }
        switch try occupant(file) {
        case .ours:
            guard try file.lock(.shared, blocking: false) else { return .excluded }
            guard case .ours = try occupant(file) else { return .lost }
            return .acquired(SessionLock(file: file, in: directory))
        case .beingMade: return .excluded
        // No lock is tried here, for a moment of which Realm Core could take a dead session for one that goes on.
        case .other(let layout): return .occupied(layout: layout)
        }
    }

    private static func writeHeader(_ file: borrowing FileDescriptor) throws(SystemError) {
        var bytes = [UInt8](repeating: 0, count: headerByteCount)
        bytes[0] = 1
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: ourLayout.littleEndian, toByteOffset: 6, as: UInt16.self)
            $0.storeBytes(of: ProcessIdentity.current, toByteOffset: 8, as: Int32.self)
        }
        try file.resize(to: 0)
        // A mapping of blocks that the disk has no room for could not be written.
        try file.allocate(from: 0, to: Participant.fileByteCount)
        try file.write(bytes, at: 0)
    }

    static func occupant(_ file: borrowing FileDescriptor) throws(SystemError) -> Occupant {
        let bytes = try file.bytes(8, at: 0)
        guard bytes.count == 8, bytes[0] == 1 else { return .beingMade }
        let layout = UInt16(bytes[6]) | (UInt16(bytes[7]) << 8)
        return layout == ourLayout ? .ours : .other(layout: layout)
    }

    static func inUse(_ path: String, _ kind: StorageError.Kind, _ layout: UInt16? = nil) -> StorageError {
        let (pids, what): ([Int32], String) =
            switch kind {
            case .inUse(let pids): (pids, "is in use by another process")
            case .incompatibleLockFile(let pids):
                (pids, "is open in a process with another lock-file layout (\(layout ?? 0))")
            default: ([], "is in use")
            }
        let names = pids.map { pid in LockTable.commandName(pid: pid).map { "\(pid) (\($0))" } ?? "\(pid)" }
        let holders = names.isEmpty ? "" : ", held by \(names.joined(separator: ", "))"
        return StorageError(kind, path, what + holders)
    }

    /// Processes that hold a lock on the lock file of the Realm at `path`, ascending; empty without a lock file.
    static func holders(_ path: String) -> [Int32] {
        guard let (directory, name) = try? Directory.holding(SessionLock.path(for: path)),
            let status = try? directory.status(name)
        else { return [] }
        return LockTable.holders(device: status.device, inode: status.inode)
    }
}
