import Foundation
import TestSupport
import Testing

/// `diff` as a process.
@Suite struct DiffCommandTests {
    private let place: Workplace
    private let schema: String

    init() throws {
        place = try Workplace()
        schema = try place.file(
            "schema.yaml",
            Data("version: 1\nclasses: {Dog: {primaryKey: id, properties: {id: int, name: string, age: int?}}}".utf8))
    }

    private func realm(_ name: String, _ lines: String...) throws -> String {
        let data = try place.file("\(name).ndjson", Data(lines.joined(separator: "\n").utf8))
        let path = "\(place.path)/\(name).realm"
        let output = try RealmctlProcess.run(["import", "--from", data, "--class", "Dog", "--schema", schema, path])
        #expect(output.code == 0, "\(output.err)")
        return path
    }

    private func diff(_ arguments: String...) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["diff"] + arguments)
    }

    private func pair() throws -> (String, String) {
        (
            try realm("a", #"{"id":1,"name":"Rex","age":3}"#, #"{"id":2,"name":"Bo"}"#),
            try realm("b", #"{"id":1,"name":"Rex","age":4}"#, #"{"id":3,"name":"Ida"}"#)
        )
    }

    @Test func `differences are shown in lines of their own, and end with 1`() throws {
        let (a, b) = try pair()
        let output = try diff(a, b)
        #expect(output.code == 1)
        #expect(
            output.out == """
                --- \(a)
                +++ \(b)
                Dog
                ~ Dog 1
                    age: 3 -> 4
                - Dog 2  id: 2, name: "Bo", age: null
                + Dog 3  id: 3, name: "Ida", age: null
                Dog: 1 added, 1 removed, 1 changed

                """)
        #expect(try diff(a, b, "--color", "always").out.contains("\u{1B}[1;32m+ Dog 3"))
    }

    @Test func `files that hold the same end with 0`() throws {
        let (a, _) = try pair()
        let copy = place.path + "/copy.realm"
        #expect(try RealmctlProcess.run(["copy", a, copy]).code == 0)
        let output = try diff(a, copy)
        #expect(output.code == 0 && output.out == "The files hold the same.\n")
        #expect(try diff(a, a, "--json").json()["exitCode"] as? Int == 0)
    }

    @Test func `the document and the lines say the same`() throws {
        let (a, b) = try pair()
        let result = try #require(try diff(a, b, "--json").json()["result"] as? [String: Any])
        let classes = try #require(result["classes"] as? [[String: Any]])
        #expect(classes.map { $0["added"] as? Int } == [1] && result["schema"] as? [String] == [])
        let rows = try #require(result["rows"] as? [[String: Any]])
        #expect(rows.map { $0["kind"] as? String } == ["changed", "removed", "added"])
        let document = try diff(a, b, "--format", "json")
        #expect(document.code == 1 && document.out.hasPrefix(#"{"equal":false,"schema":[],"classes":[{"name":"Dog","#))
        let lines = try diff(a, b, "--format", "ndjson").out
        #expect(
            lines.hasPrefix(#"{"kind":"changed","class":"Dog","key":1,"changes":[{"property":"age","old":3,"new":4}]}"#)
        )
        #expect(lines.split(separator: "\n").count == 3)
    }

    @Test func `options pick what is compared`() throws {
        let (a, b) = try pair()
        #expect(try diff(a, b, "--schema-only").code == 0)
        let limited = try diff(a, b, "--limit", "1").out
        #expect(limited.contains("… and 2 more objects") && !limited.contains("Bo"))
        #expect(try diff(a, b, "--key", "Dog=name", "--ignore", "Dog.age").out.contains("Dog: 1 added, 1 removed\n"))
        #expect(try diff(a, b, "--key", "name", "--ignore", "Dog.age").out.contains("Dog: 1 added, 1 removed\n"))
        #expect(try diff(a, b, "--class", "Cat").code == 64)
        #expect(try diff(a, b, "--ignore", "age").code == 64)
        #expect(try diff(a, b, "--key", "nam").code == 64)
        #expect(try diff(a, place.path + "/none.realm").code == 66)
    }

    @Test func `schemas that differ are told first`() throws {
        let (a, _) = try pair()
        let output = try diff(a, try place.fixture("versioned_7"))
        #expect(output.code == 1 && output.out.contains("Schema\n~ The schema version has changed from 1 to 7.\n"))
    }

    @Test func `each file may have its own key`() throws {
        let (a, _) = try pair()
        let (first, second) = (try place.secret("first", KeyForms.raw), try place.secret("second", KeyForms.wrong))
        let (one, two) = (place.path + "/one.realm", place.path + "/two.realm")
        #expect(try RealmctlProcess.run(["copy", a, one, "--new-key-file", first]).code == 0)
        #expect(try RealmctlProcess.run(["copy", a, two, "--new-key-file", second]).code == 0)
        #expect(try diff(one, two, "--key-file", first, "--other-key-file", second).code == 0)
        #expect(try diff(a, two, "--other-key-file", second).code == 0)
        #expect(try diff(one, one, "--key-file", first).code == 0)
        #expect(try diff(one, two, "--key-file", first).code == 78)
        #expect(try diff(one, two).code == 78)
    }

    @Test func `an export and its import have no differences`() throws {
        let source = try place.fixture("types_all")
        let (data, yaml, target) = (place.path + "/data.ndjson", place.path + "/t.yaml", place.path + "/new.realm")
        let script = """
            "$REALMCTL" export -o "$2" "$1" && "$REALMCTL" schema --format yaml "$1" > "$3" && \
            "$REALMCTL" import --from "$2" --schema "$3" "$4" && "$REALMCTL" diff "$1" "$4"
            """
        let output = try RealmctlProcess.shell(script, [source, data, yaml, target])
        #expect(output.code == 0 && output.out == "The files hold the same.\n", "\(output.err)")
    }
}
