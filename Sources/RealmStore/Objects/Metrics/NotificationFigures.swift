/// Figures of one delivery of notifications; see `RealmMetrics`.
public struct NotificationFigures: Sendable {
    /// The path of the file; `memory:` and the identifier for a Realm in memory.
    public let path: String
    /// The version of which observers were told.
    public let version: UInt64
    /// The number of observers that were told of a change, each once.
    public let observationCount: Int
    /// The time that it took: the observers' blocks, and changes that were not computed ahead.
    public let time: Duration
}
