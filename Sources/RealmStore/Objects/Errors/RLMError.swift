import Foundation

/// An error of the library: a code, and in `userInfo` a readable sentence and the path of the affected file.
///
/// Bridges to `NSError` with domain `io.realm`. SDK names: `RLMError`, `Realm.Error`.
public struct RLMError: _BridgedStoredNSError, CustomNSError, Sendable {
    /// Storage of the bridge to `NSError`.
    public let _nsError: NSError

    /// Creates the error for an `NSError` of this domain.
    public init(_nsError: NSError) { self._nsError = _nsError }

    /// Required by the bridge to `NSError`; equals `errorDomain`.
    public static var _nsErrorDomain: String { RLMErrorDomain }

    /// `io.realm`.
    public static var errorDomain: String { RLMErrorDomain }

    /// The kind of error. Values below 1000 are those of the SDK; the others are additions of this library.
    public enum Code: Int, _ErrorCodeProtocol, Sendable, CaseIterable {
        /// The error type of these codes.
        public typealias _ErrorType = RLMError

        /// Anything without a better code.
        case fail = 1
        /// A read or write failed.
        case fileAccess = 2
        /// The operating system denies access to the file or its directory.
        case filePermissionDenied = 3
        /// The destination exists.
        case fileExists = 4
        /// The file, or its directory, does not exist.
        case fileNotFound = 5
        /// The file has an older format and may not be upgraded here.
        case fileFormatUpgradeRequired = 6
        /// Another process uses the file with a lock file of another layout.
        case incompatibleLockFile = 8
        /// No address space is left to map the file.
        case addressSpaceExhausted = 9
        /// The schema of the program and that of the file differ.
        case schemaMismatch = 10
        /// The file is open, but must not be.
        case alreadyOpen = 12
        /// An argument or a value of the configuration is invalid or not supported.
        case invalidInput = 13
        /// The disk is full.
        case outOfDiskSpace = 14
        /// Another process has the file open with other options.
        case incompatibleSession = 15
        /// The file has a format that cannot be read.
        case unsupportedFileFormatVersion = 16
        /// Synchronisation only; never thrown.
        case multipleSyncAgents = 17
        /// Synchronisation only; never thrown.
        case subscriptionFailed = 18
        /// Another error of the operating system, such as a directory in place of a file.
        case fileOperationFailed = 19
        /// The file is not a Realm, is damaged, or does not match the key. `reason` tells which.
        case invalidDatabase = 20
        /// The file's history is of another kind, such as that of a synchronised file.
        case incompatibleHistories = 21
        /// Synchronisation only; never thrown.
        case noSubscriptionForWrite = 22
        /// Another process holds a conflicting lock on the file.
        case fileInUse = 1000
        /// No page of the file fits the key.
        case wrongEncryptionKey = 1001
        /// The file is a Realm but breaks a rule of the format.
        case damagedFile = 1002
        /// The file belongs to a synchronised app.
        case syncHistory = 1003
        /// A migration document is wrong, or an edit of the schema in a migration.
        case badMigration = 1004
        /// A backup archive is wrong.
        case badArchive = 1005
        /// A document to import is wrong.
        case badImport = 1006
        /// The file is not a Realm.
        case notARealm = 1007
        /// The file is not a Realm, or is an encrypted one that cannot be recognised without its key.
        case notARealmOrEncrypted = 1008
        /// The file is encrypted and no key was given.
        case encryptionKeyRequired = 1009
        /// A key was given for a file that is not encrypted.
        case notEncrypted = 1010
        /// The file was written or replaced while it was read without a lock.
        case changedWhileReading = 1011
        /// The file system has no locks.
        case locksUnsupported = 1012
        /// A schema document is wrong.
        case badSchema = 1013
        /// The file to be replaced has other hard links, which would keep the old content.
        case hardLinked = 1014
        /// The file has a higher schema version than the migration files lead to.
        case schemaVersionAhead = 1015
    }

