import Foundation
import TestSupport

@testable import RealmStore

/// A directory of a test for Realms and their archives.
struct BackupPlace {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    func url(_ name: String) -> URL { directory.url.appendingPathComponent(name) }

    func configuration(_ url: URL, _ key: Data? = nil) -> Realm.Configuration {
        Realm.Configuration(fileURL: url, encryptionKey: key)
    }

    /// A copy of a fixture.
    func fixture(_ name: String) throws -> Realm.Configuration {
        let fixture = Fixture.named(name)
        return configuration(try fixture.copy(into: directory), fixture.key)
    }

    /// A file of a synchronised app.
    func synced() throws -> Realm.Configuration {
        let source = try fixture("links")
        guard let url = source.fileURL else { return source }
        var bytes = try Data(contentsOf: url)
        let top = try RealmFile.open(url.path, key: nil, sharing: .none).header.topRef.offset
        let width = (1 << Int(bytes[top + 4] & 7)) >> 4
        bytes[top + 8 + (7 * width)] = 7
        try bytes.write(to: url)
        return source
    }

    /// The content of a file of the current format: the digest of its nodes, regardless of their positions.
    func content(of configuration: Realm.Configuration) throws -> SnapshotWriter.Summary {
        let key = try EncryptionKey(checking: configuration.encryptionKey)
        let file = try RealmFile.open(configuration.fileURL!.path, key: key, sharing: .none)
        return try SnapshotWriter.summary(of: SnapshotSource(file))
    }

    /// Names in the directory, except lock files.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.url.path).filter { !$0.hasSuffix(".lock") }
            .sorted()
    }
}
