import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Realms that live in the memory of this process.
@Suite struct InMemoryTests {
    private let identifier = "test \(UUID().uuidString)"

    private static let schema = Schema([
        ObjectSchema(
            className: "Dog",
            properties: [Property(name: "name", type: .string), Property(name: "age", type: .int)],
            primaryKey: "name")
    ])

    private func open(_ schema: Schema? = InMemoryTests.schema, _ identifier: String? = nil) throws -> Realm {
        var configuration = Realm.Configuration(inMemoryIdentifier: identifier ?? self.identifier)
        configuration.schemaMode = schema.map { .explicit($0) } ?? .discovered
        return try Realm(configuration: configuration)
    }

    @Test func `all Realms of one identifier share their objects`() throws {
        let (first, second) = (try open(), try open())
        try first.write { try first.create("Dog", value: ["name": "Rex", "age": 3]) }
        #expect(second.isEmpty)
        #expect(second.refresh())
        #expect(second.dynamicObject(ofType: "Dog", forPrimaryKey: "Rex")?["age"] as? Int == 3)
        #expect(try open(nil).schema["Dog"] == second.schema["Dog"])
    }

    @Test func `another identifier is another Realm`() throws {
        let (first, second) = (try open(), try open(Self.schema, identifier + "2"))
        try first.write { try first.create("Dog", value: ["name": "Rex"]) }
        #expect(!second.refresh())
        #expect(second.isEmpty)
    }

    @Test func `the objects are gone with the last Realm and object`() throws {
        func write() throws -> DynamicObject {
            let realm = try open()
            return try realm.write { try realm.create("Dog", value: ["name": "Rex"]) }
        }
        func isEmpty() throws -> Bool { try open().isEmpty }
        let wasEmpty = try withExtendedLifetime(write()) { _ in try isEmpty() }
        #expect(!wasEmpty)
        #expect(try isEmpty())
    }

    @Test func `nothing of it is on disk`() throws {
        let before = Set(try names())
        let realm = try open()
        try realm.write { for age in 0..<10_000 { try realm.create("Dog", value: ["name": "\(age)", "age": age]) } }
        #expect(Set(try names()).subtracting(before).filter { $0.contains(identifier) } == [])
        #expect(realm.configuration.fileURL == nil)
        #expect(!Realm.fileExists(for: realm.configuration))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
            + FileManager.default.contentsOfDirectory(atPath: ".")
    }

    @Test func `a cancelled transaction leaves everything as it was`() throws {
        let realm = try open()
        realm.beginWrite()
        try realm.create("Dog", value: ["name": "Rex"])
        realm.cancelWrite()
        #expect(realm.isEmpty)
    }

    @Test @MainActor func `threads that open one identifier at once get the same Realm`() async throws {
        let keeper = try open()
        keeper.autorefresh = false
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    let realm = try open()
                    try realm.write { try realm.create("Dog", value: ["name": "\(index)"]) }
                }
            }
            try await group.waitForAll()
        }
        #expect(keeper.refresh())
        #expect(keeper.dynamicObjects("Dog").count == 8)
    }

    @Test(arguments: [nil, Fixture.key])
    func `a copy of it is a sound file`(key: Data?) throws {
        let directory = try TemporaryDirectory()
        let realm = try open()
        try realm.write { for age in 0..<3000 { try realm.create("Dog", value: ["name": "\(age)", "age": age]) } }
        let copy = directory.url.appendingPathComponent("copy.realm")
        try realm.writeCopy(toFile: copy, encryptionKey: key)
        #expect(try Realm.verify(at: copy, encryptionKey: key, level: .full).isSound)
        let read = try Realm(configuration: .init(fileURL: copy, encryptionKey: key, readOnly: true))
        #expect(read.dynamicObject(ofType: "Dog", forPrimaryKey: "2999")?["age"] as? Int == 2999)
    }

    @Test func `a schema that needs a migration is refused, one with another class is not`() throws {
        let realm = try open()
        let more = Schema(Self.schema.objectSchema + [ObjectSchema(className: "Cat", properties: [])])
        #expect(try open(more).schema.objectSchema.map(\.className) == ["Cat", "Dog"])
        let other = Schema([ObjectSchema(className: "Dog", properties: [])])
        #expect(throws: RLMError(.schemaMismatch)) { try open(other) }
        withExtendedLifetime(realm) {}
    }

    @Test func `key, read-only mode and an empty identifier are refused`() {
        for configuration in [
            Realm.Configuration(inMemoryIdentifier: "a", encryptionKey: Fixture.key),
            Realm.Configuration(inMemoryIdentifier: "a", readOnly: true), Realm.Configuration(inMemoryIdentifier: ""),
        ] {
            #expect(throws: RLMError(.invalidInput)) { try Realm(configuration: configuration) }
        }
    }

    @Test @MainActor func `commits are waited for`() async throws {
        let (realm, writer) = (try open(), try open())
        #expect(try !realm.waitForChange(timeout: .zero))
        try writer.write { try writer.create("Dog", value: ["name": "Rex"]) }
        #expect(try realm.waitForChange(timeout: .seconds(30)))
        #expect(realm.refresh())
    }

    @Test @MainActor func `a Realm goes by itself to what another thread commits`() async throws {
        let realm = try open()
        #expect(realm.isEmpty)
        try onThread {
            let writer = try open()
            try writer.write { try writer.create("Dog", value: ["name": "Rex"]) }
        }
        // The system notifies; nothing else is waited for.
        for _ in 0..<2_000 where realm.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(!realm.isEmpty)
    }
}
