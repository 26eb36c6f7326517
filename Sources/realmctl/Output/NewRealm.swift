import Foundation
import Glibc
import RealmTools

/// A Realm that was made under another name, and gets its own once it is whole.
enum NewRealm {
    /// With a greater share of free space the file is copied without it.
    private static let maximumFreeRatio = 0.1

    /// Gives the file of `realm` the name `target`, or copies it there. Nobody may use it, and it must not be used
    /// again.
    ///
    /// - Parameter keepsName: the file keeps its old name, too, by which it is recognised until that is removed.
    /// - Throws: errors of `writeCopy(toFile:encryptionKey:)`, also if there is a file of that name.
    static func place(_ realm: Realm, at target: URL, keepsName: Bool = false) throws {
        let key = realm.configuration.encryptionKey
        if let url = realm.configuration.fileURL, try isDense(url, key), link(url.path, to: target.path) {
            if !keepsName { unlink(url.path) }
            return
        }
        try realm.writeCopy(toFile: target, encryptionKey: key)
    }

    private static func isDense(_ url: URL, _ key: Data?) throws -> Bool {
        try Realm.fileInfo(at: url, encryptionKey: key).freeRatio <= maximumFreeRatio
    }

    /// Returns false if that is impossible, for example because the name is taken, or on another file system.
    private static func link(_ path: String, to target: String) -> Bool {
        let target = URL(fileURLWithPath: target).resolvingSymlinksInPath().path
        // Unlike `rename`, this replaces no file.
        guard Glibc.link(path, target) == 0 else { return false }
        let directory = open(URL(fileURLWithPath: target).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
        return true
    }
}
