import Foundation
import RealmStore

extension RealmBackup {
    /// The findings of `RealmBackup.verify` in an archive.
    public struct ArchiveReport: Codable, Sendable, Equatable {
        /// The manifest; nil if it cannot be read.
        public let manifest: Manifest?
        /// The stages passed, in order.
        public let passed: [Stage]
        /// The first failed stage; nil for an intact archive.
        public let failed: Stage?
        /// The problem, a readable sentence; nil for an intact archive.
        public let message: String?
        /// The findings in the Realm, if requested and if the stages before passed.
        public let realm: VerificationReport?

        /// True if no stage failed.
        public var isSound: Bool { failed == nil }
    }

    /// Reads the manifest of an archive: its first frame, a few hundred bytes.
    ///
    /// - Throws: `badArchive` for anything that is not a backup archive; `fileNotFound`, `filePermissionDenied`,
    ///   `fileOperationFailed`, `fileAccess`.
    public static func manifest(of archive: URL) throws -> Manifest {
        try BackupArchiveReader.open(archive).manifest
    }

    /// Returns true for a file that `restore` treats as a backup archive, intact or damaged; false for a Realm file,
    /// even one compressed with zstd.
    ///
    /// - Throws: `fileNotFound`, `filePermissionDenied`, `fileOperationFailed`, `fileAccess`; `badArchive` for
    ///   compressed data whose beginning is unreadable.
    public static func isArchive(_ url: URL) throws -> Bool { try ArchiveKind.of(url) == .archive }

    /// Searches for damage in an archive: in its frames and their checksums, its structure, the digest of the Realm.
    ///
    /// Still test a restore from time to time.
    ///
    /// - Parameters:
    ///   - archive: the archive.
    ///   - encryptionKey: the key of the Realm, for `deep`; ignored for a plain one.
    ///   - deep: unpack the Realm to a scratch file and verify it in full.
    ///   - scratchDirectory: the directory for that file; nil for the system's directory.
    ///   - progress: its `totalUnitCount` is set to the steps ahead.
    /// - Returns: the findings, even for an entirely unreadable archive.
    /// - Throws: errors of reading the file; with `deep` also those of writing the scratch file, and those of
    ///   `Realm.verify` for a missing or wrong key.
    /// - Complexity: O(bytes of the Realm)
    public static func verify(
        _ archive: URL, encryptionKey: Data? = nil, deep: Bool = false, scratchDirectory: URL? = nil,
        progress: Progress? = nil
    ) throws -> ArchiveReport {
        let key = try EncryptionKey(checking: encryptionKey) == nil ? nil : encryptionKey
        var manifest: Manifest?
        do {
            let reader = try BackupArchiveReader.open(archive)
            let found = reader.manifest
            manifest = found
            let show = progress.map { ProgressShare($0, of: found.realm.bytes) }
            guard deep else {
                do {
                    try reader.readRealm(to: DigestingWriter(nil)) { show?.report($0) }
                } catch {
                    throw RLMError(error, archive: archive.path)
                }
                return ArchiveReport(passing: [.compression, .structure, .contents], found)
            }
            let directory = scratchDirectory?.path ?? FileDescriptor.scratchDirectory
            let path = directory + "/" + found.realm.member
            let scratch = try rethrowing {
                try FileRewrite.checkSpace(found.realm.bytes, for: path)
                return try UnfinishedFile(for: path)
            }
            let writer = DigestingWriter(try rethrowing { try scratch.descriptor() })
            do {
                try reader.readRealm(to: writer) { show?.report($0) }
            } catch {
                throw RLMError(error, archive: archive.path, target: scratch.path)
            }
            let report = try verify(scratch, of: archive, encryptionKey: found.realm.encrypted ? key : nil)
            return ArchiveReport(passing: [.compression, .structure, .contents], found, realm: report)
        } catch let error as RLMError where error.backupStage != nil {
            return ArchiveReport(error, manifest)
        }
    }
}

extension RealmBackup {
    /// Verifies an unpacked Realm.
    private static func verify(
        _ scratch: UnfinishedFile, of archive: URL, encryptionKey: Data?
    ) throws -> VerificationReport {
        do {
            return try Realm.verify(
                at: URL(fileURLWithPath: scratch.path), encryptionKey: encryptionKey, lockMode: .privateFile)
        } catch let error as RLMError where error.fileURL?.path == scratch.path {
            throw error.about(archive.path, unpackedTo: scratch.path, isArchive: true)
        }
    }
}

extension RealmBackup.ArchiveReport {
    /// The report on an archive that has passed all checks so far, without the Realm.
    fileprivate init(
        passing stages: [RealmBackup.Stage], _ manifest: RealmBackup.Manifest, realm: VerificationReport? = nil
    ) {
        let failure = realm?.failure
        self.init(
            manifest: manifest, passed: stages + (realm != nil && failure == nil ? [.realm] : []),
            failed: failure == nil ? nil : .realm,
            message: failure.map { "The Realm in the archive is damaged: \($0)." },
            realm: realm)
    }

    /// The report on an archive that failed at a stage.
    fileprivate init(_ error: RLMError, _ manifest: RealmBackup.Manifest?) {
        let failed = error.backupStage ?? .structure
        self.init(
            manifest: manifest, passed: Array(RealmBackup.Stage.allCases.prefix { $0 != failed }), failed: failed,
            message: error.localizedDescription, realm: nil)
    }
}

extension BackupArchiveReader {
    /// Opens an archive, and reads its manifest.
    static func open(_ archive: URL) throws -> BackupArchiveReader {
        let file = try file(archive)
        do { return try BackupArchiveReader(file) } catch { throw RLMError(error, archive: archive.path) }
    }

    /// Opens an archive, or a similar file, for reading.
    static func file(_ url: URL) throws -> FileDescriptor {
        guard url.isFileURL, !url.path.isEmpty else { throw invalidInput("'\(url)' is no file URL.") }
        _ = try rethrowing { try FileStatus.ofRegularFile(url.path) }
        do {
            return try FileDescriptor.open(url.path, .readOnly)
        } catch {
            throw RLMError(StorageError(error, url.path))
        }
    }
}

/// Sets a number of bytes as the total of a progress.
struct ProgressShare {
    private let progress: Progress

    init(_ progress: Progress, of byteCount: Int) {
        self.progress = progress
        progress.totalUnitCount = Int64(max(1, byteCount))
    }

    func report(_ byteCount: Int) { progress.completedUnitCount = Int64(byteCount) }
}
