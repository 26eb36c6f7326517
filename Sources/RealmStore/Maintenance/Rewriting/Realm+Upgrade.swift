import Foundation

extension Realm {
    /// Upgrades a file of an older format (10, 11, 20, 21, 22 or 23) to the current one, 24, with one commit.
    ///
    /// Others may continue to read the file, in this process and in others that use this library; programs whose engine
    /// does not support format 24 can no longer open it. Before the commit the file is copied to `NAME.vN.backup.realm`
    /// beside it, N being its format, unless that exists or less than twice its size is free on the disk. The objects
    /// of asymmetric classes in a file of format 22, which wait there to be sent, are removed, as by the SDK.
    ///
    /// Reading needs no upgrade, and the first write transaction upgrades automatically. Additional to the SDK.
    ///
    /// - Parameter configuration: only file, key and `lockTimeout` matter.
    /// - Returns: the format before, and the current one; the same number twice if there was nothing to do.
    /// - Throws: `fileFormatUpgradeRequired` for an older format with `disableFormatUpgrade`; `invalidInput` for a
    ///   configuration without a file, a read-only one, or one without a lock; `incompatibleHistories` for a file of a
    ///   synchronised app; errors of opening the file and committing to it. Then the file is unchanged.
    /// - Complexity: O(bytes of the file) for the backup; O(objects) for classes whose layout changes.
    public static func upgradeFileFormat(for configuration: Configuration) throws -> (from: Int, to: Int) {
        guard !configuration.readOnly, case .shared = configuration.lockMode else {
            throw invalidInput("A file is not upgraded without its lock: do not set 'readOnly' or 'lockMode'.")
        }
        guard let path = configuration.fileURL?.path, !path.isEmpty else {
            throw invalidInput("The configuration names no file.")
        }
        var options = Database.Options()
        options.key = try EncryptionKey(checking: configuration.encryptionKey)
        options.creates = false
        options.lockTimeout = configuration.lockTimeout
        let from = try rethrowing {
            let database = try Database.open(path, options)
            return try FileUpgrade.run(
                database, timeout: configuration.lockTimeout ?? .zero, isAllowed: !configuration.disableFormatUpgrade)
        }
        return (from, FileHeader.currentFormat)
    }

    /// Replaces a file of an older format by one of the current format, 24, as `compact` replaces files.
    ///
    /// The file must be closed everywhere. The new one, compact, is written beside it, read back and fully verified
    /// before it takes the name. The old file stays as `NAME.vN.backup.realm`, N being its format, unless that exists
    /// or `options` give another name. Otherwise as `upgradeFileFormat(for:)`. Additional to the SDK.
    ///
    /// - Parameters:
    ///   - configuration: as for `compact`.
    ///   - options: the way the file is written.
    ///   - keepsBackup: false leaves no backup.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Returns: the format before, and the current one; the same number twice if there was nothing to do.
    /// - Throws: as `changeEncryptionKey(for:to:options:progress:)`.
    /// - Complexity: O(used bytes)
    public static func upgradeFileFormat(
        for configuration: Configuration, replacing options: FileWriteOptions, keepsBackup: Bool = true,
        progress: Progress? = nil
    ) throws -> (from: Int, to: Int) {
        let request = try RewriteRequest(configuration, options, progress)
        return (try request.upgrade(keepsBackup: keepsBackup), FileHeader.currentFormat)
    }
}
