/// The write transaction of a session: its tables and objects in their changing state.
package final class OpenTransaction {
    package let transaction: WriteTransaction
    package let tables: GroupEditor
    package let objects: ObjectEditor
    /// The version that the transaction began with.
    let start: Group
    private let begin = ContinuousClock.now
    /// The times of the commit, once it was made.
    private(set) var times: CommitTimes?

    /// What the last writer of objects needed, for the next one: many objects are written one after the other.
    @exclusivity(unchecked) var spareMemory: AnyObject?

    /// Longer transactions are logged: they block other writers.
    private static let longest = Duration.seconds(5)

    /// Warns of a transaction that has been open for long.
    func warnIfLong() {
        let duration = ContinuousClock.now - begin
        guard duration > OpenTransaction.longest else { return }
        let text = "A write transaction was open for \(duration.components.seconds) seconds: others waited."
        RLMLogger.shared.log(level: .warn, message: "\(text) \(transaction.start.path)")
    }

    /// - Parameter older: a version that the program has read.
    package init(_ transaction: WriteTransaction, after older: Group? = nil) throws(FormatError) {
        self.transaction = transaction
        start = try Group(transaction.start, after: older)
        let top = transaction.start.top
        tables = try GroupEditor(
            start, names: top?.names ?? .none, tables: top?.tables ?? .none, in: transaction.memory)
        objects = ObjectEditor(tables)
        if RLMLogger.passes(.trace) { log(.trace, "began a write transaction on version \(start.snapshot.version)") }
    }

    private func log(_ level: LogLevel, _ message: String) {
        RLMLogger.shared.log(level: level, message: "DB: \(message) of '\(transaction.start.path)'")
    }

    /// The version that would be committed now, as the source of a copy.
    func source() throws(StorageError) -> SnapshotSource {
        let lists: (names: Ref, tables: Ref)
        do { lists = try tables.seal() } catch { throw StorageError(error, transaction.start.path) }
        return try SnapshotSource(transaction, names: lists.names, tables: lists.tables)
    }

    /// Makes the changes the newest version. The transaction is over in any case.
    ///
    /// - Parameter isDurable: whether to wait until it is durable; else `WriteTurn.finish` makes it durable.
    package func commit(isDurable: Bool = true) throws(StorageError) -> Snapshot {
        let start = ContinuousClock.now
        let committed = try end(isDurable)
        let times = CommitTimes(
            waiting: transaction.waited, transaction: start - begin, commit: ContinuousClock.now - start)
        self.times = times
        if RLMLogger.passes(.debug) {
            log(
                .debug,
                "committed version \(committed.version)\(isDurable ? "" : ", to be made durable,") in "
                    + "\(times.commit), after a transaction of \(times.transaction) that waited for \(times.waiting),")
        }
        return committed
    }

    private func end(_ isDurable: Bool) throws(StorageError) -> Snapshot {
        let lists: (names: Ref, tables: Ref)
        do {
            lists = try tables.seal()
        } catch {
            transaction.rollback()
            throw StorageError(error, transaction.start.path)
        }
        let changeset = tables.changes.bytes
        return isDurable
            ? try transaction.commit(names: lists.names, tables: lists.tables, changeset: changeset)
            : try transaction.place(names: lists.names, tables: lists.tables, changeset: changeset)
    }
}
