import Foundation
import RealmTools
import TestSupport
import Testing

@Suite("Schema documents") struct SchemaDocumentTests {
    @Test(arguments: Fixture.all) func `the schema of a file survives YAML and JSON`(_ fixture: Fixture) throws {
        let directory = try TemporaryDirectory()
        let file = try fixture.copy(into: directory)
        let realm = try Realm(configuration: .init(fileURL: file, encryptionKey: fixture.key, readOnly: true))
        let document = SchemaDocument(realm.schema, version: realm.schemaVersion)
        for text in [document.yaml(), document.json()] {
            let read = try SchemaDocument(yaml: text, file: fixture.name)
            #expect(read.schema == document.schema)
            #expect(read.version == document.version)
        }
        #expect(document.differences(from: realm.schema).isEmpty)
    }

    private func problems(_ yaml: String) -> [String] {
        let error = #expect(throws: RLMError.self) { try SchemaDocument(yaml: yaml, file: "s.yaml") }
        #expect(error?.code == .badSchema)
        return error?.localizedDescription.split(separator: "\n").map(String.init) ?? []
    }

    @Test func `the forms of a property are read`() throws {
        let document = try SchemaDocument(
            yaml: """
                version: 3
                classes:
                  Person:
                    primaryKey: id
                    properties:
                      id: int
                      nick: {type: "string?", indexed: true}
                      tags: string?[]
                      dogs: Dog[]
                      best: Dog
                      byName: Dog{}
                      any: mixed<>
                  Dog: {embedded: true, properties: {}}
                """, file: "s.yaml")
        let person = try #require(document.schema["Person"])
        #expect(document.version == 3)
        #expect(person.primaryKeyProperty?.name == "id")
        #expect(person["nick"] == Property(name: "nick", type: .string, isOptional: true, isIndexed: true))
        #expect(person["tags"] == Property(name: "tags", type: .string, isOptional: true, isArray: true))
        #expect(person["dogs"] == Property(name: "dogs", type: .object, objectClassName: "Dog", isArray: true))
        #expect(person["best"]?.isOptional == true)
        #expect(person["byName"]?.isOptional == true)
        #expect(person["any"]?.isSet == true)
        #expect(document.schema["Dog"]?.isEmbedded == true)
    }

    @Test func `every problem is told with its place`() {
        let found = problems(
            """
            classes:
              Person:
                primaryKey: ids
                colour: red
                properties:
                  id: int
                  dog: Dgo
                  odd: "int??"
            """)
        #expect(found.count == 4)
        #expect(found.contains { $0.hasPrefix("s.yaml:3:17: error:") && $0.contains("ids") })
        #expect(found.contains { $0.hasPrefix("s.yaml:4:") && $0.contains("colour") })
        #expect(found.contains { $0.hasPrefix("s.yaml:7:12: error:") && $0.contains("Dgo") })
        #expect(found.contains { $0.hasPrefix("s.yaml:8:") && $0.contains("int??") })
    }

    @Test(arguments: [
        "classes: [1, 2]", "- a", "version: -1\nclasses: {}", "classes: {A: {embedded: yes, properties: {}}}",
        "classes:\n  A: {properties: {a: int, a: int}}", "classes: {", "",
        "classes: {int: {properties: {}}}", "classes: {A: {properties: {a: {indexed: true}}}}",
        "classes: {A: {primaryKey: a, properties: {a: float}}}",
    ])
    func `a malformed schema is refused`(_ yaml: String) {
        #expect(!problems(yaml).isEmpty)
    }

    @Test func `anchors and aliases are refused where the first stands, whatever they would unfold to`() {
        let doublings = (1...60).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }
        let found = problems("description: x\na0: &a0 [x]\n" + doublings.joined())
        #expect(found == ["s.yaml:2:5: error: anchors, and aliases of them, have no place in a schema"])
        #expect(!problems("classes: {A: {properties: {a: *b}}}").isEmpty)
    }

    @Test func `differences are worded as the SDK words them`() throws {
        let old = Schema([
            ObjectSchema(
                className: "A",
                properties: [
                    Property(name: "kept", type: .int), Property(name: "gone", type: .int),
                    Property(name: "turned", type: .string), Property(name: "loosened", type: .int),
                ]),
            ObjectSchema(className: "B", properties: []),
        ])
        let new = Schema([
            ObjectSchema(
                className: "A",
                properties: [
                    Property(name: "kept", type: .int, isIndexed: true), Property(name: "turned", type: .int),
                    Property(name: "loosened", type: .int, isOptional: true), Property(name: "new", type: .int),
                ], primaryKey: "new", isEmbedded: false),
            ObjectSchema(className: "C", properties: []),
        ])
        #expect(
            SchemaDocument(new).differences(from: old) == [
                "Property 'A.kept' has been made indexed.",
                "Property 'A.turned' has been changed from 'string' to 'int'.",
                "Property 'A.loosened' has been made optional.", "Property 'A.new' has been added.",
                "Property 'A.gone' has been removed.", "Primary Key for class 'A' has been added.",
                "Class 'C' has been added.", "Class 'B' has been removed.",
            ])
    }

    @Test func `Swift source declares what the file has`() throws {
        let source = SchemaDocument(try Fixture.named("embedded").open().schema).swiftSource()
        #expect(source.contains("class Address: EmbeddedObject {\n    @Persisted var street: String?"))
        #expect(source.contains("@Persisted var history: List<Coordinate>"))
    }

    @Test func `names that Swift does not allow are mapped`() throws {
        let schema = Schema([
            ObjectSchema(
                className: "with space",
                properties: [Property(name: "a b", type: .int), Property(name: "class", type: .string)])
        ])
        let source = SchemaDocument(schema).swiftSource()
        #expect(source.contains("class with_space: Object"))
        #expect(source.contains("override class func _realmObjectName() -> String? { \"with space\" }"))
        #expect(source.contains("@Persisted var a_b: Int"))
        #expect(source.contains("[\"a_b\": \"a b\"]"))
        #expect(source.contains("@Persisted var `class`: String"))
    }
}
