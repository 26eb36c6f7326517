/// The versions of a file that one participant needs.
struct Claim: Sendable {
    /// nil for one of another engine, which does not say who it is.
    let process: Int32?
    let oldest: UInt64
    let newest: UInt64
    /// The time since which it needs the oldest one, in seconds since 1970; nil if it is not known.
    let since: Int64?

    /// More milliseconds than pass between two looks of a janitor.
    fileprivate static let looks = 30
}

extension Participant {
    /// Gives those who were alone until now the time to say who they are.
    func awaitRecords() {
        keepRecords()
        for _ in 0..<Claim.looks where hasOtherEngines { Pause.milliseconds(1) }
    }

    /// The versions that the other participants need, if any.
    func otherClaims() throws(StorageError) -> [Claim] {
        let slots = try otherSlots().filter(\.isAlive).map(\.slot)
        return slots.compactMap(Claim.init) + foreignClaims(besides: slots)
    }

    /// The versions that this participant needs; nil if it needs none.
    var ownClaim: Claim? {
        let pins = state.withLock { $0.pins }
        guard let oldest = pins.min(by: { $0.entry.version < $1.entry.version }),
            let newest = pins.map(\.entry.version).max()
        else { return nil }
        return Claim(
            process: ProcessIdentity.current, oldest: oldest.entry.version, newest: newest, since: oldest.since)
    }

    /// The versions that are kept by more than the participants with records: by those of Realm Core, and by dead ones.
    private func foreignClaims(besides slots: [HolderTable.Slot]) -> [Claim] {
        var counts: [Int: UInt32] = [:]
        let versions = try? memory.underVersions { () throws(StorageError) -> [UInt64] in
            for slot in slots {
                for record in slot.records where record.state == .held { counts[record.entry, default: 0] += 1 }
            }
            for pin in state.withLock({ $0.pins }) { counts[pin.index, default: 0] += 1 }
            return (0..<memory.entryCount).filter { index in
                let kinds = [SessionMemory.PinKind.live, .frozen, .full]
                return memory.version(index) != 0
                    && kinds.reduce(0) { $0 + memory.pins(index, $1) } > counts[index] ?? 0
            }.map(memory.version)
        }
        guard let versions, let oldest = versions.min(), let newest = versions.max() else { return [] }
        return [Claim(process: nil, oldest: oldest, newest: newest, since: nil)]
    }

    /// The oldest version in use by anybody, or the newest.
    func oldestInUse() throws(StorageError) -> UInt64 {
        try memory.underVersions { () throws(StorageError) in
            (0..<memory.entryCount).filter { memory.version($0) != 0 && memory.isPinned($0) }.map(memory.version).min()
                ?? memory.newestVersion
        }
    }
}

extension Claim {
    /// The versions in the records of a slot; nil if there is none.
    fileprivate init?(_ slot: HolderTable.Slot) {
        let held = slot.records.filter { $0.state == .held && $0.version != 0 }
        guard let oldest = held.min(by: { $0.version < $1.version }), let newest = held.map(\.version).max()
        else { return nil }
        self.init(process: slot.process, oldest: oldest.version, newest: newest, since: oldest.since)
    }
}
