/// The companion of a lock file, `NAME.holders`: the part that each process of this library takes in a session, so that
/// the others can undo what a dead one left behind, and name who holds what.
///
///     0 mark (8) | 8 stamp of the session (8) | 16 slots ever used (4) | 20 participants with a slot (4)
///     4096 for each slot: 0 pid, 0 if it is free (4) | 4 state of the participation (4) | 8 followed version (8)
///        64 records of 32 bytes: version (8) | seconds since 1970 (8) | index of the entry (4) | kind of pin (4)
///           | state (4)
///
/// A record is written around the change that it describes, under the same mutex, and only one that is `held` is
/// undone: in doubt a pin stays until the session ends. The first byte of a slot is locked by the open file of its
/// owner, so that the lock ends with the process however it ends. Source: file-format/sessions.md, "A companion".
final class HolderTable: Sendable {
    static let suffix = ".holders"
    /// "RSHOLDER", read as a little-endian number.
    static let mark: UInt64 = 0x5245_444C_4F48_5352
    private static let stampOffset = 8
    private static let usedOffset = 16
    private static let countOffset = 20
    private static let slotByteCount = 4096
    private static let recordByteCount = 32
    private static let firstRecord = 64
    static let slotCount = 1000
    static let recordCount = (slotByteCount - firstRecord) / recordByteCount

    enum State: UInt32 {
        case none, adding, held, dropping
    }

    let file: FileDescriptor
    private let memory: SharedMemory

    init(_ file: consuming FileDescriptor) throws(SystemError) {
        if try file.byteCount() < HolderTable.slotByteCount {
            try file.allocate(from: 0, to: HolderTable.slotByteCount)
        }
        memory = try SharedMemory(
            file, byteCount: HolderTable.slotByteCount, room: (HolderTable.slotCount + 1) * HolderTable.slotByteCount)
        self.file = file
    }

    /// The companion of the Realm at `path` as it is now, only to look into; nil if there is none.
    init?(existingBesideFileAt path: String) {
        guard let (directory, name) = try? Directory.holding(path),
            let file = try? directory.open(name + HolderTable.suffix, .readOnly),
            (try? file.bytes(RawFileHeader.byteCount, at: 0)).map(HolderTable.isBeginning) ?? false,
            let memory = try? SharedMemory(
                copyOf: file, byteCount: HolderTable.slotByteCount,
                limit: (HolderTable.slotCount + 1) * HolderTable.slotByteCount)
        else { return nil }
        self.file = file
        self.memory = memory
    }

