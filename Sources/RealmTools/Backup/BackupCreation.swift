import Foundation
import RealmStore

/// The work of `RealmBackup.create`.
struct BackupCreation {
    private let configuration: Realm.Configuration
    private let options: RealmBackup.Options
    private let progress: Progress?
    /// Paths without symbolic links in their directories.
    private let source: String
    private let target: String
    private let key: EncryptionKey?

    /// The largest window that every zstd program accepts.
    private static let defaultWindowLog = 27
    private static let encryptedLevel = 1
    /// The number of the version in the copy.
    private static let version: UInt64 = 1
    /// The highest level that takes about as long as a copy on the disk.
    private static let lastFastLevel = 9

    init(
        _ configuration: Realm.Configuration, _ archive: URL, _ options: RealmBackup.Options, _ progress: Progress?
    ) throws {
        guard configuration.inMemoryIdentifier == nil, let url = configuration.fileURL, url.isFileURL,
            !url.path.isEmpty
        else { throw invalidInput("The configuration names no file.") }
        guard (1...22).contains(options.level) else {
            throw invalidInput("The compression level is between 1 and 22, not \(options.level).")
        }
        if let windowLog = options.longWindowLog, !(10...31).contains(windowLog) {
            throw invalidInput("The binary logarithm of the window is between 10 and 31, not \(windowLog).")
        }
        if let threads = options.threads, !(1...256).contains(threads) {
            throw invalidInput("The number of threads is between 1 and 256, not \(threads).")
        }
        self.configuration = configuration
        self.options = options
        self.progress = progress
        key = try EncryptionKey(checking: configuration.encryptionKey)
        (source, target) = try rethrowing {
            _ = try FileStatus.ofRegularFile(url.path)
            guard !FileName.exists(archive.path) else { throw StorageError(.fileExists, archive.path, "exists") }
            return (try BackupCreation.place(url.path), try BackupCreation.place(archive.path))
        }
    }

    /// The path without symbolic links in its directory.
    private static func place(_ path: String) throws(StorageError) -> String {
        let (directory, name) = FileName.split(path)
        return try StorageError.onSystemError(path, FileName.resolved(directory) + "/" + name)
    }

    func run() throws -> RealmBackup.Manifest {
        try archive(content())
    }

    /// True if the copy is made while the archive is written, from a version that stays in use meanwhile. If that takes
    /// long, or the copy itself must be read, a copy on the disk comes first.
    private func isStreamed(_ file: RealmFile) -> Bool {
        options.verification == .quick && !file.header.isOld && level <= BackupCreation.lastFastLevel
    }

    // MARK: The content

    /// The content of an archive's Realm.
    private struct Content {
        let realm: RealmBackup.Contents
        let pass: (ZstdSink) throws(StorageError) -> Void
    }

    private var memberKey: EncryptionKey? { options.decrypts ? nil : key }
    private var level: Int { memberKey == nil ? options.level : BackupCreation.encryptedLevel }

    /// Prepares the content. A file opened for a copy on the disk is closed again, so that no version stays in use
    /// while the copy is archived.
    private func content() throws -> Content {
        if options.keepsSyncHistory { return try exactCopy() }
        var isShared = !configuration.readOnly
        if case .shared = configuration.lockMode {} else { isShared = false }
        let file = try rethrowing {
            try RealmFile.open(
                source, key: key, sharing: isShared ? .locked(timeout: configuration.lockTimeout) : .none,
                scratchDirectory: configuration.scratchDirectory?.path)
        }
        return try isStreamed(file) ? stream(file) : compactCopy(file)
    }

