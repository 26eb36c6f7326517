import Foundation
import RealmTools
import TestSupport
import Testing

/// The files of a folder that are run, and those that `realmctl.sum` keeps from being run.
@Suite("Migration folders") struct MigrationFolderTests {
    private let place: MigrationPlace

    init() throws { place = try MigrationPlace() }

    private static let baseline = "version: 2\nschema: {classes: {A: {properties: {n: int}}}}"

    private func file(_ version: Int, from: String? = nil) -> String {
        "version: \(version)\n" + (from.map { "from: \($0)\n" } ?? "") + "steps:\n  - check: {class: A, min: 0}\n"
    }

    private func folder() throws -> MigrationFolder {
        try place.folder([
            "0002_a.yaml": Self.baseline, "0003_b.yml": file(3), "0007_c.json": #"{"version":7,"steps":[]}"#,
            "0009_d.yaml": file(9), "notes.txt": "x",
        ])
    }

    @Test func `the files between two versions are run, ascending`() throws {
        let folder = try folder()
        #expect(folder.versions == [2, 3, 7, 9])
        #expect(try folder.plan(from: 2, to: nil).files.map(\.version) == [3, 7, 9])
        #expect(try folder.plan(from: 4, to: 7).files.map(\.version) == [7])
        #expect(try folder.plan(from: nil, to: 3).files.map(\.version) == [2, 3])
        #expect(try folder.plan(from: 9, to: nil).files.isEmpty)
        #expect(try folder.plan(from: 8, to: nil).to == 9)
    }

    @Test(
        arguments: [
            (10, nil, Realm.Error.Code.schemaVersionAhead, "has schema version 10, and the migration files end with 9"),
            (3, 8, .invalidInput, "No migration file leads to version 8"),
            (7, 3, .invalidInput, "no migration leads back to 3"),
            (1, nil, .badMigration, "'0002_a.yaml' is a baseline, for new files only"),
        ] as [(UInt64, UInt64?, Realm.Error.Code, String)])
    func `other versions are refused`(
        _ from: UInt64, _ to: UInt64?, _ code: Realm.Error.Code, _ message: String
    ) throws {
        let folder = try folder()
        let error = #expect(throws: Realm.Error.self) { try folder.plan(from: from, to: to) }
        #expect(error?.code == code)
        #expect(error?.localizedDescription.contains(message) == true)
    }

    @Test func `a file without version begins with a baseline only`() throws {
        let folder = try place.folder(["0003_b.yaml": file(3)])
        let error = #expect(throws: Realm.Error.self) { try folder.plan(from: nil, to: nil) }
        #expect(
            error?.localizedDescription.contains("'0003_b.yaml' is no baseline, and the Realm has no schema version")
                == true)
    }

    @Test(arguments: [("2", [2]), ("[1, 3]", [1, 3]), ("1..2", [1, 2]), ("[0..1, 3]", [0, 1, 3])])
    func `a file is run on the versions that it is made for`(_ from: String, _ accepted: [UInt64]) throws {
        let folder = try place.folder(["0004_x.yaml": file(4, from: from)])
        for version in UInt64(0)...3 {
            if accepted.contains(version) {
                #expect(try folder.plan(from: version, to: nil).files.count == 1)
            } else {
                let error = #expect(throws: Realm.Error.self) { try folder.plan(from: version, to: nil) }
                #expect(error?.code == .badMigration)
            }
        }
    }

    @Test func `a plan tells steps and losses`() throws {
        let folder = try place.folder([
            "0002_a.yaml": Self.baseline,
            "0003_b.yaml":
                "version: 3\ndescription: why\nsteps:\n  - set: {class: A, property: n, value: 1}\n"
                + "  - delete: {class: A, where: n == 1}\n",
        ])
        let plan = try folder.plan(from: nil, to: nil)
        #expect(plan.isDestructive)
        #expect(plan.files.map(\.isBaseline) == [true, false])
        #expect(plan.files.map(\.description) == [nil, "why"])
        #expect(plan.files[1].steps.map(\.line) == [4, 5])
        #expect(plan.files[1].steps.map(\.isDestructive) == [false, true])
        #expect(plan.files[1].steps.map(\.summary) == ["set 'A.n' to 1", "delete 'A' where n == 1"])
    }

    @Test func `an error keeps every plan from being made`() throws {
        let folder = try place.folder(["0002_a.yaml": Self.baseline, "0003_b.yaml": file(4)])
        let error = #expect(throws: Realm.Error.self) { try folder.plan(from: 2, to: nil) }
        #expect(error?.code == .badMigration)
        #expect(error?.localizedDescription.contains("0003_b.yaml:1:10: error:") == true)
    }

    // MARK: realmctl.sum

    private func url(_ name: String) -> URL {
        place.directory.url.appendingPathComponent("migrations").appendingPathComponent(name)
    }

    private func again() throws -> MigrationFolder {
        try MigrationFolder(directory: url("").deletingLastPathComponent().appendingPathComponent("migrations"))
    }

    @Test func `digests are those that sha256sum prints`() throws {
        let folder = try place.folder(["0001_a.yaml": "abc"])
        #expect(folder.sum == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  0001_a.yaml\n")
    }

    @Test func `files that differ from their digests are not run`() throws {
        let first = try folder()
        #expect(try first.sumDifferences().isEmpty)
        try first.writeSum()
        #expect(try again().sumDifferences().isEmpty)
        try Data((file(3) + "# changed\n").utf8).write(to: url("0003_b.yml"))
        try Data(file(11).utf8).write(to: url("0011_e.yaml"))
        try FileManager.default.removeItem(at: url("0009_d.yaml"))
        let changed = try again()
        #expect(
            try changed.sumDifferences() == [
                "'0003_b.yml' has changed since 'realmctl.sum' was written",
                "'0011_e.yaml' is not listed in 'realmctl.sum'",
                "'0009_d.yaml' is listed in 'realmctl.sum' and missing",
            ])
        let error = #expect(throws: Realm.Error.self) { try changed.plan(from: 2, to: nil) }
        #expect(error?.code == .badMigration)
        #expect(error?.localizedDescription.contains("'0003_b.yml' has changed") == true)
        #expect(try changed.plan(from: 2, to: nil, allowsChanges: true).to == 11)
        #expect(changed.lint().isEmpty)
        try changed.writeSum()
        #expect(try again().plan(from: 2, to: nil).to == 11)
    }
}