    /// True for the first bytes of such a file: none, zeros, or the mark.
    static func isBeginning(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 == 0 }
            || bytes.count >= 8 && bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) } == mark
    }

    /// The living processes of this library that have the Realm at `path` open, this one included.
    static func processes(ofFileAt path: String) -> Set<Int32> {
        let slots = (try? HolderTable(existingBesideFileAt: path)?.otherSlots(than: nil)) ?? []
        return Set(slots.filter(\.isAlive).map(\.slot.process))
    }

    // MARK: The session

    /// Whether it is about the session with this stamp.
    func isAbout(stamp: UInt64) -> Bool {
        stamp != 0 && memory[0] == HolderTable.mark && memory[HolderTable.stampOffset] == stamp
    }

    /// Forgets everything if it is about another session. The caller has the control mutex.
    func adopt(stamp: UInt64) {
        if memory[0] == HolderTable.mark, memory[HolderTable.stampOffset] == stamp { return }
        for index in 0..<usedCount { Slot(self, index).clear() }
        memory[short: HolderTable.countOffset] = 0
        memory[HolderTable.stampOffset] = stamp
        memory[0] = HolderTable.mark
    }

    private var usedCount: Int {
        get {
            let room = min((try? file.byteCount()) ?? 0, memory.byteCount) / HolderTable.slotByteCount - 1
            return max(0, min(Int(memory[short: HolderTable.usedOffset]), room, HolderTable.slotCount))
        }
        set { memory[short: HolderTable.usedOffset] = UInt32(newValue) }
    }

    /// The number of participants with a slot, dead ones included. Changed under the control mutex.
    var participantCount: Int {
        get { Int(memory[short: HolderTable.countOffset]) }
        set { memory[short: HolderTable.countOffset] = UInt32(max(0, newValue)) }
    }

    /// Whether the file was not removed, as the last participant does.
    var isInUse: Bool { ((try? file.status().linkCount) ?? 0) > 0 }

    /// Makes room for one slot more, so that `takeSlot` does not wait for the file system.
    func makeRoom() throws(SystemError) {
        let slots = min(usedCount + 1, HolderTable.slotCount)
        try file.allocate(from: 0, to: (slots + 1) * HolderTable.slotByteCount)
    }

    /// Whether another process has a slot, or a dead one had.
    func hasOthers(than process: Int32) -> Bool {
        (0..<usedCount).contains { ![0, process].contains(Slot(self, $0).process) }
    }

    /// Takes a slot; nil if all are taken. The caller has the control mutex.
    func takeSlot() throws(SystemError) -> Slot? {
        for index in 0..<HolderTable.slotCount {
            let slot = Slot(self, index)
            guard index >= usedCount || slot.process == 0, try file.lockByte(slot.start) else { continue }
            if index >= usedCount {
                // Most often `makeRoom` did.
                try file.allocate(from: 0, to: slot.start + HolderTable.slotByteCount)
                usedCount = index + 1
                slot.clear()
            }
            guard slot.process == 0 else {
                // One that died meanwhile, whose records are still to be undone.
                try file.unlockByte(slot.start)
                continue
            }
            return slot
        }
        return nil
    }

    /// The slots of others that are in use, of the living or of the dead.
    func otherSlots(than own: Slot?) throws(SystemError) -> [(slot: Slot, isAlive: Bool)] {
        var slots: [(slot: Slot, isAlive: Bool)] = []
        for index in 0..<usedCount where index != own?.index {
            let slot = Slot(self, index)
            if slot.process != 0 { slots.append((slot, try file.isByteLockedElsewhere(slot.start))) }
        }
        return slots
    }

    // MARK: Slots

    /// The part of one participant.
    struct Slot: Sendable {
        fileprivate let table: HolderTable
        let index: Int

        fileprivate init(_ table: HolderTable, _ index: Int) {
            (self.table, self.index) = (table, index)
        }

        fileprivate var start: Int { (index + 1) * HolderTable.slotByteCount }

        var process: Int32 {
            get { Int32(truncatingIfNeeded: table.memory[short: start]) }
            nonmutating set { table.memory[short: start] = UInt32(bitPattern: newValue) }
        }

        /// The state of the participation itself.
        var state: State {
            get { State(rawValue: table.memory[short: start + 4]) ?? .none }
            nonmutating set { table.memory[short: start + 4] = newValue.rawValue }
        }

        /// The version whose successors' changes the owner follows; 0 for none.
        var followed: UInt64 {
            get { table.memory[start + 8] }
            nonmutating set { table.memory[start + 8] = newValue }
        }

        /// Gives the slot back.
        func release() {
            clear()
            try? table.file.unlockByte(start)
        }

        /// Takes the slot of a dead owner; false if another process is faster.
        func takeOver() throws(SystemError) -> Bool { try table.file.lockByte(start) }

        /// Leaves the slot of a dead owner as it is.
        func leave() { try? table.file.unlockByte(start) }

        fileprivate func clear() {
            for record in records where record.state != .none { record.state = .none }
            (state, followed) = (.none, 0)
            process = 0
        }

        var records: some Collection<Record> {
            (0..<HolderTable.recordCount).lazy.map { Record(slot: self, index: $0) }
        }

        /// The record of a pin; nil if it has none.
        func record(of pin: Participant.VersionPin) -> Record? {
            records.first {
                $0.state == .held && $0.version == pin.entry.version && $0.entry == pin.index && $0.kind == pin.kind
            }
        }

        /// An unused record; nil if there is none.
        var unusedRecord: Record? { records.first { $0.state == .none } }
    }

    /// One pin of a participant.
    struct Record: Sendable {
        fileprivate let slot: Slot
        let index: Int

        private var start: Int {
            slot.start + HolderTable.firstRecord + index * HolderTable.recordByteCount
        }
        private var memory: SharedMemory { slot.table.memory }

        var version: UInt64 { memory[start] }
        /// The time of the pin, in seconds since 1970.
        var since: Int64 { Int64(truncatingIfNeeded: memory[start + 8]) }
        var entry: Int { Int(memory[short: start + 16]) }
        var kind: SessionMemory.PinKind? { SessionMemory.PinKind(rawValue: memory[short: start + 20]) }
        var state: State {
            get { State(rawValue: memory[short: start + 24]) ?? .none }
            nonmutating set { memory[short: start + 24] = newValue.rawValue }
        }

        /// Describes a pin.
        func describe(_ pin: Participant.VersionPin) {
            state = .adding
            memory[start] = pin.entry.version
            memory[start + 8] = UInt64(pin.since)
            memory[short: start + 16] = UInt32(pin.index)
            memory[short: start + 20] = pin.kind.rawValue
        }
    }
}
