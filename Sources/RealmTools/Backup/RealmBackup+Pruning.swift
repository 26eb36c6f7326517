import Foundation
import RealmStore

extension RealmBackup {
    /// The result of `RealmBackup.prune` for the files of a directory.
    public struct PruneReport: Sendable, Equatable {
        /// Archives that stay, and the rules that keep them; newest first.
        public let kept: [Kept]
        /// Archives that were removed, or would be by a dry run; newest first.
        public let removed: [URL]
        /// Those of `removed` whose manifests do not name their file.
        public let unattributed: [URL]
        /// Files that are not archives, are truncated, or have unreadable manifests; by name.
        public let ignored: [Ignored]

        /// An archive that stays.
        public struct Kept: Sendable, Equatable {
            /// The archive.
            public let archive: URL
            /// The rules that keep it, at least one.
            public let rules: [KeepPolicy.Rule]
        }

        /// A file that `prune` ignores.
        public struct Ignored: Sendable, Equatable {
            /// The file.
            public let file: URL
            /// The reason why it was ignored, a readable sentence.
            public let reason: String
        }
    }

    /// The archives in a directory, by name: regular files named `*.realm.tar.zst`.
    ///
    /// A name that is not UTF-8 is included, with replacement characters; reading it throws `fileNotFound`.
    ///
    /// - Throws: `fileNotFound`, `filePermissionDenied`, `fileOperationFailed` for the directory.
    public static func archives(in directory: URL) throws -> [URL] {
        try files(in: directory).filter(isNamedAsArchive)
    }

    /// Removes archives not kept by any rule.
    ///
    /// Rules apply to the archives of each Realm separately: of one name and, if the manifests name it, one path.
    /// Archives of one name without an origin count as those of one Realm. The time of an archive is that of its
    /// manifest. Nothing else in the directory is ever removed, nor are archives that are truncated or have unreadable
    /// manifests; those do not count.
    ///
    /// - Parameters:
    ///   - directory: the directory of the archives.
    ///   - policy: the rules that keep archives.
    ///   - dryRun: remove nothing, and report what would be removed.
    /// - Throws: `invalidInput` for a policy that keeps nothing; errors of reading the directory and removing files.
    /// - Complexity: O(number of files); reads a few hundred bytes of each archive, and the headers of its blocks.
    public static func prune(_ directory: URL, policy: KeepPolicy, dryRun: Bool = false) throws -> PruneReport {
        guard policy.hasRule else { throw invalidInput("The policy has no rule that keeps archives.") }
        var found: [(archive: URL, manifest: Manifest)] = []
        var ignored: [PruneReport.Ignored] = []
        for file in try files(in: directory) {
            guard isNamedAsArchive(file) else {
                ignored.append(PruneReport.Ignored(file: file, reason: "It is no backup archive."))
                continue
            }
            do {
                let manifest = try manifest(of: file)
                guard try isWhole(file) else {
                    ignored.append(PruneReport.Ignored(file: file, reason: "The archive '\(file.path)' is cut off."))
                    continue
                }
                found.append((file, manifest))
            } catch {
                ignored.append(PruneReport.Ignored(file: file, reason: error.localizedDescription))
            }
        }
        // The name orders archives of the same second: later ones have greater numbers.
        found.sort {
            $0.manifest.created == $1.manifest.created
                ? $0.archive.path > $1.archive.path : $0.manifest.created > $1.manifest.created
        }
        let now = Date()
        var rules = [[KeepPolicy.Rule]](repeating: [], count: found.count)
        let groups = Dictionary(grouping: found.indices) { Original(found[$0].manifest) }
        for indices in groups.values {
            let kept = policy.rules(for: indices.map { found[$0].manifest.created }, now: now)
            for (index, keeping) in zip(indices, kept) { rules[index] = keeping }
        }
        let kept = found.indices.filter { !rules[$0].isEmpty }.map {
            PruneReport.Kept(archive: found[$0].archive, rules: rules[$0])
        }
        let superfluous = found.indices.filter { rules[$0].isEmpty }
        let removed = superfluous.map { found[$0].archive }
        let unattributed = superfluous.filter { found[$0].manifest.origin == nil }.map { found[$0].archive }
        if !dryRun { try remove(removed, from: directory) }
        return PruneReport(kept: kept, removed: removed, unattributed: unattributed, ignored: ignored)
    }

    /// True for an archive with all its frames: a truncated one must not count as kept.
    private static func isWhole(_ archive: URL) throws -> Bool {
        let file = try BackupArchiveReader.file(archive)
        do { return try ZstdFrames.areWhole(in: file) } catch { throw RLMError(StorageError(error, archive.path)) }
    }

    /// The original of archives: backups of another Realm of the same name do not belong to this one.
    private struct Original: Hashable {
        let member: String
        let path: String?

        init(_ manifest: Manifest) {
            member = manifest.realm.member
            path = manifest.origin?.path
        }
    }

    private static func remove(_ archives: [URL], from directory: URL) throws {
        guard !archives.isEmpty else { return }
        try rethrowing {
            let opened = try StorageError.onSystemError(directory.path, Directory(directory.path))
            for archive in archives {
                try StorageError.onSystemError(archive.path, opened.remove(archive.lastPathComponent))
            }
            try StorageError.onSystemError(directory.path, opened.sync())
        }
    }

    /// Everything in the directory, by name, except hidden files.
    private static func files(in directory: URL) throws -> [URL] {
        try FolderNames.all(in: directory).filter { !$0.hasPrefix(".") }.map {
            directory.appendingPathComponent($0, isDirectory: false)
        }
    }

    private static func isNamedAsArchive(_ file: URL) -> Bool {
        guard file.lastPathComponent.hasSuffix(BackupArchive.suffix), !FileName.isLink(file.path) else { return false }
        return (try? FileStatus.ofPath(file.path).isRegularFile) ?? FileName.isReplaced(file.path)
    }
}
