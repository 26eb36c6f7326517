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

    /// Counts the states that the session showed: what was read in an earlier one must be read anew.
    private(set) var generation = 0

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

    /// Opens the file that `configuration` names: for reading, unless it has to be made first.
    init(_ configuration: Realm.Configuration) throws {
        let request = try OpenRequest(configuration)
        let database = try rethrowing { () throws(StorageError) in try request.createIfMissing() }
        let snapshot: Snapshot
        if let database {
            snapshot = try rethrowing { () throws(StorageError) in try database.newest() }
        } else {
            let opened = try rethrowing { () throws(StorageError) in try request.open() }
            file = opened
            snapshot = Snapshot(opened)
        }
        self.database = database
        self.configuration = configuration
        path = snapshot.path
        do {
            committed = try Group(snapshot)
            schemaVersion = try committed.schemaVersion()
        } catch {
            throw RLMError(error, path: path)
        }
        schema = StoredSchema.read(committed)
        guard let wanted = request.wantedSchema else { return }
        if snapshot.top == nil, request.mayCreate { try writeFirstVersion(wanted) }
        guard wanted.isEqualIgnoringOrder(to: schema) else {
            throw RLMError(
                .schemaMismatch, "The schema of the file '\(path)' is not the one that was given.",
                path: path)
        }
    }

    /// Gives a file to which nothing was ever committed its schema, unless somebody else was faster.
    private func writeFirstVersion(_ wanted: Schema) throws {
        try beginWrite(timeout: nil)
        guard let write, write.start.snapshot.top == nil else { return cancelWrite() }
        do {
            try SchemaWriter.write(wanted, version: configuration.schemaVersion, in: write.objects)
        } catch {
            cancelWrite()
            throw RLMError(error, path: path)
        }
        try commitWrite()
    }

    // MARK: Versions

    /// Begins a write transaction at the newest version.
    ///
    /// - Parameter timeout: how long to wait for other writers; nil for ever.
    func beginWrite(timeout: Duration?) throws {
        precondition(write == nil, "The Realm is already in a write transaction")
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
        if !isWriter { UpgradeBackup(path: database.path).removeOld() }
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
        guard !configuration.readOnly, file?.isShared ?? true else { return false }
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
        committed = group
        // It would keep the version in use that it was opened with.
        file = nil
        schemaVersion = version
        schema = StoredSchema.read(group)
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

    /// The newest version as a file that is only read.
    func fileForReading() throws -> RealmFile {
        if let file { return file }
        let request = try OpenRequest(configuration)
        return try rethrowing { () throws(StorageError) in try request.open() }
    }

    /// Notes a change of the write transaction, so that it is seen by whoever reads next.
    func noteChange() { generation += 1 }

    // MARK: Reading

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

/// A configuration, checked before any file is touched.
private struct OpenRequest {
    private let path: String
    private let key: EncryptionKey?
    private let sharing: RealmFile.Sharing
    private let scratchDirectory: String?
    private let lockTimeout: Duration
    /// Whether a file that could be written, were it not of an older format, is refused.
    private let refusesOldFormats: Bool
    /// The classes that the file must have; nil for those it has.
    let wantedSchema: Schema?
    /// Whether a file without a version may be given the wanted schema.
    let mayCreate: Bool

    /// Others who are just making the same file are not in the way.
    private static let creationTimeout = Duration.seconds(5)

    init(_ configuration: Realm.Configuration) throws {
        guard let url = configuration.fileURL, url.isFileURL, !url.path.isEmpty else {
            throw invalidInput(
                configuration.inMemoryIdentifier == nil
                    ? "The configuration has neither a file URL nor an in-memory identifier."
                    : "In-memory Realms cannot be opened by this release. Set fileURL.")
        }
        path = url.path
        key = try EncryptionKey(checking: configuration.encryptionKey)
        let unsupported: [(String, Bool)] = [
            ("migrationBlock", configuration.migrationBlock != nil),
            ("deleteRealmIfMigrationNeeded", configuration.deleteRealmIfMigrationNeeded),
            ("shouldCompactOnLaunch", configuration.shouldCompactOnLaunch != nil),
            ("objectTypes", configuration.objectTypes != nil),
            ("seedFilePath", configuration.seedFilePath != nil),
        ]
        if let (name, _) = unsupported.first(where: { $0.1 }) {
            throw invalidInput(
                "'\(name)' is not supported by this release. Do not set it.")
        }
        guard configuration.schemaVersion != .max else {
            throw invalidInput("The schema version 2^64 - 1 is reserved for files without a version.")
        }
        if configuration.eventConfiguration != nil {
            RLMLogger.shared.log(
                level: .warn, message: "eventConfiguration has no effect: there is no server to send to")
        }
        if case .explicit(let schema) = configuration.schemaMode {
            let problems = SchemaValidation.problems(of: schema)
            guard problems.isEmpty else {
                let lines = problems.map { "- \($0)" }.joined(separator: "\n")
                throw RLMError(
                    .badSchema, "Schema validation failed due to the following errors:\n\(lines)", path: path)
            }
            wantedSchema = schema
        } else {
            wantedSchema = nil
        }
        lockTimeout = configuration.lockTimeout
        sharing =
            if !configuration.readOnly, case .shared = configuration.lockMode {
                .locked(timeout: configuration.lockTimeout)
            } else {
                .none
            }
        scratchDirectory = configuration.scratchDirectory?.path
        let isLocked = if case .locked = sharing { true } else { false }
        mayCreate = wantedSchema != nil && isLocked
        refusesOldFormats = configuration.disableFormatUpgrade && isLocked
    }

    /// Makes the file, without a version, if there is none and it may be made; nil if it is there.
    func createIfMissing() throws(StorageError) -> Database? {
        guard mayCreate, !FileName.exists(path) else { return nil }
        var options = Database.Options()
        options.key = key
        options.lockTimeout = max(lockTimeout, OpenRequest.creationTimeout)
        return try Database.open(path, options)
    }

    func open() throws(StorageError) -> RealmFile {
        let file: RealmFile
        do {
            file = try RealmFile.open(path, key: key, sharing: sharing, scratchDirectory: scratchDirectory)
        } catch {
            guard case .unsupportedFormat = error.kind, let backup = UpgradeBackup(path: path).existing.first else {
                throw error
            }
            throw StorageError(
                error.kind, error.path, error.message + "; from before an upgrade there is a backup, '\(backup)'")
        }
        guard refusesOldFormats, file.header.isOld else { return file }
        throw StorageError(
            .upgradeRequired(file.header.format), path,
            "has file format version \(file.header.format), whose upgrade to \(FileHeader.currentFormat) is prohibited "
                + "(disableFormatUpgrade)")
    }
}

extension EncryptionKey {
    /// The key in `data`; nil without one. Throws `invalidInput` if it has not 64 bytes.
    init?(checking data: Data?) throws {
        guard let data else { return nil }
        guard let key = EncryptionKey(data) else {
            throw invalidInput("An encryption key has 64 bytes, this one has \(data.count).")
        }
        self = key
    }
}
