import Foundation
import RealmStore

extension RealmBackup {
    /// Options for restoring an archive.
    public struct RestoreOptions: Sendable {
        /// The handling of the encryption of an archived Realm.
        public enum Encryption: Sendable {
            /// The Realm is restored byte for byte.
            case kept
            /// The Realm is encrypted with this key, 64 bytes; nil for a plain one.
            case changed(Data?)
        }

        /// The handling of the encryption.
        public var encryption = Encryption.kept
        /// An existing file may be replaced.
        public var replacesExisting = false
        /// A replaced file may have other hard links, under which it stays.
        public var replacesHardLinks = false
        /// Keep a replaced file as `NAME.before-restore-TIME` beside the new one.
        public var keepsSafetyCopy = true
        /// Restore a synchronised app's file as a local Realm, if the encryption changes.
        public var dropsSyncHistory = false
        /// Throw `outOfDiskSpace` before anything is written unless there is room.
        public var checksSpace = true
        /// The maximum size of the Realm, unpacked; nil for 64 GiB if the size is known only at the end, as for a Realm
        /// file compressed with zstd, and otherwise for any size.
        public var maximumByteCount: Int?

        /// The safe options.
        public init() {}
    }

    /// The result of `RealmBackup.restore`.
    public struct Restoration: Sendable, Equatable {
        /// Size of the restored file.
        public let bytes: Int
        /// The manifest of the archive; nil for a Realm file that was not an archive.
        public let manifest: Manifest?
        /// The replaced file; nil if there was none, or it was not to be kept.
        public let safetyCopy: URL?
        /// False for an encrypted Realm without a given key: its digest is correct, its structure unknown.
        public let isStructureChecked: Bool
    }

    /// Restores a file from a backup archive; or from a Realm file, plain or compressed with zstd.
    ///
    /// The Realm is written beside the target, and gets its name when digest and structure are correct and it is
    /// durable. An existing file is replaced as by `Realm.compact`: it must be closed, and its lock is held to the end.
    /// A new file is readable by its owner only. A failure leaves the target unchanged.
    ///
    /// - Parameters:
    ///   - archive: the archive, or a Realm file, plain or compressed.
    ///   - configuration: only the file to restore to, the key of the archived Realm, and `lockTimeout` matter. With
    ///     lock mode `privateFile` no lock is taken.
    ///   - options: the handling of an existing file, and the key of the new one.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Throws: `badArchive`, see `RLMError.backupStage`; `fileExists`; `fileInUse`, `incompatibleLockFile`,
    ///   `hardLinked` for a file to replace; `invalidDatabase` with its reasons for a wrong or missing key and for a
    ///   damaged Realm; errors of reading and writing.
    /// - Complexity: O(bytes of the Realm)
    @discardableResult
    public static func restore(
        _ archive: URL, to configuration: Realm.Configuration, options: RestoreOptions = RestoreOptions(),
        progress: Progress? = nil
    ) throws -> Restoration {
        try BackupRestoration(archive, configuration, options, progress).run()
    }
}
