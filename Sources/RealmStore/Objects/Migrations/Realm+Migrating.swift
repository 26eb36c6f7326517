import Foundation

extension Realm {
    /// Opens the Realm of a configuration, which migrates it, and closes it again.
    ///
    /// Traps if a Realm of this process has the file open. Throws as `init(configuration:queue:)`.
    public static func performMigration(for configuration: Configuration = .defaultConfiguration) throws {
        try migrate(configuration) { path in
            misuse("Cannot migrate Realms that are already open. Release what was read from it first. ('\(path)')")
        }
    }

    /// Migrates the file of a configuration with a function that may fail. Additional to the SDK.
    ///
    /// The function replaces the configuration's migration block. It runs in the calling thread if the schema version
    /// of the file is lower than `schemaVersion`; with schema mode `discovered`, its edits determine the schema
    /// afterwards. If it throws, or its outcome is invalid, the file is unchanged, and the error is rethrown.
    ///
    /// - Parameters:
    ///   - configuration: the file, and the schema that it will have.
    ///   - body: called with the migration and the schema version of the file.
    /// - Returns: the result of the function; nil if there was nothing to migrate: the file has that version, or had
    ///   none, like a new one, and got the schema of the configuration.
    /// - Throws: `alreadyOpen` if a Realm of this process has the file open; `invalidInput` for a configuration that
    ///   does not allow writing, or deletes its content (`deleteRealmIfMigrationNeeded`); `fail` for a file of a higher
    ///   version, and for an outcome that breaks a rule of the schema; else as `init(configuration:queue:)`.
    @discardableResult
    public static func performMigration<Result>(
        for configuration: Configuration = .defaultConfiguration,
        _ body: (_ migration: Migration, _ oldSchemaVersion: UInt64) throws -> Result
    ) throws -> Result? {
        if configuration.deleteRealmIfMigrationNeeded {
            throw invalidInput("With 'deleteRealmIfMigrationNeeded' no migration function runs. Do not set it.")
        }
        var result: Result?
        try withoutActuallyEscaping(body) { body in
            try migrate(configuration, { migration, version in result = try body(migration, version) }) { path in
                throw RLMError(.alreadyOpen, "The Realm '\(path)' is open in this process. Close it first.", path: path)
            }
        }
        return result
    }

    private static func migrate(
        _ configuration: Configuration, _ body: MigrationBody? = nil, ifOpen: (_ path: String) throws -> Void
    ) throws {
        let models = try ModelSchema(for: configuration)
        let request = try OpenRequest(configuration, models, body)
        if body != nil, !request.mayWrite {
            throw invalidInput("A Realm that is opened only for reading cannot be migrated: '\(request.path)'.")
        }
        if OpenFile.at(request.path).isOpen { try ifOpen(request.path) }
        _ = try Session(configuration, models, Confinement(nil), migration: body)
    }
}
