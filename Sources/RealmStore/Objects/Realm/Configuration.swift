import Foundation
import Synchronization

extension Realm {
    /// How a Realm is opened. A plain value: changing a copy never affects an open Realm.
    ///
    /// A file is opened for reading, and for writing with the first write transaction. With a schema of the program's a
    /// missing file is made, and one of an older schema version is migrated.
    public struct Configuration: Sendable {
        /// Where the schema of a Realm comes from.
        public enum SchemaMode: Sendable {
            /// From the model classes of the program, as in the SDK. A program without model classes gets the file's
            /// schema, as with `discovered`.
            case declared
            /// From the file: every class is there, through dynamic objects. The schema version is compared only if
            /// there is a migration block, which is run for a lower one, and may edit the schema (`Migration.edit`).
            case discovered
            /// The given classes, with their properties in whatever order; those that only the file has stay there
            /// unseen.
            ///
            /// A file that is missing, or was never given a schema version, is made with them and `schemaVersion`. To a
            /// file of the same version classes and search indexes are added, and search indexes are removed; for all
            /// other changes opening throws `schemaMismatch`, with a line for each. A file of a lower version is
            /// migrated: properties are added and removed, one that becomes optional keeps its values, one that becomes
            /// required or changes its type begins anew, and the primary key is checked. Properties without values get
            /// zero, empty or nil; `migrationBlock` may give them others. A file of a higher version throws `fail`.
            ///
            /// Opened `readOnly` or without a lock, the file must have the same version and whatever properties the
            /// classes have, else opening throws `fail`; classes may be missing.
            ///
            /// Opening throws `badSchema`, with a line for each fault, for classes that no file can have.
            case explicit(Schema)
        }

        /// How a file is shared with other processes.
        public enum LockMode: Sendable {
            /// A shared lock on `NAME.lock`, which is made if it is missing. A file that another engine holds is read
            /// through a private copy.
            case shared
            /// No lock file, no trace; the caller promises that nobody writes the file meanwhile.
            case immutable
            /// As `immutable`, for a scratch file of one's own.
            case privateFile
        }

        /// The file. Setting it clears `inMemoryIdentifier`.
        public var fileURL: URL? {
            get { location.fileURL }
            set { location = newValue.map(Location.file) ?? .nowhere }
        }

        /// The name of an in-memory Realm: within this process, all that are open under one name show the same data,
        /// which is gone with the last of them. Nothing of it reaches a disk.
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

