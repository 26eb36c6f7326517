/// The versions of a file that one participant needs.
struct Claim: Sendable {
    /// nil if it is not known, as of one of several processes of another engine, which do not say who uses what.
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
    func otherClaims() -> [Claim] {
        keepRecords()
        return view?.claims() ?? []
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
    init?(_ slot: HolderTable.Slot) {
        let held = slot.records.filter { $0.state == .held && $0.version != 0 }
        guard let oldest = held.min(by: { $0.version < $1.version }), let newest = held.map(\.version).max()
        else { return nil }
        self.init(process: slot.process, oldest: oldest.version, newest: newest, since: oldest.since)
    }
}
