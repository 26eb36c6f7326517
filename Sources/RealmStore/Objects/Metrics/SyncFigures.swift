/// Figures of commits of `asyncWrite`, `writeAsync` or `commitAsyncWrite` that became durable together; see
/// `RealmMetrics`.
///
/// Commits that a durable one of the same Realm takes along are not among them: its `CommitFigures` tell the time.
public struct SyncFigures: Sendable {
    /// The path of the file; `memory:` and the identifier for a Realm in memory.
    public let path: String
    /// The newest version that became durable.
    public let version: UInt64
    /// The number of commits that became durable at once.
    public let commitCount: Int
    /// The time for which the disk was waited for.
    public let time: Duration
}
