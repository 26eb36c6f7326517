import Foundation

/// An open Realm: the objects of a file at one version.
///
/// A `Realm` is a cheap handle on a session. The session, with its lock, lives as long as any handle, object or
/// collection refers to it. Every object is there as a `DynamicObject`.
///
/// Damage: opening checks the header, the top of the tree and every class's description. What lies deeper is checked
/// when it is read. A read that cannot throw gives an empty value for what cannot be read, logs the first such damage
/// at level `error`, and keeps it in `damage`; `Realm.verify` checks everything and throws nothing away.
public struct Realm {
    package let session: Session

    /// Opens the Realm of `configuration`: copies its seed, makes, compacts or migrates it first, as the configuration
    /// says.
    ///
    /// The Realm belongs to the thread that opens it, and with it everything that is read from it. Realms of one file
    /// in one thread share what they show.
    ///
    /// - Parameters:
    ///   - configuration: the file, its key, and the schema that it is to have.
    ///   - queue: the serial queue that the Realm belongs to in place of the thread; this must be one of its blocks,
    ///     else it traps.
    /// - Throws: `invalidInput` for a configuration that makes no sense or that this release cannot honour;
    ///   `badSchema`, `schemaMismatch` and `fail` for a schema that is given (see `Configuration.SchemaMode`);
    ///   `alreadyOpen` for a file that would have to be made anew and is in use (see
    ///   `Configuration.deleteRealmIfMigrationNeeded`); `outOfDiskSpace` if it cannot be made or changed;
    ///   `fileNotFound`, `filePermissionDenied`, `fileOperationFailed` for the file itself; `invalidDatabase` for one
    ///   that is no Realm, is damaged or does not fit the key (see `Realm.Error.reason`);
    ///   `unsupportedFileFormatVersion` for other formats than 10, 11 and 20 to 24, and `fileFormatUpgradeRequired` for
    ///   one before 24 if `disableFormatUpgrade` is set; `fileInUse` for a file that another process holds.
    public init(configuration: Configuration, queue: DispatchQueue? = nil) throws {
        session = try SessionCache.session(for: configuration, Confinement(queue))
    }

    init(session: Session) { self.session = session }

    /// Opens the default configuration. Throws as `init(configuration:queue:)`.
    public init(queue: DispatchQueue? = nil) throws {
        try self.init(configuration: .defaultConfiguration, queue: queue)
    }

    /// Opens a file with the other settings of the default configuration. Throws as `init(configuration:queue:)`.
    public init(fileURL: URL) throws {
        var configuration = Configuration.defaultConfiguration
        configuration.fileURL = fileURL
        try self.init(configuration: configuration)
    }

    /// The classes of this Realm.
    public var schema: Schema { session.schema }

    /// The configuration with which the Realm was opened.
    public var configuration: Configuration { session.resolvedConfiguration }

    /// The file's schema version; nil for a file without one. Additional to the SDK.
    public var schemaVersion: UInt64? { session.schemaVersion }

    /// True if no class has an object. Tables that belong to no class do not count.
    public var isEmpty: Bool {
        session.checkThread()
        return session.group.tables.allSatisfy { table in
            guard table.className != nil else { return true }
            return session.read(true) { try table.objects().count == 0 }
        }
    }

    /// The first damage that a read in this Realm could not report otherwise; nil normally. Additional to the SDK.
    public var damage: Realm.Error? { session.damage }

    /// Throws `changedWhileReading` if the file was written or replaced since it was opened without a lock.
    ///
    /// Call it after the last read of a Realm that was opened with `readOnly` or lock mode `immutable`, if somebody may
    /// have broken the promise that comes with them. Additional to the SDK.
    public func checkUnchanged() throws {
        try rethrowing { try session.file?.checkUnchanged() }
    }
}

extension Realm: Equatable {
    /// True if both handles share one session.
    public static func == (lhs: Realm, rhs: Realm) -> Bool { lhs.session === rhs.session }
}

extension Realm {
    /// True if a file exists at the configuration's path, whatever it holds. False for an in-memory Realm.
    public static func fileExists(for config: Configuration) -> Bool {
        guard let path = config.fileURL?.path, !path.isEmpty else { return false }
        return FileManager.default.fileExists(atPath: path)
    }
}

/// The schema version of a file. Nothing is created or changed.
///
/// - Throws: `invalidDatabase` for a file that is missing, was never given a schema version, is no Realm, is damaged or
///   does not fit the key; `fileNotFound` if its directory does not exist; `invalidInput` for a key that has not 64
///   bytes.
public func schemaVersionAtURL(_ fileURL: URL, encryptionKey: Data? = nil) throws -> UInt64 {
    var configuration = Realm.Configuration(fileURL: fileURL, encryptionKey: encryptionKey, readOnly: true)
    configuration.schemaMode = .discovered
    let uninitialized = RLMError(
        .invalidDatabase, "Realm at path '\(fileURL.path)' has not been initialized.", path: fileURL.path)
    do {
        guard let version = try Realm(configuration: configuration).schemaVersion else { throw uninitialized }
        return version
    } catch let error as RLMError where error.code == .fileNotFound {
        let directory = fileURL.deletingLastPathComponent().path
        if FileManager.default.fileExists(atPath: directory) { throw uninitialized }
        throw error
    }
}

extension Realm {
    /// The errors of this library.
    public typealias Error = RLMError
}
