import Foundation
import Realm
import TestSupport
import Testing

@Suite struct RLMRealmFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func url(_ name: String) -> URL { directory.url.appendingPathComponent(name) }

    @Test func `a copy has the objects, and the key that was given`() throws {
        let realm = try RLMRealm.withDogs("Rex")
        let key = Data(repeating: 3, count: 64)
        try realm.writeCopy(to: url("copy.realm"), encryptionKey: key)
        let configuration = RLMRealmConfiguration.file(url("copy.realm"))
        #expect(throws: Realm.Error.self) { try RLMRealm(configuration: configuration) }
        configuration.encryptionKey = key
        #expect(try Dog.allObjects(in: RLMRealm(configuration: configuration)).count == 1)
    }

    @Test func `a copy for a configuration has its key`() throws {
        let configuration = RLMRealmConfiguration.file(url("copy.realm"))
        configuration.encryptionKey = Data(repeating: 3, count: 64)
        try RLMRealm.withDogs("Rex").writeCopy(for: configuration)
        #expect(try Dog.allObjects(in: RLMRealm(configuration: configuration)).count == 1)
    }

    @Test func `a copy does not replace a file`() throws {
        let file = try directory.file("taken.realm", Data())
        let realm = try RLMRealm.withDogs("Rex")
        #expect(throws: Realm.Error.self) { try realm.writeCopy(to: file, encryptionKey: nil) }
    }

    @Test func `a file exists until it is deleted`() throws {
        let configuration = RLMRealmConfiguration.file(url("a.realm"))
        #expect(!RLMRealm.fileExists(for: configuration))
        try autoreleasepool { _ = try RLMRealm(configuration: configuration) }
        #expect(RLMRealm.fileExists(for: configuration))
        #expect(try RLMRealm.deleteFiles(for: configuration))
        #expect(!RLMRealm.fileExists(for: configuration))
        #expect(try !RLMRealm.deleteFiles(for: configuration))
    }

    @Test func `a migration is performed without opening`() throws {
        let configuration = RLMRealmConfiguration.file(url("a.realm"))
        try autoreleasepool {
            let realm = try RLMRealm(configuration: configuration)
            try realm.transaction { realm.add(Dog(value: ["name": "Rex", "age": 1])) }
        }
        #expect(try RLMRealm.schemaVersion(at: url("a.realm")) == 0)
        configuration.schemaVersion = 2
        configuration.migrationBlock = { (migration: RLMMigration, oldVersion: UInt64) in
            #expect(oldVersion == 0)
            migration.enumerateObjects(ofType: "Dog") { _, new in new?["age"] = 9 }
        }
        try RLMRealm.performMigration(for: configuration)
        #expect(try RLMRealm.schemaVersion(at: url("a.realm"), usingEncryptionKey: nil) == 2)
        #expect(try Dog.object(in: RLMRealm(configuration: configuration), forPrimaryKey: "Rex")?.age == 9)
    }

    @Test func `a missing file has no schema version`() {
        #expect(throws: Realm.Error.self) { try RLMRealm.schemaVersion(at: url("none.realm")) }
        #expect(RLMNotVersioned == UInt64.max)
    }
}
