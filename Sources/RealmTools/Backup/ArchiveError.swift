import Foundation
import RealmStore

/// The reason why a backup archive cannot be written or read.
enum ArchiveError: Error {
    /// The archive is invalid; a clause with the problem.
    case bad(RealmBackup.Stage, String)
    case unreadable(SystemError)
    /// The content cannot be written to its target.
    case unwritable(SystemError)

    static func structure(_ message: String) -> ArchiveError { .bad(.structure, message) }

    init(_ failure: ZstdInput.Failure) {
        switch failure {
        case .damaged(let message): self = .bad(.compression, "the compressed data \(message)")
        case .unreadable(let error): self = .unreadable(error)
        }
    }
}

extension RLMError {
    /// The public form of an archive's error.
    ///
    /// - Parameter target: the file that the archive's content is written to; nil if there is none.
    init(_ error: ArchiveError, archive: String, target: String? = nil) {
        switch error {
        case .unreadable(let error): self.init(StorageError(error, archive))
        case .unwritable(let error): self.init(StorageError(error, target ?? archive))
        case .bad(let stage, let message):
            self.init(
                .badArchive,
                userInfo: [
                    NSLocalizedDescriptionKey: "The archive '\(archive)' is bad (\(stage.rawValue)): \(message).",
                    NSFilePathErrorKey: archive, RLMError.stageKey: stage.rawValue,
                ])
        }
    }

    /// The error of a file unpacked to `scratch`, as an error of the file at `path` from which it came.
    ///
    /// - Parameter isArchive: an archive whose content is not an intact Realm is bad.
    func about(_ path: String, unpackedTo scratch: String, isArchive: Bool) -> RLMError {
        let message = localizedDescription.replacing(scratch, with: path)
        let damage: [Code] = [.notARealm, .notARealmOrEncrypted, .damagedFile, .unsupportedFileFormatVersion]
        if isArchive, damage.contains(reason) {
            return RLMError(.bad(.realm, "what it holds is no sound Realm"), archive: path)
        }
        var info = userInfo
        info[NSLocalizedDescriptionKey] = message
        info[NSFilePathErrorKey] = path
        return RLMError(code, userInfo: info)
    }

    private static let stageKey = "RealmStore.BackupStage"

    /// The stage at which a backup archive failed, for `badArchive`; else nil. Additional to the SDK.
    public var backupStage: RealmBackup.Stage? {
        (userInfo[RLMError.stageKey] as? String).flatMap(RealmBackup.Stage.init(rawValue:))
    }
}
