/// Writes one version of a file as another file: a new one, or in place of an existing one.
///
/// The target gets its name once it is complete, durable and read back; the source is never written.
package struct FileRewrite {
    package let source: SnapshotSource
    /// The key of the new file; nil for a plain one.
    let key: EncryptionKey?
    /// The number of the version; nil keeps the source's.
    let version: UInt64?
    private let options: FileWriteOptions
    private let stages: any RewriteStages

    /// Space beyond the used bytes that must be there.
    private static let spareByteCount = 4 << 20

    package init(
        source: SnapshotSource, key: EncryptionKey?, version: UInt64?, options: FileWriteOptions = FileWriteOptions(),
        stages: any RewriteStages = PlainStages()
    ) {
        self.source = source
        self.key = key
        self.version = version
        self.options = options
        self.stages = stages
    }

    /// Writes a file that must not exist yet; returns its size.
    package func write(toNew path: String) throws(StorageError) -> Int {
        try checkHistory()
        guard !FileName.exists(path) else { throw FileRewrite.exists(path) }
        let (directory, name) = FileName.split(path)
        let target = try StorageError.onSystemError(path, FileName.resolved(directory) + "/" + name)
        let file = try write(beside: target)
        let byteCount = try file.byteCount
        // Content that required a key must not become readable to others.
        let isOwnerOnly = options.isOwnerOnly || (source.isEncrypted && key == nil)
        do {
            try file.placeNew(mode: isOwnerOnly ? 0o600 : FileName.newFileMode(for: source.mode))
        } catch {
            throw FileName.exists(path) && !file.isPlaced ? FileRewrite.exists(path) : error
        }
        return byteCount
    }

    /// Writes a file in place of `target`, whose lock stays held until the end; returns its size.
    package func write(replacing target: ReplacedFile) throws(StorageError) -> Int {
        try checkHistory()
        if !options.replacesHardLinks { try target.checkHasOneName() }
        if let oldPath = options.oldPath, FileName.exists(oldPath) { throw FileRewrite.exists(oldPath) }
        defer { withExtendedLifetime(target) {} }
        let file = try write(beside: target.path)
        let byteCount = try file.byteCount
        try file.replace(target.status, keepingOldAt: options.oldPath)
        return byteCount
    }

    /// Writes a file that keeps its temporary name and is removed with the returned object.
    ///
    /// - Parameter path: a path without symbolic links, beside which the file is.
    package func writeScratch(beside path: String) throws(StorageError) -> UnfinishedFile {
        try checkHistory()
        return try write(beside: path, .none)
    }

    /// Writes and checks the file under its temporary name. It is synced when it gets its final name.
    private func write(
        beside target: String, _ durability: FileSink.Durability = .begun
    ) throws(StorageError) -> UnfinishedFile {
        let used = source.usedByteCount
        if options.checksSpace { try FileRewrite.checkSpace(used, for: target) }
        let file = try UnfinishedFile(for: target)
        let replacement = try stages.replacement(for: source)
        let written = try SnapshotWriter.write(
            source, to: try file.descriptor(), at: target, key: key, version: version, durability: durability,
            replacement: replacement
        ) { stages.show(min($0, used), of: 2 * used) }
        stages.written(to: file.path)
        try check(file, written, replacement)
        try stages.checkSource()
        stages.show(2 * used, of: 2 * used)
        return file
    }

    /// Reads the new file back: every node must be there and unchanged. The stages inspect it meanwhile, which takes as
    /// long: its nodes are those that were just written.
    private func check(
        _ file: UnfinishedFile, _ written: SnapshotWriter.Summary, _ replacement: (any TreeReplacement)?
    ) throws(StorageError) {
        let used = source.usedByteCount
        let unlike = { (error: StorageError) in
            StorageError(.readOrWriteFailed, file.target, "was not written as it should be: \(error.message)")
        }
        let copy: RealmFile
        // Has decrypted pages of its own, since the inspection forgets those of the file now and then.
        let nodes: SnapshotSource
        do {
            copy = try RealmFile.open(file.path, key: key, sharing: .none)
            // Of two who read all of it one authenticates each page.
            copy.pages?.expectWholeRead()
            nodes = try SnapshotSource(copy)
        } catch {
            throw unlike(error)
        }
        let (read, inspected) = SideBySide.run(
            { () throws(StorageError) in
                try SnapshotWriter.summary(of: nodes) { stages.show(used + min($0, used), of: 2 * used) }
            },
            { () throws(StorageError) in try stages.inspect(copy) })
        guard try read.mapError(unlike).get() == written else {
            throw StorageError(.readOrWriteFailed, file.target, "reads back otherwise than it was written")
        }
        try replacement?.check(copy)
        try inspected.get()
    }

    private func checkHistory() throws(StorageError) {
        if !options.dropsSyncHistory { try source.checkHistoryIsLocal() }
    }

    /// Throws `diskFull` unless there is room beside `target` for that many bytes, plus 5 % and 4 MiB.
    ///
    /// - Parameter name: the name by which to find leftovers, which do not count; nil for the target's own.
    package static func checkSpace(
        _ byteCount: Int, for target: String, named name: String? = nil
    ) throws(StorageError) {
        let available = try StorageError.onSystemError(target) { () throws(SystemError) in
            try Leftovers(of: name ?? FileName.split(target).name, in: Directory.holding(target).directory).remove()
            return try FileName.availableByteCount(in: FileName.split(target).directory)
        }
        let (needed, overflow) = byteCount.addingReportingOverflow((byteCount / 20) + spareByteCount)
        if overflow { throw StorageError(.diskFull, target, "may need \(byteCount) bytes") }
        guard available < needed else { return }
        var error = StorageError(
            .diskFull, target, "may need \(needed) bytes, and its file system has \(available) left")
        error.space = (needed, available)
        throw error
    }

    /// The bytes that may be written beside `target` when the size is not known in advance.
    package static func room(for target: String) throws(StorageError) -> Int {
        try StorageError.onSystemError(target) { () throws(SystemError) in
            max(0, try FileName.availableByteCount(in: FileName.split(target).directory) - spareByteCount)
        }
    }

    /// True if both paths lead to one file, through links of any kind.
    package static func isSameFile(_ path: String, _ other: String) throws(StorageError) -> Bool {
        let (first, second) = (try FileStatus.ofRegularFile(path), try FileStatus.ofRegularFile(other))
        return first.device == second.device && first.inode == second.inode
    }

    private static func exists(_ path: String) -> StorageError { StorageError(.fileExists, path, "exists") }
}
