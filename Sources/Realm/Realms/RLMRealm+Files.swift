import RealmStore

extension RLMRealm {
    /// Writes the content of this Realm's version as a new, compacted file. Throws as
    /// `Realm.writeCopy(toFile:encryptionKey:)` of RealmStore, also if the file exists.
    ///
    /// - Parameters:
    ///   - fileURL: the new file.
    ///   - key: its key: 64 bytes, or nil.
    public func writeCopy(to fileURL: URL, encryptionKey key: Data?) throws {
        try realm.writeCopy(toFile: fileURL, encryptionKey: key)
    }

    /// Writes the content of this Realm's version to the file of a configuration. Throws as
    /// `Realm.writeCopy(configuration:)` of RealmStore.
    public func writeCopy(for configuration: RLMRealmConfiguration) throws {
        try realm.writeCopy(configuration: configuration.configuration)
    }

    /// True if a file exists at the configuration's path, whatever its content.
    public class func fileExists(for config: RLMRealmConfiguration) -> Bool {
        Realm.fileExists(for: config.configuration)
    }

    /// Deletes the files of a Realm that is not open. Throws as `Realm.deleteFiles(for:)` of RealmStore.
    ///
    /// - Returns: false if there was none.
    @discardableResult
    public class func deleteFiles(for config: RLMRealmConfiguration) throws -> Bool {
        try Realm.deleteFiles(for: config.configuration)
    }

    /// Migrates a file if its schema version is lower than the configuration's. Throws as
    /// `Realm.performMigration(for:)` of RealmStore.
    public class func performMigration(for configuration: RLMRealmConfiguration) throws {
        try Realm.performMigration(for: configuration.configuration)
    }

    /// The schema version of a file. Throws as `schemaVersionAtURL(_:encryptionKey:)` of RealmStore; nothing is created
    /// or changed.
    public class func schemaVersion(at url: URL, usingEncryptionKey key: Data? = nil) throws -> UInt64 {
        try schemaVersionAtURL(url, encryptionKey: key)
    }
}

/// The schema version of a file without one.
public let RLMNotVersioned = UInt64.max
