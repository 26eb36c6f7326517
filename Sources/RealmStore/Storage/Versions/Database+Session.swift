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
        let top = try? contents.topArray(named)
        if let top, top.version < newest.version {
            // Commits that become durable in groups, or a death between the registration and the header.
            try participant.undoDead(keepingFrom: top.version)
            return header
        }
        if let top, top.version != newest.version + 1 { throw disagreement(header) }
        guard isRegistering else { return try name(newest, in: header) }
        // A death in the registration; no writer went on from there, since all of them refuse.
        guard let top else { throw disagreement(header) }
        _ = try participant.register([SessionMemory.Entry(top)]).map(participant.release)
        memory[long: LockLayout.latest] = top.version
        memory[byte: LockLayout.isRegistering] = 0
        return header
    }

    /// Makes the header name the newest version of the session, after a death between the header and the registration.
    ///
    /// Nobody was told that the version in the header is durable. Another writer may have used its space since, so that
    /// it is not whole any more, and may have died with one of its own in the other slot. Nobody writes over the newest
    /// version of the session.
    private func name(_ newest: Snapshot, in header: RawFileHeader) throws(StorageError) -> RawFileHeader {
        let (output, ref) = (CommitOutput(file), newest.top?.ref ?? .none)
        let flipped = header.flipped
        if flipped.slot(flipped.selectedSlot).topRef == UInt64(ref.offset) {
            try output.finish(flipped)
            return flipped
        }
        return try output.finish(header, top: ref) { () throws(StorageError) in }
    }

    /// Mends at once what a writer left that died: others would go on from there, and damage what the header names.
    /// Does nothing if somebody else is writing.
    func mendAfterDeath() {
        guard (try? file.checkUsable()) != nil, writers.acquire(until: .now) else { return }
        guard (try? participant.beginWriting(until: .now)) != nil else { return writers.release() }
        _ = try? mend()
        endTurn()
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
