/// A version whose successors are followed: as long as this object lives, commits of all processes keep their
/// changesets.
final class FollowedVersion: Sendable {
    let version: UInt64
    private let database: Database

    init(_ version: UInt64, of database: Database) {
        (self.version, self.database) = (version, database)
        database.setFollowed(version, true)
    }

    /// A newer version, followed instead. This object is not needed any more.
    func moved(to version: UInt64) -> FollowedVersion { FollowedVersion(version, of: database) }

    deinit { database.setFollowed(version, false) }
}

extension Snapshot {
    /// The changesets of the commits after version `first` up to this version, in order; nil if some are no longer
    /// kept.
    func changesets(after first: UInt64) throws(FormatError) -> [[UInt8]]? {
        try History(top).changesets(after: first, in: space)
    }
}
