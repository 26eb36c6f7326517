import Foundation

/// Why a backup archive cannot be written or read.
enum ArchiveError: Error {
    /// The archive is not as it should be; a clause that says what is wrong.
    case bad(RealmBackup.Stage, String)
    case unreadable(SystemError)
    /// What was read cannot be written where it is to go.
    case unwritable(SystemError)

    static func structure(_ message: String) -> ArchiveError { .bad(.structure, message) }

    init(_ failure: ZstdInput.Failure) {
        switch failure {
        case .damaged(let message): self = .bad(.compression, "the compressed data \(message)")
        case .unreadable(let error): self = .unreadable(error)
        case .unwritable(let error): self = .unwritable(error)
        }
    }
}

extension RLMError {
    /// The public form of an archive's error.
    ///
    /// - Parameter target: the file that the archive's content is written to; nil where that is none.
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

    /// The same error, about the file at `path` where it is about a scratch file now.
    func about(_ path: String, insteadOf scratch: String) -> RLMError {
        var info = userInfo
        info[NSLocalizedDescriptionKey] = localizedDescription.replacing(scratch, with: path)
        info[NSFilePathErrorKey] = path
        return RLMError(code, userInfo: info)
    }

    private static let stageKey = "RealmStore.BackupStage"

    /// Where a backup archive failed, for `badArchive`; else nil. Additional to the SDK.
    public var backupStage: RealmBackup.Stage? {
        (userInfo[RLMError.stageKey] as? String).flatMap(RealmBackup.Stage.init(rawValue:))
    }
}
