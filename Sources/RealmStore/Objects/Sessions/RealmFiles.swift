import Foundation

/// The file of a Realm and its companion files.
enum RealmFiles {
    /// Removes them all, except `NAME.lock`, which others may hold.
    ///
    /// - Throws: `alreadyOpen` if the file is open in this or another process; `CocoaError.fileWriteNoPermission`;
    ///   `fileOperationFailed` for something that is not a file; `fileNotFound`; `fileAccess`.
    static func delete(_ path: String) throws {
        do {
            let status = try FileStatus.ofRegularFile(path)
            let lock = try SessionLock.acquireExclusive(forFileAt: path, mode: status.mode, timeout: .zero)
            try withExtendedLifetime(lock) {
                let (directory, name) = try StorageError.onSystemError(path, Directory.holding(path))
                try StorageError.onSystemError(path) { () throws(SystemError) in
                    for name in [name, name + CommitNews.suffix, name + HolderTable.suffix, name + ".log"] {
                        try directory.remove(name)
                    }
                }
                if directory.has(name + ".management") {
                    try FileManager.default.removeItem(atPath: path + ".management")
                }
                try? directory.sync()
            }
        } catch let error as StorageError {
            switch error.kind {
            case .inUse, .incompatibleLockFile: throw inUse(path)
            case .permissionDenied:
                throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: path])
            default: throw RLMError(error)
            }
        }
    }

    static func inUse(_ path: String) -> any Error {
        RLMError(.alreadyOpen, "Cannot delete files of an open Realm: '\(path)' is still in use.", path: path)
    }
}
