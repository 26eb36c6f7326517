import Foundation

/// A configuration, checked before any file is touched, and the steps from it to an open file.
struct OpenRequest {
    /// The path of the file, or its substitute in messages about an in-memory Realm.
    let path: String
    /// The classes that the file must have; nil for its own.
    let wantedSchema: Schema?
    /// Whether the file may be created and may get another schema.
    let mayWrite: Bool
    /// The migration of a file of an older schema version; nil for none.
    let migration: MigrationBody?
    private let configuration: Realm.Configuration
    private let memory: String?
    private let key: EncryptionKey?
    private let sharing: RealmFile.Sharing

    /// The number of attempts to recreate a file if others create it with another schema each time, or remove it.
    private static let attempts = 3

    /// The starting state of a session.
    struct Opened {
        /// The file shared within this process; nil as long as it is only read.
        let database: Database?
        /// The file as opened for reading.
        let file: RealmFile?
        let group: Group

        init(_ database: Database, _ path: String) throws {
            self.database = database
            file = nil
            let snapshot = try rethrowing { try database.newest() }
            do { group = try Group(snapshot) } catch { throw RLMError(error, path: path) }
        }

        init(_ file: RealmFile, _ path: String) throws {
            database = nil
            self.file = file
            do { group = try Group(Snapshot(file)) } catch { throw RLMError(error, path: path) }
        }
    }

    /// - Parameter migration: replaces the configuration's migration block.
    init(_ configuration: Realm.Configuration, _ models: ModelSchema, _ migration: MigrationBody? = nil) throws {
        self.configuration = configuration
        self.migration = configuration.deleteRealmIfMigrationNeeded ? nil : migration ?? configuration.migrationBlock
        memory = configuration.inMemoryIdentifier
        path = try memory.map { "memory:\($0)" } ?? OpenRequest.path(configuration.fileURL)
        key = try EncryptionKey(checking: configuration.encryptionKey)
        try OpenRequest.check(configuration)
        if configuration.eventConfiguration != nil {
            RLMLogger.warnOnce("eventConfiguration has no effect: there is no server to send to")
        }
        wantedSchema = try OpenRequest.wantedSchema(configuration, models, path)
        if !configuration.readOnly, case .shared = configuration.lockMode {
            sharing = .locked(timeout: configuration.lockTimeout)
            mayWrite = true
        } else {
            sharing = configuration.isLook ? .looking : .none
            mayWrite = memory != nil
        }
    }

    // MARK: Checking

    private static func path(_ url: URL?) throws -> String {
        if let url, url.isFileURL, !url.path.isEmpty { return url.path }
        throw invalidInput("The configuration has neither a file URL nor an in-memory identifier.")
    }

    private static func check(_ configuration: Realm.Configuration) throws {
        guard configuration.schemaVersion != .max else {
            throw invalidInput("The schema version 2^64 - 1 is reserved for files without a version.")
        }
        if configuration.readOnly {
            for (name, isSet) in [
                ("deleteRealmIfMigrationNeeded", configuration.deleteRealmIfMigrationNeeded),
                ("shouldCompactOnLaunch", configuration.shouldCompactOnLaunch != nil),
            ] where isSet {
                throw invalidInput("'\(name)' changes the file, and 'readOnly' forbids that. Set one of them only.")
            }
        }
        if let seed = configuration.seedFilePath, !seed.isFileURL || seed.path.isEmpty {
            throw invalidInput("The seed '\(seed)' is no file URL.")
        }
        guard let identifier = configuration.inMemoryIdentifier else { return }
        if identifier.isEmpty { throw invalidInput("An in-memory identifier is not empty.") }
        if configuration.encryptionKey != nil {
            throw invalidInput("Encryption is not supported for in-memory Realms. Set no key.")
        }
        if configuration.readOnly { throw invalidInput("An in-memory Realm cannot be read-only.") }
    }

    private static func wantedSchema(
        _ configuration: Realm.Configuration, _ models: ModelSchema, _ path: String
    ) throws -> Schema? {
        let schema: Schema
        if case .explicit(let given) = configuration.schemaMode {
            schema = given
        } else if !models.isEmpty {
            schema = models.fileSchema
        } else if case .declared = configuration.schemaMode, configuration.inMemoryIdentifier == nil,
            configuration.seedFilePath == nil, !FileName.exists(path)
        {
            // A program without classes creates a file without classes, and uses an existing one unchanged.
            schema = Schema([])
        } else {
            return nil
        }
        let problems = SchemaValidation.problems(of: schema)
        if problems.isEmpty { return schema }
        let lines = problems.map { "- \($0)" }.joined(separator: "\n")
        throw RLMError(.badSchema, "Schema validation failed due to the following errors:\n\(lines)", path: path)
    }

    // MARK: Opening

