import Foundation
import Synchronization

extension Realm {
    /// The settings for opening a Realm. A plain value: changing a copy never affects an open Realm.
    ///
    /// A file is opened for reading, and for writing with the first write transaction. With a schema of the program, a
    /// missing file is created, and one of an older schema version is migrated.
    public struct Configuration: Sendable {
        /// The source of a Realm's schema.
        public enum SchemaMode: Sendable {
            /// From the model classes of the program, as in the SDK. A program without model classes gets the file's
            /// schema, as with `discovered`.
            case declared
            /// From the file: all classes are available, through dynamic objects. The schema version is compared only
            /// if there is a migration block, which is run for a lower one, and may edit the schema (`Migration.edit`).
            case discovered
            /// The given classes, with their properties in any order; those only in the file stay there, invisible.
            ///
            /// A file that is missing, or never got a schema version, is created with them and `schemaVersion`. In a
            /// file of the same version, classes and search indexes are added, and search indexes are removed; for all
            /// other changes opening throws `schemaMismatch`, with a line for each. A file of a lower version is
            /// migrated: properties are added and removed, one that becomes optional keeps its values, one that becomes
            /// required or changes its type loses its values, and the primary key is checked. Properties without values
            /// get zero, empty or nil; `migrationBlock` may give them others. A file of a higher version throws `fail`.
            ///
            /// Opened `readOnly` or without a lock, the file must have the same version and all properties of the
            /// classes, else opening throws `fail`; classes may be missing.
            ///
            /// Opening throws `badSchema`, with a line for each problem, for invalid classes.
            case explicit(Schema)
        }

        /// The way a file is shared with other processes.
        public enum LockMode: Sendable {
            /// A part in the session of all processes that have the file open, in `NAME.lock`, which is created if it
            /// is missing. A file whose session cannot be joined is read through a private copy.
            case shared
            /// No lock file, no trace; the caller guarantees that the file is not written meanwhile.
            case immutable
            /// Like `immutable`, for the caller's own scratch file.
            case privateFile
        }

        /// The file. Setting it clears `inMemoryIdentifier`.
        public var fileURL: URL? {
            get { location.fileURL }
            set { location = newValue.map(Location.file) ?? .nowhere }
        }

        /// The name of an in-memory Realm: within this process, all Realms open under one name show the same data,
        /// which is gone with the last of them. Nothing is written to disk.
        ///
        /// Setting it clears `fileURL` and `seedFilePath`. With `encryptionKey`, `readOnly` or an empty name opening
        /// throws `invalidInput`.
        public var inMemoryIdentifier: String? {
            get { location.inMemoryIdentifier }
            set {
                location = newValue.map(Location.memory) ?? .nowhere
                if newValue != nil { seed = nil }
            }
        }

        /// The key of an encrypted file, and of a new one: 64 bytes, or nil. First the AES-256 key, then the HMAC key.
        public var encryptionKey: Data?
        /// Open an existing file without writing anything, not even a lock file. With `deleteRealmIfMigrationNeeded` or
        /// `shouldCompactOnLaunch` opening throws `invalidInput`.
        public var readOnly: Bool
        /// The version of the program's schema, which a created or migrated file gets; `UInt64.max` is reserved.
        public var schemaVersion: UInt64
        /// Changes the objects of a file whose schema version is lower than `schemaVersion`, whether or not the schema
        /// changed; see `Migration`. Runs in the opening thread, in the write transaction that changes the schema, but
        /// not for a new file, or one recreated because of `deleteRealmIfMigrationNeeded`. It must not open the same
        /// file.
        @preconcurrency public var migrationBlock: MigrationBlock?
        /// Start again with an empty file if a migration would be needed: for a different schema version, and for other
        /// changes than added classes and added or removed search indexes.
        ///
        /// The file is deleted, and created again with the given schema; if it is open anywhere, opening throws
        /// `alreadyOpen`. A file that this library does not write, such as that of a synchronised app, is not deleted.
        public var deleteRealmIfMigrationNeeded: Bool
        /// Called with total and used bytes to decide whether to compact the file: when no Realm of this process has it
        /// open yet, and it has free space. Not called for a new file, or one opened without a lock.
        ///
        /// The figures are those of `Realm.compact(for:if:options:progress:)`. If the file is open in another process,
        /// or compaction fails, which is logged, it is opened unchanged. Opening the same file in this function traps.
        @preconcurrency public var shouldCompactOnLaunch: (@Sendable (Int, Int) -> Bool)?
        /// The classes of this Realm; nil for all.
        public var objectTypes: [ObjectBase.Type]?
        /// Beginning a write transaction throws `fail`, and `Realm.beginWrite()` traps, while there are more versions
        /// than this from the oldest in use, in any process, to the newest, both included; nil or 0 for no limit.
        public var maximumNumberOfActiveVersions: UInt?
        /// Copied to `fileURL` before opening, if no file exists there. Setting it clears `inMemoryIdentifier`.
        ///
        /// The copy appears completely or not at all, even if others create the file at the same time, and only if the
        /// seed can be opened with `encryptionKey`; otherwise opening throws the error of opening the seed:
        /// `fileNotFound` if it is missing.
        public var seedFilePath: URL? {
            get { seed }
            set {
                seed = newValue
                if newValue != nil, case .memory = location { location = .nowhere }
            }
        }
        /// Kept for source compatibility; has no effect, since events were only sent to a server.
        public var eventConfiguration: EventConfiguration?
        /// Always nil: there is no synchronisation.
        public var syncConfiguration: SyncConfiguration?
        /// The source of the schema.
        public var schemaMode: SchemaMode = .declared
        /// Refuse files of an older format than 24, which the first write transaction upgrades otherwise. With
        /// `readOnly` they are always read unchanged.
        public var disableFormatUpgrade = false
        /// The way the file is shared with other processes. `readOnly` implies `immutable`.
        public var lockMode: LockMode = .shared
        /// The time to wait for a conflicting process; zero for no longer than a session takes to begin.
        ///
        /// With nil, opening waits up to five seconds for one that begins a session, removes, restores or rewrites the
        /// file, but not for the end of a session that cannot be joined; operations that need exclusive access do not
        /// wait for processes that have it open. Additional to the SDK.
        public var lockTimeout: Duration?
        /// The bytes of older objects that a commit may move, besides its own, so that a file with much free space can
        /// shrink while it is in use, or get fewer gaps; 0 for none. With nil it is half of the commit's own bytes,
        /// plus 4 KiB; for fewer gaps some 10 KiB. Additional to the SDK.
        public var maximumBytesMovedPerCommit: Int?
        /// The directory for scratch files; nil for the system's directory. Additional to the SDK.
        public var scratchDirectory: URL?

