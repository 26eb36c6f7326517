import Foundation
import TestSupport
import Testing

/// `seed build` and `seed check` as processes.
@Suite struct SeedTests {
    private let place: Workplace
    private let schema: String
    private let data: String

    init() throws {
        place = try Workplace()
        schema = try place.file(
            "schema.yaml",
            Data(
                """
                version: 3
                classes:
                  City:
                    primaryKey: name
                    properties: {name: string, country: Country, any: mixed}
                  Country:
                    properties: {name: string}
                """.utf8))
        data = place.path + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        try Data("_key,name\n4,Chile\n".utf8).write(to: URL(fileURLWithPath: data + "/Country.csv"))
        let city = #"{"name":"Arica","country":4,"any":[[1],{"a":[2]},[3]]}"# + "\n"
        try Data(city.utf8).write(to: URL(fileURLWithPath: data + "/City.ndjson"))
    }

    private func build(_ name: String, _ arguments: [String] = []) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(
            ["seed", "build", "--schema", schema, "--data", data, "-o", place.path + "/" + name] + arguments)
    }

    private func check(_ name: String, _ arguments: [String] = []) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["seed", "check", place.path + "/" + name] + arguments)
    }

    @Test func `the same inputs make the same bytes, alone and readable by everybody`() throws {
        #expect(try build("one.realm").code == 0)
        #expect(try build("two.realm").code == 0)
        let first = try Data(contentsOf: URL(fileURLWithPath: place.path + "/one.realm"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.path + "/two.realm")) == first)
        #expect(try place.names() == ["data", "one.realm", "schema.yaml", "two.realm"])
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path + "/one.realm")
        #expect(attributes[.posixPermissions] as? Int == 0o644)
    }

    @Test func `a seed that was built passes its check`() throws {
        let output = try build("seed.realm", ["--schema-version", "9", "--json"])
        #expect((try output.json()["result"] as? [String: Any])?["schemaVersion"] as? Int == 9)
        #expect(try output.json()["command"] as? String == "seed build")
        #expect(try check("seed.realm", ["--schema-version", "9", "--schema", schema, "--max-size", "1MB"]).code == 0)
        #expect(try check("seed.realm", ["--schema", schema]).code == 1, "the schema says version 3")
        let small = try check("seed.realm", ["--max-size", "100", "--json"])
        #expect(small.code == 1)
        #expect(((try small.json()["result"] as? [String: Any])?["problems"] as? [String])?.count == 1)
    }

    @Test func `a seed can be encrypted, and its check needs the key`() throws {
        let key = try place.secret("key", KeyForms.raw)
        #expect(try build("seed.realm", ["--new-key-file", key]).code == 0)
        #expect(try check("seed.realm").code == 78 || check("seed.realm").code == 65)
        #expect(try check("seed.realm", ["--key-file", key]).code == 0)
    }

    @Test func `an existing file is replaced with --force only, a dry run writes nothing`() throws {
        _ = try place.file("seed.realm", Data("x".utf8))
        #expect(try build("seed.realm").code == 73)
        #expect(try build("new.realm", ["-n"]).code == 0)
        #expect(try !place.names().contains("new.realm"))
    }

    @Test func `files with free space or damage are not seeds`() throws {
        _ = try place.fixture("migrate_v1")
        let output = try check("migrate_v1.realm")
        #expect(output.code == 1 && output.out.contains("% of the file is free"))
        let fault = try RealmctlProcess.run([
            "seed", "build", "--schema", schema, "--data", "Country=\(data)/City.ndjson", "-o", place.path + "/x.realm",
        ])
        #expect(fault.code == 65 && fault.err.contains("City.ndjson:1: class 'Country' has no property 'country'"))
    }

    @Test func `seed alone is a usage error that names its commands`() throws {
        let output = try RealmctlProcess.run(["seed"])
        #expect(output.code == 64 && output.err.contains("'build' or 'check'"))
        #expect(try RealmctlProcess.run(["help", "seed", "build"]).out.contains("USAGE: realmctl seed build"))
    }
}
