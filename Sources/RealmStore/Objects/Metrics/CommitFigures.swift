import Foundation

/// Figures of a write transaction that was committed, and of its file after it; see `RealmMetrics`.
public struct CommitFigures: Sendable {
    /// The path of the file; `memory:` and the identifier for a Realm in memory.
    public let path: String
    /// The version that was committed.
    public let version: UInt64
    /// Whether it is durable. If not, it becomes so on another thread, after `asyncWrite`, `writeAsync` or
    /// `commitAsyncWrite`: `commitTime` is without the time for which the disk is waited for, which `SyncFigures` tell.
    public let isDurable: Bool

    /// The time waited for other writers, of this process and others.
    public let waitingTime: Duration
    /// The time from the begin of the transaction to its commit.
    public let transactionTime: Duration
    /// The time that the commit took: writing it, and if it is durable, waiting for the disk.
    public let commitTime: Duration

    /// The size of the file in bytes.
    public let fileSize: Int
    /// Bytes of the version that was committed.
    public let usedSize: Int
    /// Bytes that only older versions use, which are still read, or which were in use until just now.
    public let heldSize: Int
    /// The number of pieces in which the rest of the file is free.
    public let freeBlockCount: Int

    /// The oldest version that any process reads.
    public let oldestVersion: UInt64
    /// The time for which its reader has needed it, in whole seconds; zero if it is the newest.
    public let oldestVersionAge: Duration

    /// Free bytes of the file, which commits use before it grows.
    public var freeSize: Int { fileSize - usedSize - heldSize }
}

extension CommitFigures {
    /// Passes the figures of a commit to the program's receiver.
    static func tell(
        _ path: String, _ version: UInt64, _ times: CommitTimes?, _ database: Database, isDurable: Bool
    ) {
        guard let metrics = Realm.metrics, let times else { return }
        metrics.realmCommitted(CommitFigures(path, version, times, database, isDurable: isDurable))
    }

    private init(_ path: String, _ version: UInt64, _ times: CommitTimes, _ database: Database, isDurable: Bool) {
        self.path = path
        self.version = version
        self.isDurable = isDurable
        (waitingTime, transactionTime, commitTime) = (times.waiting, times.transaction, times.commit)
        let usage = database.usage
        (fileSize, usedSize, heldSize) = (usage?.total ?? 0, usage?.used ?? 0, usage?.locked ?? 0)
        freeBlockCount = usage?.freeBlockCount ?? 0
        let claim = database.oldestClaim
        oldestVersion = min(claim?.oldest ?? version, version)
        let age = claim?.since.map { max(Int64(Date().timeIntervalSince1970) - $0, 0) } ?? 0
        oldestVersionAge = oldestVersion < version ? .seconds(age) : .zero
    }
}
