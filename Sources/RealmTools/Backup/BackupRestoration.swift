import Foundation
import RealmStore

/// The work of `RealmBackup.restore`.
struct BackupRestoration {
    private let archive: URL
    private let configuration: Realm.Configuration
    private let options: RealmBackup.RestoreOptions
    private let progress: Progress?
    private let path: String

    init(
        _ archive: URL, _ configuration: Realm.Configuration, _ options: RealmBackup.RestoreOptions,
        _ progress: Progress?
    ) throws {
        guard archive.isFileURL, !archive.path.isEmpty else { throw invalidInput("'\(archive)' is no file URL.") }
        guard configuration.inMemoryIdentifier == nil, let url = configuration.fileURL, url.isFileURL,
            !url.path.isEmpty
        else { throw invalidInput("The configuration names no file.") }
        self.archive = archive
        self.configuration = configuration
        self.options = options
        self.progress = progress
        path = url.path
        if case .immutable = configuration.lockMode {
            throw invalidInput("A file cannot be replaced in lock mode 'immutable'.")
        }
    }

    /// The restored content: the unpacked file, and the facts about it.
    private struct Unpacked {
        let file: UnfinishedFile
        let manifest: RealmBackup.Manifest?
    }

    func run() throws -> RealmBackup.Restoration {
        let old = try replacedFile()
        let safetyCopy = old.flatMap { options.keepsSafetyCopy ? BackupRestoration.safetyPath($0.path) : nil }
        let unpacked = try unpack(to: old?.path ?? newPath())
        let key = unpacked.manifest?.realm.encrypted == false ? nil : configuration.encryptionKey
        let isChecked = try check(unpacked, key: key)
        let byteCount: Int
        switch options.encryption {
        case .kept: byteCount = try place(unpacked.file, old, safetyCopy)
        case .changed(let newKey): byteCount = try rewrite(unpacked.file, key, newKey, old, safetyCopy)
        }
        withExtendedLifetime(old) {}
        return RealmBackup.Restoration(
            bytes: byteCount, manifest: unpacked.manifest, safetyCopy: safetyCopy.map { URL(fileURLWithPath: $0) },
            isStructureChecked: isChecked)
    }

    // MARK: The target

    /// The replaced file, under its lock; nil if there is none.
    private func replacedFile() throws -> ReplacedFile? {
        guard FileName.exists(path) else { return nil }
        return try rethrowing {
            guard options.replacesExisting else { throw StorageError(.fileExists, path, "exists") }
            var isPrivate = false
            if case .privateFile = configuration.lockMode { isPrivate = true }
            let old = try ReplacedFile(path, isPrivate: isPrivate, timeout: configuration.lockTimeout ?? .zero)
            if !options.replacesHardLinks { try old.checkHasOneName() }
            return old
        }
    }

    private func newPath() throws -> String {
        let (directory, name) = FileName.split(path)
        do { return try FileName.resolved(directory) + "/" + name } catch { throw RLMError(StorageError(error, path)) }
    }

    /// An unused name for the replaced file.
    private static func safetyPath(_ path: String) -> String {
        let time = RealmBackup.timeText(Date())
        let first = "\(path).before-restore-\(time)"
        var (candidate, number) = (first, 1)
        while FileName.exists(candidate) {
            number += 1
            candidate = "\(first)-\(number)"
        }
        return candidate
    }

    // MARK: Unpacking

    private func unpack(to target: String) throws -> Unpacked {
        switch try ArchiveKind.of(archive) {
        case .archive:
            let reader = try BackupArchiveReader.open(archive)
            let manifest = reader.manifest
            if let limit = options.maximumByteCount, manifest.realm.bytes > limit { throw tooLarge(limit) }
            let share = progress.map { ProgressShare($0, of: manifest.realm.bytes) }
            let file = try makeFile(for: target, byteCount: manifest.realm.bytes)
            let writer = DigestingWriter(try rethrowing { try file.descriptor() })
            do {
                try reader.readRealm(to: writer) { share?.report($0) }
            } catch {
                throw RLMError(error, archive: archive.path, target: target)
            }
            return Unpacked(file: file, manifest: manifest)
        case .compressedRealm:
            let file = try makeFile(for: target, byteCount: nil)
            let writer = DigestingWriter(try rethrowing { try file.descriptor() })
            try decompress(to: writer, for: target)
            return Unpacked(file: file, manifest: nil)
        case .realm:
            let byteCount = try rethrowing {
                try FileStatus.ofRegularFile(archive.path).byteCount
            }
            if let limit = options.maximumByteCount, byteCount > limit { throw tooLarge(limit) }
            let file = try makeFile(for: target, byteCount: byteCount)
            try rethrowing { try file.fill(copying: archive.path) }
            return Unpacked(file: file, manifest: nil)
        }
    }

