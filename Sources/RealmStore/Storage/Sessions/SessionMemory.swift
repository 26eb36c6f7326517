import Synchronization

/// The lock file of a session as memory: its fields, its mutexes, and the list of versions.
///
/// The order of the mutexes is writing, control, versions: nobody waits for one while holding a later one. Nothing that
/// blocks or fails happens under control and versions. Source: file-format/sessions.md, "Mutexes".
final class SessionMemory: Sendable {
    let layout = LockLayout.here
    private let memory: SharedMemory
    private let file: FileDescriptor
    /// Entries that the file is known to have room for.
    private let roomCount: Atomic<Int>
    let path: String

    /// More than any session needs: pages appear as the file grows.
    private static let room = 4 << 20
    /// Of a damaged entry, too, the numbers are positive.
    private static let numberMask = UInt64(Int.max)
    /// The time to wait for the control and the version mutex.
    static let patience = 30_000

    /// - Parameters:
    ///   - file: a lock file with `LockLayout.number`.
    ///   - path: of the Realm.
    ///   - isCopy: whether to take the bytes as they are now, for somebody who only looks, and locks no mutex.
    init(_ file: borrowing FileDescriptor, _ path: String, isCopy: Bool = false) throws(SystemError) {
        self.path = path
        self.file = try file.duplicate()
        let least = layout.byteCount(entries: LockLayout.entryStep)
        memory =
            isCopy
            ? try SharedMemory(copyOf: file, byteCount: least, limit: SessionMemory.room)
            : try SharedMemory(file, byteCount: least, room: SessionMemory.room)
        roomCount = Atomic(layout.entryCount(inBytes: min(try file.byteCount(), memory.byteCount)))
    }

    /// Fills in the lock file of a session that begins, whatever it holds; the caller has locked it exclusively.
    ///
    /// A file of that size is written over: cutting it off gives its block back, for which some file systems wait.
    static func initialize(_ file: borrowing FileDescriptor) throws(SystemError) {
        let byteCount = LockLayout.here.byteCount(entries: LockLayout.entryStep)
        if try file.byteCount() != byteCount {
            try file.resize(to: 0)
            // Storing to a mapping fails if the disk has no room for its blocks.
            try file.allocate(from: 0, to: byteCount)
        }
        let content = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
        defer { content.deallocate() }
        content.initializeMemory(as: UInt8.self, repeating: 0)
        try fillIn(content)
        try file.write(UnsafeRawBufferPointer(content), at: 0)
        try file.write([1], at: LockLayout.isUsable)
    }

    /// The content of a new lock file, but for the mark that it is usable, in memory of zeros.
    private static func fillIn(_ content: UnsafeMutableRawBufferPointer) throws(SystemError) {
        let layout = LockLayout.here
        func address(_ offset: Int) -> UnsafeMutableRawPointer {
            content.baseAddress! + offset
        }
        for offset in [layout.writing, layout.control, layout.versions] {
            try RobustMutex(at: address(offset)).initialize()
        }
        for offset in [layout.newCommit, layout.nextWriter] {
            try SharedCondition(at: address(offset)).initialize()
        }
        content[LockLayout.mutexSize] = UInt8(layout.mutexByteCount)
        content[LockLayout.conditionSize] = UInt8(layout.conditionByteCount)
        content[LockLayout.historyType] = UInt8(TopArray.HistoryType.inRealm.rawValue)
        content[LockLayout.layout] = UInt8(LockLayout.number)
        content[LockLayout.historySchema] = UInt8(TopArray.currentHistorySchemaVersion)
        content.storeBytes(of: UInt32(LockLayout.entryStep), toByteOffset: layout.entryCount, as: UInt32.self)
        content.storeBytes(of: LockLayout.noEntry, toByteOffset: layout.newestEntry, as: UInt32.self)
    }

    // MARK: Fields

    subscript(byte offset: Int) -> UInt8 {
        get { memory[byte: offset] }
        set { memory[byte: offset] = newValue }
    }

    subscript(short offset: Int) -> UInt32 {
        get { memory[short: offset] }
        set { memory[short: offset] = newValue }
    }

    subscript(long offset: Int) -> UInt64 {
        get { memory[offset] }
        set { memory[offset] = newValue }
    }

