import Synchronization

/// The part that one open file takes in a session of several processes: the versions it needs, and the turn to write.
/// Stored in the lock file, which every participant maps.
///
///     0 header, see `SessionLock` | 24 number of commits (4) | 28 pid of the writer (4) | 32 locked by the writer
///     64 slots of 32 bytes: 0 oldest version in use, 0 if none (8) | 8 pid (4)
///        | 12 the time of that version, in seconds since 1970 (4); the first byte is locked by the owner
///        | 16 newest version in use (8) | 24 ref of the top array, if it is one version and no more, else 0 (8)
///     4096 for each slot: oldest version whose successors' changes its owner follows, 0 for none (8)
///
/// The locks on single bytes belong to the open file, so that they end with the process however it ends: a slot that is
/// not locked means nothing. The newest version is not recorded in the lock file, only in the header of the Realm, so
/// that a process that dies right after its commit has still committed.
final class Participant: Sendable {
    static let fileByteCount = 8192
    static let slotCount = (firstFollowed - firstSlot) / slotByteCount
    private static let commitsOffset = 24
    private static let writerOffset = 28
    private static let writeLockOffset = 32
    private static let firstSlot = 64
    private static let slotByteCount = 32
    private static let firstFollowed = 4096

    let lock: SessionLock
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
        /// The lock covers the position, whatever its content.
        var since: Int { start + 12 }
        var newest: Int { start + 16 }
        var top: Int { start + 24 }
        var followed: Int { firstFollowed + index * 8 }
    }

    /// The versions that a participant needs.
    struct Claim: Sendable {
        let process: Int32
        let oldest: UInt64
        let newest: UInt64
        /// The time since which it needs the oldest one, in seconds since 1970.
        let since: Int64
        /// The top array of the only version that it needs; `Ref.none` if there are more, or it is not known.
        let top: Ref

        /// Whether the participant has yet to find out which version is the newest: it needs no other for long.
        var isOpening: Bool { oldest == Participant.everyVersion && newest == .max }
    }

    /// Takes a slot.
    ///
    /// - Throws: `inUse` if there is none left.
    init(_ lock: SessionLock, _ path: String) throws(StorageError) {
        self.lock = lock
        self.path = path
        let found: Slot?
        do {
            // In a session begun by an older version of this library, the file is shorter.
            let status = try lock.file.status()
            if min(status.byteCount, status.allocatedByteCount) < Participant.fileByteCount {
                try lock.file.allocate(from: 0, to: Participant.fileByteCount)
            }
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
        claim(oldest: 0, newest: 0)
        follow(oldest: 0)
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

    /// Announces the versions that this participant needs from now on; 0 and 0 for none.
    ///
    /// - Parameter top: the top array of the version, if it is the only one.
    func claim(oldest: UInt64, newest: UInt64, top: Ref = .none) {
        let top = oldest == newest ? UInt64(top.offset) : 0
        if memory[slot.oldest] == oldest, memory[slot.newest] == newest, memory[slot.top] == top { return }
        // A concurrent reader of the slot must not take it for a single version.
        memory[slot.top] = 0
        memory[slot.newest] = newest
        if memory[slot.oldest] != oldest {
            memory[short: slot.since] = UInt32(truncatingIfNeeded: WallClock.seconds)
            memory[slot.oldest] = oldest
        }
        memory[slot.top] = top
    }

    /// Claims the newest version, and no other.
    ///
    /// A commit overwrites only what the version before it does not refer to, and looks for claims first. So a version
    /// is safe if it was still the newest after it had been claimed: any process that commits twice from then on sees
    /// the claim.
    ///
    /// - Parameters:
    ///   - isEncrypted: decrypted pages keep their old content in memory when they are written; so all versions of an
    ///     encrypted file are claimed for a moment.
    ///   - read: reads header and top array again, of a version that may be overwritten meanwhile.
    func claimNewest(
        isEncrypted: Bool, _ read: () throws(StorageError) -> (header: FileHeader, top: TopArray?)
    ) throws(StorageError) -> (header: FileHeader, top: TopArray?) {
        for _ in 0..<(isEncrypted ? 0 : Participant.claimAttempts) {
            // A version that is overwritten meanwhile may have any kind of damage.
            guard let found = try? read() else { break }
            let version = found.top?.version ?? TopArray.firstVersion
            claim(oldest: version, newest: version, top: found.top?.ref ?? .none)
            atomicMemoryFence(ordering: .sequentiallyConsistent)
            guard let again = try? read() else { break }
            if again.top?.version ?? TopArray.firstVersion == version { return again }
        }
        claim(oldest: Participant.everyVersion, newest: .max)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let found = try read()
        let version = found.top?.version ?? TopArray.firstVersion
        claim(oldest: version, newest: version, top: found.top?.ref ?? .none)
        return found
    }

    /// If others commit this fast, all versions are claimed for a moment.
    private static let claimAttempts = 8
    /// Older than every version.
    private static let everyVersion: UInt64 = 1

    /// The versions that this participant needs.
    var ownClaim: Claim { claim(of: slot) }

    /// The versions that the other participants need, if any.
    func otherClaims() throws(StorageError) -> [Claim] {
        var claims: [Claim] = []
        for index in 0..<Participant.slotCount {
            let other = Slot(index: index)
            guard other != slot, memory[other.oldest] != 0 else { continue }
            do {
                if try lock.file.isByteLockedElsewhere(other.lock) { claims.append(claim(of: other)) }
            } catch {
                throw StorageError(error, SessionLock.path(for: path))
            }
        }
        return claims
    }

    private func claim(of slot: Slot) -> Claim {
        // In the opposite order to writing.
        let top = memory[slot.top]
        let (oldest, newest) = (memory[slot.oldest], memory[slot.newest])
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let isSingle = top != 0 && oldest == newest && memory[slot.top] == top && top <= UInt64(Int.max)
        return Claim(
            process: Int32(truncatingIfNeeded: memory[short: slot.pid]), oldest: oldest, newest: max(oldest, newest),
            since: Int64(memory[short: slot.since]), top: isSingle ? Ref(Int(top)) : .none)
    }

    /// The oldest version that any other participant needs, if it is older than `version`; else `version`.
    func oldestInUseByOthers(butAtMost version: UInt64) throws(StorageError) -> UInt64 {
        try oldest(butAtMost: version) { slot in
            let claim = claim(of: slot)
            return claim.isOpening ? 0 : claim.oldest
        }
    }

    private func oldest(butAtMost version: UInt64, _ claimed: (Slot) -> UInt64) throws(StorageError) -> UInt64 {
        var oldest = version
        for index in 0..<Participant.slotCount {
            let other = Slot(index: index)
            let claimed = claimed(other)
            guard other != slot, claimed != 0, claimed < oldest else { continue }
            do {
                if try lock.file.isByteLockedElsewhere(other.lock) { oldest = claimed }
            } catch {
                throw StorageError(error, SessionLock.path(for: path))
            }
        }
        return oldest
    }

    // MARK: Versions that are followed

    /// Announces the version from which on this participant follows changes; 0 for none.
    func follow(oldest: UInt64) {
        if memory[slot.followed] != oldest { memory[slot.followed] = oldest }
    }

    /// The oldest version that any other participant follows, if it is older than `version`; else `version`.
    func oldestFollowedByOthers(butAtMost version: UInt64) throws(StorageError) -> UInt64 {
        try oldest(butAtMost: version) { memory[$0.followed] }
    }

    // MARK: Writing

    /// Becomes the only writer.
    ///
    /// - Parameter deadline: the time to give up; nil for never.
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
        // Closing the file would release the lock as well: a failure here is harmless.
        try? lock.file.unlockByte(Participant.writeLockOffset)
    }

    // MARK: News

    /// A path of the file that every commit writes to.
    var newsPath: String { lock.file.ownPath }

    /// Wakes the watchers of the lock file.
    func announceCommit() {
        let count = memory[short: Participant.commitsOffset] &+ 1
        let bytes = withUnsafeBytes(of: count) { Array($0) }
        // Written with a system call, not stored in memory, so that the system notices. Watchers check the header in
        // any case.
        try? lock.file.write(bytes, at: Participant.commitsOffset)
    }
}
