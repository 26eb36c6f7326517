import Foundation
import Synchronization

/// One open Realm: a file, its tables at one version, and its schema. What a `Realm`, its objects and collections
/// share.
final class Session: @unchecked Sendable {
    let configuration: Realm.Configuration
    let group: Group
    let schema: Schema
    let schemaVersion: UInt64?

    /// Counts the states that the session showed: what was read in an earlier one must be read anew.
    private(set) var generation = 0

    private let damageFound = Mutex<RLMError?>(nil)

    let file: RealmFile
    var space: NodeSpace { group.snapshot.space }

    /// Opens the file that `configuration` names, for reading.
    init(_ configuration: Realm.Configuration) throws {
        let request = try OpenRequest(configuration)
        file = try rethrowing { () throws(StorageError) in try request.open() }
        do {
            group = try Group(file)
            schemaVersion = try group.schemaVersion()
        } catch {
            throw RLMError(error, path: file.path)
        }
        schema = StoredSchema.read(group)
        self.configuration = configuration
        if case .explicit(let wanted) = configuration.schemaMode, wanted != schema {
            throw RLMError(
                .schemaMismatch, "The schema of the file '\(file.path)' is not the one that was given.",
                path: file.path)
        }
    }

    /// Reads for a caller who cannot be thrown at: damage in the file is recorded, and `fallback` is read in its place.
    func read<Result>(_ fallback: @autoclosure () -> Result, _ body: () throws(FormatError) -> Result) -> Result {
        do {
            return try body()
        } catch {
            record(error)
            return fallback()
        }
    }

    private func record(_ error: FormatError) {
        let isFirst = damageFound.withLock { found in
            guard found == nil else { return false }
            found = RLMError(error, path: file.path)
            return true
        }
        if isFirst {
            RLMLogger.shared.log(level: .error, message: "\(RLMError(error, path: file.path).localizedDescription)")
        }
    }

    /// The first damage that a read had to cover up.
    var damage: RLMError? { damageFound.withLock { $0 } }
}

/// A configuration, checked before any file is touched.
private struct OpenRequest {
    private let path: String
    private let key: EncryptionKey?
    private let sharing: RealmFile.Sharing
    private let scratchDirectory: String?

    init(_ configuration: Realm.Configuration) throws {
        guard let url = configuration.fileURL, url.isFileURL, !url.path.isEmpty else {
            throw invalidInput(
                configuration.inMemoryIdentifier == nil
                    ? "The configuration has neither a file URL nor an in-memory identifier."
                    : "In-memory Realms cannot be opened by this release, which reads files. Set fileURL.")
        }
        path = url.path
        key = try EncryptionKey(checking: configuration.encryptionKey)
        let unsupported: [(String, Bool)] = [
            ("migrationBlock", configuration.migrationBlock != nil),
            ("deleteRealmIfMigrationNeeded", configuration.deleteRealmIfMigrationNeeded),
            ("shouldCompactOnLaunch", configuration.shouldCompactOnLaunch != nil),
            ("objectTypes", configuration.objectTypes != nil),
            ("seedFilePath", configuration.seedFilePath != nil),
        ]
        if let (name, _) = unsupported.first(where: { $0.1 }) {
            throw invalidInput(
                "'\(name)' needs a writable Realm, and this release opens files for reading. Do not set it.")
        }
        guard configuration.schemaVersion != .max else {
            throw invalidInput("The schema version 2^64 - 1 is reserved for files without a version.")
        }
        if configuration.eventConfiguration != nil {
            RLMLogger.shared.log(
                level: .warn, message: "eventConfiguration has no effect: there is no server to send to")
        }
        sharing =
            if !configuration.readOnly, case .shared = configuration.lockMode {
                .locked(timeout: configuration.lockTimeout)
            } else {
                .none
            }
        scratchDirectory = configuration.scratchDirectory?.path
    }

    func open() throws(StorageError) -> RealmFile {
        try RealmFile.open(path, key: key, sharing: sharing, scratchDirectory: scratchDirectory)
    }
}

extension EncryptionKey {
    /// The key in `data`; nil without one. Throws `invalidInput` if it has not 64 bytes.
    init?(checking data: Data?) throws {
        guard let data else { return nil }
        guard let key = EncryptionKey(data) else {
            throw invalidInput("An encryption key has 64 bytes, this one has \(data.count).")
        }
        self = key
    }
}
