import Foundation
import Glibc
import RealmTools

extension Failure {
    /// The failure for an error of the library.
    init(realm error: Realm.Error) {
        let (status, code, hint) = Failure.meaning(of: error)
        let space = error.neededBytes.flatMap { needed in error.availableBytes.map { (needed, $0) } }
        let message = space.map {
            "\(Failure.named(error)) may need \(ByteSize($0)), and its disk has \(ByteSize($1)) left."
        }
        self.init(status, code, message ?? error.localizedDescription, hint: hint)
        var detail: [(String, JSONValue)] = []
        if !error.processIdentifiers.isEmpty {
            detail.append(("pids", .array(error.processIdentifiers.map { .integer(Int64($0)) })))
        }
        if let format = error.fileFormatVersion { detail.append(("fileFormat", .integer(Int64(format)))) }
        if let (needed, available) = space {
            detail += [("neededBytes", JSONValue(needed)), ("availableBytes", JSONValue(available))]
            let missing = ByteSize(max(0, needed - available))
            self.hint = "Free \(missing) there" + Failure.spaceCheckAdvice
        }
        if let stage = error.backupStage { detail.append(("stage", .string(stage.rawValue))) }
        if !detail.isEmpty { self.detail = .object(detail) }
    }

    private static let spaceCheckAdvice = ", write to another disk, or give --no-space-check."

    /// The failure without advice about an option that the command does not have.
    func advising(hasSpaceCheck: @autoclosure () -> Bool) -> Failure {
        guard let hint, hint.hasSuffix(Failure.spaceCheckAdvice), !hasSpaceCheck() else { return self }
        var failure = self
        failure.hint = String(hint.dropLast(Failure.spaceCheckAdvice.count)) + ", or write to another disk."
        return failure
    }

    private static func named(_ error: Realm.Error) -> String {
        error.fileURL.map { "The file '\($0.path)'" } ?? "The output"
    }

    private static func meaning(of error: Realm.Error) -> (status: ExitStatus, code: String?, hint: String?) {
        switch error.reason {
        case .fileNotFound: (.noInput, nil, nil)
        case .fileExists: (.cantCreate, "exists", "Give --force to replace it.")
        case .hardLinked: (.cantCreate, "hardLinked", oneNameHint)
        case .filePermissionDenied: (.denied, nil, nil)
        case .fileFormatUpgradeRequired:
            (.dataError, "unsupportedFormat", "Upgrade it with 'realmctl upgrade'; older programs cannot open it then.")
        case .unsupportedFileFormatVersion: (.dataError, "unsupportedFormat", nil)
        case .notARealm: (.dataError, "notRealm", nil)
        case .notARealmOrEncrypted:
            (.dataError, "notRealmOrEncrypted", "If the file is encrypted, give its key: --key-file FILE.")
        case .damagedFile: (.dataError, "damaged", "Restore a backup, or save what there is with 'realmctl recover'.")
        case .invalidDatabase: (.dataError, "damaged", nil)
        case .schemaMismatch: (.dataError, "schemaMismatch", nil)
        case .incompatibleHistories, .syncHistory:
            (.dataError, "syncHistory", localRealmHint)
        case .badSchema: (.dataError, "badSchema", nil)
        case .badMigration: (.dataError, "badMigration", nil)
        case .schemaVersionAhead: (.dataError, "schemaVersionAhead", nil)
        case .badArchive: (.dataError, "badArchive", nil)
        case .badImport: (.dataError, "badImport", nil)
        case .encryptionKeyRequired:
            (.key, "keyRequired", "Give the key with --key-file FILE, --key-env VAR, --key-fd N or --key-prompt.")
        case .wrongEncryptionKey: (.key, "wrongKey", nil)
        case .notEncrypted: (.key, "notEncrypted", "Leave out the key, or leave out --key-strict to have it ignored.")
        case .fileInUse, .alreadyOpen, .incompatibleSession:
            (.busy, "inUse", "Close that program, try again later, or wait with --lock-timeout DURATION.")
        case .incompatibleLockFile:
            (.busy, "incompatibleLockFile", "Close that program first; while it runs the file can only be read.")
        case .changedWhileReading: (.busy, "changedWhileReading", "Try again.")
        case .locksUnsupported: (.busy, "locksUnsupported", "If nobody writes the file, give --immutable.")
        case .outOfDiskSpace: (.ioError, "diskFull", nil)
        case .addressSpaceExhausted, .fileAccess: (.ioError, nil, nil)
        case .fileOperationFailed: (.ioError, "notAFile", nil)
        default: (.internal, nil, Failure.bugHint)
        }
    }

    static let oneNameHint = "Give --force to replace it under this name only."
    static let notRewritable = Failure.usage("Standard input cannot be rewritten; copy it to a file first.")
    static let localRealmHint = "Give --drop-sync-history to make it a local Realm."

    private static let bugHint = "This is a mistake in realmctl; please report it."

    /// The failure for an error of Foundation or of a system call.
    ///
    /// - Parameter path: the user's file, if the error is about one.
    init(system error: NSError, path: String?) {
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        let path = path ?? error.userInfo[NSFilePathErrorKey] as? String
        let posix = [error, underlying].compactMap { $0 }.first { $0.domain == NSPOSIXErrorDomain }
        if let posix {
            let what = path.map { "The file '\($0)' cannot be used" } ?? "A system call failed"
            self.init(errno: Int32(posix.code), what)
        } else if error.domain == NSCocoaErrorDomain {
            let (status, code, what) = Failure.meaning(ofCocoa: CocoaError.Code(rawValue: error.code))
            let message = path.flatMap { path in what.map { "'\(path)' \($0)." } }
            self.init(status, code, message ?? error.localizedDescription)
        } else {
            self.init(.internal, nil, "\(error)", hint: Failure.bugHint)
        }
        self.path = path
    }

    /// The exit code, the code for programs, and the message about the file.
    private static func meaning(ofCocoa code: CocoaError.Code) -> (ExitStatus, String?, String?) {
        switch code {
        case .fileNoSuchFile, .fileReadNoSuchFile: (.noInput, nil, "does not exist")
        case .fileReadNoPermission: (.denied, nil, "may not be read")
        case .fileWriteFileExists: (.cantCreate, "exists", "exists")
        case .fileWriteNoPermission, .fileWriteVolumeReadOnly: (.cantCreate, nil, "may not be written")
        case .fileWriteOutOfSpace: (.ioError, "diskFull", "does not fit on the disk")
        default: (.ioError, nil, nil)
        }
    }

    /// A failed system call on a file to be read.
    init(errno number: Int32, _ what: String) {
        let message = "\(what): \(String(cString: strerror(number)))."
        switch number {
        case ENOENT: self.init(.noInput, nil, message)
        case EACCES, EPERM: self.init(.denied, nil, message)
        case ENOSPC, EDQUOT, EFBIG: self.init(.ioError, "diskFull", message)
        case EISDIR, ENOTDIR, ELOOP: self.init(.ioError, "notAFile", message)
        case EPIPE: self = .brokenPipe
        default: self.init(.ioError, nil, message)
        }
    }
}
