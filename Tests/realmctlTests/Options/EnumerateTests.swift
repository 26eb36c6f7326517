import Foundation
import TestSupport
import Testing

/// `--enumerate`, as people and programs run it.
@Suite("--enumerate") struct EnumerateTests {
    private let place: Workplace
    private let key: String

    init() throws {
        place = try Workplace()
        key = try place.secret("key", KeyForms.hex)
    }

    private func run(_ arguments: String...) throws -> RealmctlProcess.Output {
        let output = try RealmctlProcess.run(arguments)
        #expect(output.code == 0, "\(arguments.first ?? ""): \(output.err)")
        return output
    }

    private func size(_ path: String) throws -> Int { try Data(contentsOf: URL(fileURLWithPath: path)).count }

    /// `Class.property` of the enumerated columns.
    private func enumerated(_ path: String, _ arguments: [String] = []) throws -> [String] {
        let result = try RealmctlProcess.run(["info", "--json", path] + arguments).json()["result"] as? [String: Any]
        let file = (result?["files"] as? [[String: Any]])?.first ?? result
        let classes = file?["classes"] as? [[String: Any]] ?? []
        return classes.flatMap { found in
            (found["enumerated"] as? [String] ?? []).map { "\(found["name"] ?? "").\($0)" }
        }
    }

    @Test func `a copy is smaller and holds the same`() throws {
        let path = try place.fixture("contacts_10k")
        let (plain, copy) = (place.path + "/plain.realm", place.path + "/copy.realm")
        _ = try run("copy", path, plain)
        _ = try run("copy", "--enumerate", path, copy)
        #expect(try size(copy) < size(plain))
        #expect(try enumerated(plain) == [])
        #expect(try enumerated(copy).contains("Address.country"))
        #expect(try run("info", copy).out.contains("texts stored once: Address."))
        #expect(try run("export", copy).out == run("export", path).out)
        _ = try run("verify", copy)
    }

    @Test func `files in place keep their contents`() throws {
        let path = try place.fixture("contacts_10k")
        let other = try place.secret("other", KeyForms.wrong)
        let before = try run("export", path).out
        _ = try run("compact", "--enumerate", path)
        let names = try enumerated(path)
        #expect(!names.isEmpty)
        _ = try run("encrypt", "--enumerate", "--new-key-file", key, path)
        _ = try run("rekey", "--enumerate", "--key-file", key, "--new-key-file", other, "--yes", path)
        #expect(try enumerated(path, ["--key-file", other]) == names)
        _ = try run("decrypt", "--enumerate", "--key-file", other, "--yes", path)
        #expect(try enumerated(path) == names)
        #expect(try run("export", path).out == before)
    }

    @Test func `files that get a key, lose theirs, or get another are enumerated`() throws {
        let path = try place.fixture("contacts_10k")
        let other = try place.secret("other", KeyForms.wrong)
        let (first, second) = (place.path + "/first.realm", place.path + "/second.realm")
        for copy in [first, second] { _ = try run("copy", "--new-key-file", key, path, copy) }
        #expect(try enumerated(first, ["--key-file", key]).isEmpty)
        _ = try run("encrypt", "--enumerate", "--new-key-file", key, path)
        #expect(try !enumerated(path, ["--key-file", key]).isEmpty)
        _ = try run("rekey", "--enumerate", "--key-file", key, "--new-key-file", other, "--yes", first)
        #expect(try !enumerated(first, ["--key-file", other]).isEmpty)
        _ = try run("decrypt", "--enumerate", "--key-file", key, "--yes", second)
        #expect(try !enumerated(second).isEmpty)
    }

    @Test func `a seed stores texts once that repeat`() throws {
        let schema = try place.file(
            "schema.yaml", Data("classes:\n  City:\n    properties: {name: string, country: string}\n".utf8))
        let rows = (0..<2000).map { "city \($0),a country of some length \($0 % 7)\n" }
        let data = try place.file("City.csv", Data(("name,country\n" + rows.joined()).utf8))
        let output = place.path + "/seed.realm"
        let words = ["seed", "build", "--schema", schema, "--data", data, "--enumerate", "-o"]
        #expect(try RealmctlProcess.run(words + [output]).code == 0)
        #expect(try enumerated(output) == ["City.country"])
        #expect(try RealmctlProcess.run(words + [place.path + "/again.realm"]).code == 0)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: place.path + "/again.realm"))
                == Data(contentsOf: URL(fileURLWithPath: output)))
    }
}
