extension Database {
    /// Puts the file and its session in agreement, where a dead writer has left them otherwise. The caller has the turn
    /// to write.
    ///
    /// - Returns: the header, which may lag behind the newest version of the session.
    /// - Throws: `damaged` for a disagreement that no known death leaves.
    func mend() throws(StorageError) -> RawFileHeader {
        let header = try contents.currentHeader()
        guard let named = header.namedTop else { return header }
        let newest = try newest()
        let memory = participant.memory
        let isRegistering = memory[byte: LockLayout.isRegistering] != 0
        if named == newest.top?.ref ?? .none {
            if isRegistering { memory[byte: LockLayout.isRegistering] = 0 }
            try participant.undoDead(keepingFrom: nil)
            return header
        }
        // A version that was never registered is not among those for which pages are read anew.
        try state.withLock { _ throws(StorageError) in try contents.refreshPages() }
        guard let top = try? contents.topArray(named) else { throw disagreement(header) }
        if top.version < newest.version {
            // Commits that become durable in groups, or a death between the registration and the header.
            try participant.undoDead(keepingFrom: top.version)
            return header
        }
        guard top.version == newest.version + 1 else { throw disagreement(header) }
        if isRegistering {
            // A death in the registration; no writer went on from there, since all of them refuse.
            _ = try participant.register([SessionMemory.Entry(top)]).map(participant.release)
            memory[long: LockLayout.latest] = top.version
            memory[byte: LockLayout.isRegistering] = 0
            return header
        }
        // A death after the header was written and before the registration. Another writer may have used the space of
        // that version since; nobody was told that it is durable.
        let flipped = header.flipped
        guard flipped.slot(flipped.selectedSlot).topRef == UInt64(newest.top?.ref.offset ?? 0) else {
            throw disagreement(header)
        }
        try CommitOutput(file).finish(flipped)
        return flipped
    }

    private func disagreement(_ header: RawFileHeader) -> StorageError {
        StorageError(
            .damaged, path,
            "names the version at \(header.slot(header.selectedSlot).topRef), and its session another one: nothing is "
                + "written until all processes that have it open have ended")
    }

    /// Waits until the header names a version or one after it: what leaves the file must not be more than the file has
    /// after a failure of the machine.
    ///
    /// - Throws: `inUse` if that takes long.
    func waitUntilDurable(_ snapshot: Snapshot) throws(StorageError) {
        let deadline = ContinuousClock.now + Database.durabilityPatience
        while let named = try contents.currentHeader().namedTop, named != snapshot.top?.ref ?? .none {
            try state.withLock { _ throws(StorageError) in try contents.refreshPages() }
            if let top = try? contents.topArray(named), top.version >= snapshot.version { return }
            if ContinuousClock.now > deadline {
                throw StorageError(
                    .inUse(SessionLock.holders(path)), path,
                    "is at a version that the process which commits it has not made durable: try again")
            }
            Pause.milliseconds(1)
        }
    }

    private static let durabilityPatience = Duration.seconds(10)

    // MARK: New versions

    /// Makes the versions after `durable` known to all participants.
    func register(after durable: Snapshot) throws(StorageError) {
        try state.withLock { state throws(StorageError) in
            let held = try participant.register(state.pins.unknown(after: durable.version))
            state.pins.hold(held)
        }
    }

    /// Takes the versions after `durable` back, which could not be made durable, unless the header names them: header
    /// and session must agree for those who go on from there.
    func withdraw(after durable: Snapshot) {
        guard let header = try? contents.currentHeader(),
            header.slot(header.selectedSlot).topRef == UInt64(durable.top?.ref.offset ?? 0)
        else { return }
        state.withLock { state in
            let held = state.pins.letGo(after: durable.version)
            participant.withdraw(held, for: durable.version)
        }
    }

    /// Tells all participants of a new version, which is durable.
    func announce(_ snapshot: Snapshot) {
        participant.openForOthers()
        participant.announce(snapshot.version, reachableCount: state.withLock { $0.reachableCount })
        tell()
    }

    /// Wakes those who watch the file.
    func tell() { participant.tell() }
}