    /// Creates an error of that code.
    ///
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - userInfo: `NSLocalizedDescriptionKey`, `NSFilePathErrorKey` and other keys of `NSError`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        var info = userInfo
        if let name = code.engineName {
            info[RLMErrorCodeNameKey] = info[RLMErrorCodeNameKey] ?? name
            info[RLMError.codeKey] = info[RLMError.codeKey] ?? code.rawValue
        }
        _nsError = NSError(domain: RLMErrorDomain, code: code.rawValue, userInfo: info)
    }

    /// The kind of error.
    public var code: Code { Code(rawValue: _nsError.code) ?? .fail }

    /// The more precise code if the SDK's is coarse: a wrong key, damage and a file of another kind all have the code
    /// `invalidDatabase`. Otherwise equals `code`.
    public var reason: Code {
        (_nsError.userInfo[RLMError.reasonKey] as? Int).flatMap(Code.init(rawValue:)) ?? code
    }

    /// Description, path and details, under the keys of `NSError`.
    public var userInfo: [String: Any] { _nsError.userInfo }

    /// The code's raw value.
    public var errorCode: Int { _nsError.code }

    /// The same as `userInfo`.
    public var errorUserInfo: [String: Any] { _nsError.userInfo }

    /// A readable sentence that names the file and the problem.
    public var localizedDescription: String { _nsError.localizedDescription }

    /// The file that the error concerns, if any.
    public var fileURL: URL? {
        (_nsError.userInfo[NSFilePathErrorKey] as? String).map { URL(fileURLWithPath: $0) }
    }

    /// The conflicting processes, for `fileInUse` and `incompatibleLockFile`; empty if unknown.
    public var processIdentifiers: [Int32] { _nsError.userInfo[RLMError.processesKey] as? [Int32] ?? [] }

    /// The file format version found, for the two errors about formats.
    public var fileFormatVersion: Int? { _nsError.userInfo[RLMError.formatKey] as? Int }

    /// The bytes that an output may need, for `outOfDiskSpace`; nil if that was not known beforehand.
    public var neededBytes: Int? { _nsError.userInfo[RLMError.neededKey] as? Int }

    /// The bytes that its file system had left, for `outOfDiskSpace`; nil as for `neededBytes`.
    public var availableBytes: Int? { _nsError.userInfo[RLMError.availableKey] as? Int }

    static let codeKey = "Error Code"
    static let reasonKey = "RealmStore.Reason"
    static let processesKey = "RealmStore.Processes"
    static let formatKey = "RealmStore.FileFormat"
    static let neededKey = "RealmStore.NeededBytes"
    static let availableKey = "RealmStore.AvailableBytes"

    /// A `fail` error with the description "Call failed".
    public static let callFailed = RLMError(.fail, userInfo: [NSLocalizedDescriptionKey: "Call failed"])
}

extension RLMError: Equatable {
    /// Equal in domain and code; descriptions do not count.
    public static func == (lhs: RLMError, rhs: RLMError) -> Bool {
        lhs._nsError.domain == rhs._nsError.domain && lhs._nsError.code == rhs._nsError.code
    }
}

extension RLMError: Hashable {
    /// As `==`: by domain and code. On this platform, hashing an `NSError` ends the process.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.domain)
        hasher.combine(_nsError.code)
    }
}

extension RLMError: CustomStringConvertible {
    /// The same as `localizedDescription`.
    public var description: String { localizedDescription }
}

extension RLMError {
    /// An error with its own description.
    package init(_ code: Code, _ message: String, path: String? = nil) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        info[NSFilePathErrorKey] = path
        self.init(code, userInfo: info)
    }

    /// The public form of a storage error. See `Code` for the pairs of code and reason.
    package init(_ error: StorageError) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: error.description, NSFilePathErrorKey: error.path]
        var reason: Code?
        let code: Code
        switch error.kind {
        case .fileNotFound: code = .fileNotFound
        case .fileExists: code = .fileExists
        case .permissionDenied:
            code = .filePermissionDenied
            info[NSLocalizedDescriptionKey] = "\(error.description) Use a path that may be read and written."
        case .notAFile, .notALockFile: code = .fileOperationFailed
        case .readOrWriteFailed: code = .fileAccess
        case .diskFull:
            code = .outOfDiskSpace
            info[RLMError.neededKey] = error.space?.needed
            info[RLMError.availableKey] = error.space?.available
        case .addressSpaceExhausted: code = .addressSpaceExhausted
        case .notARealm: (code, reason) = (.invalidDatabase, .notARealm)
        case .notARealmOrEncrypted: (code, reason) = (.invalidDatabase, .notARealmOrEncrypted)
        case .keyRequired: (code, reason) = (.invalidDatabase, .encryptionKeyRequired)
        case .wrongKey: (code, reason) = (.invalidDatabase, .wrongEncryptionKey)
        case .keyForPlainFile: (code, reason) = (.invalidDatabase, .notEncrypted)
        case .damaged: (code, reason) = (.invalidDatabase, .damagedFile)
        case .unsupportedFormat(let format):
            code = .unsupportedFileFormatVersion
            info[RLMError.formatKey] = format
        case .upgradeRequired(let format):
            code = .fileFormatUpgradeRequired
            info[RLMError.formatKey] = format
        case .inUse(let processes):
            code = .fileInUse
            info[RLMError.processesKey] = processes
        case .incompatibleLockFile(let processes):
            code = .incompatibleLockFile
            info[RLMError.processesKey] = processes
        case .locksUnsupported: code = .locksUnsupported
        case .changedWhileReading: code = .changedWhileReading
        case .incompatibleHistory: code = .incompatibleHistories
        case .writingStopped: code = .fail
        case .hardLinked: code = .hardLinked
        case .syncHistory: code = .syncHistory
        case .valueTooLong: code = .invalidInput
        }
        info[RLMError.reasonKey] = reason?.rawValue
        self.init(code, userInfo: info)
    }

    /// The public form of damage at a node.
    package init(_ error: FormatError, path: String) { self.init(StorageError(error, path)) }
}

/// Runs `body`; converts an error of the engine to the public one.
package func rethrowing<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as StorageError { throw RLMError(error) }
}

/// Runs `body` on the file at `path`; converts an error of the engine to the public one.
package func rethrowing<Result>(_ path: @autoclosure () -> String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as FormatError { throw RLMError(error, path: path()) }
}
