/// Each code also as a static member of the error, so that `catch Realm.Error.fileNotFound` reads as in the SDK.
extension RLMError {
    /// See `Code.fail`.
    public static var fail: Code { .fail }
    /// See `Code.fileAccess`.
    public static var fileAccess: Code { .fileAccess }
    /// See `Code.filePermissionDenied`.
    public static var filePermissionDenied: Code { .filePermissionDenied }
    /// See `Code.fileExists`.
    public static var fileExists: Code { .fileExists }
    /// See `Code.fileNotFound`.
    public static var fileNotFound: Code { .fileNotFound }
    /// See `Code.fileFormatUpgradeRequired`.
    public static var fileFormatUpgradeRequired: Code { .fileFormatUpgradeRequired }
    /// See `Code.incompatibleLockFile`.
    public static var incompatibleLockFile: Code { .incompatibleLockFile }
    /// See `Code.addressSpaceExhausted`.
    public static var addressSpaceExhausted: Code { .addressSpaceExhausted }
    /// See `Code.schemaMismatch`.
    public static var schemaMismatch: Code { .schemaMismatch }
    /// See `Code.alreadyOpen`.
    public static var alreadyOpen: Code { .alreadyOpen }
    /// See `Code.invalidInput`.
    public static var invalidInput: Code { .invalidInput }
    /// See `Code.outOfDiskSpace`.
    public static var outOfDiskSpace: Code { .outOfDiskSpace }
    /// See `Code.incompatibleSession`.
    public static var incompatibleSession: Code { .incompatibleSession }
    /// See `Code.unsupportedFileFormatVersion`.
    public static var unsupportedFileFormatVersion: Code { .unsupportedFileFormatVersion }
    /// See `Code.multipleSyncAgents`.
    public static var multipleSyncAgents: Code { .multipleSyncAgents }
    /// See `Code.subscriptionFailed`.
    public static var subscriptionFailed: Code { .subscriptionFailed }
    /// See `Code.fileOperationFailed`.
    public static var fileOperationFailed: Code { .fileOperationFailed }
    /// See `Code.invalidDatabase`.
    public static var invalidDatabase: Code { .invalidDatabase }
    /// See `Code.incompatibleHistories`.
    public static var incompatibleHistories: Code { .incompatibleHistories }
    /// See `Code.noSubscriptionForWrite`.
    public static var noSubscriptionForWrite: Code { .noSubscriptionForWrite }
    /// See `Code.fileInUse`.
    public static var fileInUse: Code { .fileInUse }
    /// See `Code.wrongEncryptionKey`.
    public static var wrongEncryptionKey: Code { .wrongEncryptionKey }
    /// See `Code.damagedFile`.
    public static var damagedFile: Code { .damagedFile }
    /// See `Code.syncHistory`.
    public static var syncHistory: Code { .syncHistory }
    /// See `Code.badMigration`.
    public static var badMigration: Code { .badMigration }
    /// See `Code.badArchive`.
    public static var badArchive: Code { .badArchive }
    /// See `Code.badImport`.
    public static var badImport: Code { .badImport }
    /// See `Code.notARealm`.
    public static var notARealm: Code { .notARealm }
    /// See `Code.notARealmOrEncrypted`.
    public static var notARealmOrEncrypted: Code { .notARealmOrEncrypted }
    /// See `Code.encryptionKeyRequired`.
    public static var encryptionKeyRequired: Code { .encryptionKeyRequired }
    /// See `Code.notEncrypted`.
    public static var notEncrypted: Code { .notEncrypted }
    /// See `Code.changedWhileReading`.
    public static var changedWhileReading: Code { .changedWhileReading }
    /// See `Code.locksUnsupported`.
    public static var locksUnsupported: Code { .locksUnsupported }
    /// See `Code.badSchema`.
    public static var badSchema: Code { .badSchema }
    /// See `Code.hardLinked`.
    public static var hardLinked: Code { .hardLinked }
}
