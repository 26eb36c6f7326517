import Foundation

extension FileRewrite {
    /// A rewrite as the API offers it, with the quick verification of the new file, or the full one after an upgrade.
    ///
    /// - Parameters:
    ///   - old: the file of an older format of which `source` is the upgrade; nil without one.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    package init(
        source: SnapshotSource, upgradedFrom old: RealmFile? = nil, key: EncryptionKey?, version: UInt64?,
        options: Realm.FileWriteOptions, progress: Progress?
    ) {
        self.init(source: source, key: key, version: version)
        self.options = Options(options)
        if options.enumeratesStrings {
            makeReplacement = { (source) throws(StorageError) in try StringEnumeration(source) }
        }
        self.progress = { done, total in
            progress?.totalUnitCount = Int64(total)
            progress?.completedUnitCount = Int64(done)
        }
        inspect = { (copy) throws(StorageError) in
            let report = try Verification(copy, level: old == nil ? .quick : .full, maxProblems: 1).run()
            // The nodes are those of the source, so what is wrong with them was wrong before.
            if let failure = report.failure {
                throw StorageError(.damaged, source.path, "is damaged: \(failure)")
            }
            if let old { return try FileRewrite.checkObjectCounts(copy, old) }
            do throws(FormatError) { try StructureCheck.run(on: Group(copy), pages: copy.pages) } catch {
                // The node is one of the copy.
                throw StorageError(.damaged, source.path, "is damaged: \(error.message)")
            }
        }
    }

    /// A rewrite of an open file; one of an older format is upgraded.
    package init(
        copying file: RealmFile, key: EncryptionKey?, version: UInt64?, options: Realm.FileWriteOptions
    ) throws(StorageError) {
        let isOld = file.header.isOld
        self.init(
            source: try isOld ? FormatUpgrade.source(of: file) : SnapshotSource(file),
            upgradedFrom: isOld ? file : nil, key: key, version: version, options: options, progress: nil)
        checkSource = { () throws(StorageError) in try file.checkUnchanged() }
    }

    /// An upgrade keeps every object, but for those of asymmetric classes and what they own.
    private static func checkObjectCounts(_ copy: RealmFile, _ old: RealmFile) throws(StorageError) {
        var lost: Table?
        do throws(FormatError) {
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

extension FileRewrite.Options {
    fileprivate init(_ options: Realm.FileWriteOptions) {
        self.init(
            replacesHardLinks: options.replacesHardLinks, dropsSyncHistory: options.dropsSyncHistory,
            checksSpace: options.checksSpace, isOwnerOnly: options.isOwnerOnly, oldPath: options.oldFileURL?.path)
    }
}

extension Realm {
    /// Removes what copies and compactions that are running in this process have written so far; they will fail.
    ///
    /// For programs that end on a signal. What a killed process leaves behind is removed by the next copy or compaction
    /// of the same file. Additional to the SDK.
    public static func removeUnfinishedFiles() { UnfinishedFile.removeAll() }

    /// Removes what copies and compactions that were killed left beside a file, other names of it among that.
    ///
    /// The next one does so by itself; what is being written stays. Symbolic links are followed. Additional to the SDK.
    public static func removeLeftovers(besideFileAt fileURL: URL) {
        guard let path = try? FileName.resolved(fileURL.path) else { return }
        try? Leftovers(of: path).remove()
    }
}
