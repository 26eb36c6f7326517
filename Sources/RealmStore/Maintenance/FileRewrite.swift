import Foundation

/// Writes the version that an open file shows as another file: a new one, or in place of an existing one.
///
/// The target appears under its name when it is whole, durable and was read back; the source is never written.
struct FileRewrite {
    let source: RealmFile
    /// The key of the new file; nil for a plain one.
    let key: EncryptionKey?
    /// The number of the version; nil keeps the source's.
    let version: UInt64?
    let options: Realm.FileWriteOptions
    let progress: Progress?
    /// Whether a source of an older format is written in the current one; else it is refused.
    var upgrades = true

    /// Space beyond the used bytes that must be there.
    private static let spareByteCount = 4 << 20

    /// Writes a file that must not exist; returns its size.
    func write(toNew path: String) throws -> Int {
        try checkHistory()
        guard !FileName.exists(path) else { throw FileRewrite.exists(path) }
        let (directory, name) = FileName.split(path)
        let target = try rethrowing { () throws(StorageError) in
            try StorageError.onSystemError(path) { () throws(SystemError) in
                try FileName.resolved(directory) + "/" + name
            }
        }
        let file = try write(beside: target)
        let byteCount = try rethrowing { () throws(StorageError) in try FileStatus.ofRegularFile(file.path).byteCount }
        try rethrowing { () throws(StorageError) in try file.placeNew(ownerOnly: options.isOwnerOnly) }
        return byteCount
    }

    /// Writes a file in place of `target`, whose lock stays held until the end; returns its size.
    func write(replacing target: ReplacedFile) throws -> Int {
        try checkHistory()
        if target.status.linkCount > 1, !options.replacesHardLinks {
            throw RLMError(
                .hardLinked,
                "The file '\(target.path)' has \(target.status.linkCount) names (hard links); "
                    + "replacing it would leave the old content under the others.", path: target.path)
        }
        let oldPath = options.oldFileURL?.path
        if let oldPath, FileName.exists(oldPath) { throw FileRewrite.exists(oldPath) }
        return try withExtendedLifetime(target) {
            let file = try write(beside: target.path)
            return try rethrowing { () throws(StorageError) in
                let byteCount = try FileStatus.ofRegularFile(file.path).byteCount
                try file.replace(target.status, keepingOldAt: oldPath)
                return byteCount
            }
        }
    }

    /// Writes and checks the file under its temporary name.
    private func write(beside target: String) throws -> UnfinishedFile {
        let used: Int
        do { used = try FileUsage(source).used } catch { throw RLMError(error, path: source.path) }
        try checkSpace(used, FileName.split(target).directory, target)
        progress?.totalUnitCount = Int64(2 * used)
        return try rethrowing { () throws(StorageError) in
            guard upgrades, source.header.isOld else { return try write(nil, beside: target, used) }
            return try source.withArena { (arena) throws(StorageError) in
                try write(FormatUpgrade.tables(of: source, in: arena), beside: target, used)
            }
        }
    }

    private func write(
        _ upgraded: UpgradedTables?, beside target: String, _ used: Int
    ) throws(StorageError) -> UnfinishedFile {
        let file = try UnfinishedFile(for: target)
        let written = try SnapshotWriter.write(
            source, upgraded: upgraded, to: try file.descriptor(), at: target, key: key, version: version
        ) { progress?.completedUnitCount = Int64(min($0, used)) }
        try check(file, written, used, isUpgraded: upgraded != nil)
        try source.checkUnchanged()
        progress?.completedUnitCount = Int64(2 * used)
        return file
    }

    /// Reads the new file back: every node must be there and unchanged, and its frame must be sound; after an upgrade,
    /// everything in it.
    private func check(
        _ file: UnfinishedFile, _ written: SnapshotWriter.Summary, _ used: Int, isUpgraded: Bool
    ) throws(StorageError) {
        let copy: RealmFile
        let report: VerificationReport
        let read: SnapshotWriter.Summary
        do throws(StorageError) {
            copy = try RealmFile.open(file.path, key: key, sharing: .none)
            read = try SnapshotWriter.summary(of: copy) { progress?.completedUnitCount = Int64(used + min($0, used)) }
            report = Verification(copy, level: isUpgraded ? .full : .quick, maxProblems: 1, progress: nil).run()
        } catch {
            throw StorageError(.readOrWriteFailed, file.target, "was not written as it should be: \(error.message)")
        }
        guard read == written else {
            throw StorageError(.readOrWriteFailed, file.target, "reads back otherwise than it was written")
        }
        // The nodes are those of the source, so what is wrong with them was wrong before.
        guard report.isSound, report.opens else {
            let problem = report.problems.first { $0.severity == .error }?.message ?? "it does not open"
            throw StorageError(.damaged, source.path, "is damaged: \(problem)")
        }
        if isUpgraded { try checkObjectCounts(copy, file.target) }
    }

    /// An upgrade keeps every object, but for those of asymmetric classes and what they own.
    private func checkObjectCounts(_ copy: RealmFile, _ target: String) throws(StorageError) {
        let other: Table?
        do { other = try tableOfOtherCount(in: copy) } catch { throw StorageError(error, source.path) }
        guard let other else { return }
        throw StorageError(
            .readOrWriteFailed, target, "was not upgraded as it should be: table '\(other.name)' has lost objects")
    }

    private func tableOfOtherCount(in copy: RealmFile) throws(FormatError) -> Table? {
        let group = try Group(copy)
        for table in try Group(source).tables where table.kind == .topLevel {
            let count = try group.table(table.key)?.objects().count
            if try count != table.objects().count { return table }
        }
        return nil
    }

    private func checkHistory() throws {
        let local: [TopArray.HistoryType] = [.none, .inRealm]
        guard let top = source.top, !local.contains(top.historyType), !options.dropsSyncHistory else { return }
        throw RLMError(
            .syncHistory, "The file '\(source.path)' belongs to a synchronised app; its copy is a local Realm.",
            path: source.path)
    }

    private func checkSpace(_ used: Int, _ directory: String, _ target: String) throws {
        guard options.checksSpace else { return }
        let available = try rethrowing { () throws(StorageError) in
            try StorageError.onSystemError(target) { () throws(SystemError) in
                try FileName.availableByteCount(in: directory)
            }
        }
        let needed = used + (used / 20) + FileRewrite.spareByteCount
        guard available < needed else { return }
        throw RLMError(
            .outOfDiskSpace,
            "The file '\(target)' may need \(needed) bytes, and its file system has \(available) left.", path: target)
    }

    /// True if both paths lead to one file, through links of any kind.
    static func isSameFile(_ path: String, _ other: String) throws -> Bool {
        try rethrowing { () throws(StorageError) in
            let (first, second) = (try FileStatus.ofRegularFile(path), try FileStatus.ofRegularFile(other))
            return first.device == second.device && first.inode == second.inode
        }
    }

    private static func exists(_ path: String) -> any Error {
        RLMError(.fileExists, "The file '\(path)' exists.", path: path)
    }
}
