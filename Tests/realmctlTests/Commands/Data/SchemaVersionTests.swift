import Foundation
import TestSupport
import Testing

/// `schema-version`: number, conditions, and files without a version.
@Suite struct SchemaVersionTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func run(_ fixture: String, _ options: [String] = []) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["schema-version", place.fixture(fixture)] + options)
    }

    @Test(arguments: [
        ("versioned_0", "0\n"), ("versioned_1", "1\n"), ("versioned_7", "7\n"),
        ("versioned_max", "18446744073709551614\n"),
    ])
    func `schema-version prints the number`(fixture: String, text: String) throws {
        let output = try run(fixture)
        #expect(output.code == 0 && output.out == text && output.err.isEmpty)
    }

    @Test(arguments: ["just_created", "no_history"])
    func `a file without a version is a finding`(fixture: String) throws {
        let output = try run(fixture)
        #expect(output.code == 1 && output.out == "unversioned\n")
    }

    @Test func `a missing version is null in JSON, and not an error`() throws {
        let output = try run("no_history", ["--json"])
        #expect(output.out.contains(#""ok":true,"exitCode":1,"result":{"schemaVersion":null}"#))
    }

    @Test(
        arguments: [
            (["--expect", "7"], 0), (["--expect", "6"], 1), (["--min", "7"], 0), (["--min", "8"], 1),
            (["--max", "7"], 0),
            (["--max", "6"], 1), (["--min", "1", "--max", "9"], 0), (["--min", "1", "--max", "9", "--expect", "8"], 1),
        ] as [([String], Int32)])
    func `conditions decide the exit code and not the output`(options: [String], code: Int32) throws {
        let output = try run("versioned_7", options)
        #expect(output.code == code && output.out == "7\n")
    }
}
