import Foundation
import RealmStore
import TestSupport
import Testing

/// Files that are made with a schema given at run time.
@Suite struct SchemaCreationTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let schema = Schema([
        ObjectSchema(
            className: "Person",
            properties: [
                Property(name: "name", type: .string, isIndexed: true),
                Property(name: "id", type: .UUID, isOptional: true),
                Property(name: "dog", type: .object, objectClassName: "Dog", isOptional: true),
                Property(name: "address", type: .object, objectClassName: "Address", isOptional: true),
                Property(name: "dogs", type: .object, objectClassName: "Dog", isSet: true),
                Property(name: "tags", type: .string, isArray: true, isIndexed: true),
                Property(name: "any", type: .any, isOptional: true, isMap: true),
            ], primaryKey: "id"),
        ObjectSchema(className: "Dog", properties: [Property(name: "age", type: .int)]),
        ObjectSchema(
            className: "Address", properties: [Property(name: "when", type: .date, isOptional: true)],
            isEmbedded: true),
        ObjectSchema(className: "Empty", properties: []),
    ])

    private func configuration(
        _ schema: Schema = SchemaCreationTests.schema, key: Data? = nil, version: UInt64 = 7
    ) -> Realm.Configuration {
        var configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("made.realm"), encryptionKey: key, schemaVersion: version)
        configuration.schemaMode = .explicit(schema)
        return configuration
    }

    @Test(arguments: [nil, Fixture.key])
    func `a missing file is made with its schema and version`(key: Data?) throws {
        let made = configuration(key: key)
        _ = try Realm(configuration: made)
        var found = made
        found.schemaMode = .discovered
        let realm = try Realm(configuration: found)
        #expect(realm.schemaVersion == 7)
        #expect(realm.schema.objectSchema.map(\.className) == ["Address", "Dog", "Empty", "Person"])
        #expect(realm.schema["Person"]?.properties.map(\.name).first == "id", "the primary key comes first")
        #expect(realm.schema["Person"]?["tags"] == Self.schema["Person"]?["tags"])
        #expect(realm.schema["Address"] == Self.schema["Address"])
        #expect(try Realm.verify(at: #require(made.fileURL), encryptionKey: key).isSound)
    }

    @Test func `a file that was made opens with the same schema again and is not written`() throws {
        let made = configuration()
        _ = try Realm(configuration: made)
        let url = try #require(made.fileURL)
        let bytes = try Data(contentsOf: url)
        _ = try Realm(configuration: made)
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test func `another schema than that of the file is refused`() throws {
        _ = try Realm(configuration: configuration())
        let other = Schema([ObjectSchema(className: "Dog", properties: [])])
        #expect(throws: RLMError(.schemaMismatch)) { try Realm(configuration: configuration(other)) }
    }

    @Test func `a file to which nothing was committed gets the schema`() throws {
        let url = try Fixture.named("just_created").copy(into: directory)
        var wanted = configuration()
        wanted.fileURL = url
        let realm = try Realm(configuration: wanted)
        #expect(realm.schema["Dog"] == Self.schema["Dog"])
    }

    @Test func `objects can be written to a file that was just made`() throws {
        let realm = try Realm(configuration: configuration())
        let id = UUID()
        try realm.write {
            try realm.create("Person", value: ["id": id, "name": "Ann", "dog": ["age": 3], "tags": ["a"]])
        }
        let ann = try #require(realm.dynamicObject(ofType: "Person", forPrimaryKey: id))
        #expect(ann["name"] as? String == "Ann")
        #expect(try Realm.verify(at: #require(realm.configuration.fileURL)).isSound)
    }

    @Test func `without a schema, or only for reading, nothing is made`() throws {
        var found = configuration()
        found.schemaMode = .discovered
        var reading = configuration()
        reading.readOnly = true
        for configuration in [found, reading] {
            #expect(throws: RLMError(.fileNotFound)) { try Realm(configuration: configuration) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [])
    }

    @Test func `two files of one schema are byte for byte the same`() throws {
        var (first, second) = (configuration(), configuration())
        first.fileURL = directory.url.appendingPathComponent("first.realm")
        second.fileURL = directory.url.appendingPathComponent("second.realm")
        for configuration in [first, second] { _ = try Realm(configuration: configuration) }
        #expect(
            try Data(contentsOf: #require(first.fileURL)) == Data(contentsOf: #require(second.fileURL)))
    }

    private static func link(_ name: String, _ target: String) -> Property {
        Property(name: name, type: .object, objectClassName: target, isOptional: true)
    }

    @Test(arguments: [
        (
            [ObjectSchema(className: "A", properties: []), ObjectSchema(className: "A", properties: [])],
            "Type 'A' appears more than once in the schema."
        ),
        (
            [
                ObjectSchema(
                    className: "A", properties: [Property(name: "p", type: .int), Property(name: "p", type: .int)])
            ],
            "Property 'p' appears more than once in the schema for type 'A'."
        ),
        (
            [ObjectSchema(className: "A", properties: [link("o", "Nope")])],
            "Property 'A.o' of type 'object' has unknown object type 'Nope'"
        ),
        (
            [ObjectSchema(className: "A", properties: [Property(name: "o", type: .object, objectClassName: "A")])],
            "Property 'A.o' of type 'object' must be nullable."
        ),
        (
            [ObjectSchema(className: "A", properties: [Property(name: "o", type: .double, isIndexed: true)])],
            "Property 'A.o' of type 'double' cannot be indexed."
        ),
        (
            [ObjectSchema(className: "A", properties: [Property(name: "o", type: .bool)], primaryKey: "o")],
            "Property 'A.o' of type 'bool' cannot be made the primary key."
        ),
        (
            [
                ObjectSchema(
                    className: "E", properties: [Property(name: "i", type: .int)], primaryKey: "i", isEmbedded: true)
            ],
            "Embedded object type 'E' cannot have a primary key."
        ),
        (
            [ObjectSchema(className: "E", properties: [link("q", "E")], isEmbedded: true)],
            "Cycles containing embedded objects are not currently supported: 'E.q'"
        ),
        (
            [ObjectSchema(className: String(repeating: "x", count: 58), properties: [])],
            "Name too long: '\(String(repeating: "x", count: 58))'."
        ),
    ])
    func `a schema that no file can have is refused, with the fault`(classes: [ObjectSchema], fault: String) throws {
        let error = try #require(
            #expect(throws: Realm.Error.self) { try Realm(configuration: configuration(Schema(classes))) })
        #expect(error.code == .badSchema)
        #expect(error.localizedDescription.contains("\n- \(fault)"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [])
    }

    @Test func `all faults are listed`() throws {
        let schema = Schema([
            ObjectSchema(
                className: "A", properties: [Self.link("x", "B"), Property(name: "y", type: .float, isIndexed: true)])
        ])
        let error = try #require(
            #expect(throws: Realm.Error.self) { try Realm(configuration: configuration(schema)) })
        #expect(error.localizedDescription.components(separatedBy: "\n").count == 3)
    }
}
