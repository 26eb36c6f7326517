import Foundation
import RealmStore
import TestSupport
import Testing

/// What a command reads is not what it writes, whatever the names, and nothing is written twice.
@Suite struct NamedFilesTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func expectRefusal(
        _ words: [String], leaving kept: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = kept.map { FileManager.default.contents(atPath: $0) }
        let output = try RealmctlProcess.run(words)
        #expect(output.code == 64, "\(words): \(output.code) \(output.err)", sourceLocation: sourceLocation)
        #expect(output.err.contains("are the same file"), "\(output.err)", sourceLocation: sourceLocation)
        let after = kept.map { FileManager.default.contents(atPath: $0) }
        #expect(before == after, "\(words)", sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        ["compact", "§", "--key-file", "KEY", "-o", "KEY", "-f"],
        ["export", "§", "--key-file", "KEY", "-o", "KEY", "-f"],
        ["copy", "§", "--key-file", "KEY", "LINK", "-f"],
        ["rekey", "§", "--key-file", "KEY", "--new-key-file", "NEW", "-o", "NEW", "-f"],
        ["decrypt", "§", "--key-file", "KEY", "-o", "KEY", "-f"],
    ]) func `a key file is not replaced by what it opens`(words: [String]) throws {
        let (path, key) = (try place.fixture("contacts_10k.enc"), try place.secret("key", KeyForms.raw))
        let (new, link) = (try place.secret("new", KeyForms.wrong), place.path + "/link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: key)
        let names = ["§": path, "KEY": key, "NEW": new, "LINK": link]
        try expectRefusal(words.map { names[$0] ?? $0 }, leaving: [path, key, new])
    }

    @Test func `a key is not made in the file that it opens`() throws {
        let (path, made) = (try place.fixture("links"), place.path + "/made")
        try expectRefusal(["encrypt", path, "-o", made, "--generate-key", made, "-f"], leaving: [path])
        #expect(!FileManager.default.fileExists(atPath: made))
    }

    @Test func `a new seed, or what is restored, does not replace its key`() throws {
        let (path, key) = (try place.fixture("links"), try place.secret("key", KeyForms.raw))
        let schema = try place.file("schema.yaml", Data("classes: {Dog: {properties: {name: string}}}".utf8))
        try expectRefusal(
            ["seed", "build", "--schema", schema, "-o", key, "--new-key-file", key, "-f"], leaving: [key])
        let archive = place.path + "/a.tar.zst"
        #expect(try RealmctlProcess.run(["backup", path, "-o", archive]).code == 0)
        try expectRefusal(["restore", archive, key, "--new-key-file", key, "-f", "-y"], leaving: [key])
    }

    @Test(arguments: ["made.realm", "link", "made.realm.lock", "schema.yaml"])
    func `what an import puts aside replaces neither the Realm nor what describes it`(rejects: String) throws {
        let schema = try place.file("schema.yaml", Data("classes: {A: {properties: {x: int}}}".utf8))
        let lines = try place.file(
            "in.ndjson", Data("{\"_class\":\"A\",\"x\":\"bad\"}\n{\"_class\":\"A\",\"x\":2}\n".utf8))
        let path = place.path + "/made.realm"
        let good = try place.file("good.ndjson", Data("{\"_class\":\"A\",\"x\":1}\n".utf8))
        #expect(try RealmctlProcess.run(["import", path, "--from", good, "--schema", schema]).code == 0)
        try FileManager.default.createSymbolicLink(atPath: place.path + "/link", withDestinationPath: path)
        let words = [
            "import", path, "--from", lines, "--schema", schema, "--rejects", place.path + "/" + rejects, "-f",
        ]
        try expectRefusal(words, leaving: [path, schema])
        let new = place.path + "/new.realm"
        try expectRefusal(
            ["import", new, "--from", lines, "--schema", schema, "--rejects", new], leaving: [schema])
    }

    @Test func `each output of a recovery has a file of its own`() throws {
        let (path, out) = (try place.fixture("links"), place.path + "/out")
        for option in ["--report", "--lost-and-found"] {
            try expectRefusal(["recover", path, "-o", out, option, out, "-f"], leaving: [path])
        }
        let both = ["recover", path, "-o", out, "--report", out + "2", "--lost-and-found", out + "2", "-f"]
        try expectRefusal(both, leaving: [path])
        #expect(!FileManager.default.fileExists(atPath: out))
    }

    @Test(arguments: [
        ["export", "§", "--format", "ndjson", "-f", "-o"], ["export", "§", "--format", "sqlite", "-f", "-o"],
        ["info", "§", "-f", "--report"],
    ]) func `a Realm that is open elsewhere is not replaced by text`(words: [String]) throws {
        let (path, live) = (try place.fixture("links"), try place.fixture("embedded"))
        let before = FileManager.default.contents(atPath: live)
        let watch = RealmctlProcess.process(["watch", live, "--timeout", "60s"])
        try watch.run()
        defer { watch.terminate() }
        let url = URL(fileURLWithPath: live)
        while try Realm.processesUsing(fileAt: url).isEmpty, watch.isRunning { usleep(10_000) }
        let output = try RealmctlProcess.run(words.map { $0 == "§" ? path : $0 } + [live])
        #expect(output.code == 75, "\(output.err)")
        #expect(FileManager.default.contents(atPath: live)?.count == before?.count)
    }

    @Test func `a file is not made where a directory was named`() throws {
        let path = try place.fixture("links")
        for words in [["copy", path], ["export", path, "--format", "json", "-o"]] {
            let output = try RealmctlProcess.run(words + [place.path + "/none/"])
            #expect(output.code == 73 && output.err.contains("no directory"), "\(output.err)")
        }
        #expect(try !place.names().contains("none"))
        let output = try RealmctlProcess.run(["export", path, "-o", place.path + "/none/x.json"])
        #expect(output.code == 73 && output.err.contains("none") && !output.err.contains("--tmpdir"), "\(output.err)")
    }

    @Test func `no hint says to give what was given, or cannot be given`() throws {
        let path = try place.fixture("links")
        _ = try place.file("links.realm.old", Data("precious".utf8))
        let old = (path as NSString).lastPathComponent + ".old"
        _ = try place.file(old, Data("precious".utf8))
        let made = place.path + "/made"
        let kept = try RealmctlProcess.run(["encrypt", path, "--generate-key", made, "--keep-old", ".old", "-f"])
        #expect(kept.code == 73 && kept.err.contains("--keep-old") && !kept.err.contains("--force"), "\(kept.err)")
        let archive = try place.file("a.tar.zst", Data())
        let backup = try RealmctlProcess.run(["backup", path, "-o", archive, "-f"])
        #expect(backup.code == 73 && !backup.err.contains("--force"), "\(backup.err)")
    }
}
