/// One version of a file, which can be read as long as this object lives.
///
/// Source: file-format/free-space-and-commits.md, "Snapshots and readers".
package final class Snapshot: Sendable {
    /// The object that keeps the bytes in place.
    private enum Owner {
        case database(Database)
        case file(RealmFile)
        /// The contents of a file that cannot be overwritten.
        case contents(FileContents)
    }

    let path: String
    /// The root; nil before the first commit.
    let top: TopArray?
    /// Every node of the version.
    package let space: NodeSpace
    private let owner: Owner

    /// The version that `file` was opened with.
    init(_ file: RealmFile) {
        path = file.path
        top = file.top
        space = file.space
        owner = .file(file)
    }

    /// A version that `database` has pinned for this object.
    init(_ database: Database, _ top: TopArray?, _ space: NodeSpace) {
        path = database.path
        self.top = top
        self.space = space
        owner = .database(database)
    }

    /// A version without tables, as a substitute for one that cannot be read.
    init(nothingOf database: Database) {
        path = database.path
        top = nil
        space = database.contents.space(of: nil)
        owner = .contents(database.contents)
    }

    deinit { if case .database(let database) = owner { database.unpin(version, top) } }

    /// Number of the version: 1 before the first commit, and one more with each commit.
    var version: UInt64 { top?.version ?? TopArray.firstVersion }

    /// Whether parts may exist only in this process's memory: pages of an encrypted file.
    var mayBeAheadOfFile: Bool {
        if case .database(let database) = owner { return database.hasPlaced }
        return false
    }

    /// Waits until the version stays, whatever happens to the machine.
    func waitUntilDurable() throws(StorageError) {
        if case .database(let database) = owner { try database.waitUntilDurable(self) }
    }

    /// True for the same version as `older`, or a later one: as long as both are in use, nodes that both refer to have
    /// not been overwritten in between.
    ///
    /// False for versions of one process that have been lost, and those after them.
    package func continues(_ older: Snapshot) -> Bool {
        guard case .database(let database) = owner, case .database(let same) = older.owner, database === same,
            !database.hasFailed
        else { return false }
        return older.version < version || older.version == version && older.top?.ref == top?.ref
    }

    /// The file's bytes.
    var contents: FileContents {
        switch owner {
        case .database(let database): database.contents
        case .file(let file): file.contents
        case .contents(let contents): contents
        }
    }
}
