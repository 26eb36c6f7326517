/// The right to write a file, from `Database.takeTurn` until it is released: for one version after another.
///
/// A placed version is written, but not durable: the file's header names the one before it. `finish` puts the newest
/// one into effect, and with it all placed versions, or none of them. Until then their commits do not overwrite the
/// version that the header names, which stays in use. Used by one thread at a time.
package final class WriteTurn: @unchecked Sendable {
    private let database: Database
    private let file: WritableFile
    private var header: RawFileHeader
    /// The header that a file in streaming form gets before anything else is written.
    private let conversion: RawFileHeader?
    private var format: Int
    /// The version that the header names.
    private var durable: Snapshot
    /// The version that the next transaction begins with.
    private(set) package var newest: Snapshot
    /// Pages of an encrypted file that several versions change are written once.
    private var output: CommitOutput?
    private var placed: Commit.Placed?
    /// The error because of which no placed version became durable.
    private var failure: StorageError?
    private var isOver = false
    /// The time that the writer waited for its turn.
    private let waited: Duration
    private var hasBegun = false

    init(
        _ database: Database, _ file: WritableFile, _ start: Snapshot, _ header: FileHeader, waited: Duration
    ) {
        self.database = database
        self.file = file
        self.waited = waited
        (durable, newest) = (start, start)
        format = header.isOld ? header.format : FileHeader.currentFormat
        // The existing version keeps its format, which may be an older one.
        let converted = header.raw.offering(header.topRef, format: header.format).flipped
        conversion = header.isStreaming ? converted : nil
        self.header = conversion ?? header.raw
    }

    deinit { giveBack() }

    /// Ends the turn before its last parts are released.
    package func giveBack() {
        guard !isOver else { return }
        isOver = true
        // The placed versions may already have been visible.
        try? finish()
        database.endTurn()
    }

    /// Whether the file has to be upgraded before anything else is written.
    var needsUpgrade: Bool { format < FileHeader.currentFormat }

    /// Begins the version that follows the newest one.
    ///
    /// - Parameter upgrading: the transaction gives the tables of an older format the layout of the current one.
    /// - Throws: `upgradeRequired` for a file of an older format, unless `upgrading`; `writingStopped` after a write
    ///   that failed.
    package func begin(upgrading: Bool = false) throws(StorageError) -> WriteTransaction {
        try file.checkUsable()
        precondition(!isOver, "the turn was given back")
        if needsUpgrade, !upgrading {
            throw StorageError(
                .upgradeRequired(format), database.path,
                "has file format version \(format), which must be upgraded to \(FileHeader.currentFormat) to be written"
            )
        }
        defer { hasBegun = true }
        return WriteTransaction(
            self, newest, format: format, database.memory(after: newest), waited: hasBegun ? .zero : waited)
    }

    /// Writes the version of a transaction, and makes it readable in this process alone.
    ///
    /// - Parameter isShown: whether it is visible in this process before it is durable.
    func place(
        _ transaction: WriteTransaction, names: Ref, tables: Ref, _ changeset: ChangesetBytes?, isShown: Bool
    ) throws(StorageError) -> Snapshot {
        let output = output ?? CommitOutput(file, conversion)
        self.output = output
        defer { output.dropUnwritten() }
        let (snapshot, placed) = try database.place(
            transaction, names: names, tables: tables, changeset, into: output)
        (newest, self.placed, format) = (snapshot, placed, FileHeader.currentFormat)
        if isShown { database.show(snapshot) }
        return snapshot
    }

    /// Makes the newest version durable, and all versions placed before it.
    ///
    /// On an error the version that the header names is the newest one again, and nothing more is written.
    package func finish() throws(StorageError) {
        if let failure { throw failure }
        guard let placed, let output else { return }
        self.placed = nil
        do {
            header = try output.finish(header, top: placed.top) { () throws(StorageError) in
                try database.register(after: durable)
            }
        } catch {
            // Anything written from now on would build on a state that exists only in memory.
            file.stop()
            failure = error
            database.show(nil)
            database.withdraw(after: durable)
            newest = durable
            database.tell()
            throw error
        }
        file.cut(plainByteCount: placed.byteCount)
        durable = newest
        database.show(nil)
        database.announce(newest)
    }
}
