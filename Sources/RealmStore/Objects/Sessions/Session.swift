import Foundation
import Synchronization

/// One open Realm: a file, its tables at one version, and its schema. Shared by a `Realm`, its objects and collections.
package final class Session: @unchecked Sendable {
    package let configuration: Realm.Configuration
    @exclusivity(unchecked) private var shown: ShownState
    private(set) var schema: Schema
    private(set) var schemaVersion: UInt64?
    /// The model classes of the program; none unless the configuration requests them.
    let models: ModelSchema
    /// The property names in the model classes.
    let names: PropertyNames
    let bindings = Mutex<[BindingPlace: KnownClass]>([:])
    /// True once the program was told something of the version shown, besides objects and collections.
    private(set) var isSeen = false
    /// See `bindingOfLastUsed`.
    @exclusivity(unchecked) var lastUsed: KnownClass?
    let confinement: Confinement
    /// The thread that the session is most likely used on; see `Confinement`. While it is being opened, the opening
    /// thread.
    @exclusivity(unchecked) private(set) var home: ThreadIdentity?
    /// True for a session that stays at its version.
    let isFrozen: Bool
    /// True for a session that several threads may use at once: nothing read later is cached.
    let isShared: Bool
    /// True for the state of the file during a migration: all objects are dynamic.
    let isMigrating: Bool
    /// The session that was frozen last.
    var newestFrozen: WeakReference<Session>?

    /// See `ShownState`.
    var generation: Int { shown.generation }
    var placement: Int { shown.placement }
    var layout: Int { shown.layout }
    var era: Int { shown.era }

    @exclusivity(unchecked) var queries = QueryCache()
    private let damageLog = DamageLog()

    /// The observers of versions, and those of changes in them.
    let observers = SessionObservers()
    let observations = Observations()

    /// Whether the Realm advances to new versions automatically in the turns of its thread or queue.
    var autorefreshes: Bool
    private var autorefresh: Autorefresh?

    /// The file shared within this process; opened by the first write transaction.
    private var database: Database?
    /// Whether the session has written before.
    private var isWriter = false
    /// The write transaction that is open.
    @exclusivity(unchecked) package private(set) var write: OpenTransaction? {
        didSet { recording = write.map { Borrowed($0.objects.changes) } }
    }
    /// What the open write transaction records of changes; it keeps that alive.
    @exclusivity(unchecked) private(set) var recording: Borrowed<ChangesetWriter>?
    /// The asynchronous writes; nil as long as there were none.
    private(set) var asyncWrites: AsyncWrites?
    /// By which the same place finds the session again; set once, when it is opened.
    var entry: AnyObject?
    /// Keeps the session alive while a write transaction is open that the program itself ends.
    private(set) var hold: SessionHold?

    /// The current tables, including uncommitted changes of the session's own write transaction.
    package var group: Group { write?.tables.group() ?? committed }

    var committed: Group { shown.group ?? beginReading() }

    package let path: String
    /// The file as opened for reading; nil once the session shows versions of the shared file.
    private(set) var file: RealmFile?
    /// Every node of the current state, including those of the session's own write transaction.
    var space: NodeSpace { write?.transaction.arena.space ?? committed.snapshot.space }

    /// Counts the session among those that have the file open.
    let use: OpenFile.Use
    /// The classes that the session was opened with; nil for those of the file.
    let wantedSchema: Schema?

    /// Opens the file of `configuration`: for reading, unless it must first be created or get its schema.
    ///
    /// - Parameter migration: replaces the configuration's migration block.
    init(
        _ configuration: Realm.Configuration, _ models: ModelSchema, _ confinement: Confinement,
        migration: MigrationBody? = nil
    ) throws {
        self.models = models
        names = models.isEmpty ? .columns : PropertyNames(models)
        self.confinement = confinement
        home = .current
        (isFrozen, isShared, isMigrating) = (false, false, false)
        autorefreshes = true
        let request = try OpenRequest(configuration, models, migration)
        let place = OpenFile.at(request.path)
        self.configuration = configuration
        path = request.path
        wantedSchema = request.wantedSchema
        let opened: OpenRequest.Opened
        (opened, use) = try place.open(request)
        (database, file, shown) = (opened.database, opened.file, ShownState(opened.group))
        do { schemaVersion = try opened.group.schemaVersion() } catch { throw RLMError(error, path: path) }
        schema = Schema([])
        try place.opening { _ in try updateSchema(request) }
        schema = shownSchema
        home = confinement.home
        if mayFollow { autorefresh = Autorefresh(self) }
        RLMLogger.shared.log(level: .detail, message: "DB: opened '\(path)'")
        RLMLogger.shared.log(level: .trace, message: "DB: reading version \(version) of '\(path)'")
    }

    deinit {
        guard write != nil else { return }
        RLMLogger.shared.log(
            level: .warn, message: "The last of a Realm was released in a write transaction, which is undone: \(path)")
    }

    /// Another view of a session's state.
    enum View {
        /// Its version outside of its write transaction, for any thread.
        case frozen
        /// The same version, with everything in the file, for the block of a migration.
        case beforeMigration
        /// The current state of its write transaction, for the block of a migration.
        case migrating
    }

    /// - Parameter group: another version, of the same layout; for `.frozen`.
    init(_ view: View, of source: Session, at group: Group? = nil) {
        configuration = source.configuration
        path = source.path
        use = source.use
        shown = ShownState(group ?? source.committed)
        schemaVersion = source.schemaVersion
        autorefreshes = false
        isShared = view == .frozen
        isFrozen = view != .migrating
        isMigrating = view == .migrating
        confinement = isShared ? .none : source.confinement
        home = isShared ? nil : source.home
        models = view == .beforeMigration ? .none : source.models
        names = view == .beforeMigration ? .columns : source.names
        wantedSchema = view == .beforeMigration ? nil : source.wantedSchema
        switch view {
        case .frozen: schema = source.schema
        case .beforeMigration: schema = StoredSchema.read(source.committed)
        case .migrating:
            let wanted = models.isEmpty ? wantedSchema : models.schema
            schema = wanted ?? StoredSchema.read(source.group)
            (write, recording) = (source.write, source.recording)
        }
    }

    /// Records that tables or columns of the write transaction were added, removed or changed.
    package func noteLayoutChange() {
        shown.noteLayoutChange()
        queries.forget()
        if wantedSchema == nil { schema = StoredSchema.read(group) }
    }

    /// Ends the view of a migration: everything read from it is permanently gone.
    func endMigration() {
        write = nil
        endEra(forgets: false)
    }

    /// Several threads may use a frozen session at once, which has one version only.
    func noteSeen() { if !isShared { isSeen = true } }

    private func endEra(forgets: Bool) {
        shown.endEra(forgets: forgets)
        queries.forget()
        bindings.withLock { $0 = [:] }
        isSeen = false
        lastUsed = nil
    }

    /// The file's classes and properties, as far as the session was opened with them.
    private var shownSchema: Schema {
        if !models.isEmpty { return models.schema }
        let stored = StoredSchema.read(committed)
        return wantedSchema?.limited(to: stored) ?? stored
    }

    /// See `ClusterCache`.
    func shownCluster(_ table: Table, _ leaf: ClusterLeaf) -> RowCluster { shown.cluster(table, leaf) }

    /// See `KeyedClass`.
    var keyed: KeyedClass? { shown.keyed }
    func keep(_ keyed: KeyedClass) { shown.keep(keyed) }

    // MARK: Versions

    /// Begins a write transaction at the newest version.
    ///
    /// - Parameter timeout: the time to wait for other writers; nil for no limit.
    package func beginWrite(timeout: Duration?) throws {
        try checkMayWrite()
        deliverAhead()
        let database = try openedForWriting()
        let transaction: WriteTransaction
        do {
            transaction = try database.blocking {
                let turn = try asyncWrites?.beginTransaction(timeout: timeout, path)
                return try rethrowing { try self.transaction(of: database, in: turn, timeout) }
            }
        } catch {
            asyncWrites?.endTransaction()
            throw error
        }
        if !isWriter, configuration.inMemoryIdentifier == nil { UpgradeBackup(path: database.path).removeOld() }
        isWriter = true
        do {
            transaction.movedByteCount = configuration.maximumBytesMovedPerCommit
            let write = try OpenTransaction(transaction, after: shown.group)
            let isNew = shown.group?.snapshot.version != transaction.start.version
            if isNew { try show(write.start) }
            self.write = write
            if isNew { observers.tell(.changed) }
            tellObservers(isForeign: isNew)
        } catch {
            transaction.rollback()
            asyncWrites?.endTransaction()
            throw (error as? FormatError).map { RLMError($0, path: path) } ?? error
        }
    }

    /// Begins a write transaction that the program itself ends, through any handle.
    func beginHeldWrite(timeout: Duration?) throws {
        try beginWrite(timeout: timeout)
        hold = HeldSessions.ofThread.hold(self)
    }

    /// Traps where no write transaction can begin.
    ///
    /// - Throws: `fail` if more versions are in use than the configuration allows; errors of opening the file.
    func checkMayWrite() throws {
        checkThread()
        require(write == nil, "The Realm is already in a write transaction. Write transactions cannot be nested.")
        require(!isFrozen, "Can't perform transactions on a frozen Realm. Use thaw() to get the live one.")
        require(!configuration.readOnly, "Can't perform transactions on read-only Realms.")
        guard let limit = configuration.maximumNumberOfActiveVersions, limit > 0 else { return }
        let database = try openedForWriting()
        let count = try rethrowing { try database.activeVersionCount() }
        guard count <= Int(clamping: limit) else {
            throw RLMError(
                .fail,
                "Number of active versions (\(count)) in the Realm exceeded the limit of \(limit): release what is "
                    + "frozen, and refresh Realms of other threads. ('\(path)')", path: path)
        }
    }

    /// A transaction in a turn of the session, or in a separate one, after upgrading a file of an older format.
    private func transaction(
        of database: Database, in turn: WriteTurn?, _ timeout: Duration?
    ) throws(StorageError) -> WriteTransaction {
        if let turn { return try turn.begin() }
        do {
            return try database.beginWrite(timeout: timeout)
        } catch {
            guard case .upgradeRequired = error.kind, !configuration.disableFormatUpgrade else { throw error }
            try FileUpgrade.run(database, timeout: timeout)
            return try database.beginWrite(timeout: timeout)
        }
    }

    /// The asynchronous writes, created on first use.
    func openedAsyncWrites() -> AsyncWrites {
        // Another process may have locked the file for a moment.
        if let asyncWrites, asyncWrites.canWrite || asyncWrites.isBusy { return asyncWrites }
        let writes = AsyncWrites(of: self)
        asyncWrites = writes
        return writes
    }

    /// Makes the changes of the write transaction durable and ends it; on an error they are undone.
    ///
    /// - Parameter silenced: observers that are not notified.
    package func commitWrite(except silenced: Set<Int> = []) throws {
        let times = try commit(endWrite(), isDurable: true)
        asyncWrites?.endTransactionDurably()
        tellOfCommit(times, isDurable: true, except: silenced)
    }

    /// Ends the write transaction with a version that is visible in this process, and becomes durable later.
    ///
    /// - Parameters:
    ///   - groups: whether it may become durable together with following commits.
    ///   - commit: notified of it.
    func commitLater(_ commit: AsyncWrites.Commit, groups: Bool, except silenced: Set<Int> = []) throws {
        let asyncWrites = openedAsyncWrites()
        let write = endWrite()
        guard let turn = write.transaction.turn else { preconditionFailure("a transaction that is open has a turn") }
        let times = try self.commit(write, isDurable: false)
        asyncWrites.endTransaction(turn, commit, groups: groups)
        tellOfCommit(times, isDurable: false, except: silenced)
    }

    /// Shows the version of a write transaction; on an error its changes are undone.
    private func commit(_ write: consuming OpenTransaction, isDurable: Bool) throws -> CommitTimes? {
        do {
            let (snapshot, times) = try committed(write, isDurable: isDurable)
            try show(Group(snapshot, after: shown.group))
            return times
        } catch {
            noteChange()
            asyncWrites?.endTransaction()
            throw (error as? FormatError).map { RLMError($0, path: path) } ?? error
        }
    }

    /// Writes the version of a write transaction; the one before is no longer used.
    private func committed(_ write: consuming OpenTransaction, isDurable: Bool) throws -> (Snapshot, CommitTimes?) {
        let write = write
        let snapshot = try rethrowing { try write.commit(isDurable: isDurable) }
        return (snapshot, write.times)
    }

    private func tellOfCommit(_ times: CommitTimes?, isDurable: Bool, except silenced: Set<Int>) {
        if let database {
            CommitFigures.tell(path, version, times, database, isDurable: isDurable)
            SpaceWarning.giveOnce(path, database, newest: committed.snapshot.version)
        }
        noteCommit(except: silenced)
        observers.tell(.changed, except: silenced)
    }

    /// Undoes the changes of the write transaction and ends it.
    package func cancelWrite() {
        endWrite().transaction.rollback()
        noteChange()
        asyncWrites?.endTransaction()
        observations.wake()
    }

    private func endWrite() -> OpenTransaction {
        checkThread()
        require(!isMigrating, "The write transaction of a migration ends with its block. Do not end it there.")
        guard let write else { misuse("The Realm is not in a write transaction. Begin one with beginWrite().") }
        self.write = nil
        hold?.end()
        hold = nil
        write.warnIfLong()
        return write
    }

    /// Advances to the newest version.
    ///
    /// - Returns: whether there was a newer one.
    func refresh() throws -> Bool {
        precondition(write == nil, "a Realm in a write transaction is at its newest version")
        checkThread()
        guard !isFrozen, mayFollow, !observers.isTelling, !observations.isTelling else { return false }
        if shown.group == nil {
            _ = beginReading()
            return true
        }
        let before = version
        deliverAhead()
        let newest = try newest()
        guard newest.version != version else {
            tellObservers(isForeign: false)
            return version != before
        }
        do {
            try show(Group(newest, after: shown.group))
        } catch let error as FormatError {
            throw RLMError(error, path: path)
        }
        observers.tell(.changed)
        tellObservers(isForeign: true)
        return true
    }

    /// False for a file that does not change.
    var mayFollow: Bool { !configuration.readOnly && file?.isShared ?? true }

    /// False after `invalidate`, until something is read.
    var isShowing: Bool { shown.group != nil }

    /// Makes commits keep their changesets since a version, as long as the result lives.
    func follow(_ version: UInt64) throws -> FollowedVersion { FollowedVersion(version, of: try openedForWriting()) }

    /// The same since the shown version, and from then on since whichever is shown.
    func followShown() throws { shown.follow(try follow(version)) }

    func newest() throws -> Snapshot {
        let database = try openedForWriting()
        return try rethrowing { try database.newest() }
    }

    /// Ends the use of the current version, and of everything read from the Realm. The next access begins with the
    /// newest one.
    func invalidate() {
        checkThread()
        if write != nil {
            RLMLogger.shared.log(level: .warn, message: "invalidate() undoes the open write transaction: \(path)")
            cancelWrite()
        }
        asyncWrites?.waitForCommits()
        deliverAhead()
        guard shown.group != nil else { return }
        endEra(forgets: true)
        // It would keep the version in use with which it was opened.
        if mayFollow, (try? openedForWriting()) != nil { file = nil }
    }

    /// The newest version, in a Realm that currently shows none. Traps for a frozen one, which has no other.
    private func beginReading() -> Group {
        if isFrozen { misuse("The frozen Realm has been invalidated.") }
        if mayFollow {
            do {
                let group = try Group(newest())
                try show(group)
                return group
            } catch {
                damageLog.record(
                    (error as? FormatError).map { RLMError($0, path: path) } ?? error as? RLMError ?? .callFailed)
            }
        }
        // A file that cannot be followed is shown as opened; one that is no longer readable, as empty.
        guard let snapshot = file.map({ Snapshot($0) }) ?? database.map({ Snapshot(nothingOf: $0) }) else {
            preconditionFailure("a session has a file or a database")
        }
        let group = (try? Group(snapshot)) ?? Group(snapshot, tables: [])
        shown.replace(by: group)
        return group
    }

    func show(_ group: Group) throws {
        let version = try group.schemaVersion()
        if shown.show(group) { schema = shownSchema }
        queries.forget()
        // It would keep the version in use with which it was opened.
        file = nil
        schemaVersion = version
    }

    func openedForWriting() throws -> Database {
        if let database { return database }
        var options = Database.Options()
        options.key = try EncryptionKey(checking: configuration.encryptionKey)
        options.creates = false
        options.lockTimeout = configuration.lockTimeout
        let opened = try rethrowing { try Database.open(file, at: path, options) }
        use.share(opened)
        database = opened
        return opened
    }

    /// True if no version shown since a state, in which there was no write transaction, changed a table.
    func isUnchanged(_ table: TableKey, since generation: Int) -> Bool {
        write == nil && shown.isUnchanged(table, since: generation)
    }

    /// An id for results, which identifies their query.
    func nextResultsNumber() -> Int { queries.nextNumber() }

    /// Records a change of the write transaction, so that later reads see it.
    ///
    /// - Parameter inPlace: whether everything stayed in its place, so that accessors need not find it again.
    package func noteChange(inPlace: Bool = false) {
        shown.noteChange(inPlace: inPlace)
        queries.forget()
    }

    // MARK: Reading

    /// The number of the current version outside of write transactions.
    var version: UInt64 { committed.snapshot.version }

    /// Traps on another thread, queue, actor or task than the one for which the Realm was opened.
    package func checkThread() {
        if home == .current { return }
        require(
            confinement.isHere,
            "Realm accessed from incorrect thread: it belongs to \(confinement). Open the Realm again where it is "
                + "used, or hand objects over with freeze() or a ThreadSafeReference. ('\(path)')")
    }

    /// Reads for a non-throwing caller: damage in the file is recorded, and `fallback` is returned instead.
    func read<Result>(_ fallback: @autoclosure () -> Result, _ body: () throws -> Result) -> Result {
        do {
            return try body()
        } catch {
            record(error)
            return fallback()
        }
    }

    private func record(_ error: any Error) {
        guard let error = error as? FormatError else { misuse("Reading failed otherwise than by damage: \(error)") }
        let damage = StorageError(error, path)
        damageLog.record(RLMError(file?.explained(damage) ?? damage))
    }

    /// The first damage that a read could not report.
    var damage: RLMError? { damageLog.first }
}
