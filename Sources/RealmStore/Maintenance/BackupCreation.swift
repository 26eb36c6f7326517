import Foundation

/// The work of `RealmBackup.create`.
struct BackupCreation {
    private let configuration: Realm.Configuration
    private let options: RealmBackup.Options
    private let progress: Progress?
    /// Paths in directories without symbolic links.
    private let source: String
    private let target: String
    private let key: EncryptionKey?

    /// The window that every zstd program accepts.
    private static let defaultWindowLog = 27
    private static let encryptedLevel = 1

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
        (source, target) = try rethrowing { () throws(StorageError) in
            _ = try FileStatus.ofRegularFile(url.path)
            guard !FileName.exists(archive.path) else { throw StorageError(.fileExists, archive.path, "exists") }
            return (try BackupCreation.place(url.path), try BackupCreation.place(archive.path))
        }
    }

    /// The path in its directory without symbolic links.
    private static func place(_ path: String) throws(StorageError) -> String {
        let (directory, name) = FileName.split(path)
        return try StorageError.onSystemError(path) { () throws(SystemError) in
            try FileName.resolved(directory) + "/" + name
        }
    }

    func run() throws -> RealmBackup.Manifest {
        let copy = try options.keepsSyncHistory ? exactCopy() : compactCopy()
        if options.verification == .full || options.keepsSyncHistory { try verify(copy.file) }
        let info = try describe(copy.file)
        return try rethrowing { () throws(StorageError) in
            let digest = try StorageError.onSystemError(copy.file.target) { () throws(SystemError) in
                try copy.digest.finish()
            }
            let realm = try StorageError.onSystemError(copy.file.target) { () throws(SystemError) in
                try FileDescriptor.open(copy.file.path, .readOnly)
            }
            let manifest = manifest(info, commitVersion: copy.commitVersion, digest)
            try write(manifest, realm)
            return manifest
        }
    }

    // MARK: The copy

    /// A copy of the Realm, its digest, which is under way while the copy is checked, and the version of the Realm that
    /// it is of.
    private typealias Copy = (file: UnfinishedFile, digest: FileDigest, commitVersion: UInt64)

    private var memberKey: Data? { options.decrypts ? nil : configuration.encryptionKey }

    /// The name of the Realm in a directory for scratch files.
    private var scratchPath: String {
        get throws(StorageError) {
            let given = configuration.scratchDirectory?.path ?? FileName.split(target).directory
            let directory = try StorageError.onSystemError(given) { () throws(SystemError) in
                try FileName.resolved(given)
            }
            return directory + "/" + FileName.split(source).name
        }
    }

    private func compactCopy() throws -> Copy {
        var isShared = !configuration.readOnly
        if case .shared = configuration.lockMode {} else { isShared = false }
        return try rethrowing { () throws(StorageError) in
            let file = try RealmFile.open(
                source, key: key, sharing: isShared ? .locked(timeout: configuration.lockTimeout) : .none,
                scratchDirectory: configuration.scratchDirectory?.path)
            var writing = Realm.FileWriteOptions()
            writing.dropsSyncHistory = options.dropsSyncHistory
            writing.checksSpace = options.checksSpace
            var rewrite = try FileRewrite(
                copying: file, key: options.decrypts ? nil : key, version: 1, options: writing)
            rewrite.progress = { show(.copy, $0, of: $1) }
            var digest: FileDigest?
            rewrite.onWritten = { digest = FileDigest($0) }
            let copy = try rewrite.writeScratch(beside: scratchPath)
            return (copy, digest ?? FileDigest(copy.path), rewrite.source.version)
        }
    }

    /// The bytes of the file, which nobody else has open.
    private func exactCopy() throws -> Copy {
        if options.decrypts { throw invalidInput("A file that is archived as it is cannot be decrypted.") }
        var isPrivate = true
        if case .shared = configuration.lockMode { isPrivate = false }
        return try rethrowing { () throws(StorageError) in
            let original = try ReplacedFile(source, isPrivate: isPrivate, timeout: configuration.lockTimeout)
            defer { withExtendedLifetime(original) {} }
            let file = try RealmFile.open(original.path, key: key, sharing: .none)
            let path = try scratchPath
            if options.checksSpace {
                try FileRewrite.checkSpace(file.byteCount, for: path)
            }
            let copy = try UnfinishedFile(for: path)
            try copy.fill(copying: original.path)
            return (copy, FileDigest(copy.path), file.top?.version ?? Snapshot.firstVersion)
        }
    }

    private func verify(_ copy: UnfinishedFile) throws {
        let report = try Realm.verify(
            at: URL(fileURLWithPath: copy.path), encryptionKey: memberKey, level: options.verification, maxProblems: 1,
            lockMode: .privateFile)
        guard report.isSound, report.opens else {
            let problem = report.problems.first { $0.severity == .error }?.message ?? "it does not open"
            throw RLMError(StorageError(.damaged, source, "is damaged: \(problem)"))
        }
    }

    /// What the copy holds; errors are about the Realm, whose name the reader knows.
    private func describe(_ copy: UnfinishedFile) throws -> Realm.FileInfo {
        do {
            return try Realm.fileInfo(
                at: URL(fileURLWithPath: copy.path), encryptionKey: memberKey, lockMode: .privateFile)
        } catch let error as RLMError {
            throw error.about(copy.target, unpackedTo: copy.path, isArchive: false)
        }
    }

    // MARK: The archive

    private func manifest(
        _ info: Realm.FileInfo, commitVersion: UInt64, _ digest: [UInt8]
    ) -> RealmBackup.Manifest {
        var member = FileName.split(source).name
        if member == BackupArchive.manifestName { member += ".realm" }
        return RealmBackup.Manifest(
            format: RealmBackup.Manifest.format, formatVersion: RealmBackup.Manifest.formatVersion,
            tool: options.tool ?? "RealmStore \(RealmStoreInformation.version)",
            created: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)),
            origin: options.namesOrigin ? RealmBackup.Origin(host: HostIdentity.name, path: source) : nil,
            realm: RealmBackup.Contents(
                member: member, bytes: info.bytes, sha256: digest.hexadecimal, fileFormat: info.fileFormat,
                schemaVersion: info.schemaVersion, encrypted: info.encrypted, keyFingerprint: info.keyFingerprint,
                history: info.history, commitVersion: commitVersion,
                classes: info.classes.map { RealmBackup.ClassCount(name: $0.name, objects: $0.objects) }),
            compression: RealmBackup.Compression(
                level: info.encrypted ? BackupCreation.encryptedLevel : options.level,
                windowLog: max(options.longWindowLog ?? 0, BackupCreation.defaultWindowLog)))
    }

    private func write(
        _ manifest: RealmBackup.Manifest, _ realm: borrowing FileDescriptor
    ) throws(StorageError) {
        if options.checksSpace { try FileRewrite.checkSpace(manifest.realm.bytes, for: target) }
        // Archives have a name of their own each; what a killed process left is known by the Realm's name.
        let archive = try UnfinishedFile(for: target, named: FileName.split(source).name)
        let settings = ZstdOutput.Settings(
            level: manifest.compression.level, longWindowLog: options.longWindowLog,
            threads: options.threads
                ?? min(mostThreads(manifest.compression.level), ProcessInfo.processInfo.activeProcessorCount))
        let file = try archive.descriptor()
        do throws(SystemError) {
            try BackupArchive.write(manifest, realm, to: file, settings) {
                show(.archive, $0, of: manifest.realm.bytes)
            }
        } catch {
            throw StorageError(error, target)
        }
        try archive.placeNew(ownerOnly: true)
    }

    /// As many threads as stay below 200 MB together, measured with zstd 1.5.
    private func mostThreads(_ level: Int) -> Int {
        if level > 12 { return 1 }
        return level > 9 || options.longWindowLog != nil ? 2 : 4
    }

    // MARK: Progress

    /// The parts of the work, with the thousandths of it that lie before each.
    private enum Part: Int64 {
        case copy = 0
        case archive = 450
        case end = 1000

        var next: Part {
            switch self {
            case .copy: .archive
            case .archive, .end: .end
            }
        }
    }

    private func show(_ part: Part, _ done: Int, of total: Int) {
        guard let progress else { return }
        let share = Double(part.next.rawValue - part.rawValue) * Double(done) / Double(max(1, total))
        progress.totalUnitCount = Part.end.rawValue
        progress.completedUnitCount = part.rawValue + Int64(share)
    }
}
