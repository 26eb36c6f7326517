import Foundation
import RealmStore
import TestSupport
import Testing

/// `migrate`, as people and programs run it, on the example in the project's folder `migrations`.
@Suite("migrate") struct MigrateTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private static let example = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("migrations").path

    /// The example's first version with its data; returns its path.
    private func book(_ name: String = "book.realm") throws -> String {
        let path = "\(place.path)/\(name)"
        let output = try RealmctlProcess.run([
            "seed", "build", "-q", "--schema", "\(Self.example)/0001_baseline.yaml", "--data", "\(Self.example)/data",
            "-o", path,
        ])
        try #require(output.code == 0, "\(output.err)")
        return path
    }

    /// A folder with these files; returns its path.
    private func folder(_ files: [String: String]) throws -> String {
        let path = "\(place.path)/migrations"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
        return path
    }

    private func migrate(_ arguments: String..., dir: String = Self.example) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["migrate", arguments[0], "--dir", dir] + arguments.dropFirst())
    }

    private func file(_ output: RealmctlProcess.Output) throws -> [String: Any] {
        let result = try output.json()["result"] as? [String: Any]
        return try #require((result?["files"] as? [[String: Any]])?.first)
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    // MARK: lint, new, hash

    @Test func `the example has no mistakes`() throws {
        let output = try migrate("lint")
        #expect(output.code == 0)
        #expect(output.out.isEmpty)
        #expect(output.err == "realmctl: 3 files, nothing wrong\n")
    }

    @Test func `mistakes are printed with their places, and the exit code is 65`() throws {
        let dir = try folder([
            "0001_a.yaml": "version: 1\nschema: {classes: {A: {properties: {name: string}}}}",
            "0002_b.yaml":
                "version: 2\nsteps:\n  - delete: {class: A, where: nme == 'x'}\n  - delete: {class: B, where: x == 1}",
        ])
        let output = try migrate("lint", dir: dir)
        #expect(output.code == 65)
        let lines = output.out.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("\(dir)/0002_b.yaml:3:31: error: ") == true)
        #expect(lines.first?.hasSuffix("(did you mean 'name'?)") == true)
        #expect(output.err == "realmctl: error: The migration files have 2 problems.\n")
        let json = try migrate("lint", "--json", dir: dir)
        #expect(json.code == 65)
        #expect(try json.error()["code"] as? String == "badMigration")
        let problems = try (json.json()["result"] as? [String: Any])?["problems"] as? [[String: Any]]
        #expect(problems?.map { $0["line"] as? Int } == [3, 4])
        #expect(problems?.first?["suggestions"] as? [String] == ["name"])
        #expect(problems?.first?["code"] as? String == "badCondition")
        #expect(problems?.last?["code"] as? String == "unknownClass")
    }

    @Test func `names in messages are as the folder was given`() throws {
        _ = try folder(["0001_a.yaml": "version: 2"])
        let output = try RealmctlProcess.shell("cd \"$1\" && \"$REALMCTL\" migrate lint", [place.path])
        #expect(output.code == 65)
        #expect(output.out.hasPrefix("migrations/0001_a.yaml:1:10: error: "))
    }

    @Test func `new files are numbered, and lint passes`() throws {
        let dir = "\(place.path)/new"
        let first = try migrate("new", "first-schema", dir: dir)
        #expect(first.out == "\(dir)/0001_first-schema.yaml\n")
        #expect(try migrate("new", "second", dir: dir).out == "\(dir)/0002_second.yaml\n")
        #expect(try migrate("lint", dir: dir).code == 0)
        #expect(try migrate("new", "no/name", dir: dir).code == 64)
        let json = try migrate("new", "third", "-n", "--json", dir: dir)
        #expect(try (json.json()["result"] as? [String: Any])?["version"] as? Int == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: dir).count == 2)
    }

    @Test func `a changed file stops everything but lint and hash`() throws {
        let path = try book()
        let dir = "\(place.path)/copied"
        try FileManager.default.copyItem(atPath: Self.example, toPath: dir)
        #expect(try migrate("hash", dir: dir).code == 0)
        #expect(try migrate("status", path, dir: dir).code == 0)
        let changed = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(dir)/0002_types_and_names.yaml"))
        try changed.seekToEnd()
        try changed.write(contentsOf: Data("# changed\n".utf8))
        for command in ["plan", "status", "apply"] {
            let output = try migrate(command, "--json", path, dir: dir)
            #expect(output.code == 65, "\(command)")
            #expect(output.out.contains("badMigration"))
            #expect(output.out.contains("'0002_types_and_names.yaml' has changed"))
        }
        #expect(try migrate("lint", dir: dir).code == 0)
        #expect(try migrate("status", "--allow-changed", path, dir: dir).code == 0)
        #expect(try migrate("hash", dir: dir).code == 0)
        #expect(try migrate("status", path, dir: dir).code == 0)
    }

    // MARK: plan, status

    @Test func `a plan marks the steps that may lose data`() throws {
        let path = try book()
        let before = try bytes(path)
        let output = try migrate("plan", path)
        #expect(output.code == 0)
        let lines = output.out.split(separator: "\n").map(String.init)
        #expect(lines.first == "\(path)  schema version 1 -> 3")
        #expect(lines[1] == "0002_types_and_names.yaml  age becomes a number, Person becomes Contact")
        #expect(lines.contains("  ! delete 'Dog' where name == ''"))
        #expect(lines.contains("    rename class 'Person' to 'Contact'"))
        #expect(try bytes(path) == before)
        let result = try migrate("plan", "--json", "--to", "2", path).json()["result"] as? [String: Any]
        #expect(result?["from"] as? Int == 1)
        #expect(result?["to"] as? Int == 2)
        #expect(result?["destructive"] as? Bool == true)
        #expect((result?["files"] as? [[String: Any]])?.count == 1)
    }

    @Test func `status tells what is to be run`() throws {
        let path = try book()
        #expect(try migrate("status", path).code == 0)
        let output = try migrate("status", "--exit-code", path)
        #expect(output.code == 1)
        #expect(
            output.out == "\(path)  schema version 1 -> 3  pending: 0002_types_and_names.yaml, 0003_addresses.yaml\n")
        let json = try file(migrate("status", "--json", path))
        #expect(json["status"] as? String == "pending")
        #expect(json["schemaVersion"] as? Int == 1)
        #expect(json["target"] as? Int == 3)
    }

    @Test(arguments: [(["--to", "9"], 64), (["--dir", "missing"], 66)] as [([String], Int32)])
    func `an impossible request is reported`(_ options: [String], _ code: Int32) throws {
        let path = try book()
        #expect(try RealmctlProcess.run(["migrate", "plan", "--dir", Self.example] + options + [path]).code == code)
    }

    @Test func `a version above the files, and one below, are refused`() throws {
        let path = try place.fixture("versioned_7")
        let ahead = try migrate("apply", "--json", path)
        #expect(ahead.code == 65)
        #expect(try ahead.error()["code"] as? String == "schemaVersionAhead")
        let book = try book()
        #expect(try migrate("apply", "--yes", "--no-backup", book).code == 0)
        #expect(try migrate("apply", "--to", "2", book).code == 64)
        #expect(try migrate("apply", book).out == "\(book)  schema version 3: nothing to do\n")
    }

    // MARK: apply

    private static let migrated = [
        #"{"_class":"Contact","id":1,"name":"Ann Example","dogs":[{"$link":["Dog",0]}],"age":41,"#
            + #""displayName":"Ann Example, Leeds","address":{"street":"Hill Road 5","city":"Leeds"},"#
            + #""countryRef":{"$link":["Country","GB"]}}"#,
        #"{"_class":"Contact","id":3,"name":"Chloe Exemple","dogs":[],"age":29,"#
            + #""displayName":"Chloe Exemple","address":null,"countryRef":{"$link":["Country","FR"]}}"#,
    ]

    @Test(arguments: [[], ["--in-place"]])
    func `the example is migrated`(_ options: [String]) throws {
        let path = try book()
        let output = try RealmctlProcess.run(
            ["migrate", "apply", "--yes", "--no-backup", "--json", "--dir", Self.example] + options + [path])
        #expect(output.code == 0, "\(output.out)")
        let report = try file(output)
        #expect(report["status"] as? String == "migrated")
        #expect(report["from"] as? Int == 1)
        #expect(report["to"] as? Int == 3)
        let files = try #require(report["files"] as? [[String: Any]])
        #expect(files.map { $0["name"] as? String } == ["0002_types_and_names.yaml", "0003_addresses.yaml"])
        let steps = files.flatMap { $0["steps"] as? [[String: Any]] ?? [] }
        #expect(steps.map { $0["rows"] as? Int } == [5, 0, 0, 5, 3, 1, 0, 0, 4, 0, 0, 5, 5, 1, 0])
        #expect(steps.first?["op"] as? String == "change_type")
        #expect(steps.first?["line"] as? Int == 4)
        #expect(steps.first?["ms"] as? Int != nil)
        #expect(report["before"] as? Int != nil)
        #expect(report["after"] as? Int == (try bytes(path)).count)
        let lines = try RealmctlProcess.run(["export", "-q", path]).out.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.contains("Contact") }.count == 4)
        for line in Self.migrated { #expect(lines.contains(line), "\(lines)") }
        #expect(try RealmctlProcess.run(["verify", path]).code == 0)
        #expect(try RealmctlProcess.run(["schema-version", "--expect", "3", path]).code == 0)
    }

    @Test func `backups go beside the files, or where they were told to`() throws {
        let path = try book()
        let first = try file(migrate("apply", "--yes", "--to", "2", "--json", path))
        let archive = try #require(first["backup"] as? String)
        #expect(archive.hasPrefix("\(place.path)/book-"))
        #expect(try RealmctlProcess.run(["backup", "verify", archive]).code == 0)
        let directory = "\(place.path)/backups"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let second = try migrate("apply", "--yes", "--backup-dir", directory, path)
        #expect(second.code == 0)
        #expect(second.out.contains("\n  backup: \(directory)/book-"))
        #expect(try migrate("apply", "--no-backup", "--backup-dir", directory, path).code == 64)
    }

    @Test func `steps that may lose data want a yes`() throws {
        let path = try book()
        let before = try bytes(path)
        let output = try migrate("apply", "--json", path)
        #expect(output.code == 64)
        #expect(try output.error()["code"] as? String == "confirmationRequired")
        #expect(output.out.contains("0002_types_and_names.yaml:9: delete 'Dog' where name == ''"))
        #expect(try bytes(path) == before)
    }

    @Test func `a dry run reports and changes nothing`() throws {
        let path = try book()
        let before = try bytes(path)
        let output = try migrate("apply", "-n", path)
        #expect(output.code == 0)
        #expect(
            output.out.hasPrefix(
                "\(path)  schema version 1 -> 3 (dry run)\n  0002_types_and_names.yaml:4  change_type  5 rows  "))
        #expect(try bytes(path) == before)
        #expect(try place.names() == ["book.realm", "book.realm.lock"])
    }

    @Test func `one bad file does not stop the others`() throws {
        for name in ["a.realm", "b.realm", "c.realm"] { _ = try book(name) }
        _ = try place.file("damaged.realm", Data(count: 100))
        let output = try RealmctlProcess.run([
            "migrate", "apply", "--dir", Self.example, "--yes", "--no-backup", "-r", "-j", "2", "--json", place.path,
        ])
        #expect(output.code == 2)
        let result = try output.json()["result"] as? [String: Any]
        let summary = try #require(result?["summary"] as? [String: Any])
        #expect(summary["migrated"] as? Int == 3)
        #expect(summary["failed"] as? Int == 1)
        let text = try RealmctlProcess.run(["migrate", "apply", "--dir", Self.example, "-r", place.path])
        #expect(text.err.contains("4 files: 3 current, 1 failed\n"))
    }

    @Test func `an encrypted file is migrated with its key`() throws {
        let plain = try book()
        let key = try place.secret("key", KeyForms.raw)
        #expect(try RealmctlProcess.run(["encrypt", "--new-key-file", key, plain]).code == 0)
        #expect(try migrate("apply", "--yes", "--no-backup", "--no-input", plain).code == 78)
        #expect(try migrate("apply", "--yes", "--no-backup", "--key-file", key, plain).code == 0)
        #expect(try RealmctlProcess.run(["schema-version", "--expect", "3", "--key-file", key, plain]).code == 0)
    }

    @Test func `a failing step names place, object and value, unless quiet`() throws {
        let path = try book()
        let dir = try folder([
            "0002_b.yaml":
                "version: 2\nsteps:\n  - change_type: {class: Person, property: age, to: int, convert: parse}"
        ])
        let output = try migrate("apply", "--no-backup", path, dir: dir)
        #expect(output.code == 65)
        #expect(
            output.err.contains(
                "0002_b.yaml:3:5: error: Person with object key 1: the value cannot become int: 'about 50'"))
        let quiet = try migrate("apply", "--no-backup", "-q", path, dir: dir)
        #expect(!quiet.err.contains("about 50"))
    }
}
