import Foundation
import RealmStore

extension Realm {
    /// Verifies the file at `url` in full, and compares its content with a backup: schema, schema version and objects.
    /// Nothing is changed.
    ///
    /// A plain file has no checksums of its data; only a backup reveals that a value was changed into another one. The
    /// Realm in the archive is unpacked to a scratch file, still encrypted if it was. Additional to the SDK.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - archive: a backup archive, or a Realm file, plain or compressed with zstd.
    ///   - encryptionKey: the 64-byte key of an encrypted file, and of the Realm in the archive if that is encrypted.
    ///   - maxProblems: the maximum number of listed problems; the others are counted.
    ///   - lockMode: the way the file is shared with other processes; `immutable` leaves no trace.
    ///   - lockTimeout: the time to wait for a conflicting process; see `Configuration.lockTimeout`.
    ///   - scratchDirectory: the directory for unpacking the Realm of the archive; nil for the system's temporary
    ///     directory.
    ///   - progress: its `totalUnitCount` is set to the number of steps.
    /// - Returns: the findings: each object that differs is an error with code `differs`. A damaged file is not
    ///   compared.
    /// - Throws: as `verify(at:encryptionKey:level:maxProblems:lockMode:lockTimeout:scratchDirectory:progress:)`, and
    ///   the errors of `RealmBackup.restore` for the archive.
    /// - Complexity: O(size of both files)
    public static func verify(
        at url: URL, against archive: URL, encryptionKey: Data? = nil, maxProblems: Int = 100,
        lockMode: Configuration.LockMode = .shared, lockTimeout: Duration? = nil, scratchDirectory: URL? = nil,
        progress: Progress? = nil
    ) throws -> VerificationReport {
        let report = try verify(
            at: url, encryptionKey: encryptionKey, level: .full, maxProblems: maxProblems, lockMode: lockMode,
            lockTimeout: lockTimeout, scratchDirectory: scratchDirectory, progress: progress)
        guard report.isSound, report.opens else { return report }
        var configuration = Configuration(fileURL: url, encryptionKey: encryptionKey)
        configuration.schemaMode = .discovered
        configuration.lockMode = lockMode
        configuration.lockTimeout = lockTimeout
        configuration.scratchDirectory = scratchDirectory
        let directory = (scratchDirectory ?? FileManager.default.temporaryDirectory)
            .appendingPathComponent(".realmctl-\(ProcessIdentity.current)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        let old = try unpack(archive, to: directory, key: encryptionKey)
        var differences = Differences(limit: maxProblems)
        let found = try RealmDiff(from: old, to: Realm(configuration: configuration)).run { differences.add($0) }
        found.schema.forEach { differences.add(schema: $0) }
        return report.compared(differences)
    }

    /// Opens the Realm of an archive, unpacked into an empty directory.
    private static func unpack(_ archive: URL, to directory: URL, key: Data?) throws -> Realm {
        let isArchive = try RealmBackup.isArchive(archive)
        let isEncrypted = try isArchive ? RealmBackup.manifest(of: archive).realm.encrypted : key != nil
        if isEncrypted, key == nil {
            throw RLMError(
                StorageError(.keyRequired, archive.path, "holds an encrypted Realm and needs its 64-byte key"))
        }
        var configuration = Configuration(
            fileURL: directory.appendingPathComponent("backup.realm"), encryptionKey: isEncrypted ? key : nil)
        configuration.schemaMode = .discovered
        configuration.lockMode = .privateFile
        _ = try RealmBackup.restore(archive, to: configuration)
        return try Realm(configuration: configuration)
    }

    /// The differences from a backup as problems.
    fileprivate struct Differences {
        let limit: Int
        var problems: [VerificationReport.Problem] = []
        var count = 0

        init(limit: Int) { self.limit = max(0, limit) }

        mutating func add(_ row: RealmDiff.Row) {
            let what: String =
                switch row.kind {
                case .added: "the object is not in the backup"
                case .removed: "the object is in the backup only"
                case .changed:
                    "the object differs from that of the backup in "
                        + row.changes.map { "'\($0.property)'" }.joined(separator: ", ")
                }
            add("\(row.className)[\(row.key)]", what)
        }

        mutating func add(schema sentence: String) { add(nil, sentence) }

        private mutating func add(_ place: String?, _ message: String) {
            count += 1
            guard problems.count < limit else { return }
            problems.append(
                VerificationReport.Problem(code: .differs, severity: .error, ref: nil, where: place, message: message))
        }
    }
}

extension VerificationReport {
    /// The report on an intact file that was compared with a backup.
    fileprivate func compared(_ differences: Realm.Differences) -> VerificationReport {
        VerificationReport(
            level: level, opens: opens,
            problems: differences.problems + problems.prefix(max(0, differences.limit - differences.problems.count)),
            errorCount: differences.count, noteCount: noteCount, nodes: nodes, bytesChecked: bytesChecked,
            leakedBytes: leakedBytes, checked: checked)
    }
}
