import Foundation
import Synchronization

/// One open Realm: a file, its tables at one version, and its schema. What a `Realm`, its objects and collections
/// share.
final class Session: @unchecked Sendable {
    let configuration: Realm.Configuration
    /// The version that is shown outside of write transactions.
    private var committed: Group
    private(set) var schema: Schema
    private(set) var schemaVersion: UInt64?
    /// The model classes of the program; none unless the configuration asks for them.
    let models: ModelSchema
    /// Counts the layouts of tables that the session showed.
    private(set) var layout = 0
    let bindings = Mutex<[BindingPlace: WeakBinding]>([:])
    private let confinement: Confinement
    /// The thread that the session is most likely used on; see `Confinement`.
    let home: ThreadIdentity?
    /// True for one that stays at its version, and may be used on any thread.
    let isFrozen: Bool
    /// The session that was frozen last.
    weak var newestFrozen: Session?

    /// Counts the states that the session showed: what was read in an earlier one must be read anew.
    @exclusivity(unchecked) private(set) var generation = 0 { didSet { prepared = nil } }

    /// The query that was made ready last: as a part of the session it does not keep an older version in use.
    private(set) var prepared: PreparedQuery?

    /// The state in which each table was last seen changed by a new version.
    private var changes: [UInt32: Int] = [:]

    /// The file as it is shared with others of this process; opened by the first write transaction.
    private var database: Database?
    /// Whether the session has written before.
    private var isWriter = false
    /// The write transaction that is open.
    private(set) var write: WriteSession?

    /// The tables as they are now, uncommitted changes of the own write transaction included.
    var group: Group { write?.tables.group() ?? committed }

    private let damageFound = Mutex<RLMError?>(nil)

    let path: String
    /// The file as it was opened for reading; nil once the session shows versions of the shared file.
    private(set) var file: RealmFile?
    var space: NodeSpace { group.snapshot.space }

    /// What counts the session among those that have the file open.
    private let use: OpenFile.Use
    /// The classes that the session was opened with; nil for those of the file.
    private let wantedSchema: Schema?

    /// Opens the file that `configuration` names: for reading, unless it has to be made, or given its schema, first.
    init(_ configuration: Realm.Configuration, _ models: ModelSchema, _ confinement: Confinement) throws {
        self.models = models
        self.confinement = confinement
        home = confinement.home
        isFrozen = false
        let request = try OpenRequest(configuration, models)
        let place = OpenFile.at(request.path)
        self.configuration = configuration
        path = request.path
        wantedSchema = request.wantedSchema
        (database, file, committed, use) = try place.opening { isFirst in
            let opened = try request.open(isFirst: isFirst)
            return (opened.database, opened.file, opened.group, place.use())
        }
        do { schemaVersion = try committed.schemaVersion() } catch { throw RLMError(error, path: path) }
        schema = Schema([])
        try place.opening { _ in try updateSchema(request) }
        schema = shownSchema
    }

    /// The version that `source` shows outside of its write transaction, for any thread.
    init(freezing source: Session) {
        configuration = source.configuration
        committed = source.committed
        schema = source.schema
        schemaVersion = source.schemaVersion
        models = source.models
        confinement = .none
        home = nil
        isFrozen = true
        path = source.path
        use = source.use
        wantedSchema = source.wantedSchema
    }

    /// The file's classes and properties, as far as the session was opened with them.
    private var shownSchema: Schema {
        if !models.isEmpty { return models.schema }
        let stored = StoredSchema.read(committed)
        return wantedSchema?.limited(to: stored) ?? stored
    }

    // MARK: Versions

    /// Begins a write transaction at the newest version.
    ///
    /// - Parameter timeout: how long to wait for other writers; nil for ever.
    func beginWrite(timeout: Duration?) throws {
        precondition(write == nil, "The Realm is already in a write transaction")
        precondition(!isFrozen, "Can't perform transactions on a frozen Realm.")
        checkThread()
        precondition(!configuration.readOnly, "Can't perform transactions on read-only Realms.")
        let database = try openedForWriting()
        if let limit = configuration.maximumNumberOfActiveVersions, limit > 0 {
            let count = database.activeVersionCount
            guard count <= Int(limit) else {
                throw RLMError(
                    .fail, "Number of active versions (\(count)) in the Realm exceeded the limit of \(limit)",
                    path: path)
            }
        }
        let transaction = try rethrowing { () throws(StorageError) in try self.transaction(of: database, timeout) }
        if !isWriter, configuration.inMemoryIdentifier == nil { UpgradeBackup(path: database.path).removeOld() }
        isWriter = true
        do {
            let write = try WriteSession(transaction)
            try show(write.start)
            self.write = write
        } catch {
            transaction.rollback()
            throw (error as? FormatError).map { RLMError($0, path: path) } ?? error
        }
    }

