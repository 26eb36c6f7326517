import Foundation
import Realm
import TestSupport
import Testing

@Suite struct RLMRealmConfigurationTests {
    @Test func `settings are kept and copied`() throws {
        let configuration = RLMRealmConfiguration()
        let url = URL(fileURLWithPath: "/tmp/none/a.realm")
        configuration.fileURL = url
        configuration.encryptionKey = Data(repeating: 1, count: 64)
        configuration.schemaVersion = 5
        configuration.migrationBlock = { _, _ in }
        configuration.deleteRealmIfMigrationNeeded = true
        configuration.shouldCompactOnLaunch = { total, used in total > 2 * used }
        configuration.objectClasses = [Dog.self, Owner.self]
        configuration.maximumNumberOfActiveVersions = 9
        configuration.seedFilePath = url
        let copy = try #require(configuration.copy() as? RLMRealmConfiguration)
        configuration.schemaVersion = 6
        #expect(copy.fileURL == url && copy.seedFilePath == url && copy.encryptionKey?.count == 64)
        #expect(copy.schemaVersion == 5 && copy.migrationBlock != nil && copy.deleteRealmIfMigrationNeeded)
        #expect(copy.shouldCompactOnLaunch?(5, 2) == true && copy.shouldCompactOnLaunch?(4, 2) == false)
        #expect(copy.objectClasses?.count == 2 && copy.maximumNumberOfActiveVersions == 9)
        #expect(copy.description.contains("schemaVersion = 5"))
    }

    @Test func `an identifier in memory takes the place of the file`() {
        let configuration = RLMRealmConfiguration()
        #expect(configuration.fileURL?.lastPathComponent == "default.realm")
        configuration.inMemoryIdentifier = "a"
        #expect(configuration.fileURL == nil && configuration.inMemoryIdentifier == "a")
    }

    @Test func `an open Realm keeps its settings`() throws {
        let configuration = RLMRealmConfiguration.inMemory()
        let realm = try RLMRealm(configuration: configuration)
        configuration.schemaVersion = 7
        realm.configuration.schemaVersion = 8
        #expect(realm.configuration.schemaVersion == 0)
    }

    @Test func `shouldCompactOnLaunch is called when a file is opened`() throws {
        let directory = try TemporaryDirectory()
        let configuration = RLMRealmConfiguration.file(directory.url.appendingPathComponent("a.realm"))
        try autoreleasepool {
            let realm = try RLMRealm(configuration: configuration)
            try realm.transaction { for index in 0..<2_000 { realm.add(Dog(value: ["name": "\(index)"])) } }
            try realm.transaction { realm.deleteAllObjects() }
        }
        let size = try FileManager.default.attributesOfItem(atPath: configuration.fileURL?.path ?? "")[.size] as? Int
        configuration.shouldCompactOnLaunch = { total, used in total > used }
        _ = try RLMRealm(configuration: configuration)
        let after = try FileManager.default.attributesOfItem(atPath: configuration.fileURL?.path ?? "")[.size] as? Int
        #expect(try #require(after) < (try #require(size)))
    }

    @Test func `a key of another length traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            RLMRealmConfiguration().encryptionKey = Data(count: 32)
        }
        expectMessage(result, "64 bytes")
    }

    @Test func `an empty path traps`() async {
        await #expect(processExitsWith: .failure) { RLMRealmConfiguration().inMemoryIdentifier = "" }
    }

    @Test func `the reserved schema version traps`() async {
        await #expect(processExitsWith: .failure) { RLMRealmConfiguration().schemaVersion = RLMNotVersioned }
    }

    @Test func `read-only excludes deletion and compaction`() async {
        await #expect(processExitsWith: .failure) {
            let configuration = RLMRealmConfiguration()
            configuration.readOnly = true
            configuration.deleteRealmIfMigrationNeeded = true
        }
        await #expect(processExitsWith: .failure) {
            let configuration = RLMRealmConfiguration()
            configuration.shouldCompactOnLaunch = { _, _ in false }
            configuration.readOnly = true
        }
    }

    @Test func `a class that is no model traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            RLMRealmConfiguration().objectClasses = [NSString.self]
        }
        expectMessage(result, "NSString")
    }
}
