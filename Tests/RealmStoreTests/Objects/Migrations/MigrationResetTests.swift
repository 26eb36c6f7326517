import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// `deleteRealmIfMigrationNeeded`.
@Suite struct MigrationResetTests {
    private let directory: TemporaryDirectory
    private let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = directory.url.appendingPathComponent("app.realm")
        let realm = try Realm(configuration: configuration(Self.schema))
        try realm.write { try realm.create("Dog", value: ["age": 3]) }
    }

    private static let age = Property(name: "age", type: .int)
    private static let schema = Schema([ObjectSchema(className: "Dog", properties: [age])])
    private static let other = Schema([ObjectSchema(className: "Dog", properties: [])])

    private func configuration(_ schema: Schema, version: UInt64 = 5, key: Data? = nil) -> Realm.Configuration {
        var configuration = Realm.Configuration(
            fileURL: url, encryptionKey: key, schemaVersion: version, deleteRealmIfMigrationNeeded: true)
        configuration.schemaMode = .explicit(schema)
        return configuration
    }

    private func expectAnew(_ configuration: Realm.Configuration) throws {
        let realm = try Realm(configuration: configuration)
        #expect(realm.isEmpty)
        #expect(realm.schemaVersion == configuration.schemaVersion)
        #expect(try Realm.verify(at: url, level: .full).isSound)
    }

    @Test func `another schema begins anew`() throws { try expectAnew(configuration(Self.other)) }

    @Test(arguments: [UInt64(4), 6])
    func `another version begins anew, with whatever schema`(version: UInt64) throws {
        try expectAnew(configuration(Self.schema, version: version))
    }

    @Test func `an additional class or search index needs no migration`() throws {
        let more = Schema([
            ObjectSchema(className: "Cat", properties: []),
            ObjectSchema(className: "Dog", properties: [Property(name: "age", type: .int, isIndexed: true)]),
        ])
        let realm = try Realm(configuration: configuration(more))
        #expect(realm.schema == more)
        #expect(realm.dynamicObjects("Dog").first?["age"] as? Int == 3)
    }

    @Test func `the same schema leaves the file as it is`() throws {
        let bytes = try Data(contentsOf: url)
        _ = try Realm(configuration: configuration(Self.schema))
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test func `a file that is open is not deleted`() throws {
        let open = try Realm(configuration: .init(fileURL: url))
        let bytes = try Data(contentsOf: url)
        #expect(throws: RLMError(.alreadyOpen)) { try Realm(configuration: configuration(Self.other)) }
        #expect(try Data(contentsOf: url) == bytes)
        #expect(open.dynamicObjects("Dog").count == 1)
    }

    @Test func `an in-memory Realm that is open is not emptied`() throws {
        var memory = configuration(Self.schema)
        memory.inMemoryIdentifier = "reset \(url.path)"
        let realm = try Realm(configuration: memory)
        try realm.write { try realm.create("Dog", value: ["age": 3]) }
        memory.schemaMode = .explicit(Self.other)
        #expect(throws: RLMError(.alreadyOpen)) { try Realm(configuration: memory) }
        #expect(realm.dynamicObjects("Dog").count == 1)
    }

    @Test func `a wrong key deletes nothing`() throws {
        let bytes = try Data(contentsOf: url)
        #expect(throws: RLMError(.invalidDatabase)) {
            try Realm(configuration: configuration(Self.other, key: Fixture.key))
        }
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test func `a file of a synchronised app is not deleted`() throws {
        let file = try RealmFile.open(Fixture.named("links").copy(into: directory).path, key: nil, sharing: .none)
        let damaged = try DamagedFile("links")
        try damaged.set(7, of: file.header.topRef, to: 7)
        try Data(damaged.bytes).write(to: url)
        #expect(throws: RLMError(.incompatibleHistories)) { try Realm(configuration: configuration(Self.other)) }
        #expect(try Data(contentsOf: url) == Data(damaged.bytes))
    }

    @Test func `the combination with readOnly is refused`() {
        var wanted = configuration(Self.schema)
        wanted.readOnly = true
        #expect(throws: RLMError(.invalidInput)) { try Realm(configuration: wanted) }
    }
}