    var participantCount: Int {
        get { Int(memory[short: LockLayout.participants]) }
        set { memory[short: LockLayout.participants] = UInt32(max(0, newValue)) }
    }

    /// The next number of those that wait for their turn to write.
    func drawTicket() -> UInt32 { memory.add(1, toShort: layout.nextTicket) }

    var pageMarks: PageMarks { PageMarks(memory, page: layout.writtenPage, writes: layout.pageWrites) }

    // MARK: Mutexes

    var writing: RobustMutex { mutex(layout.writing) }
    var control: RobustMutex { mutex(layout.control) }
    var versions: RobustMutex { mutex(layout.versions) }
    var newCommit: SharedCondition { SharedCondition(at: memory.address(layout.newCommit)) }
    var nextWriter: SharedCondition { SharedCondition(at: memory.address(layout.nextWriter)) }

    private func mutex(_ offset: Int) -> RobustMutex { RobustMutex(at: memory.address(offset)) }

    /// Whether the mutexes are those of this C library.
    var isValid: Bool { writing.isValid && control.isValid && versions.isValid }

    /// Calls `body` with the control mutex, under which participants come and go, and the file grows.
    ///
    /// - Parameter patience: the milliseconds to wait for it.
    /// - Throws: `inUse` without it.
    func underControl<Result: ~Copyable>(
        patience: Int = SessionMemory.patience, _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try lock(control, patience)
        defer { control.unlock() }
        return try body()
    }

    /// Calls `body` with the mutex of the list of versions.
    func underVersions<Result: ~Copyable>(
        patience: Int = SessionMemory.patience, _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try lock(versions, patience)
        defer { versions.unlock() }
        return try body()
    }

    private func lock(_ mutex: RobustMutex, _ patience: Int) throws(StorageError) {
        switch patience > 0 ? mutex.lock(milliseconds: patience) : mutex.tryLock() {
        case .locked: return
        // A death under one of these leaves a count too high at most.
        case .ownerDied: mutex.markConsistent()
        case .busy: throw stuck(mutex)
        case .unusable: throw unusable
        }
    }

    /// The error of a mutex that its owner keeps, as a stopped process does.
    func stuck(_ mutex: RobustMutex) -> StorageError {
        let thread = mutex.owner
        let name = LockTable.commandName(pid: thread).map { " (\($0))" } ?? ""
        return StorageError(
            .inUse([thread]), path,
            "is blocked by process \(thread)\(name), which is stopped or hangs: continue or end it"
        )
    }

    var unusable: StorageError {
        StorageError(
            .inUse(SessionLock.holders(path)), path,
            "is in a session that a dying process has left unusable: end all processes that have it open")
    }

    // MARK: Entries

    /// One version in the list.
    struct Entry: Sendable, Equatable {
        let version: UInt64
        /// `Ref.none` for a file to which nothing was ever committed.
        let top: Ref
        let byteCount: Int
    }

    /// The uses that keep a version.
    enum PinKind: UInt32, Sendable {
        /// Readable, with the history from it on.
        case live
        /// Readable.
        case frozen
        /// With all later versions. Realm Core's layout knows it; nobody uses it.
        case full

        fileprivate var offset: Int { 24 + 4 * Int(rawValue) }
    }

    /// The number of entries, as far as the file has room for them.
    var entryCount: Int {
        let count = Int(memory[short: layout.entryCount])
        if count <= roomCount.load(ordering: .relaxed) { return count }
        let room = (try? file.byteCount()).map { layout.entryCount(inBytes: min($0, memory.byteCount)) } ?? 0
        roomCount.store(max(room, roomCount.load(ordering: .relaxed)), ordering: .relaxed)
        return min(count, room)
    }

    /// The index of the newest version; nil before the first.
    var newestIndex: Int? {
        let index = memory[short: layout.newestEntry]
        return index < UInt32(entryCount) ? Int(index) : nil
    }

    /// The newest version: what it was a moment ago, without the mutex.
    var newestVersion: UInt64 { newestIndex.map { memory[layout.entry($0)] } ?? 0 }

