import Foundation

/// The domain of this library's errors.
public let RLMErrorDomain = "io.realm"

/// The domain of errors without a known code; never thrown here.
public let RLMUnknownSystemErrorDomain = "io.realm.unknown"

/// The key of the engine's name for an error in `userInfo`, such as `InvalidDatabase`.
public let RLMErrorCodeNameKey = "Error Name"

/// The key of an error's code in `userInfo`.
@available(*, deprecated, message: "use the error's code")
public let RLMErrorCodeKey = RLMError.codeKey

/// A key used by synchronised Realms.
public let RLMBackupRealmConfigurationErrorKey = "RLMBackupRealmConfiguration"

/// The name of the exceptions that the SDK raises where this library traps.
public let RLMExceptionName = "RLMException"

/// Compares any two errors by domain and code.
public func == (lhs: any Error, rhs: any Error) -> Bool {
    let (left, right) = (lhs as NSError, rhs as NSError)
    return left.domain == right.domain && left.code == right.code
}

extension RLMError.Code {
    /// Realm Core's name for the condition; nil if there is none.
    var engineName: String? {
        switch self {
        case .fileAccess: "FileOperationFailed"
        case .filePermissionDenied: "PermissionDenied"
        case .fileExists: "FileAlreadyExists"
        case .fileNotFound: "FileNotFound"
        case .fileFormatUpgradeRequired: "FileFormatUpgradeRequired"
        case .incompatibleLockFile: "IncompatibleLockFile"
        case .addressSpaceExhausted: "AddressSpaceExhausted"
        case .schemaMismatch: "SchemaMismatch"
        case .alreadyOpen: "DeleteOnOpenRealm"
        case .invalidInput: "InvalidArgument"
        case .outOfDiskSpace: "OutOfDiskSpace"
        case .incompatibleSession: "IncompatibleSession"
        case .unsupportedFileFormatVersion: "UnsupportedFileFormatVersion"
        case .multipleSyncAgents: "MultipleSyncAgents"
        case .subscriptionFailed: "SubscriptionFailed"
        case .fileOperationFailed: "FileOperationFailed"
        case .invalidDatabase: "InvalidDatabase"
        case .incompatibleHistories: "IncompatibleHistories"
        case .noSubscriptionForWrite: "NoSubscriptionForWrite"
        default: nil
        }
    }
}
