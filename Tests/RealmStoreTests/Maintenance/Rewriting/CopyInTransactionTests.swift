import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Copies of the state that a Realm shows: in a write transaction, and of a version that others have since replaced.
@Suite struct CopyInTransactionTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ name: String) -> URL { directory.url.appendingPathComponent(name) }

    private func open(_ url: URL, _ key: Data? = nil) throws -> Realm {
        try Realm(configuration: .init(fileURL: url, encryptionKey: key))
    }

    /// The copy, which must be sound.
    private func copy(of realm: Realm, _ name: String, key: Data? = nil) throws -> Realm {
        try realm.writeCopy(toFile: file(name), encryptionKey: key)
        let report = try Realm.verify(at: file(name), encryptionKey: key, level: .full)
        #expect(report.isSound, "\(report.problems.prefix(5))")
        return try open(file(name), key)
    }

    @Test(arguments: ["migrate_v1", "contacts_1k.enc"])
    func `in a write transaction the copy has what is not committed yet`(_ name: String) throws {
        let fixture = Fixture.named(name)
        let url = try fixture.copy(into: directory)
        let realm = try open(url, fixture.key)
        let counts = realm.schema.objectSchema.map { realm.dynamicObjects($0.className).count }
        let bytes = try Data(contentsOf: url)
        realm.beginWrite()
        let victim = try #require(realm.schema.objectSchema.first { !$0.isEmbedded }?.className)
        realm.delete(realm.dynamicObjects(victim))
        let copy = try copy(of: realm, "copy", key: fixture.key)
        #expect(copy.dynamicObjects(victim).isEmpty)
        #expect(copy.schema == realm.schema)
        #expect(copy.schemaVersion == realm.schemaVersion)
        realm.cancelWrite()
        #expect(try Data(contentsOf: url) == bytes)
        #expect(realm.schema.objectSchema.map { realm.dynamicObjects($0.className).count } == counts)
    }

    @Test func `the transaction goes on behind the copy`() throws {
        let url = try Fixture.named("migrate_v1").copy(into: directory)
        let realm = try open(url)
        let person = try #require(realm.dynamicObjects("Person").first)
        try realm.write {
            person["age"] = 1000
            let first = try copy(of: realm, "first")
            #expect(first.dynamicObjects("Person")[0]["age"] as? Int == 1000)
            person["age"] = 1001
            realm.delete(realm.dynamicObjects("Dog"))
            let second = try copy(of: realm, "second")
            #expect(second.dynamicObjects("Person")[0]["age"] as? Int == 1001)
            #expect(second.dynamicObjects("Dog").isEmpty)
            person["age"] = 1002
        }
        #expect(try open(url).dynamicObjects("Person")[0]["age"] as? Int == 1002)
        #expect(try Realm.verify(at: url, level: .full).isSound)
    }

    @Test func `the first transaction of a new file can be copied`() throws {
        var made = Realm.Configuration(inMemoryIdentifier: "copied \(directory.url.path)")
        made.schemaMode = .discovered
        let realm = try Realm(configuration: made)
        realm.beginWrite()
        #expect(try copy(of: realm, "empty").schema.objectSchema.isEmpty)
        realm.cancelWrite()
        #expect(try copy(of: realm, "nothing").schemaVersion == nil)
    }

    @Test func `leaves in which no object has a list yet are copied`() throws {
        var made = Realm.Configuration(inMemoryIdentifier: "lists \(directory.url.path)")
        made.schemaMode = .explicit(
            Schema([
                ObjectSchema(className: "Dog", properties: [Property(name: "tags", type: .string, isArray: true)])
            ]))
        let realm = try Realm(configuration: made)
        realm.beginWrite()
        for _ in 0..<300 { try realm.create("Dog", value: [:]) }
        #expect(try copy(of: realm, "copy").dynamicObjects("Dog").count == 300)
    }

    @Test func `a Realm that has not been refreshed copies the version it shows`() throws {
        let url = try Fixture.named("migrate_v1").copy(into: directory)
        let (realm, writer) = (try open(url), try open(url))
        try realm.write {}
        let count = realm.dynamicObjects("Dog").count
        try writer.write { writer.delete(writer.dynamicObjects("Dog")) }
        #expect(try copy(of: realm, "old").dynamicObjects("Dog").count == count)
        realm.refresh()
        #expect(try copy(of: realm, "new").dynamicObjects("Dog").isEmpty)
    }

    @Test(arguments: Fixture.all)
    func `copies of a changed file equal what is committed`(_ fixture: Fixture) throws {
        let url = try fixture.copy(into: directory)
        let realm = try open(url, fixture.key)
        guard realm.schema.objectSchema.contains(where: { !$0.isEmbedded && !$0.isAsymmetric }) else { return }
        realm.beginWrite()
        for schema in realm.schema.objectSchema where !schema.isEmbedded {
            for object in Array(realm.dynamicObjects(schema.className)).prefix(3) { realm.delete(object) }
        }
        let before = try copy(of: realm, "before")
        try realm.commitWrite()
        let after = try copy(of: realm, "after")
        let summaries = try [before, after].map {
            try SnapshotWriter.summary(of: SnapshotSource(#require($0.session.file)))
        }
        #expect(summaries[0] == summaries[1])
    }
}
