import Foundation
import RealmStore

/// The names in a folder of a user's files: archives, imports, migrations.
enum FolderNames {
    /// All names, ascending. Invalid UTF-8 in them is replaced: see `FileName.isReplaced`.
    ///
    /// - Throws: `fileNotFound`, `filePermissionDenied`, `fileOperationFailed` for the folder.
    static func all(in folder: URL) throws -> [String] {
        try rethrowing {
            let names = try StorageError.onSystemError(folder.path) { () throws(SystemError) -> [String]? in
                guard try FileStatus.ofPath(folder.path).isDirectory else { return nil }
                return try Directory(folder.path).names()
            }
            guard let names else { throw StorageError(.notAFile, folder.path, "is no directory") }
            return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }
}
