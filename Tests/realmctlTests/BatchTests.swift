import Foundation
import TestSupport
import Testing

/// Many files at a time: selection, order, and exit code.
@Suite struct BatchTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// A small tree: three Realm files, one that is not a Realm, and entries that must not be found.
    private func makeTree() throws {
        let manager = FileManager.default
        for folder in ["tree", "tree/b", "tree/skipped"] {
            try manager.createDirectory(atPath: place.path + "/" + folder, withIntermediateDirectories: true)
        }
        let bytes = try Fixture.named("versioned_1").bytes()
        for name in ["tree/c.realm", "tree/a.realm", "tree/b/x.realm", "tree/b/x.copy", "tree/skipped/y.realm"] {
            _ = try place.file(name, bytes)
        }
        try manager.createSymbolicLink(atPath: place.path + "/tree/loop", withDestinationPath: place.path + "/tree")
        try manager.createSymbolicLink(
            atPath: place.path + "/tree/link.realm", withDestinationPath: place.path + "/tree/a.realm")
    }

    /// Paths of the files in the document, below the tree.
    private func found(_ options: [String]) throws -> [String] {
        let output = try RealmctlProcess.run(["info", "--json", "--immutable"] + options)
        let files = (try output.json()["result"] as? [String: Any])?["files"] as? [[String: Any]] ?? []
        return files.compactMap { $0["path"] as? String }.map { $0.replacing(place.path + "/tree/", with: "") }
    }

    @Test func `-r finds files in the order of their names, and follows no linked directory`() throws {
        try makeTree()
        let names = try found(["-r", place.path + "/tree"])
        #expect(names == ["a.realm", "b/x.realm", "c.realm", "link.realm", "skipped/y.realm"])
    }

    @Test func `-r leaves the backups of upgrades alone, unless they are asked for`() throws {
        try makeTree()
        let bytes = try Fixture.named("versioned_1").bytes()
        _ = try place.file("tree/a.v20.backup.realm", bytes)
        #expect(try !found(["-r", place.path + "/tree"]).contains("a.v20.backup.realm"))
        let named = try found(["-r", place.path + "/tree", "--include", "*.backup.realm"])
        #expect(named == ["a.v20.backup.realm"])
    }

    @Test func `a directory needs -r`() throws {
        try makeTree()
        let output = try RealmctlProcess.run(["info", place.path + "/tree"])
        #expect(output.code == 74 && output.err.contains("hint: Give -r"))
    }

    @Test func `each failed file has a line with its reason, and a hint is given once`() throws {
        let paths = try ["a", "b"].map { try place.file($0, Fixture.named("types_all.enc").bytes()) }
        for command in ["compact", "verify", "info"] {
            let output = try RealmctlProcess.run([command, "--no-input", "-j", "1"] + paths)
            let lines = output.err.split(separator: "\n")
            #expect(output.code == 78 && output.out.isEmpty, "\(output.out)")
            for path in paths { #expect(lines.count { $0.contains("error: ") && $0.contains("'\(path)'") } == 1) }
            #expect(lines.count { $0.contains("hint: ") } == 1, "\(output.err)")
        }
    }

    @Test func `a file that is not there is told without a system call`() throws {
        let output = try RealmctlProcess.run(["info", place.path + "/nothing.realm"])
        #expect(output.err == "realmctl: error: The file '\(place.path)/nothing.realm' does not exist.\n")
    }

    @Test func `an error that names no file is preceded by its name`() throws {
        let bytes = try Fixture.named("migrate_v1").bytes()
        let paths = try ["a.realm", "b.realm"].map { try place.file($0, bytes) }
        let folder = place.path + "/migrations"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let steps = "version: 2\ndescription: fails\nsteps:\n  - check: {class: Dog, min: 1000000}\n"
        _ = try place.file("migrations/0002_fails.yaml", Data(steps.utf8))
        let output = try RealmctlProcess.run(
            ["migrate", "apply", "--dir", folder, "--no-backup", "--allow-changed", "--yes"] + paths)
        for path in paths { #expect(output.err.contains("\(path): "), "\(output.err)") }
    }

    @Test func `--include and --exclude choose by name`() throws {
        try makeTree()
        let names = try found([
            "-r", place.path + "/tree", "--include", "*.copy", "--include", "?.realm", "--exclude", "skipped",
            "--exclude", "c.*",
        ])
        #expect(names == ["a.realm", "b/x.copy", "b/x.realm"])
    }

    @Test func `a directory without -r is not a file`() throws {
        try makeTree()
        #expect(try RealmctlProcess.run(["info", place.path + "/tree"]).code == 74)
    }

    @Test(arguments: ["\n", "\0"])
    func `--files-from takes newlines or NULs`(separator: String) throws {
        try makeTree()
        let paths = ["c.realm", "a.realm"].map { place.path + "/tree/" + $0 }
        let list = try place.file("list", Data(paths.joined(separator: separator).utf8))
        #expect(try found(["--files-from", list]) == ["c.realm", "a.realm"])
    }

    @Test func `--files-from - reads standard input`() throws {
        let path = try place.fixture("versioned_1")
        let output = try RealmctlProcess.run(["info", "--files-from", "-"], stdin: Data((path + "\n").utf8))
        #expect(output.code == 0 && output.out.hasPrefix(path))
    }

    @Test(arguments: ["1", "4"])
    func `results come in the order of the input, whatever the number of jobs`(jobs: String) throws {
        let fixtures = ["migrate_v1", "empty", "links", "versioned_7", "just_created", "many_classes", "strings"]
        let paths = try fixtures.map { try place.fixture($0) }
        let output = try RealmctlProcess.run(["info", "--deep", "-j", jobs] + paths)
        let lines = output.out.split(separator: "\n").filter { $0.hasPrefix("/") }
        #expect(lines.map { $0.prefix { $0 != " " } } == paths.map { $0[...] })
    }

    @Test func `one bad file does not stop the others, and is 2`() throws {
        let paths = [try place.file("bad", Data()), try place.fixture("versioned_1"), place.path + "/missing"]
        let output = try RealmctlProcess.run(["info", "--json"] + paths)
        #expect(output.code == 2)
        let json = try output.json()
        #expect(json["ok"] as? Bool == false)
        #expect(try output.error()["code"] as? String == "partial")
        let files = (json["result"] as? [String: Any])?["files"] as? [[String: Any]] ?? []
        let codes = files.map { ($0["error"] as? [String: Any])?["code"] as? String }
        #expect(codes == ["notRealm", nil, "noInput"])
    }

    @Test func `files that all fail alike give their code`() throws {
        let paths = [try place.file("a", Data()), try place.file("b", Data([1]))]
        #expect(try RealmctlProcess.run(["info"] + paths).code == 65)
    }

    @Test func `files that all fail in different ways give 2`() throws {
        let paths = [try place.file("a", Data()), place.path + "/missing"]
        #expect(try RealmctlProcess.run(["info"] + paths).code == 2)
    }

    @Test func `--fail-fast leaves out the rest`() throws {
        let paths = [try place.file("bad", Data()), try place.fixture("versioned_1"), try place.fixture("empty")]
        let output = try RealmctlProcess.run(["info", "--json", "--fail-fast", "-j", "1"] + paths)
        let result = try output.json()["result"] as? [String: Any]
        let summary = ["files": 3, "ok": 0, "findings": 0, "failed": 1, "notTried": 2]
        #expect(result?["summary"] as? [String: Int] == summary)
        #expect(output.code == 65)
    }

    @Test func `the summary goes to standard error`() throws {
        let paths = [try place.file("bad", Data()), try place.fixture("versioned_1")]
        let output = try RealmctlProcess.run(["info"] + paths)
        #expect(output.err.hasSuffix("realmctl: 2 files: 1 ok, 1 failed\n"))
        #expect(try RealmctlProcess.run(["info", paths[1]]).err.isEmpty)
    }

    @Test func `an empty directory is not an error`() throws {
        let output = try RealmctlProcess.run(["info", "-r", place.path])
        #expect(output.code == 0 && output.err.hasSuffix("realmctl: 0 files\n"))
    }
}
