import Foundation

extension FileRewrite {
    /// A rewrite as the API offers it, with the quick verification of the new file.
    ///
    /// - Parameter progress: its `totalUnitCount` is set to the steps ahead.
    init(
        source: SnapshotSource, key: EncryptionKey?, version: UInt64?, options: Realm.FileWriteOptions,
        progress: Progress?
    ) {
        self.init(source: source, key: key, version: version)
        self.options = Options(options)
        self.progress = { done, total in
            progress?.totalUnitCount = Int64(total)
            progress?.completedUnitCount = Int64(done)
        }
        inspect = { (copy) throws(StorageError) in
            let report = Verification(copy, level: .quick, maxProblems: 1, progress: nil).run()
            // The nodes are those of the source, so what is wrong with them was wrong before.
            guard report.isSound, report.opens else {
                let problem = report.problems.first?.message ?? "it does not open"
                throw StorageError(.damaged, source.path, "is damaged: \(problem)")
            }
        }
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
}