    private func makeFile(for target: String, byteCount: Int?) throws -> UnfinishedFile {
        try rethrowing {
            if let byteCount, options.checksSpace { try FileRewrite.checkSpace(byteCount, for: target) }
            return try UnfinishedFile(for: target)
        }
    }

    /// The maximum size of content unpacked without a size known in advance.
    private static let largestByteCount = 64 << 30

    private func tooLarge(_ limit: Int) -> RLMError {
        RLMError(.structure("it unpacks to more than \(limit) bytes, which is the limit"), archive: archive.path)
    }

    private func decompress(to writer: DigestingWriter, for path: String) throws {
        let limit = options.maximumByteCount ?? BackupRestoration.largestByteCount
        var room = Int.max
        if options.checksSpace {
            room = try rethrowing { try FileRewrite.room(for: path) }
        }
        let source = try BackupArchiveReader.file(archive)
        var count = 0
        do throws(ArchiveError) {
            var input = try BackupArchiveReader.input(source)
            count = try input.pass(min(limit, room, .max - 1) + 1, to: writer) { _ in }
            do throws(SystemError) { _ = try writer.finish() } catch { throw .unwritable(error) }
        } catch {
            throw RLMError(error, archive: archive.path, target: path)
        }
        if count > limit { throw tooLarge(limit) }
        if count > room {
            throw RLMError(
                StorageError(.diskFull, path, "needs more than the \(room) bytes that its file system has for it"))
        }
    }

    // MARK: Checks

    /// Checks the unpacked Realm; returns whether it could be read.
    private func check(_ unpacked: Unpacked, key: Data?) throws -> Bool {
        let manifest = unpacked.manifest
        if let manifest, manifest.realm.encrypted, key == nil {
            if case .changed = options.encryption {
                throw RLMError(
                    StorageError(.keyRequired, archive.path, "holds an encrypted Realm, and no key was given"))
            }
            return false
        }
        let copy = URL(fileURLWithPath: unpacked.file.path)
        do {
            // A digest has confirmed the content of an archive; another file is unconfirmed.
            let report = try Realm.verify(
                at: copy, encryptionKey: key, level: manifest == nil ? .full : .quick, maxProblems: 1,
                lockMode: .privateFile)
            if let failure = report.failure { throw damage(failure, manifest) }
            if let manifest { try checkClasses(copy, key, manifest) }
        } catch let error as RLMError where error.fileURL?.path == copy.path {
            throw error.about(archive.path, unpackedTo: copy.path, isArchive: manifest != nil)
        }
        return true
    }

    private func checkClasses(_ copy: URL, _ key: Data?, _ manifest: RealmBackup.Manifest) throws {
        let found = try Realm.fileInfo(at: copy, encryptionKey: key, lockMode: .privateFile).classes
        let counts = found.map { RealmBackup.ClassCount(name: $0.name, objects: $0.objects) }
        guard counts == manifest.realm.classes else {
            throw damage("it has other classes, or numbers of objects, than the manifest says", manifest)
        }
    }

    private func damage(_ message: String, _ manifest: RealmBackup.Manifest?) -> RLMError {
        guard manifest == nil else { return RLMError(.bad(.realm, message), archive: archive.path) }
        return RLMError(StorageError(.damaged, archive.path, "is damaged: \(message)"))
    }

    // MARK: Taking the name

    /// Gives the unpacked Realm its name; returns its size.
    private func place(_ file: UnfinishedFile, _ old: ReplacedFile?, _ safetyCopy: String?) throws -> Int {
        try rethrowing {
            let byteCount = try file.byteCount
            if let old {
                try file.replace(old.status, keepingOldAt: safetyCopy)
            } else {
                try file.placeNew(mode: 0o600)
            }
            return byteCount
        }
    }

    /// Writes the unpacked Realm with another key, or none, under its name; returns its size.
    private func rewrite(
        _ unpacked: UnfinishedFile, _ key: Data?, _ newKey: Data?, _ old: ReplacedFile?, _ safetyCopy: String?
    ) throws -> Int {
        var writing = Realm.FileWriteOptions()
        writing.replacesHardLinks = options.replacesHardLinks
        writing.dropsSyncHistory = options.dropsSyncHistory
        writing.checksSpace = options.checksSpace
        writing.isOwnerOnly = true
        writing.oldFileURL = safetyCopy.map { URL(fileURLWithPath: $0) }
        let (key, newKey) = (try EncryptionKey(checking: key), try EncryptionKey(checking: newKey))
        return try rethrowing {
            let source = try RealmFile.open(unpacked.path, key: key, sharing: .none)
            let rewrite = try FileRewrite(copying: source, key: newKey, version: nil, options: writing)
            guard let old else { return try rewrite.write(toNew: path) }
            return try rewrite.write(replacing: old)
        }
    }
}
