import Foundation

extension Realm {
    /// Why `compact` left a file as it was. Additional to the SDK.
    public enum SkipReason: Sendable, Equatable {
        /// The condition did not hold.
        case condition
        /// The file is open; by these processes, as far as they are known.
        case inUse([Int32])
    }

    /// What `compact` did. Additional to the SDK.
    public enum CompactionResult: Sendable, Equatable {
        /// The file was replaced; sizes in bytes, on disk.
        case compacted(before: Int, after: Int)
        /// Nothing was done.
        case skipped(SkipReason)
    }

    /// Replaces a file by a compact one with the same objects, version number and key, without history.
    ///
    /// The file must be closed: its lock is held alone until the new file, written beside it, is durable, was checked
    /// and has taken its place. Whoever opens the file meanwhile waits and sees the new one. A crash leaves the old or
    /// the new file, each whole. Permissions, and the owner where that is allowed, stay. Additional to the SDK, whose
    /// own way is `shouldCompactOnLaunch`.
    ///
    /// - Parameters:
    ///   - configuration: file, key and `lockTimeout` count. With lock mode `privateFile` no lock is taken: the file is
    ///     a scratch file, or the call is inside of `withExclusiveAccess(toFileAt:timeout:_:)`.
    ///   - condition: called once with the total bytes of the version and those in use; false leaves the file as it is.
    ///     No commit is made for these figures.
    ///   - options: how the file is written.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Throws: as `writeCopy(toFile:encryptionKey:)` for what concerns source and writing; `hardLinked`;
    ///   `fileFormatUpgradeRequired` for an older format than 24, which programs that use the file may need;
    ///   `invalidInput` for a configuration that names no file or is read-only.
    /// - Complexity: O(used bytes)
    public static func compact(
        for configuration: Configuration,
        if condition: (@Sendable (_ totalBytes: Int, _ usedBytes: Int) -> Bool)? = nil,
        options: FileWriteOptions = FileWriteOptions(), progress: Progress? = nil
    ) throws -> CompactionResult {
        let request = try RewriteRequest(configuration, options, progress)
        do {
            return try request.run(key: request.key, if: condition)
        } catch let error as RLMError where [.fileInUse, .incompatibleLockFile].contains(error.code) {
            return .skipped(.inUse(error.processIdentifiers))
        }
    }

    /// Replaces a file by one with another key, or by a plain one, as `compact` does. Additional to the SDK.
    ///
    /// The file system may still hold the old file's blocks.
    ///
    /// - Parameters:
    ///   - configuration: as for `compact`; its key is the current one, nil for a plain file.
    ///   - newKey: the new key, 64 bytes; nil for a plain file.
    ///   - options: how the file is written.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Throws: as `compact`; `fileInUse` or `incompatibleLockFile` for a file that is open somewhere.
    public static func changeEncryptionKey(
        for configuration: Configuration, to newKey: Data?, options: FileWriteOptions = FileWriteOptions(),
        progress: Progress? = nil
    ) throws {
        let request = try RewriteRequest(configuration, options, progress)
        _ = try request.run(key: try EncryptionKey(checking: newKey))
    }

    /// Runs `body` while nobody else has the file open; who opens it meanwhile waits, or fails after its own patience.
    ///
    /// Inside, open the file with lock mode `privateFile`: a second lock of this process would wait for the first.
    /// Additional to the SDK.
    ///
    /// - Parameters:
    ///   - fileURL: the file.
    ///   - timeout: how long to wait for others to close the file.
    ///   - body: runs while nobody else has the file open.
    /// - Throws: `fileInUse`, or `incompatibleLockFile` if Realm Core has the file open; `fileNotFound`,
    ///   `filePermissionDenied`, `fileOperationFailed` for file and lock file; `locksUnsupported`; what `body` throws.
    public static func withExclusiveAccess<R>(
        toFileAt fileURL: URL, timeout: Duration = .zero, _ body: () throws -> R
    ) throws -> R {
        let file = try rethrowing { try ReplacedFile(fileURL.path, timeout: timeout) }
        return try withExtendedLifetime(file) { try body() }
    }

    /// Number of names (hard links) that a file has besides this one, not counting what a process that was killed left
    /// and the next rewrite removes. While there are any, `compact` and its like throw `hardLinked`.
    ///
    /// Symbolic links are followed. Additional to the SDK.
    ///
    /// - Throws: `fileNotFound`, `filePermissionDenied`, `fileOperationFailed`, `fileAccess`.
    public static func otherNameCount(ofFileAt fileURL: URL) throws -> Int {
        try rethrowing {
            let status = try FileStatus.ofRegularFile(fileURL.path)
            let leftovers = try StorageError.onSystemError(fileURL.path, Leftovers(of: FileName.resolved(fileURL.path)))
            return max(0, status.linkCount - 1 - leftovers.secondNameCount)
        }
    }

    /// Removes a Realm's file with what engines put beside it, but for `NAME.lock`, which others may hold, and for
    /// backups from before an upgrade, `NAME.vN.backup.realm`, with their log.
    ///
    /// - Returns: true if the file was there; false also for an in-memory Realm.
    /// - Throws: `alreadyOpen` if the file is open in this or another process; `CocoaError.fileWriteNoPermission`;
    ///   `fileOperationFailed` for what is no file; `fileAccess`.
    public static func deleteFiles(for config: Configuration) throws -> Bool {
        guard let path = config.fileURL?.path, FileManager.default.fileExists(atPath: path) else { return false }
        try RealmFiles.delete(path)
        return true
    }
}