        /// The key of an encrypted file, also of one that is made: 64 bytes, or nil. First the AES-256 key, then the
        /// HMAC key.
        public var encryptionKey: Data?
        /// Open an existing file without writing anything, not even a lock file. With `deleteRealmIfMigrationNeeded` or
        /// `shouldCompactOnLaunch` opening throws `invalidInput`.
        public var readOnly: Bool
        /// The version of the program's schema, which a file that is made or migrated gets; `UInt64.max` is reserved.
        public var schemaVersion: UInt64
        /// Changes the objects of a file whose schema version is lower than `schemaVersion`, whether or not the schema
        /// changed; see `Migration`. Runs in the thread that opens, in the write transaction that changes the schema,
        /// and not for a file that is made, or made anew because of `deleteRealmIfMigrationNeeded`. It must not open
        /// the same file.
        @preconcurrency public var migrationBlock: MigrationBlock?
        /// Start anew with an empty file where a migration would be needed: for a schema version that differs, and for
        /// other changes than classes that are added and search indexes that come or go.
        ///
        /// The file is deleted, and made again with the given schema; if it is open anywhere, opening throws
        /// `alreadyOpen`. A file that this library does not write, such as that of a synchronised app, is not deleted.
        public var deleteRealmIfMigrationNeeded: Bool
        /// Asked, with total and used bytes, whether to compact the file: when no Realm of this process has it open
        /// yet, and it has free space. Not asked for a file that is made, or opened without a lock.
        ///
        /// The figures are those of `Realm.compact(for:if:options:progress:)`. If the file is open in another process,
        /// or compaction fails, which is logged, it is opened as it is. Opening the same file in this function traps.
        @preconcurrency public var shouldCompactOnLaunch: (@Sendable (Int, Int) -> Bool)?
        /// The classes of this Realm; nil for all.
        public var objectTypes: [ObjectBase.Type]?
        /// Beginning a write transaction throws `fail`, and `Realm.beginWrite()` traps, while there are more versions
        /// than this from the oldest that anybody uses, in whatever process, to the newest, both included; nil or 0
        /// for no limit.
        public var maximumNumberOfActiveVersions: UInt?
        /// Copied to `fileURL` before opening, if no file exists there. Setting it clears `inMemoryIdentifier`.
        ///
        /// The copy appears whole or not at all, whoever else makes it at the same time, and only if the seed can be
        /// opened with `encryptionKey`; else opening throws what opening the seed gives: `fileNotFound` if it is
        /// missing.
        public var seedFilePath: URL? {
            get { seed }
            set {
                seed = newValue
                if newValue != nil, case .memory = location { location = .nowhere }
            }
        }
        /// Kept for source compatibility; has no effect, since events only ever went to a server.
        public var eventConfiguration: EventConfiguration?
        /// Always nil: there is no synchronisation.
        public var syncConfiguration: SyncConfiguration?
        /// Where the schema comes from.
        public var schemaMode: SchemaMode = .declared
        /// Refuse files of an older format than 24, which the first write transaction upgrades otherwise. With
        /// `readOnly` they are read as they are in any case.
        public var disableFormatUpgrade = false
        /// How the file is shared with other processes. `readOnly` implies `immutable`.
        public var lockMode: LockMode = .shared
        /// How long to wait for another process that excludes us; zero for no longer than a session takes to begin.
        ///
        /// With nil, opening waits up to five seconds for one that begins a session, removes, restores or rewrites the
        /// file, and not for one in which Realm Core has it open; what needs the file alone does not wait for those
        /// that have it open. Additional to the SDK.
        public var lockTimeout: Duration?
        /// How many bytes of older objects a commit may move, beside its own, so that a file of which much is free can
        /// shrink while it is in use, or has fewer gaps; 0 for none. With nil it is half of what the commit writes, and
        /// 4 KiB. Additional to the SDK.
        public var maximumBytesMovedPerCommit: Int?
        /// Where scratch files go; nil for the system's directory. Additional to the SDK.
        public var scratchDirectory: URL?

        private enum Location: Sendable {
            case nowhere, file(URL), memory(String)

            var fileURL: URL? { if case .file(let url) = self { url } else { nil } }
            var inMemoryIdentifier: String? { if case .memory(let name) = self { name } else { nil } }
        }

        private var location: Location
        private var seed: URL?

        /// A configuration. Nothing is checked before a Realm is opened; an `inMemoryIdentifier` wins over `fileURL`.
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

        /// What is opened where nothing else is said. Its folder is made with the file.
        @usableFromInline static var standardFile: URL {
            URL(fileURLWithPath: DefaultFolder.path + "/default.realm", isDirectory: false)
        }

        private static let currentDefault = Mutex(Configuration())

        /// What `Realm()` opens. Process-wide; the getter returns a copy, setting it leaves open Realms as they are.
        public static var defaultConfiguration: Configuration {
            get { currentDefault.withLock { $0 } }
            set { currentDefault.withLock { $0 = newValue } }
        }
    }
}

extension Realm.Configuration: Equatable {
    /// Compares key, file, in-memory identifier, `readOnly` and schema version only, as the SDK does.
    public static func == (lhs: Realm.Configuration, rhs: Realm.Configuration) -> Bool {
        lhs.encryptionKey == rhs.encryptionKey && lhs.fileURL == rhs.fileURL
            && lhs.inMemoryIdentifier == rhs.inMemoryIdentifier && lhs.readOnly == rhs.readOnly
            && lhs.schemaVersion == rhs.schemaVersion
    }
}

extension Realm.Configuration: CustomStringConvertible {
    /// A line per property. Of the key only its length is shown.
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
