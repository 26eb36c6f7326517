/// The part that one open file takes in a session of several processes: which versions it needs, and whose turn it is
/// to write. Kept in the lock file, which every participant maps.
///
///     0 header, see `SessionLock` | 24 number of commits (4) | 28 pid of the writer (4) | 32 locked by the writer
///     64 slots of 32 bytes: 0 oldest version in use, 0 if none (8) | 8 pid (4) | 12 locked by the owner
///
/// The locks on single bytes are those of the open file, so that they end with the process whatever way it ends: a slot
/// that nobody has locked means nothing. The lock file does not say which version is the newest; only the header of the
/// Realm does, so that a process that dies right after its commit has still committed.
final class Participant: Sendable {
    static let fileByteCount = 4096
    static let slotCount = (fileByteCount - firstSlot) / slotByteCount
    private static let commitsOffset = 24
    private static let writerOffset = 28
    private static let writeLockOffset = 32
    private static let firstSlot = 64
    private static let slotByteCount = 32

    private let lock: SessionLock
    private let memory: SharedMemory
    private let path: String
    private let slot: Slot

    /// Positions of the fields of a slot.
    private struct Slot: Equatable {
        let index: Int

        private var start: Int { firstSlot + index * slotByteCount }
        var oldest: Int { start }
        var pid: Int { start + 8 }
        var lock: Int { start + 12 }
    }

    /// Takes a slot.
    ///
    /// - Throws: `inUse` if there is none left.
    init(_ lock: SessionLock, _ path: String) throws(StorageError) {
        self.lock = lock
        self.path = path
        let found: Slot?
        do {
            memory = try SharedMemory(lock.file, byteCount: Participant.fileByteCount)
            found = try Participant.takeSlot(lock.file)
        } catch {
            throw StorageError(error, SessionLock.path(for: path))
        }
        guard let found else {
            throw StorageError(
                .inUse(SessionLock.holders(path)), path, "is open \(Participant.slotCount) times, which is the limit")
        }
        slot = found
        memory[slot.oldest] = 0
        memory[short: slot.pid] = UInt32(ProcessIdentity.current)
    }

    private static func takeSlot(_ file: borrowing FileDescriptor) throws(SystemError) -> Slot? {
        for index in 0..<slotCount {
            let slot = Slot(index: index)
            if try file.lockByte(slot.lock) { return slot }
        }
        return nil
    }

    // MARK: Versions in use

    /// The oldest version that this participant needs; 0 for none. Whoever needs a version says so before looking at
    /// the header: `everyVersion` first, then the version found.
    var oldestInUse: UInt64 {
        get { memory[slot.oldest] }
        set { memory[slot.oldest] = newValue }
    }

    /// Older than every version.
    static let everyVersion: UInt64 = 1

    /// The oldest version that any other participant needs, if it is older than `version`; else `version`.
    func oldestInUseByOthers(butAtMost version: UInt64) throws(StorageError) -> UInt64 {
        var oldest = version
        for index in 0..<Participant.slotCount {
            let other = Slot(index: index)
            let claimed = memory[other.oldest]
            guard other != slot, claimed != 0, claimed < oldest else { continue }
            do {
                if try lock.file.isByteLockedElsewhere(other.lock) { oldest = claimed }
            } catch {
                throw StorageError(error, SessionLock.path(for: path))
            }
        }
        return oldest
    }

    // MARK: Writing

    /// Becomes the only writer.
    ///
    /// - Parameter deadline: when to give up; nil for never.
    /// - Throws: `inUse` with the pid of the writer that did not end in time.
    func beginWriting(until deadline: ContinuousClock.Instant?) throws(StorageError) {
        var pause: UInt32 = 1
        while true {
            do {
                if try lock.file.lockByte(Participant.writeLockOffset) { break }
            } catch {
                throw StorageError(error, SessionLock.path(for: path))
            }
            if let deadline, ContinuousClock.now >= deadline {
                let pid = Int32(truncatingIfNeeded: memory[short: Participant.writerOffset])
                let name = LockTable.commandName(pid: pid).map { " (\($0))" } ?? ""
                throw StorageError(.inUse([pid]), path, "is being written by process \(pid)\(name)")
            }
            Pause.milliseconds(pause)
            pause = min(pause * 2, 16)
        }
        memory[short: Participant.writerOffset] = UInt32(ProcessIdentity.current)
    }

    func endWriting() {
        // Closing the file would give the lock back as well: nothing is lost if this fails.
        try? lock.file.unlockByte(Participant.writeLockOffset)
    }

    // MARK: News

    /// A path of the file that every commit writes to.
    var newsPath: String { lock.file.ownPath }

    /// Wakes whoever watches the lock file.
    func announceCommit() {
        let count = memory[short: Participant.commitsOffset] &+ 1
        let bytes = withUnsafeBytes(of: count) { Array($0) }
        // Written, not stored, so that the system sees it. Watchers look at the header in any case.
        try? lock.file.write(bytes, at: Participant.commitsOffset)
    }
}
