import Foundation

/// An open Realm: the objects of a file at one version.
///
/// A `Realm` is a cheap handle on a session. The session, with its lock, lives as long as any handle, object or
/// collection refers to it. Every object is available as a `DynamicObject`.
///
/// Damage: opening checks the header, the top of the tree and every class's description. Deeper parts are checked when
/// they are read. A non-throwing read returns an empty value for an unreadable one, logs the first such damage at level
/// `error`, and keeps it in `damage`; `Realm.verify` checks everything and throws nothing away.
public struct Realm {
    package let session: Session

    /// Opens the Realm of `configuration`: copies its seed, creates, compacts or migrates it first, according to the
    /// configuration.
    ///
    /// The Realm, and everything read from it, belongs to the thread that opens it. Realms of one file in one thread
    /// share their state.
    ///
    /// - Parameters:
    ///   - configuration: the file, its key, and the schema that it will have.
    ///   - queue: the serial queue to which the Realm belongs instead of the thread; the call must be in one of its
    ///     blocks, else it traps.
    /// - Throws: `invalidInput` for an invalid configuration or one that this release does not support; `badSchema`,
    ///   `schemaMismatch` and `fail` for a given schema (see `Configuration.SchemaMode`); `alreadyOpen` for a file that
    ///   would have to be recreated and is in use (see `Configuration.deleteRealmIfMigrationNeeded`); `outOfDiskSpace`
    ///   if it cannot be created or changed; `fileNotFound`, `filePermissionDenied`, `fileOperationFailed` for the file
    ///   itself; `invalidDatabase` for one that is not a Realm, is damaged or does not match the key (see
    ///   `Realm.Error.reason`); `unsupportedFileFormatVersion` for other formats than 10, 11 and 20 to 24, and
    ///   `fileFormatUpgradeRequired` for one before 24 if `disableFormatUpgrade` is set; `fileInUse` for a file that
    ///   another process holds.
    /// - Complexity: O(number of classes and properties), O(1) if the thread shares an open Realm of the file; besides
    ///   creating, copying, compacting or migrating the file, and copying one that another engine holds.
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
    ///
    /// - Complexity: O(number of classes)
    public var isEmpty: Bool {
        session.checkThread()
        session.noteSeen()
        return session.group.tables.allSatisfy { table in
            guard table.className != nil else { return true }
            return session.read(true) { try table.objects().count == 0 }
        }
    }

    /// The first damage found by a non-throwing read in this Realm; normally nil. Additional to the SDK.
    public var damage: Realm.Error? { session.damage }

    /// Throws `changedWhileReading` if the file was written or replaced since it was opened without a lock.
    ///
    /// Call it after the last read of a Realm opened with `readOnly` or lock mode `immutable`, if the file may have
    /// been written despite the guarantee. Additional to the SDK.
    public func checkUnchanged() throws {
        try rethrowing { try session.file?.checkUnchanged() }
    }
}

extension Realm: Equatable {
    /// True if both handles share one session.
    public static func == (lhs: Realm, rhs: Realm) -> Bool { lhs.session === rhs.session }
}

extension Realm {
    /// True if a file exists at the configuration's path, whatever its content. False for an in-memory Realm.
    public static func fileExists(for config: Configuration) -> Bool {
        guard let path = config.fileURL?.path, !path.isEmpty else { return false }
        return FileManager.default.fileExists(atPath: path)
    }
}

/// The schema version of a file. Nothing is created or changed.
///
/// - Throws: `invalidDatabase` for a file that is missing, never got a schema version, is not a Realm, is damaged or
///   does not match the key; `fileNotFound` if its directory does not exist; `invalidInput` for a key that does not
///   have 64 bytes.
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
