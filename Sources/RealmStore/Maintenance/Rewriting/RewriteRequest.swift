import Foundation

/// A file to be rewritten in place, checked before anything is touched.
package struct RewriteRequest {
    package let key: EncryptionKey?
    private let path: String
    private let isPrivate: Bool
    private let timeout: Duration
    private let options: FileWriteOptions
    private let progress: Progress?

    package init(
        _ configuration: Realm.Configuration, _ options: FileWriteOptions, _ progress: Progress?
    ) throws {
        guard let url = configuration.fileURL, url.isFileURL, !url.path.isEmpty else {
            throw invalidInput("The configuration names no file.")
        }
        path = url.path
        key = try EncryptionKey(checking: configuration.encryptionKey)
        switch configuration.lockMode {
        case .shared: isPrivate = false
        case .privateFile: isPrivate = true
        case .immutable: throw invalidInput("A file cannot be replaced in lock mode 'immutable'.")
        }
        if configuration.readOnly { throw invalidInput("A file cannot be replaced with 'readOnly' set.") }
        timeout = configuration.lockTimeout ?? .zero
        self.options = options
        self.progress = progress
    }

    /// Takes the file's exclusive lock, unless the file is private.
    package func lock() throws(StorageError) -> ReplacedFile {
        if !isPrivate { try RealmFile.refuseOtherKinds(path, key) }
        return try ReplacedFile(path, isPrivate: isPrivate, timeout: timeout)
    }

    /// Opens a file that is locked for reading.
    package func open(_ target: ReplacedFile) throws(StorageError) -> RealmFile {
        try target.open(key: key)
    }

    /// Opens a file that is locked for writing.
    package func openAlone(_ target: ReplacedFile, _ disk: any Disk) throws(StorageError) -> Database {
        var options = Database.Options()
        options.key = key
        options.creates = false
        options.disk = disk
        options.isShared = false
        return try Database.openAlone(target.path, options)
    }

    /// - Parameter condition: called with total and used bytes; nothing is done if it returns false.
    func run(
        key newKey: EncryptionKey?, if condition: (@Sendable (Int, Int) -> Bool)? = nil
    ) throws -> Realm.CompactionResult {
        try rethrowing {
            let target = try lock()
            let source = try open(target)
            if let condition {
                let usage: FileUsage
                do throws(FormatError) { usage = try FileUsage(source) } catch { throw StorageError(error, path) }
                guard condition(usage.total, usage.used) else { return .skipped(.condition) }
            }
            let rewrite = self.rewrite(try SnapshotSource(source), of: source, key: newKey, options)
            return .compacted(before: target.status.byteCount, after: try rewrite.write(replacing: target))
        }
    }

    /// Replaces a file of an older format; returns the format that it had.
    func upgrade(keepsBackup: Bool) throws -> Int {
        try rethrowing {
            let target = try lock()
            let old = try open(target)
            guard old.header.isOld else { return FileHeader.currentFormat }
            let format = old.header.format
            let backup = UpgradeBackup(path: target.path)
            let backupPath = backup.path(ofFormat: format)
            let makesBackup = keepsBackup && options.oldPath == nil && !FileName.exists(backupPath)
            var writing = options
            if makesBackup { writing.oldPath = backupPath }
            _ = try rewrite(FormatUpgrade.source(of: old), of: old, key: key, writing).write(replacing: target)
            if makesBackup { backup.noteKept(ofFormat: format) }
            return format
        }
    }

    private func rewrite(
        _ source: SnapshotSource, of file: RealmFile, key: EncryptionKey?, _ options: FileWriteOptions
    ) -> FileRewrite {
        FileRewrite(
            source: source, key: key, version: nil, options: options,
            stages: VerifiedStages(source, of: file, options, progress))
    }
}
