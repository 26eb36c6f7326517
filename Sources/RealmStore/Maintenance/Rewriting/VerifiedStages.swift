import Foundation

/// The stages of a rewrite in the API: the new file is verified before it gets its name.
package struct VerifiedStages: RewriteStages {
    private let path: String
    private let enumeratesStrings: Bool
    /// The file read; nil for one in memory.
    private let file: RealmFile?
    /// The file of an older format whose upgrade is the source.
    private let old: RealmFile?
    private let progress: Progress?

    /// - Parameters:
    ///   - source: the version to rewrite; if `file` is of an older format, its upgrade.
    ///   - isMigrated: objects may have been added or removed, so that they are not counted after an upgrade.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    package init(
        _ source: SnapshotSource, of file: RealmFile?, isMigrated: Bool = false, _ options: FileWriteOptions,
        _ progress: Progress? = nil
    ) {
        path = source.path
        enumeratesStrings = options.enumeratesStrings
        self.file = file
        old = isMigrated ? nil : file.flatMap { $0.header.isOld ? $0 : nil }
        self.progress = progress
    }

    package func replacement(for source: SnapshotSource) throws(StorageError) -> (any TreeReplacement)? {
        enumeratesStrings ? try StringEnumeration(source) : nil
    }

    package func show(_ done: Int, of total: Int) {
        progress?.totalUnitCount = Int64(total)
        progress?.completedUnitCount = Int64(done)
    }

    /// The quick verification, or the full one after an upgrade.
    package func inspect(_ copy: RealmFile) throws(StorageError) {
        let report = try Verification(copy, level: old == nil ? .quick : .full, maxProblems: 1).run()
        // The nodes are those of the source, so their problems are not new.
        if let failure = report.failure { throw StorageError(.damaged, path, "is damaged: \(failure)") }
        if let old { return try VerifiedStages.checkObjectCounts(copy, old) }
        try StructureCheck.run(on: copy, of: path)
    }

    package func checkSource() throws(StorageError) { try file?.checkUnchanged() }

    /// An upgrade keeps every object, except those of asymmetric classes and what they own.
    private static func checkObjectCounts(_ copy: RealmFile, _ old: RealmFile) throws(StorageError) {
        var lost: Table?
        do {
            let group = try Group(copy)
            for table in try Group(old).tables where table.kind == .topLevel {
                if try group.table(table.key)?.objects().count != table.objects().count { lost = table }
            }
        } catch {
            throw StorageError(error, old.path)
        }
        guard let lost else { return }
        throw StorageError(
            .readOrWriteFailed, old.path, "was not upgraded as it should be: table '\(lost.name)' has lost objects")
    }
}

extension FileRewrite {
    /// The source of a copy of an open file: the upgrade if it is of an older format.
    package static func source(copying file: RealmFile) throws(StorageError) -> SnapshotSource {
        try file.header.isOld ? FormatUpgrade.source(of: file) : SnapshotSource(file)
    }

    /// A rewrite of an open file, verified; one of an older format is upgraded.
    package init(
        copying file: RealmFile, key: EncryptionKey?, version: UInt64?, options: FileWriteOptions
    ) throws(StorageError) {
        let source = try FileRewrite.source(copying: file)
        self.init(
            source: source, key: key, version: version, options: options,
            stages: VerifiedStages(source, of: file, options))
    }
}
