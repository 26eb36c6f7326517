import Foundation
import TestSupport
import Testing

@Suite("realmctl schema") struct SchemaCommandTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private func run(_ arguments: String...) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["schema"] + arguments)
    }

    @Test func `text lists classes and properties`() throws {
        let output = try run(workplace.fixture("migrate_v1"))
        #expect(output.code == 0)
        #expect(output.out.hasPrefix("schema version 1\n\nDog\n  name   string\n  owner  Person\n"))
    }

    @Test(arguments: ["yaml", "json"])
    func `a printed schema is what the file is expected to have`(_ form: String) throws {
        let file = try workplace.fixture("contacts_1k.enc")
        let key = try workplace.secret("key", Fixture.key)
        let printed = try run("--format", form, "--key-file", key, file)
        #expect(printed.code == 0)
        let document = try workplace.file("schema.\(form)", Data(printed.out.utf8))
        #expect(try run("--expect", document, "--key-file", key, file).code == 0)
    }

    @Test func `a schema that differs is a finding with the differences`() throws {
        let printed = try run("--format", "yaml", workplace.fixture("migrate_v1"))
        let changed = printed.out.replacing("age: int", with: "age: string")
        let document = try workplace.file("schema.yaml", Data(changed.utf8))
        let output = try run("--expect", document, "--json", workplace.fixture("migrate_v1"))
        #expect(output.code == 1)
        let result = try #require(try output.json()["result"] as? [String: Any])
        #expect(
            result["differences"] as? [String] == ["Property 'Person.age' has been changed from 'int' to 'string'."])
    }

    @Test func `a document that is wrong is named with the place`() throws {
        let document = try workplace.file("schema.yaml", Data("classes:\n  A:\n    colour: red\n".utf8))
        let output = try run("--expect", document, workplace.fixture("migrate_v1"))
        #expect(output.code == 65)
        #expect(output.err.contains("schema.yaml:3:"))
    }

    @Test func `a document that is not in UTF-8 is refused`() throws {
        let bytes = Data("classes: {A: {properties: {na".utf8) + [0xFF] + Data("me: string}}}".utf8)
        let output = try run(
            "--expect", workplace.file("schema.yaml", bytes), "--json", workplace.fixture("migrate_v1"))
        #expect(output.code == 65)
        #expect(try output.error()["code"] as? String == "badSchema")
    }

    @Test func `the envelope lists classes with their properties`() throws {
        let output = try run("--json", workplace.fixture("migrate_v1"))
        let result = try #require(try output.json()["result"] as? [String: Any])
        #expect(result["schemaVersion"] as? Int == 1)
        #expect((result["classes"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["Dog", "Person"])
    }

    @Test func `Swift is model classes`() throws {
        #expect(try run("--format", "swift", workplace.fixture("migrate_v1")).out.contains("class Dog: Object {"))
    }
}
