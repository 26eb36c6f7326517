/// A version since which somebody wants to be told what commits do: as long as this object lives, commits of all
/// processes keep what they record.
final class FollowedVersion: Sendable {
    let version: UInt64
    private let database: Database

    init(_ version: UInt64, of database: Database) {
        (self.version, self.database) = (version, database)
        database.setFollowed(version, true)
    }

    deinit { database.setFollowed(version, false) }
}

extension Snapshot {
    /// What the commits behind version `first` recorded, up to the one that made this version, in order; nil where some
    /// of it is not kept any more.
    func changesets(after first: UInt64) throws(FormatError) -> [[UInt8]]? {
        try History(top).changesets(after: first, in: space)
    }
}
