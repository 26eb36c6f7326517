/// The places in a lock file of Realm Core's layout 14.
///
///     0 usable (1) | 1 bytes of a mutex (1) | 2 bytes of a condition (1) | 3 commit being registered (1)
///     4 file format (1) | 5 history type (1) | 6 layout (2) | 8 durability (2) | 12 participants (4)
///     16 newest version (8) | 24 pid, if encrypted (8) | 32 number of versions (8) | 44 history schema version (2)
///     48 mutexes: writing, control, versions | 5 conditions: three unused, new commit, next writer
///     then: next ticket (4) | next served (4) | page being written + 1 (8) | page writes (8)
///         | number of entries (4) | entry being filled (4) | newest entry (4) | entries of 40 bytes
///     entry: version, 0 if it is unused (8) | logical size (8) | top ref (8) | live, frozen, full pins (4 each)
///
/// Source: file-format/sessions.md, "The lock file".
struct LockLayout: Sendable {
    static let number: UInt16 = 14

    let mutexByteCount: Int
    let conditionByteCount: Int

    /// That of this machine's C library.
    static let here = LockLayout(
        mutexByteCount: RobustMutex.byteCount, conditionByteCount: SharedCondition.byteCount)

    static let isUsable = 0
    static let mutexSize = 1
    static let conditionSize = 2
    static let isRegistering = 3
    static let format = 4
    static let historyType = 5
    static let layout = 6
    static let durability = 8
    static let participants = 12
    static let latest = 16
    static let process = 24
    static let versionCount = 32
    static let historySchema = 44

    var writing: Int { 48 }
    var control: Int { writing + mutexByteCount }
    var versions: Int { control + mutexByteCount }
    private var conditions: Int { versions + mutexByteCount }
    /// The first 8 bytes of a condition that nobody uses: zero in each new session, until one of ours stores a number
    /// there by which its companion file is known.
    var stamp: Int { conditions }
    var newCommit: Int { conditions + 3 * conditionByteCount }
    var nextWriter: Int { conditions + 4 * conditionByteCount }
    var nextTicket: Int { conditions + 5 * conditionByteCount }
    var nextServed: Int { nextTicket + 4 }
    var writtenPage: Int { nextTicket + 8 }
    var pageWrites: Int { nextTicket + 16 }
    var entryCount: Int { nextTicket + 24 }
    var filledEntry: Int { nextTicket + 28 }
    var newestEntry: Int { nextTicket + 32 }
    private var firstEntry: Int { nextTicket + 40 }

    static let entryByteCount = 40
    /// Entries that a new file has, and by which it grows.
    static let entryStep = 32
    static let noEntry = UInt32.max

    func entry(_ index: Int) -> Int { firstEntry + index * LockLayout.entryByteCount }

    /// Bytes of a file with so many entries.
    func byteCount(entries: Int) -> Int { entry(entries) }

    /// The number of whole entries in a file of so many bytes.
    func entryCount(inBytes byteCount: Int) -> Int { (byteCount - firstEntry) / LockLayout.entryByteCount }
}
