import Foundation
import RealmStore
import TestSupport
import Testing

/// Every fixture, read through the public API, has the content of the JSON beside it.
@Suite("Fixtures") struct FixtureTests {
    @Test(arguments: Fixture.all)
    func `every class, property, object and value is what Realm Core wrote`(_ fixture: Fixture) throws {
        let directory = try TemporaryDirectory()
        let file = try fixture.copy(into: directory)
        var configuration = Realm.Configuration(fileURL: file, encryptionKey: fixture.key, readOnly: true)
        configuration.schemaMode = .discovered
        let realm = try Realm(configuration: configuration)
        let comparison = DumpComparison(realm)
        comparison.compare(try fixture.dumpObject())
        #expect(comparison.differences.isEmpty, "\(comparison.differences.prefix(5).joined(separator: "\n"))")
        #expect(comparison.valueCount > 0 || fixture.name.hasPrefix("empty") || fixture.name == "just_created")
        #expect(realm.damage == nil)
    }

    @Test func `all thirty-nine fixtures are there`() {
        #expect(Fixture.all.count == 39)
    }

    @Test(arguments: Fixture.all)
    func `reading leaves the file as it was and nothing beside it`(_ fixture: Fixture) throws {
        let directory = try TemporaryDirectory()
        let file = try fixture.copy(into: directory)
        var configuration = Realm.Configuration(fileURL: file, encryptionKey: fixture.key, readOnly: true)
        configuration.schemaMode = .discovered
        do {
            let realm = try Realm(configuration: configuration)
            for schema in realm.schema.objectSchema { _ = realm.dynamicObjects(schema.className).first?.description }
            try realm.checkUnchanged()
        }
        #expect(try Data(contentsOf: file) == fixture.bytes())
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["\(fixture.name).realm"])
    }

    @Test func `the other header slot does not count`() throws {
        // The last commit is whole on disk, but the header still names the one before.
        let realm = try open("interrupted_commit")
        let people = realm.dynamicObjects("Person")
        #expect(people[0]["age"] as? Int == 77)
    }
}

/// Opens a fixture for reading, from a copy.
func open(_ name: String, _ directory: TemporaryDirectory? = nil) throws -> Realm {
    try Fixture.named(name).open(in: directory)
}
