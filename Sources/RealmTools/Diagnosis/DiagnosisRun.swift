import Foundation
import RealmStore

/// One diagnosis: each question in turn, none of which keeps the others from being asked.
struct DiagnosisRun {
    let url: URL
    let key: Data?
    let level: Realm.VerifyLevel
    let maxProblems: Int
    let lockTimeout: Duration
    let scratchDirectory: URL?
    let progress: Progress?

    /// How often a file is read anew that others changed meanwhile.
    private static let attempts = 5

    private static let pause = 0.02

    private var path: String { url.path }

    func run() throws -> FileDiagnosis {
        let (place, bytes) = self.place
        let sample = place == nil ? Result { () throws(SystemError) in try FileSample(path) } : nil
        var kind = place ?? .unreadable
        if case .success(let sample)? = sample { kind = sample.foreignKind ?? .unknown }
        let holders = awaitedHolders()
        let opened = try retrying { try open() }
        var error = opened.error
        var keyState = FileDiagnosis.KeyState.notApplicable
        if kind == .unknown || kind == .empty { (kind, keyState) = realmKind(kind) }
        if error == nil, holders.contains(where: \.isExclusive) { error = inUse(holders) }
        let isRealm = kind == .realm || kind == .encryptedRealm
        let verification = isRealm && isReadable(opened.error) ? try verify(keyState) : nil
        let isSound = verification.map { $0.isSound && $0.opens } ?? true
        let usedKey = keyState == .ignored ? nil : key
        return FileDiagnosis(
            path: path, kind: kind, bytes: bytes, openingError: error, key: keyState, info: opened.info,
            schema: opened.schema, verification: verification,
            salvage: isSound && kind != .unknown
                ? nil : try? SalvageEstimate(path, key: EncryptionKey(checking: usedKey)),
            holders: holders, access: rights(bytes),
            availableBytes: try? FileName.availableByteCount(in: FileName.split(path).directory),
            fileFormat: opened.info?.fileFormat ?? opened.error?.fileFormatVersion ?? formatInHeader(kind))
    }

    // MARK: What it is

    /// What is at the path if it is no file that can be read, and the size of a file.
    private var place: (kind: FileDiagnosis.Kind?, bytes: Int?) {
        do {
            let status = try FileStatus.ofPath(path)
            if status.isDirectory { return (.directory, nil) }
            if !status.isRegularFile { return (.special, nil) }
            return (FileRights.mayRead(path) ? nil : .unreadable, status.byteCount)
        } catch {
            if StorageError(error, path).kind == .permissionDenied { return (.unreadable, nil) }
            return (FileName.isLink(path) ? .danglingLink : .missing, nil)
        }
    }

    /// A file without the mark of another program, as opening it tells.
    private func realmKind(
        _ kind: FileDiagnosis.Kind
    ) -> (FileDiagnosis.Kind, FileDiagnosis.KeyState) {
        switch try? Realm.probe(at: url, encryptionKey: key) {
        case .notEncrypted: return (.realm, key == nil ? .notEncrypted : .ignored)
        case .fits, .damaged: return (.encryptedRealm, .right)
        case .wrongKey: return (.encryptedRealm, key == nil ? .missing : .wrong)
        case .notRealmOrEncrypted, nil: return (kind, .notApplicable)
        }
    }

    /// The header's format, which also tells of files that are too damaged to be opened.
    private func formatInHeader(_ kind: FileDiagnosis.Kind) -> Int? {
        guard kind == .realm, let file = try? FileDescriptor.open(path, .readOnly),
            let bytes = try? file.bytes(RawFileHeader.byteCount, at: 0), bytes.count == RawFileHeader.byteCount
        else { return nil }
        let header = bytes.withUnsafeBytes { RawFileHeader($0.baseAddress!) }
        return Int(header.selectedSlot == 0 ? header.formats.0 : header.formats.1)
    }

    // MARK: Opening

    private struct Opened {
        var info: Realm.FileInfo?
        var schema: Schema?
        var error: Realm.Error?
    }

    private func open() throws -> Opened {
        do {
            return try open(key)
        } catch let error as Realm.Error where error.reason == .notEncrypted && key != nil {
            return try open(nil)
        }
    }

    private func open(_ key: Data?) throws -> Opened {
        var configuration = Realm.Configuration(fileURL: url, encryptionKey: key)
        configuration.schemaMode = .discovered
        configuration.lockMode = .immutable
        configuration.scratchDirectory = scratchDirectory
        let info = try Realm.fileInfo(
            at: url, encryptionKey: key, lockMode: .immutable, scratchDirectory: scratchDirectory)
        let realm = try Realm(configuration: configuration)
        return Opened(info: info, schema: realm.schema)
    }

    /// The result of reading the file, which others may write; read anew if it changed meanwhile.
    private func retrying(_ body: () throws -> Opened) throws -> Opened {
        for attempt in 1... {
            do {
                return try body()
            } catch let error as Realm.Error {
                if error.reason == .changedWhileReading, attempt < DiagnosisRun.attempts { continue }
                return Opened(error: error)
            }
        }
        return Opened()
    }

    /// The processes that have the file open, once none of them excludes others, or time is up.
    private func awaitedHolders() -> [Realm.FileHolder] {
        let begin = ContinuousClock.now
        while true {
            let holders = (try? Realm.holders(ofFileAt: url)) ?? []
            guard holders.contains(where: \.isExclusive), ContinuousClock.now - begin < lockTimeout else {
                return holders
            }
            Thread.sleep(forTimeInterval: DiagnosisRun.pause)
        }
    }

    /// The error of opening a file that another process replaces just now.
    private func inUse(_ holders: [Realm.FileHolder]) -> Realm.Error {
        let holders = holders.filter(\.isExclusive)
        let names = holders.map(\.description).joined(separator: ", ")
        return RLMError(
            StorageError(.inUse(holders.map(\.process)), path, "is in use by \(names), which lets nobody else open it"))
    }

    // MARK: Damage

    /// Whether damage can be looked for: the format is known and the key right.
    private func isReadable(_ error: Realm.Error?) -> Bool {
        guard let error else { return true }
        return [.damagedFile, .invalidDatabase].contains(error.reason)
    }

    /// Nil if the file changes too fast to be read.
    private func verify(_ state: FileDiagnosis.KeyState) throws -> VerificationReport? {
        for _ in 0..<DiagnosisRun.attempts {
            do {
                return try Realm.verify(
                    at: url, encryptionKey: state == .ignored ? nil : key, level: level, maxProblems: maxProblems,
                    lockMode: .immutable, scratchDirectory: scratchDirectory, progress: progress)
            } catch let error as Realm.Error {
                if error.reason != .changedWhileReading { return nil }
            }
        }
        return nil
    }

    // MARK: Access

    private func rights(_ bytes: Int?) -> FileDiagnosis.Access {
        let status = try? FileStatus.ofPath(path)
        let lockPath = path + ".lock"
        let lock = try? FileStatus.ofPath(lockPath)
        let mayLock = FileRights.mayRead(lockPath) && FileRights.mayWrite(lockPath)
        return FileDiagnosis.Access(
            mayRead: FileRights.mayRead(path), mayWrite: FileRights.mayWrite(path),
            mayMakeFiles: FileRights.mayMakeFiles(in: FileName.split(path).directory),
            isLockFileDenied: lock.map { !$0.isRegularFile || !mayLock } ?? false,
            mode: status.map { "0" + String($0.mode, radix: 8) }, names: bytes == nil ? nil : status?.linkCount)
    }
}
