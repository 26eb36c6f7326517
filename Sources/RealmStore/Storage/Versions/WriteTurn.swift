/// The right to write a file, from `Database.takeTurn` until nobody has it any more: for one version after another.
///
/// A version that is placed is written, but not durable: the file's header names the one before it. `finish` makes the
/// newest one count, and with it all that were placed, or none of them. Until then none of their commits writes over
/// what the header names, which stays in use. Used by one thread at a time.
package final class WriteTurn: @unchecked Sendable {
    private let database: Database
    private let file: WritableFile
    private var header: RawFileHeader
    /// The header that a file in streaming form gets before anything else is written.
    private let conversion: RawFileHeader?
    private var format: Int
    /// The version that the header names.
    private var durable: Snapshot
    /// What the next transaction begins with.
    private(set) package var newest: Snapshot
    /// Pages of an encrypted file that several versions change are written once.
    private var output: CommitOutput?
    private var placed: Commit.Placed?
    /// Why nothing that was placed became durable.
    private var failure: StorageError?
    private var isOver = false

    init(_ database: Database, _ file: WritableFile, _ start: Snapshot, _ header: FileHeader) {
        self.database = database
        self.file = file
        (durable, newest) = (start, start)
        format = header.isOld ? header.format : FileHeader.currentFormat
        // The version that is there stays of its format, which may be an older one.
        let converted = header.raw.offering(header.topRef, format: header.format).flipped
        conversion = header.isStreaming ? converted : nil
        self.header = conversion ?? header.raw
    }

    deinit { giveBack() }

    /// Ends the turn before the last of it is released.
    package func giveBack() {
        guard !isOver else { return }
        isOver = true
        // Everybody may have seen what was placed.
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
        return WriteTransaction(self, newest, format: format, database.memory(after: newest))
    }

    /// Writes the version that a transaction has made, and lets it be read, by this process alone.
    ///
    /// - Parameter isShown: whether everybody in this process sees it before it is durable.
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

    /// Makes the newest version durable, and all that were placed before it.
    ///
    /// On an error the version that the header names is the newest one again, and nothing is written any more.
    package func finish() throws(StorageError) {
        if let failure { throw failure }
        guard let placed, let output else { return }
        self.placed = nil
        do {
            header = try output.finish(header, top: placed.top)
        } catch {
            // Whatever reaches the disk from now on would build on what memory alone knows.
            file.stop()
            failure = error
            database.show(nil)
            newest = durable
            database.announceCommit()
            throw error
        }
        file.cut(plainByteCount: placed.byteCount)
        durable = newest
        database.show(nil)
        database.announceCommit()
    }
}