    /// A compact copy that is written twice: for its digest, which comes first in an archive, and then for the archive.
    private func stream(_ file: RealmFile) throws -> Content {
        try rethrowing {
            let source = try SnapshotSource(file)
            if !options.dropsSyncHistory { try source.checkHistoryIsLocal() }
            let name = FileName.split(self.source).name
            if options.checksSpace { try FileRewrite.checkSpace(source.usedByteCount, for: target, named: name) }
            if let failure = Verification(file, level: .quick, maxProblems: 1).checkTables().failure {
                throw StorageError(.damaged, source.path, "is damaged: \(failure)")
            }
            let plan = try SnapshotPlan(source, version: BackupCreation.version)
            do throws(FormatError) { try StructureCheck.run(on: Group(file), pages: file.pages) } catch {
                throw StorageError(error, source.path)
            }
            func write(_ part: Part, to sink: any BlockSink) throws(StorageError) -> SnapshotWriter.Summary {
                try SnapshotWriter.stream(
                    source, plan, to: sink, at: target, key: memberKey, version: BackupCreation.version
                ) { show(part, $0, of: source.usedByteCount) }
            }
            let sink = DigestSink()
            let summary = try write(.digest, to: sink)
            let (byteCount, digest) = sink.take()
            let contents = try contents(
                of: file, format: source.format, history: source.roots == nil ? .none : .local, byteCount: byteCount,
                digest: digest, commitVersion: source.version)
            return Content(realm: contents) { (archive) throws(StorageError) in
                guard try write(.archive, to: archive) == summary else {
                    throw StorageError(
                        .changedWhileReading, source.path, "was changed while it was read; read it again")
                }
                try file.checkUnchanged()
            }
        }
    }

    /// The name of the Realm in a directory for scratch files.
    private var scratchPath: String {
        get throws(StorageError) {
            let given = configuration.scratchDirectory?.path ?? FileName.split(target).directory
            let directory = try StorageError.onSystemError(given, FileName.resolved(given))
            return directory + "/" + FileName.split(source).name
        }
    }

    /// A compact copy in a scratch file.
    private func compactCopy(_ file: RealmFile) throws -> Content {
        var writing = FileWriteOptions()
        writing.dropsSyncHistory = options.dropsSyncHistory
        writing.checksSpace = options.checksSpace
        let (copy, version, digest) = try rethrowing {
            let source = try FileRewrite.source(copying: file)
            let stages = CopyStages(base: VerifiedStages(source, of: file, writing)) { show(.copy, $0, of: $1) }
            let rewrite = FileRewrite(
                source: source, key: memberKey, version: BackupCreation.version, options: writing, stages: stages)
            return (try rewrite.writeScratch(beside: scratchPath), source.version, stages.digest)
        }
        if options.verification == .full { try verify(copy) }
        return try content(of: copy, digest ?? FileDigest(copy.path), commitVersion: version)
    }

    /// The bytes of the file, which is open nowhere else, in a scratch file.
    private func exactCopy() throws -> Content {
        if options.decrypts { throw invalidInput("A file that is archived as it is cannot be decrypted.") }
        var isPrivate = true
        if case .shared = configuration.lockMode { isPrivate = false }
        let (copy, version) = try rethrowing {
            let original = try ReplacedFile(source, isPrivate: isPrivate, timeout: configuration.lockTimeout ?? .zero)
            defer { withExtendedLifetime(original) {} }
            let file = try original.open(key: key)
            let path = try scratchPath
            if options.checksSpace {
                try FileRewrite.checkSpace(file.byteCount, for: path)
            }
            let copy = try UnfinishedFile(for: path)
            try copy.fill(copying: original.path)
            return (copy, file.top?.version ?? TopArray.firstVersion)
        }
        try verify(copy)
        return try content(of: copy, FileDigest(copy.path), commitVersion: version)
    }

    private func verify(_ copy: UnfinishedFile) throws {
        let report = try Realm.verify(
            at: URL(fileURLWithPath: copy.path), encryptionKey: options.decrypts ? nil : configuration.encryptionKey,
            level: options.verification, maxProblems: 1, lockMode: .privateFile)
        if let failure = report.failure { throw RLMError(StorageError(.damaged, source, "is damaged: \(failure)")) }
    }

    /// The content in a scratch file. Errors refer to the Realm, whose name the user knows.
    private func content(
        of copy: UnfinishedFile, _ digest: FileDigest, commitVersion: UInt64
    ) throws -> Content {
        try rethrowing {
            let file: RealmFile
            do throws(StorageError) {
                file = try RealmFile.open(copy.path, key: memberKey, sharing: .none)
            } catch {
                throw StorageError(error.kind, copy.target, error.message)
            }
            let digest = try StorageError.onSystemError(copy.target, digest.finish())
            let contents = try contents(
                of: file, format: file.header.format, history: Realm.FileInfo.History(file.top),
                byteCount: file.byteCount, digest: digest, commitVersion: commitVersion)
            return Content(realm: contents) { (archive) throws(StorageError) in
                let descriptor = try copy.descriptor()
                try StorageError.onSystemError(target) { () throws(SystemError) in
                    try archive.write(contentsOf: descriptor, byteCount: file.byteCount) {
                        show(.archiveOfCopy, $0, of: file.byteCount)
                    }
                }
            }
        }
    }

