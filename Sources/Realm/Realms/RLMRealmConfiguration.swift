import RealmStore

/// The settings for opening a Realm. An object with an identity, in contrast to `Realm.Configuration`: it is copied
/// when a Realm is opened with it, and when it becomes the default.
public final class RLMRealmConfiguration: NSObject, NSCopying {
    /// The same settings in the Swift API.
    package private(set) var configuration: Realm.Configuration

    /// Creates the settings of a new program: the file `default.realm`, schema version 0.
    public override convenience init() { self.init(Realm.Configuration()) }

    package init(_ configuration: Realm.Configuration) { self.configuration = configuration }

    /// A copy of the configuration of `RLMRealm.default()` and of `Realm()`.
    public class func `default`() -> RLMRealmConfiguration {
        RLMRealmConfiguration(Realm.Configuration.defaultConfiguration)
    }

    /// Sets the configuration of `RLMRealm.default()` and of `Realm()`. Open Realms are not affected.
    public class func setDefault(_ configuration: RLMRealmConfiguration) {
        Realm.Configuration.defaultConfiguration = configuration.configuration
    }

    // MARK: Settings; each traps for a value with which no Realm can be opened

    /// The file. Setting it clears `inMemoryIdentifier`.
    public var fileURL: URL? {
        get { configuration.fileURL }
        set {
            require(newValue?.path.isEmpty != true, "Realm path must not be empty")
            configuration.fileURL = newValue
        }
    }

    /// The name of an in-memory Realm. Setting it clears `fileURL` and `seedFilePath`.
    public var inMemoryIdentifier: String? {
        get { configuration.inMemoryIdentifier }
        set {
            require(newValue?.isEmpty != true, "In-memory identifier must not be empty")
            configuration.inMemoryIdentifier = newValue
        }
    }

    /// The key of an encrypted file: 64 bytes, or nil.
    public var encryptionKey: Data? {
        get { configuration.encryptionKey }
        set {
            require(newValue.map { $0.count == 64 } ?? true, "Encryption key must be exactly 64 bytes long")
            configuration.encryptionKey = newValue
        }
    }

    /// Open an existing file without writing anything.
    public var readOnly: Bool {
        get { configuration.readOnly }
        set {
            if newValue {
                require(
                    !deleteRealmIfMigrationNeeded,
                    "Cannot set `readOnly` when `deleteRealmIfMigrationNeeded` is set.")
                require(shouldCompactOnLaunch == nil, "Cannot set `readOnly` when `shouldCompactOnLaunch` is set.")
            }
            configuration.readOnly = newValue
        }
    }

    /// The version of the program's schema.
    public var schemaVersion: UInt64 {
        get { configuration.schemaVersion }
        set {
            require(newValue != RLMNotVersioned, "Cannot set schema version to \(newValue): it is reserved.")
            configuration.schemaVersion = newValue
        }
    }

    /// Changes the objects of a file whose schema version is lower.
    @preconcurrency public var migrationBlock: RLMMigrationBlock? {
        get { configuration.migrationBlock }
        set { configuration.migrationBlock = newValue }
    }

    /// Start again with an empty file if a migration would be needed.
    public var deleteRealmIfMigrationNeeded: Bool {
        get { configuration.deleteRealmIfMigrationNeeded }
        set {
            require(!newValue || !readOnly, "Cannot set `deleteRealmIfMigrationNeeded` when `readOnly` is set.")
            configuration.deleteRealmIfMigrationNeeded = newValue
        }
    }

    /// Called with total and used bytes to decide whether to compact the file when it is opened.
    @preconcurrency public var shouldCompactOnLaunch: RLMShouldCompactOnLaunchBlock? {
        get {
            guard let block = configuration.shouldCompactOnLaunch else { return nil }
            return { total, used in block(Int(total), Int(used)) }
        }
        set {
            require(newValue == nil || !readOnly, "Cannot set `shouldCompactOnLaunch` when `readOnly` is set.")
            guard let block = newValue else { return configuration.shouldCompactOnLaunch = nil }
            configuration.shouldCompactOnLaunch = { total, used in block(UInt(total), UInt(used)) }
        }
    }

    /// The model classes of this Realm; nil for all. Traps for a class that is below none of the base classes.
    public var objectClasses: [Any]? {
        get { configuration.objectTypes }
        set {
            configuration.objectTypes = newValue?.map(RLMRealmConfiguration.modelClass)
        }
    }

    /// The number of versions with which the file may be written, from the oldest in use to the newest; 0 or
    /// `UInt.max` for no limit.
    public var maximumNumberOfActiveVersions: UInt {
        get { configuration.maximumNumberOfActiveVersions ?? UInt.max }
        set { configuration.maximumNumberOfActiveVersions = newValue == UInt.max ? nil : newValue }
    }

    /// Copied to `fileURL` before opening, if no file exists there.
    public var seedFilePath: URL? {
        get { configuration.seedFilePath }
        set { configuration.seedFilePath = newValue }
    }

    private static func modelClass(_ type: Any) -> RLMObjectBase.Type {
        if let type = type as? RLMObjectBase.Type { return type }
        misuse("'\(type)' is no class of objects.")
    }

    // MARK: Identity

    /// An independent copy.
    public func copy(with zone: NSZone? = nil) -> Any { RLMRealmConfiguration(configuration) }

    /// A line per property. Only the length of the key is shown.
    public override var description: String { configuration.description }
}

/// The argument of a migration block; the same class as `Migration`.
@preconcurrency public typealias RLMMigrationBlock = MigrationBlock

/// Decides with total and used bytes whether to compact a file.
public typealias RLMShouldCompactOnLaunchBlock = @Sendable (UInt, UInt) -> Bool