        /// Whether the file is looked at without taking part in its session; with lock mode `immutable`.
        var isLook = false

        private enum Location: Sendable {
            case nowhere, file(URL), memory(String)

            var fileURL: URL? { if case .file(let url) = self { url } else { nil } }
            var inMemoryIdentifier: String? { if case .memory(let name) = self { name } else { nil } }
        }

        private var location: Location
        private var seed: URL?

        /// Creates a configuration. Nothing is checked before a Realm is opened; an `inMemoryIdentifier` takes
        /// precedence over `fileURL`.
        @preconcurrency public init(
            fileURL: URL? = Configuration.standardFile,
            inMemoryIdentifier: String? = nil, syncConfiguration: SyncConfiguration? = nil, encryptionKey: Data? = nil,
            readOnly: Bool = false, schemaVersion: UInt64 = 0, migrationBlock: MigrationBlock? = nil,
            deleteRealmIfMigrationNeeded: Bool = false,
            shouldCompactOnLaunch: (@Sendable (Int, Int) -> Bool)? = nil, objectTypes: [ObjectBase.Type]? = nil,
            seedFilePath: URL? = nil
        ) {
            location = fileURL.map(Location.file) ?? .nowhere
            self.syncConfiguration = syncConfiguration
            self.encryptionKey = encryptionKey
            self.readOnly = readOnly
            self.schemaVersion = schemaVersion
            self.migrationBlock = migrationBlock
            self.deleteRealmIfMigrationNeeded = deleteRealmIfMigrationNeeded
            self.shouldCompactOnLaunch = shouldCompactOnLaunch
            self.objectTypes = objectTypes
            if let inMemoryIdentifier { self.inMemoryIdentifier = inMemoryIdentifier }
            if let seedFilePath { self.seedFilePath = seedFilePath }
        }

        /// The file opened by default. Its folder is created with the file.
        @usableFromInline static var standardFile: URL {
            URL(fileURLWithPath: DefaultFolder.path + "/default.realm", isDirectory: false)
        }

        private static let currentDefault = Mutex(Configuration())

        /// The configuration of `Realm()`. Process-wide; the getter returns a copy, setting it does not affect open
        /// Realms.
        public static var defaultConfiguration: Configuration {
            get { currentDefault.withLock { $0 } }
            set { currentDefault.withLock { $0 = newValue } }
        }
    }
}

extension Realm.Configuration: Equatable {
    /// Compares key, file, in-memory identifier, `readOnly` and schema version only, as in the SDK.
    public static func == (lhs: Realm.Configuration, rhs: Realm.Configuration) -> Bool {
        lhs.encryptionKey == rhs.encryptionKey && lhs.fileURL == rhs.fileURL
            && lhs.inMemoryIdentifier == rhs.inMemoryIdentifier && lhs.readOnly == rhs.readOnly
            && lhs.schemaVersion == rhs.schemaVersion
    }
}

extension Realm.Configuration: CustomStringConvertible {
    /// A line per property. Only the length of the key is shown.
    public var description: String {
        let lines: [(String, String?)] = [
            ("fileURL", fileURL?.absoluteString), ("inMemoryIdentifier", inMemoryIdentifier),
            ("encryptionKey", encryptionKey.map { "\($0.count) bytes" }), ("readOnly", "\(readOnly)"),
            ("schemaVersion", "\(schemaVersion)"), ("migrationBlock", migrationBlock.map { _ in "set" }),
            ("deleteRealmIfMigrationNeeded", "\(deleteRealmIfMigrationNeeded)"),
            ("shouldCompactOnLaunch", shouldCompactOnLaunch.map { _ in "set" }), ("dynamic", "\(isDynamic)"),
            ("customSchema", objectTypes.map { "\($0.map { "\($0)" })" }),
        ]
        return "Realm.Configuration {\n" + lines.map { "\t\($0.0) = \($0.1 ?? "(null)");\n" }.joined() + "}"
    }

    private var isDynamic: Bool { if case .discovered = schemaMode { true } else { false } }
}
