/// The lock that a session holds on `NAME.lock` as long as it has the file open.
///
/// Every engine that opens a Realm holds a shared `flock` on this file. Whoever gets the exclusive lock is alone and
/// must empty the file before anything else: its content may describe a session that died. Ours then writes a header
/// with a layout number of its own, so that Realm Core refuses to join instead of misreading it, and changes to a
/// shared lock. Source: file format, encryption and locks, "Living beside Realm Core".
///
///     header: 0 ready (1) | 1..5 zero | 6 layout (2 bytes) | 8 pid (4 bytes) | 12..23 zero
///     behind it: what the processes of a session tell each other, see `Participant`
final class SessionLock: Sendable {
    let file: FileDescriptor

    static let ourLayout: UInt16 = 0x5253
    private static let headerByteCount = 24
    /// How long a lock file that is just being made is waited for, whatever the timeout.
    private static let patience = Duration.seconds(2)

    /// What another holder's lock file says.
    enum Occupant {
        case beingMade
        case ours
        case other(layout: UInt16)
    }

    init(file: consuming FileDescriptor) { self.file = file }

    static func path(for path: String) -> String { path + ".lock" }

    /// Joins or begins a session on the file at `path`.
    ///
    /// - Parameters:
    ///   - mode: permissions of a lock file that has to be made.
    ///   - timeout: how long to wait for a holder that excludes us.
    /// - Throws: `inUse`, `incompatibleLockFile`, `locksUnsupported`, or what opening the lock file gave.
    static func acquire(forFileAt path: String, mode: UInt32, timeout: Duration) throws(StorageError) -> SessionLock {
        let lockPath = SessionLock.path(for: path)
        let begin = ContinuousClock.now
        while true {
            let waited = ContinuousClock.now - begin
            let attempt: Attempt
            do { attempt = try self.attempt(lockPath, mode: mode) } catch { throw StorageError(error, lockPath) }
            switch attempt {
            case .acquired(let lock): return lock
            case .lost: continue
            case .occupied(.ours):
                if waited >= timeout { throw inUse(path, .inUse(holders(path))) }
            case .occupied(.other(let layout)):
                if waited >= timeout { throw inUse(path, .incompatibleLockFile(holders(path)), layout) }
            case .occupied(.beingMade):
                if waited >= max(timeout, patience) { throw inUse(path, .inUse(holders(path))) }
            }
            Pause.milliseconds(10)
        }
    }

    private enum Attempt {
        case acquired(SessionLock)
        /// Another session began while ours was changing its lock.
        case lost
        case occupied(Occupant)
    }

    private static func attempt(_ lockPath: String, mode: UInt32) throws(SystemError) -> Attempt {
        let file = try FileDescriptor.open(lockPath, .readWrite, create: mode & 0o666)
        if try file.lock(.exclusive, blocking: false) {
            try writeHeader(file)
            // Changing the lock is not atomic: another session may begin in between and rewrite the header.
            _ = try file.lock(.shared, blocking: true)
            guard case .ours = try occupant(file) else { return .lost }
            return .acquired(SessionLock(file: file))
        }
        let found = try occupant(file)
        guard case .ours = found, try file.lock(.shared, blocking: false) else { return .occupied(found) }
        guard case .ours = try occupant(file) else { return .lost }
        return .acquired(SessionLock(file: file))
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
        guard let status = try? FileStatus.ofPath(SessionLock.path(for: path)) else { return [] }
        return LockTable.holders(device: status.device, inode: status.inode)
    }
}