    /// The right to write, after the upgrade of a file of an older format.
    private func transaction(
        of database: Database, _ timeout: Duration?
    ) throws(StorageError) -> WriteTransaction {
        do {
            return try database.beginWrite(timeout: timeout)
        } catch {
            guard case .upgradeRequired = error.kind, !configuration.disableFormatUpgrade else { throw error }
            try FileUpgrade.run(database, timeout: timeout)
            return try database.beginWrite(timeout: timeout)
        }
    }

    /// Makes the changes of the write transaction durable and ends it; on an error they are undone.
    func commitWrite() throws {
        let write = endWrite()
        do {
            let snapshot = try rethrowing { () throws(StorageError) in try write.commit() }
            try show(Group(snapshot))
        } catch {
            generation += 1
            throw (error as? FormatError).map { RLMError($0, path: path) } ?? error
        }
    }

    /// Undoes the changes of the write transaction and ends it.
    func cancelWrite() {
        endWrite().transaction.rollback()
        generation += 1
    }

    private func endWrite() -> WriteSession {
        guard let write else { fatalError("The Realm is not in a write transaction") }
        self.write = nil
        return write
    }

    /// Goes to the newest version.
    ///
    /// - Returns: whether there was a newer one.
    func refresh() throws -> Bool {
        precondition(write == nil, "A Realm in a write transaction is at its newest version")
        checkThread()
        guard !isFrozen, !configuration.readOnly, file?.isShared ?? true else { return false }
        let database = try openedForWriting()
        let newest = try rethrowing { () throws(StorageError) in try database.newest() }
        guard newest.version != committed.snapshot.version else { return false }
        do {
            try show(Group(newest))
        } catch let error as FormatError {
            throw RLMError(error, path: path)
        }
        return true
    }

    private func show(_ group: Group) throws {
        let version = try group.schemaVersion()
        // As long as both versions are in use no node of the older one is overwritten: what lies where it lay is the
        // same.
        for table in group.tables where committed.table(table.key)?.ref != table.ref {
            changes[table.key.value] = generation + 1
        }
        if !committed.hasSameLayout(as: group) {
            layout += 1
            committed = group
            schema = shownSchema
        }
        committed = group
        // It would keep the version in use that it was opened with.
        file = nil
        schemaVersion = version
        generation += 1
    }

    private func openedForWriting() throws -> Database {
        if let database { return database }
        var options = Database.Options()
        options.key = try EncryptionKey(checking: configuration.encryptionKey)
        options.creates = false
        options.lockTimeout = configuration.lockTimeout
        let opened = try rethrowing { () throws(StorageError) in try Database.open(path, options) }
        database = opened
        return opened
    }

    /// A watch for new versions, and the version that is shown.
    func watch() throws -> (ChangeWatch, since: UInt64) {
        precondition(write == nil, "A Realm in a write transaction is at its newest version")
        guard !configuration.readOnly, file?.isShared ?? true else {
            throw invalidInput("Changes of a Realm that was opened without a lock cannot be waited for.")
        }
        let database = try openedForWriting()
        let watch = try rethrowing { () throws(StorageError) in try ChangeWatch(database) }
        return (watch, committed.snapshot.version)
    }

    /// What is shown, in the current format, as the source of a copy; in a write transaction, what would be committed.
    func source() throws(StorageError) -> SnapshotSource {
        if let write { return try write.source() }
        if let file { return file.header.isOld ? try FormatUpgrade.source(of: file) : try SnapshotSource(file) }
        return try SnapshotSource(committed.snapshot)
    }

    /// True if no version that was shown since a state, in which there was no write transaction, changed a table.
    func isUnchanged(_ table: TableKey, since generation: Int) -> Bool {
        write == nil && changes[table.value] ?? 0 <= generation
    }

    /// Keeps a query that was made ready, as long as the state is the same.
    func keep(_ query: PreparedQuery) {
        // What is frozen may be asked by several threads at once.
        if !isFrozen { prepared = query }
    }

    /// Notes a change of the write transaction, so that it is seen by whoever reads next.
    func noteChange() { generation += 1 }

    // MARK: Reading

    /// Number of the version that is shown outside of write transactions.
    var version: UInt64 { committed.snapshot.version }

    /// Traps on another thread or queue than the one that the Realm was opened for.
    func checkThread() {
        if home == .current { return }
        precondition(confinement.isHere, "Realm accessed from incorrect thread.")
    }

    /// Reads for a caller who cannot be thrown at: damage in the file is recorded, and `fallback` is read in its place.
    func read<Result>(_ fallback: @autoclosure () -> Result, _ body: () throws(FormatError) -> Result) -> Result {
        do {
            return try body()
        } catch {
            record(error)
            return fallback()
        }
    }

    private func record(_ error: FormatError) {
        let isFirst = damageFound.withLock { found in
            guard found == nil else { return false }
            found = RLMError(error, path: path)
            return true
        }
        if isFirst {
            RLMLogger.shared.log(level: .error, message: "\(RLMError(error, path: path).localizedDescription)")
        }
    }

    /// The first damage that a read had to cover up.
    var damage: RLMError? { damageFound.withLock { $0 } }
}
