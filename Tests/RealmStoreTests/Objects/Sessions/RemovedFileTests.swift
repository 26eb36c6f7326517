import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// Files that the program itself removes or replaces while it has them open.
@Suite("Removed files") struct RemovedFileTests {
    private let place: TemporaryDirectory
    private let configuration: Realm.Configuration
    private var path: String { configuration.fileURL?.path ?? "" }

    init() throws {
        place = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: place.url.appendingPathComponent("kept.realm"), objectTypes: ModelRealm.types)
        let configuration = configuration
        try onThread { try RemovedFileTests.addDog(configuration) }
    }

    private static func addDog(_ configuration: Realm.Configuration) throws {
        let realm = try Realm(configuration: configuration)
        try realm.write { _ = realm.create(ModelDog.self) }
    }

    private func removeFiles() throws {
        for suffix in ["", ".lock"] { try FileManager.default.removeItem(atPath: path + suffix) }
    }

    private func dogsOfOtherThread(_ configuration: Realm.Configuration? = nil) throws -> Int {
        let configuration = configuration ?? self.configuration
        return try onThread { try Realm(configuration: configuration).objects(ModelDog.self).count }
    }

    @Test func `a Realm of another thread shares the removed file that one writes`() throws {
        let realm = try Realm(configuration: configuration)
        try realm.write { _ = realm.create(ModelDog.self) }
        try removeFiles()
        #expect(try dogsOfOtherThread() == 2)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a Realm of another thread shares the removed file that one reads`() throws {
        let realm = try Realm(configuration: configuration)
        try removeFiles()
        #expect(try dogsOfOtherThread() == 1)
        withExtendedLifetime(realm) {}
    }

    @Test func `Realms of a removed file see each other's commits`() throws {
        let realm = try Realm(configuration: configuration)
        try removeFiles()
        let configuration = configuration
        try onThread { try RemovedFileTests.addDog(configuration) }
        realm.refresh()
        #expect(realm.objects(ModelDog.self).count == 2)
        try realm.write { _ = realm.create(ModelDog.self) }
        #expect(realm.objects(ModelDog.self).count == 3)
    }

    @Test func `a removed file is made anew when the last of its Realms is gone`() throws {
        let configuration = configuration
        try onThread {
            let realm = try Realm(configuration: configuration)
            for suffix in ["", ".lock"] {
                try FileManager.default.removeItem(atPath: (configuration.fileURL?.path ?? "") + suffix)
            }
            try realm.write { _ = realm.create(ModelDog.self) }
        }
        #expect(try dogsOfOtherThread() == 0)
    }

    @Test func `a Realm that was opened for reading writes its own file, not the one that took its place`() throws {
        let other = Realm.Configuration(
            fileURL: place.url.appendingPathComponent("other.realm"), objectTypes: ModelRealm.types)
        try onThread {
            let realm = try Realm(configuration: other)
            try realm.write { for _ in 0..<10 { _ = realm.create(ModelDog.self) } }
        }
        let realm = try Realm(configuration: configuration)
        #expect(realm.objects(ModelDog.self).count == 1)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: other.fileURL?.path ?? "", toPath: path)
        try realm.write { _ = realm.create(ModelDog.self) }
        #expect(realm.objects(ModelDog.self).count == 2)
        #expect(try dogsOfOtherThread() == 2)
    }

    @Test func `a read-only Realm of another thread shares the removed file`() throws {
        var configuration = configuration
        configuration.readOnly = true
        let realm = try Realm(configuration: configuration)
        try removeFiles()
        #expect(try dogsOfOtherThread(configuration) == 1)
        withExtendedLifetime(realm) {}
    }

    @Test func `a removed file is not shared with another key`() throws {
        let realm = try Realm(configuration: configuration)
        try removeFiles()
        var configuration = configuration
        configuration.encryptionKey = Data(repeating: 1, count: 64)
        configuration.schemaMode = .discovered
        configuration.objectTypes = nil
        let other = configuration
        #expect(throws: (any Error).self) {
            try onThread { _ = try Realm(configuration: other) }
        }
        withExtendedLifetime(realm) {}
    }

    @Test func `a removed file cannot be asked for its facts`() throws {
        let realm = try Realm(configuration: configuration)
        try removeFiles()
        #expect(throws: RLMError(.fileNotFound)) { try Realm.fileInfo(at: URL(fileURLWithPath: path)) }
        withExtendedLifetime(realm) {}
    }

    @Test func `a file that others keep open is not deleted for its schema`() throws {
        let realm = try Realm(configuration: configuration)
        try removeFiles()
        var configuration = configuration
        configuration.schemaVersion = 7
        configuration.deleteRealmIfMigrationNeeded = true
        configuration.schemaMode = .explicit(Schema([]))
        configuration.objectTypes = nil
        let other = configuration
        #expect(throws: RLMError(.alreadyOpen)) {
            try onThread { _ = try Realm(configuration: other) }
        }
        withExtendedLifetime(realm) {}
    }
}
