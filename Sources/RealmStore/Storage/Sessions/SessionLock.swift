import Synchronization

/// The lock that a session holds on `NAME.lock` as long as it has the file open.
///
/// Every engine that opens a Realm holds a shared `flock` on this file. The holder of the exclusive lock is alone and
/// must fill the file in before anything else: its content may describe a dead session. Then it changes to a shared
/// lock, and takes part in the session like all others (`Participant`). Source: file-format/sessions.md, "Beginning,
/// joining, leaving".
final class SessionLock: Sendable {
    let file: FileDescriptor
    /// The directory of the lock file and the Realm; nil for one in memory.
    let directory: Directory?
    private let inode: UInt64?

    /// The number of these locks in the process, by inode of the lock file.
    private static let counts = Mutex<[UInt64: Int]>([:])

    /// The time to wait for a lock file that is being created, whatever the timeout.
    static let patience = Duration.seconds(2)
    /// The default time to wait for a process that begins a session, or removes or restores the file.
    static let usualTimeout = Duration.seconds(5)
    /// The minimum time to wait for a session that is beginning or ending.
    private static let moment = Duration.milliseconds(50)

    /// The state of another holder's lock file.
    enum Occupant {
        case beingMade
        case known
        case other(layout: UInt16)
    }

    init(file: consuming FileDescriptor, in directory: Directory? = nil) {
        let inode = try? file.status().inode
        self.file = file
        self.directory = directory
        self.inode = inode
        if let inode { SessionLock.counts.withLock { $0[inode, default: 0] += 1 } }
    }

    deinit {
        guard let inode else { return }
        SessionLock.counts.withLock { $0[inode] = $0[inode] == 1 ? nil : ($0[inode] ?? 1) - 1 }
    }

    /// True if this process may hold such a lock on that lock file. The kernel also names it as the holder of locks
    /// that a new child process has inherited, and still has for an instant when they are released here.
    static func isHeldHere(_ file: borrowing FileDescriptor) -> Bool {
        guard let inode = try? file.status().inode else { return true }
        return counts.withLock { $0[inode] != nil }
    }

    static func path(for path: String) -> String { path + ".lock" }

    /// Opens the Realm of this lock: the one beside the lock file, even if its path now leads elsewhere.
    ///
    /// - Parameter path: without symbolic links.
    func open(_ path: String, _ access: FileDescriptor.Access) throws(StorageError) -> FileDescriptor {
        try StorageError.onSystemError(path) { () throws(SystemError) in
            guard let directory else { return try FileDescriptor.open(path, access) }
            return try directory.open(FileName.split(path).name, access)
        }
    }

    /// Whether the path of the Realm leads to the file with this status.
    func leads(_ path: String, to status: FileStatus) -> Bool {
        guard let directory else { return true }
        return (try? directory.status(FileName.split(path).name))?.isSameFile(as: status) ?? false
    }

    /// A second lock on the same lock file, even if that was removed since.
    func duplicate(_ path: String) throws(StorageError) -> SessionLock {
        try StorageError.onSystemError(SessionLock.path(for: path)) { () throws(SystemError) in
            let file = try FileDescriptor.open(file.ownPath, .readWrite)
            _ = try file.lock(.shared, blocking: true)
            return SessionLock(file: file, in: directory)
        }
    }

    /// Whether the lock file is the one that others find beside the Realm at `path`.
    func isInPlace(_ path: String) -> Bool {
        guard let directory, let found = try? directory.status(SessionLock.path(for: FileName.split(path).name)),
            let own = try? file.status()
        else { return false }
        return own.isSameFile(as: found)
    }

    /// Joins or begins a session on the file at `path`.
    ///
    /// - Parameters:
    ///   - mode: permissions of a lock file that has to be created.
    ///   - timeout: the time to wait for a conflicting holder; nil for the usual time if it holds the lock exclusively,
    ///     and none for a session of another engine, which may last.
    /// - Throws: `inUse`, `incompatibleLockFile`, `locksUnsupported`, `notALockFile`, or an error of opening the lock
    ///   file.
    static func acquire(forFileAt path: String, mode: UInt32, timeout: Duration?) throws(StorageError) -> SessionLock {
        let lockFile = try LockFile(forFileAt: path, mode: mode)
        if lockFile.directory.isSharedByMachines {
            throw StorageError(
                .locksUnsupported, path,
                "is on a network file system, where processes of other machines cannot be seen: copy it to a local one"
            )
        }
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
                // Another engine's session may just have ended, before this one has begun.
                if waited >= max(timeout ?? .zero, moment) {
                    throw inUse(path, .incompatibleLockFile(holders(path)), "with lock-file layout \(layout)")
                }
            }
            Pause.milliseconds(10)
        }
    }

    private enum Attempt {
        case acquired(SessionLock)
        /// Another session began while this one was changing its lock.
        case lost
        /// Another process holds the lock exclusively.
        case excluded
        /// There is a session of another kind.
        case occupied(layout: UInt16)
    }

    /// The lock file; nil, after a pause, if another process is just creating it.
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
            try SessionMemory.initialize(file)
            // Converting the lock is not atomic: another session may begin in between and rewrite the header.
            _ = try file.lock(.shared, blocking: true)
            guard case .known = try occupant(file) else { return .lost }
            return .acquired(SessionLock(file: file, in: directory))
        }
        switch try occupant(file) {
        case .known:
            guard try file.lock(.shared, blocking: false) else { return .excluded }
            guard case .known = try occupant(file) else { return .lost }
            return .acquired(SessionLock(file: file, in: directory))
        case .beingMade: return .excluded
        // Does not try the lock: holding it even briefly could make Realm Core take a dead session for a live one.
        case .other(let layout): return .occupied(layout: layout)
        }
    }

    static func occupant(_ file: borrowing FileDescriptor) throws(SystemError) -> Occupant {
        let bytes = try file.bytes(8, at: 0)
        guard bytes.count == 8, bytes[0] == 1 else { return .beingMade }
        let layout = UInt16(bytes[LockLayout.layout]) | (UInt16(bytes[LockLayout.layout + 1]) << 8)
        let here = LockLayout.here
        guard layout == LockLayout.number, Int(bytes[LockLayout.mutexSize]) == here.mutexByteCount,
            Int(bytes[LockLayout.conditionSize]) == here.conditionByteCount
        else { return .other(layout: layout) }
        return try file.byteCount() < here.byteCount(entries: LockLayout.entryStep) ? .beingMade : .known
    }

    /// - Parameter detail: the reason why the session cannot be joined.
    static func inUse(_ path: String, _ kind: StorageError.Kind, _ detail: String? = nil) -> StorageError {
        let (pids, user): ([Int32], String) =
            switch kind {
            case .inUse(let pids): (pids, "another process")
            case .incompatibleLockFile(let pids):
                (pids, "an app on another engine, \(detail ?? "which cannot be joined")")
            default: ([], "somebody")
            }
        let names = pids.map { pid in LockTable.commandName(pid: pid).map { "\(pid) (\($0))" } ?? "\(pid)" }
        let noun = pids.count == 1 ? "process" : "processes"
        let holders = names.isEmpty ? "" : ": \(noun) \(names.joined(separator: ", "))"
        return StorageError(kind, path, "is in use by \(user)\(holders)")
    }

    /// Processes that hold a lock on the lock file of the Realm at `path`, ascending; empty without a lock file.
    static func holders(_ path: String) -> [Int32] {
        guard let (directory, name) = try? Directory.holding(SessionLock.path(for: path)),
            let status = try? directory.status(name)
        else { return [] }
        return LockTable.holders(device: status.device, inode: status.inode)
    }
}
