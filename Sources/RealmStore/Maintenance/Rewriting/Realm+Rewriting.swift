import Foundation

extension Realm {
    /// The reason why `compact` left a file unchanged. Additional to the SDK.
    public enum SkipReason: Sendable, Equatable {
        /// The condition did not hold.
        case condition
        /// The file is open, by these processes, as far as known.
        case inUse([Int32])
    }

    /// The result of `compact`. Additional to the SDK.
    public enum CompactionResult: Sendable, Equatable {
        /// The file was replaced; sizes in bytes, on disk.
        case compacted(before: Int, after: Int)
        /// Nothing was done.
        case skipped(SkipReason)
    }

    /// Replaces a file by a compact one with the same objects, version number and key, without history.
    ///
    /// The file must be closed: its lock is held exclusively until the new file, written beside it, is durable, checked
    /// and has replaced it. Anyone opening the file meanwhile waits and sees the new one. A crash leaves either the old
    /// or the new file intact. Permissions, and the owner if allowed, stay. Additional to the SDK, whose own way is
    /// `shouldCompactOnLaunch`.
    ///
    /// - Parameters:
    ///   - configuration: only file, key and `lockTimeout` matter. With lock mode `privateFile` no lock is taken: the
    ///     file is a scratch file, or the call is inside `withExclusiveAccess(toFileAt:timeout:_:)`.
    ///   - condition: called once with the total bytes of the version and those in use; false leaves the file
    ///     unchanged. No commit is made to get these figures.
    ///   - options: the way the file is written.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Throws: as `writeCopy(toFile:encryptionKey:)` for problems of the source and of writing; `hardLinked`;
    ///   `fileFormatUpgradeRequired` for an older format than 24, which programs that use the file may need;
    ///   `invalidInput` for a configuration without a file, or a read-only one.
    /// - Complexity: O(used bytes)
    public static func compact(
        for configuration: Configuration,
        if condition: (@Sendable (_ totalBytes: Int, _ usedBytes: Int) -> Bool)? = nil,
        options: FileWriteOptions = FileWriteOptions(), progress: Progress? = nil
    ) throws -> CompactionResult {
        let request = try RewriteRequest(configuration, options, progress)
        do {
            return try RLMLogger.timed(.debug) {
                try request.run(key: request.key, if: condition)
            } _: { result, time in
                "DB: compaction of '\(configuration.fileURL?.path ?? "")' took \(time): \(result)"
            }
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
    ///   - options: the way the file is written.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Throws: as `compact`; `fileInUse` or `incompatibleLockFile` for a file that is in use.
    public static func changeEncryptionKey(
        for configuration: Configuration, to newKey: Data?, options: FileWriteOptions = FileWriteOptions(),
        progress: Progress? = nil
    ) throws {
        let request = try RewriteRequest(configuration, options, progress)
        _ = try request.run(key: try EncryptionKey(checking: newKey))
    }

    /// Runs `body` while no one else has the file open; anyone opening it meanwhile waits, or fails after its own
    /// timeout.
    ///
    /// Inside, open the file with lock mode `privateFile`: a second lock of this process would wait for the first.
    /// Additional to the SDK.
    ///
    /// - Parameters:
    ///   - fileURL: the file.
    ///   - timeout: the time to wait for others to close the file.
    ///   - body: runs while no one else has the file open.
    /// - Throws: `fileInUse`, or `incompatibleLockFile` if it is in a session of another layout;
    ///   `fileNotFound`, `filePermissionDenied`, `fileOperationFailed` for file and lock file; `locksUnsupported`;
    ///   errors of `body`.
    public static func withExclusiveAccess<R>(
        toFileAt fileURL: URL, timeout: Duration = .zero, _ body: () throws -> R
    ) throws -> R {
        let file = try rethrowing { try ReplacedFile(fileURL.path, timeout: timeout) }
        return try withExtendedLifetime(file) { try body() }
    }

    /// Returns the number of other names (hard links) of a file, not counting leftovers of killed processes, which the
    /// next rewrite removes. While there are any, `compact` and similar methods throw `hardLinked`.
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

    /// Removes a Realm's file and its companion files, except `NAME.lock`, which others may hold, and backups from
    /// before an upgrade, `NAME.vN.backup.realm`, with their log.
    ///
    /// - Returns: true if the file existed; false also for an in-memory Realm.
    /// - Throws: `alreadyOpen` if the file is open in this or another process; `CocoaError.fileWriteNoPermission`;
    ///   `fileOperationFailed` for something that is not a file; `fileAccess`.
    public static func deleteFiles(for config: Configuration) throws -> Bool {
        guard let path = config.fileURL?.path, FileManager.default.fileExists(atPath: path) else { return false }
        try RealmFiles.delete(path)
        return true
    }
}
