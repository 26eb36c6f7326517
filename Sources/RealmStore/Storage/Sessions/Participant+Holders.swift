/// The part of a participant that others can undo after a death: kept in the companion from the moment on at which
/// others take part. Before that, a death ends the session.
extension Participant {
    /// Opens the companion, or makes it; nil if that cannot be. Before the control mutex is locked: under it, nobody
    /// should wait for the file system longer than for a call that is done in memory.
    func openedHolders() -> HolderTable? {
        // Without one, what a dying process keeps in use is kept until the session ends.
        guard !isAlone, lock.isInPlace(path),
            let file = try? LockFile(forFileAt: path, mode: mode, suffix: HolderTable.suffix).open(),
            let holders = try? HolderTable(file)
        else { return nil }
        try? holders.makeRoom()
        state.withLock { $0.hasOpenedHolders = true }
        return holders
    }

    /// Takes a slot in the companion, unless that was removed meanwhile. The caller has the control mutex.
    func takeSlot(in holders: HolderTable) {
        guard holders.isInUse else { return }
        if memory[long: memory.layout.stamp] == 0 { memory[long: memory.layout.stamp] = .random(in: 1...(.max)) }
        holders.adopt(stamp: memory[long: memory.layout.stamp])
        guard let slot = try? holders.takeSlot() else { return state.withLock { $0.hasFailed = true } }
        slot.process = ProcessIdentity.current
        state.withLock { ($0.holders, $0.slot) = (holders, slot) }
    }

    /// Counts this participant among all, and among those in the companion. The caller has the control mutex.
    func enterCounting() {
        let (holders, slot) = state.withLock { ($0.holders, $0.slot) }
        slot?.state = .adding
        memory.participantCount += 1
        slot?.state = .held
        if slot != nil { holders?.participantCount += 1 }
        state.withLock { $0.isIn = true }
    }

    /// Begins to keep records, if others have come.
    ///
    /// - Parameter waits: whether to wait for the control mutex.
    func keepRecords(waits: Bool = true) {
        guard !isAlone, memory.participantCount > 1, state.withLock({ $0.isIn && $0.slot == nil && !$0.hasFailed })
        else { return }
        if !waits, memory.control.owner != 0 { return }
        guard let opened = openedHolders() else { return state.withLock { $0.hasFailed = true } }
        try? memory.underControl(patience: waits ? SessionMemory.patience : 0) { () throws(StorageError) in
            guard state.withLock({ $0.isIn && $0.slot == nil }) else { return }
            takeSlot(in: opened)
            guard let (holders, slot) = seat else { return }
            slot.state = .held
            holders.participantCount += 1
            try memory.underVersions { () throws(StorageError) in
                state.withLock { state in
                    slot.followed = state.followed
                    for pin in state.pins {
                        guard let record = slot.unusedRecord else { return }
                        record.describe(pin)
                        record.state = .held
                    }
                }
            }
        }
    }

    /// Removes the companion, which the last participant does.
    func removeHolders() {
        guard lock.isInPlace(path) else { return }
        try? lock.directory?.remove(FileName.split(path).name + HolderTable.suffix)
    }

    private var seat: (holders: HolderTable, slot: HolderTable.Slot)? {
        state.withLock { state in state.holders.flatMap { holders in state.slot.map { (holders, $0) } } }
    }

    /// The slot of this participant.
    var ownSlot: HolderTable.Slot? { state.withLock { $0.slot } }

    /// Whether another process takes part, on any engine.
    var hasOtherProcesses: Bool {
        if isAlone { return false }
        guard let (holders, _) = seat else { return memory.participantCount > 1 }
        return hasOtherEngines || holders.hasOthers(than: ProcessIdentity.current)
    }

    /// The slots of others, of the living and of the dead.
    func otherSlots() throws(StorageError) -> [(slot: HolderTable.Slot, isAlive: Bool)] {
        keepRecords()
        guard let (holders, slot) = seat else { return [] }
        return try StorageError.onSystemError(path) { () throws(SystemError) in try holders.otherSlots(than: slot) }
    }

    /// Undoes what participants of this library that died have left.
    ///
    /// - Parameter limit: it and later versions stay in use: the version that the file's header names, unless the
    ///   caller has the turn to write, and it is the newest.
    func undoDead(keepingFrom limit: UInt64?) throws(StorageError) {
        for (slot, isAlive) in try otherSlots() where !isAlive {
            guard let holders = seat?.holders else { return }
            try memory.underControl { () throws(StorageError) in
                guard (try? slot.takeOver()) ?? false else { return }
                let isDone = try memory.underVersions { () throws(StorageError) in undo(slot, limit) }
                if isDone, slot.process != 0 {
                    if slot.state == .held {
                        // Who dies from here on leaves one too many, never one too few: with none, the session ends.
                        slot.state = .dropping
                        memory.participantCount -= 1
                    }
                    holders.participantCount -= 1
                    slot.release()
                } else {
                    slot.leave()
                }
            }
        }
    }

    /// Undoes what nobody can need any more of what dead participants have left; for all who come, since beside apps on
    /// Realm Core perhaps nobody of this library writes.
    ///
    /// - Parameter named: the version that the file's header names.
    func undoDeadReaders(named: UInt64) { try? undoDead(keepingFrom: min(named, newestVersion)) }

    /// Takes away the pins of a dead participant.
    ///
    /// - Returns: whether none is left.
    private func undo(_ slot: HolderTable.Slot, _ limit: UInt64?) -> Bool {
        var isDone = true
        for record in slot.records where record.state == .held {
            if let limit, record.version >= limit {
                isDone = false
                continue
            }
            guard let kind = record.kind, record.entry < memory.entryCount,
                memory.version(record.entry) == record.version
            else { continue }
            record.state = .dropping
            memory.removePin(record.entry, kind)
            record.state = .none
        }
        return isDone
    }
}