    /// Opens the file: copies the seed, creates, compacts or deletes it first if requested.
    ///
    /// - Parameter shared: what sessions of this process have open; nil if no session has.
    func open(_ shared: OpenFile.Shared?) throws -> Opened {
        if let opened = try memory.map({ try open(memory: $0) }) ?? shared.flatMap(open(sharing:)) {
            if try mustReset(opened.group) { throw RealmFiles.inUse(path) }
            return opened
        }
        if let seed = configuration.seedFilePath?.path, !FileName.exists(path) {
            DefaultFolder.make(for: path)
            try rethrowing { try SeedFile.copy(seed, to: path, key: key) }
        }
        var failure: (any Error)?
        for _ in 0..<OpenRequest.attempts {
            if let database = try rethrowing({ try createIfMissing() }) {
                return try Opened(database, path)
            }
            do {
                if shared == nil { try compactIfAsked() }
                if let opened = try openUnlessReset() { return opened }
                try RealmFiles.delete(path)
            } catch let error as RLMError where error.code == .fileNotFound && mayWrite {
                // It existed before the wait, but was removed meanwhile.
                failure = error
            }
        }
        throw failure ?? RealmFiles.inUse(path)
    }

    private func open(memory name: String) throws -> Opened {
        try Opened(rethrowing { try Database.memory(name) }, path)
    }

    /// What others of this process have open, for a session that needs the same: all of them keep a file that the
    /// program itself removes or replaces meanwhile, until the last one has gone.
    private func open(sharing shared: OpenFile.Shared) throws -> Opened? {
        // A file of an older format is shared as it is read: what copies or upgrades it looks at that.
        if let database = shared.database, mayWrite, wantedSchema != nil || !FileName.exists(path),
            try rethrowing({ try !database.contents.isOld() })
        {
            try rethrowing { try database.contents.checkKey(key) }
            return try Opened(database, path)
        }
        guard let file = shared.file, mayWrite == file.isShared, !(mayWrite ? file.isInPlace : FileName.exists(path))
        else { return nil }
        try rethrowing { try file.contents.checkKey(key) }
        return try Opened(file, path)
    }

    /// Creates the file, without a version, if there is none and it may be created; nil if it exists.
    private func createIfMissing() throws(StorageError) -> Database? {
        guard mayWrite, wantedSchema != nil, !FileName.exists(path) else { return nil }
        DefaultFolder.make(for: path)
        var options = Database.Options()
        options.key = key
        options.lockTimeout = configuration.lockTimeout
        return try Database.open(path, options)
    }

    private func read() throws(StorageError) -> RealmFile {
        let file: RealmFile
        do {
            file = try RealmFile.open(
                path, key: key, sharing: sharing, scratchDirectory: configuration.scratchDirectory?.path)
        } catch {
            guard case .unsupportedFormat = error.kind, let backup = UpgradeBackup(path: path).existing.first else {
                throw error
            }
            throw StorageError(
                error.kind, error.path, error.message + "; from before an upgrade there is a backup, '\(backup)'")
        }
        guard configuration.disableFormatUpgrade, file.header.isOld, case .locked = sharing else { return file }
        throw StorageError(
            .upgradeRequired(file.header.format), path,
            "has file format version \(file.header.format), whose upgrade to \(FileHeader.currentFormat) is prohibited "
                + "(disableFormatUpgrade)")
    }

    /// The open file; nil, with nothing kept open, if it must be recreated.
    private func openUnlessReset() throws -> Opened? {
        let opened = try Opened(rethrowing { try read() }, path)
        guard try mustReset(opened.group) else { return opened }
        // A file that this library must not write must not be deleted either.
        var options = Database.Options()
        options.key = key
        options.creates = false
        options.lockTimeout = configuration.lockTimeout
        _ = try rethrowing { try Database.open(path, options) }
        return nil
    }

    /// Whether the content is deleted because it would have to be migrated. Source: file-format/schema.md, "Schema
    /// modes".
    private func mustReset(_ group: Group) throws -> Bool {
        guard configuration.deleteRealmIfMigrationNeeded, mayWrite, let wantedSchema else { return false }
        let stored: SchemaUpdate.Stored
        do { stored = try SchemaUpdate.Stored(group) } catch { throw RLMError(error, path: path) }
        guard let version = stored.version else { return false }
        return version != configuration.schemaVersion
            || SchemaChange.all(from: stored.schema, to: wantedSchema).contains(where: \.needsMigration)
    }

    // MARK: Compaction

    /// Asks the configuration whether to compact the file, and does so unless it is open elsewhere. A failure leaves
    /// the file unchanged, and does not prevent opening it.
    private func compactIfAsked() throws {
        guard let condition = configuration.shouldCompactOnLaunch, case .locked = sharing else { return }
        let usage = try rethrowing { () -> FileUsage? in
            let file = try read()
            // Others may need the older format; the first write transaction gives the file the current one.
            if file.header.isOld { return nil }
            do throws(FormatError) { return try FileUsage(file) } catch { throw StorageError(error, path) }
        }
        guard let usage, usage.used < usage.total, condition(usage.total, usage.used) else { return }
        do {
            let target = try ReplacedFile(path)
            let source = try target.open(key: key)
            let rewrite = FileRewrite(
                source: try SnapshotSource(source), key: key, version: nil, stages: CheckedStages(path: path))
            _ = try rewrite.write(replacing: target)
        } catch {
            switch error.kind {
            case .inUse, .incompatibleLockFile: return
            default: RLMLogger.shared.log(level: .warn, message: "Compaction on launch failed. \(error)")
            }
        }
    }
}

/// The stages of a compaction when a file is opened.
private struct CheckedStages: RewriteStages {
    let path: String

    func inspect(_ copy: RealmFile) throws(StorageError) { try StructureCheck.run(on: copy, of: path) }
}
