import Foundation
import Glibc

@testable import RealmStore

/// Files as if written by a synchronised app.
enum SyncedFile {
    /// Gives the plain Realm at `path` a commit, the history of a synchronised app, and a key if there is one.
    ///
    /// - Returns: the path.
    static func make(of path: String, key: Data?) throws -> String {
        let url = URL(fileURLWithPath: path)
        try commit(to: url)
        var content = try Data(contentsOf: url)
        let top = content.withUnsafeBytes {
            Int($0.loadUnaligned(fromByteOffset: Int($0[23] & 1) * 8, as: UInt64.self))
        }
        // Element 7 of the top array is twice the type, plus 1.
        let width = (1 << Int(content[top + 4] & 7)) >> 4
        content[top + 8 + (7 * width)] = 7
        try FileManager.default.removeItem(at: url)
        guard let key else {
            try content.write(to: url)
            return path
        }
        let file = try FileDescriptor.open(path, .readWrite, create: 0o600, exclusive: true)
        var output = FileOutput(file, key: EncryptionKey(key))
        try content.withUnsafeBytes { bytes throws in try output.append(bytes) }
        try output.finish(beginning: Array(content.prefix(24)))
        return path
    }

    /// A file without a commit has no place for the type of its history.
    private static func commit(to url: URL) throws {
        var configuration = Realm.Configuration(fileURL: url)
        configuration.schemaMode = .discovered
        let realm = try Realm(configuration: configuration)
        try realm.write { _ = realm.dynamicCreate("Dog") }
    }
}
