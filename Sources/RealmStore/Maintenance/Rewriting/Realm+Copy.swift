import Foundation

extension Realm {
    /// Writes the version that this Realm shows to a new file: compact, without history, in the newest format, whatever
    /// that of the file. In a write transaction that is the version it would commit now.
    ///
    /// The file gets its name once it is complete, durable and checked; a failure leaves nothing behind. Its version
    /// number is 1.
    ///
    /// - Parameters:
    ///   - fileURL: the new file.
    ///   - encryptionKey: the 64-byte key of the copy; nil for a plain one, regardless of this Realm's key.
    /// - Throws: `fileExists` if there is anything at `fileURL`; `fileNotFound` if its directory does not exist;
    ///   `filePermissionDenied`, `outOfDiskSpace`, `fileAccess`, `fileOperationFailed` for writing; `invalidInput` for
    ///   a key that does not have 64 bytes; `invalidDatabase` with reason `damagedFile` for a source that cannot be
    ///   read in full; `syncHistory` for one of a synchronised app; `changedWhileReading` if it was opened without a
    ///   lock and changed.
    /// - Complexity: O(used bytes)
    public func writeCopy(toFile fileURL: URL, encryptionKey: Data? = nil) throws {
        try writeCopy(toFile: fileURL, encryptionKey: encryptionKey, options: FileWriteOptions())
    }

    /// Writes a copy to the file, and with the key, of `configuration`; its other values do not matter.
    ///
    /// - Throws: as `writeCopy(toFile:encryptionKey:)`; `invalidInput` for an in-memory configuration.
    /// - Complexity: O(used bytes)
    public func writeCopy(configuration: Realm.Configuration) throws {
        guard let url = configuration.fileURL else {
            throw invalidInput("The configuration of a copy needs a file URL; in-memory Realms are not written.")
        }
        try writeCopy(toFile: url, encryptionKey: configuration.encryptionKey)
    }

    /// Writes a copy as `writeCopy(toFile:encryptionKey:)` does, with options. Additional to the SDK.
    ///
    /// - Parameters:
    ///   - fileURL: the new file.
    ///   - encryptionKey: the 64-byte key of the copy; nil for a plain one.
    ///   - options: the handling of an existing file, of free space, and of the history of a synchronised app.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Returns: the size of the new file in bytes.
    /// - Throws: as `writeCopy(toFile:encryptionKey:)`; with `replacesExisting` also `fileInUse` and
    ///   `incompatibleLockFile` for a target that is in use, `hardLinked`, and `invalidInput` if it is this Realm's own
    ///   file.
    /// - Complexity: O(used bytes)
    @discardableResult
    public func writeCopy(
        toFile fileURL: URL, encryptionKey: Data?, options: FileWriteOptions, progress: Progress? = nil
    ) throws -> Int {
        guard fileURL.isFileURL, !fileURL.path.isEmpty else { throw invalidInput("'\(fileURL)' is no file URL.") }
        let path = fileURL.path
        let source = try rethrowing { try session.source() }
        let rewrite = FileRewrite(
            source: source, key: try EncryptionKey(checking: encryptionKey), version: 1, options: options,
            stages: VerifiedStages(source, of: session.file, options, progress))
        if !options.replacesExisting || !FileName.exists(path) {
            do {
                return try rewrite.write(toNew: path)
            } catch {
                // Others may have created it meanwhile, which is not an obstacle here.
                guard options.replacesExisting, case .fileExists = error.kind else { throw RLMError(error) }
            }
        }
        if configuration.inMemoryIdentifier == nil,
            try rethrowing({ try FileRewrite.isSameFile(path, session.path) })
        {
            throw invalidInput("A Realm cannot be copied onto its own file, '\(path)'.")
        }
        return try rethrowing {
            try rewrite.write(replacing: ReplacedFile(path, timeout: configuration.lockTimeout ?? .zero))
        }
    }
}