    func entry(_ index: Int) -> Entry {
        let start = layout.entry(index)
        return Entry(
            version: memory[start], top: Ref(Int(truncatingIfNeeded: memory[start + 16] & SessionMemory.numberMask)),
            byteCount: Int(truncatingIfNeeded: memory[start + 8] & SessionMemory.numberMask))
    }

    func version(_ index: Int) -> UInt64 { memory[layout.entry(index)] }

    func pins(_ index: Int, _ kind: PinKind) -> UInt32 { memory[short: layout.entry(index) + kind.offset] }

    func isPinned(_ index: Int) -> Bool {
        pins(index, .live) > 0 || pins(index, .frozen) > 0 || pins(index, .full) > 0
    }

    func addPin(_ index: Int, _ kind: PinKind) {
        memory[short: layout.entry(index) + kind.offset] = pins(index, kind) + 1
    }

    /// Takes a pin away; does nothing if there is none.
    func removePin(_ index: Int, _ kind: PinKind) {
        let count = pins(index, kind)
        if count > 0 { memory[short: layout.entry(index) + kind.offset] = count - 1 }
    }

    /// Empties an entry.
    func clear(_ index: Int) {
        let start = layout.entry(index)
        memory[start] = 0
        (memory[start + 8], memory[start + 16]) = (.max, .max)
        for kind in [PinKind.live, .frozen, .full] { memory[short: start + kind.offset] = 0 }
    }

    /// Makes a version the newest one, in an unused entry. The caller has the mutex of versions.
    ///
    /// - Returns: the index of the entry.
    func add(_ new: Entry) throws(SystemError) -> Int {
        let index = try unusedEntry()
        let start = layout.entry(index)
        for kind in [PinKind.live, .frozen, .full] { memory[short: start + kind.offset] = 0 }
        memory[start + 16] = UInt64(new.top.offset)
        memory[start + 8] = UInt64(new.byteCount)
        memory[start] = new.version
        memory[short: layout.newestEntry] = UInt32(index)
        return index
    }

    private func unusedEntry() throws(SystemError) -> Int {
        let (filled, newest) = (memory[short: layout.filledEntry], memory[short: layout.newestEntry])
        // Of one that died while it filled an entry.
        if newest != LockLayout.noEntry, filled != newest, filled < UInt32(entryCount) { return Int(filled) }
        let count = entryCount
        let index = (0..<count).first { version($0) == 0 } ?? count
        if index == count { try grow(from: count) }
        memory[short: layout.filledEntry] = UInt32(index)
        return index
    }

    private func grow(from count: Int) throws(SystemError) {
        let new = count + LockLayout.entryStep
        guard layout.byteCount(entries: new) <= SessionMemory.room else { throw .noRoom }
        try file.allocate(from: 0, to: layout.byteCount(entries: new))
        roomCount.store(new, ordering: .relaxed)
        for index in count..<new {
            for offset in stride(from: 0, to: LockLayout.entryByteCount, by: 8) {
                memory[layout.entry(index) + offset] = 0
            }
        }
        memory[short: layout.entryCount] = UInt32(new)
    }

    /// Forgets all versions, and begins with this one.
    func beginVersions(with first: Entry) throws(SystemError) {
        memory[short: layout.newestEntry] = LockLayout.noEntry
        memory[short: layout.filledEntry] = 0
        for index in 0..<entryCount {
            for offset in stride(from: 0, to: LockLayout.entryByteCount, by: 8) {
                memory[layout.entry(index) + offset] = 0
            }
        }
        _ = try add(first)
    }

    /// Empties the entries that nobody uses, but not that of the newest version.
    func purge() {
        let (filled, newest) = (memory[short: layout.filledEntry], memory[short: layout.newestEntry])
        let count = entryCount
        if filled != newest, filled < UInt32(count) {
            clear(Int(filled))
            memory[short: layout.filledEntry] = newest
        }
        for index in 0..<count where index != Int(newest) && version(index) != 0 && !isPinned(index) {
            clear(index)
        }
    }
}

extension SessionMemory.Entry {
    /// The entry of a version of a file.
    init(_ top: TopArray?) {
        self.init(
            version: top?.version ?? TopArray.firstVersion, top: top?.ref ?? .none,
            byteCount: top?.logicalByteCount ?? RawFileHeader.byteCount)
    }
}
