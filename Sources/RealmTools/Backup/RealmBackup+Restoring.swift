import Foundation
import RealmStore

extension RealmBackup {
    /// How an archive is restored.
    public struct RestoreOptions: Sendable {
        /// What becomes of the encryption of an archived Realm.
        public enum Encryption: Sendable {
            /// The Realm is restored byte for byte.
            case kept
            /// The Realm is encrypted with this key, 64 bytes; nil for a plain one.
            case changed(Data?)
        }

        /// What becomes of the encryption.
        public var encryption = Encryption.kept
        /// An existing file may be replaced.
        public var replacesExisting = false
        /// A file that is replaced may have other names, under which it stays.
        public var replacesHardLinks = false
        /// Keep a file that is replaced as `NAME.before-restore-TIME` beside the new one.
        public var keepsSafetyCopy = true
        /// Restore a synchronised app's file as a local Realm, where the encryption changes.
        public var dropsSyncHistory = false
        /// Throw `outOfDiskSpace` before anything is written unless there is room.
        public var checksSpace = true
        /// The most bytes that the Realm may have, unpacked; nil for 64 GiB where that is known only in the end, as of
        /// a Realm file compressed with zstd, and else for any number.
        public var maximumByteCount: Int?

        /// The options that never do harm.
        public init() {}
    }

    /// What `RealmBackup.restore` did.
    public struct Restoration: Sendable, Equatable {
        /// Size of the restored file.
        public let bytes: Int
        /// The manifest of the archive; nil for what was no archive but a Realm file.
        public let manifest: Manifest?
        /// Where the file is that was replaced; nil if there was none, or it was not to be kept.
        public let safetyCopy: URL?
        /// False for an encrypted Realm of which no key was given: its digest is right, its structure unknown.
        public let isStructureChecked: Bool
    }

    /// Restores a file from a backup archive; also from a Realm file, or one that is compressed with zstd.
    ///
    /// The Realm is written beside the target, and takes its name when digest and structure are right and it is
    /// durable. An existing file is replaced as by `Realm.compact`: it must be closed, and its lock is held to the end.
    /// A new file can be read by its owner only. A failure leaves the target as it was.
    ///
    /// - Parameters:
    ///   - archive: the archive, or a Realm file as it is or compressed.
    ///   - configuration: the file to restore to, the key that the archived Realm has, and `lockTimeout` count. With
    ///     lock mode `privateFile` no lock is taken.
    ///   - options: what is done with an existing file, and the key of the new one.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Throws: `badArchive`, see `RLMError.backupStage`; `fileExists`; `fileInUse`, `incompatibleLockFile`,
    ///   `hardLinked` for a file to replace; `invalidDatabase` with its reasons for a key that is wrong or missing and
    ///   for a Realm that is damaged; what reading and writing throw.
    /// - Complexity: O(bytes of the Realm)
    @discardableResult
    public static func restore(
        _ archive: URL, to configuration: Realm.Configuration, options: RestoreOptions = RestoreOptions(),
        progress: Progress? = nil
    ) throws -> Restoration {
        try BackupRestoration(archive, configuration, options, progress).run()
    }
}