    /// The manifest's description of the Realm.
    private func contents(
        of file: RealmFile, format: Int, history: Realm.FileInfo.History, byteCount: Int, digest: [UInt8],
        commitVersion: UInt64
    ) throws(StorageError) -> RealmBackup.Contents {
        let member = RealmBackup.Manifest.member(for: FileName.split(source).name)
        do {
            let group = try Group(file)
            var classes: [RealmBackup.ClassCount] = []
            for schema in StoredSchema.read(group).objectSchema {
                guard let table = group.table(ofClass: schema.className) else { continue }
                classes.append(RealmBackup.ClassCount(name: schema.className, objects: try table.objects().count))
            }
            return RealmBackup.Contents(
                member: member, bytes: byteCount, sha256: digest.hexadecimal, fileFormat: format,
                schemaVersion: try group.schemaVersion(), encrypted: memberKey != nil,
                keyFingerprint: memberKey == nil ? nil : configuration.encryptionKey.map(Realm.keyFingerprint),
                history: history, commitVersion: commitVersion, classes: classes)
        } catch {
            throw StorageError(error, source)
        }
    }

    // MARK: The archive

    private func archive(_ content: Content) throws -> RealmBackup.Manifest {
        let manifest = manifest(content.realm)
        try rethrowing { try write(manifest, content) }
        return manifest
    }

    private func manifest(_ realm: RealmBackup.Contents) -> RealmBackup.Manifest {
        RealmBackup.Manifest(
            format: RealmBackup.Manifest.format, formatVersion: RealmBackup.Manifest.formatVersion,
            tool: options.tool ?? "RealmStore \(RealmStoreInformation.version)",
            created: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)),
            origin: options.namesOrigin ? RealmBackup.Origin(host: HostIdentity.name, path: source) : nil,
            realm: realm,
            compression: RealmBackup.Compression(
                level: level, windowLog: max(options.longWindowLog ?? 0, BackupCreation.defaultWindowLog)))
    }

    private func write(_ manifest: RealmBackup.Manifest, _ content: Content) throws(StorageError) {
        let name = FileName.split(source).name
        if options.checksSpace { try FileRewrite.checkSpace(manifest.realm.bytes, for: target, named: name) }
        // Each archive has its own name; leftovers of killed processes are found by the Realm's name.
        let archive = try UnfinishedFile(for: target, named: name)
        let settings = ZstdOutput.Settings(
            level: manifest.compression.level, longWindowLog: options.longWindowLog,
            threads: options.threads
                ?? min(mostThreads(manifest.compression.level), ProcessInfo.processInfo.activeProcessorCount))
        try BackupArchive.write(
            manifest, to: try archive.descriptor(), at: target, settings, realm: content.pass)
        try archive.placeNew(mode: 0o600)
        show(.archive, 1, of: 1)
    }

    /// The number of threads that together stay below 200 MB, measured with zstd 1.5.
    private func mostThreads(_ level: Int) -> Int {
        if level > 12 { return 1 }
        return level > 9 || options.longWindowLog != nil ? 2 : 4
    }

    // MARK: Progress

    /// A part of the work, in thousandths.
    private struct Part {
        let begin: Int
        let end: Int

        static let copy = Part(begin: 0, end: 450)
        static let archiveOfCopy = Part(begin: 450, end: 1000)
        static let digest = Part(begin: 0, end: 200)
        static let archive = Part(begin: 200, end: 1000)
    }

    private func show(_ part: Part, _ done: Int, of total: Int) {
        guard let progress else { return }
        let share = Double(part.end - part.begin) * min(1, Double(done) / Double(max(1, total)))
        progress.totalUnitCount = 1000
        progress.completedUnitCount = Int64(part.begin) + Int64(share)
    }
}

/// The stages of the copy for an archive; its digest begins as soon as it is complete.
private final class CopyStages: DerivedStages {
    let base: VerifiedStages
    private let progress: (_ done: Int, _ total: Int) -> Void
    private(set) var digest: FileDigest?

    init(base: VerifiedStages, progress: @escaping (_ done: Int, _ total: Int) -> Void) {
        self.base = base
        self.progress = progress
    }

    func show(_ done: Int, of total: Int) { progress(done, total) }
    func written(to path: String) { digest = FileDigest(path) }
}
