extension SessionLock {
    /// The time to wait for a lock without a visible holder.
    private static let instant = Duration.milliseconds(100)

    /// Takes the exclusive lock of the file at `path`, for work that replaces or removes the file. Others that open the
    /// file meanwhile wait, and then find the new one.
    ///
    /// The lock file is left empty: a header would describe a session that does not exist, and Realm Core, waiting for
    /// the lock, would trust it. Source: file-format/locks-and-sessions.md, "Locks" and "Living beside Realm Core".
    ///
    /// - Parameters:
    ///   - mode: permissions of a lock file that has to be created.
    ///   - timeout: the time to wait for others to close the file.
    /// - Throws: as `acquire(forFileAt:mode:timeout:)`.
    static func acquireExclusive(
        forFileAt path: String, mode: UInt32, timeout: Duration
    ) throws(StorageError) -> SessionLock {
        let lockFile = try LockFile(forFileAt: path, mode: mode)
        let begin = ContinuousClock.now
        while true {
            let waited = ContinuousClock.now - begin
            guard let file = try opened(lockFile, isPatient: waited < patience) else { continue }
            let found: Occupant
            do {
                if try file.lock(.exclusive, blocking: false) {
                    try file.resize(to: 0)
                    return SessionLock(file: file, in: lockFile.directory)
                }
                found = try occupant(file)
            } catch {
                throw StorageError(error, SessionLock.path(for: path))
            }
            if waited >= timeout {
                let holders = holders(path)
                // A new child process briefly has all files of its parent open.
                let isVisible = holders.contains { $0 != ProcessIdentity.current } || isHeldHere(file)
                if !isVisible, waited < timeout + instant {
                    Pause.milliseconds(1)
                    continue
                }
                switch found {
                case .other(let layout):
                    throw inUse(path, .incompatibleLockFile(holders), "with lock-file layout \(layout)")
                case .known, .beingMade: throw inUse(path, .inUse(holders))
                }
            }
            Pause.milliseconds(10)
        }
    }
}
