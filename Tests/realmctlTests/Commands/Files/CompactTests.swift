import Foundation
import RealmStore
import TestSupport
import Testing

/// `compact`, as people and programs run it.
@Suite("compact") struct CompactTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func size(_ path: String) throws -> Int { try Data(contentsOf: URL(fileURLWithPath: path)).count }

    private func files(_ output: RealmctlProcess.Output) throws -> [[String: Any]] {
        let result = try output.json()["result"] as? [String: Any]
        return result?["files"] as? [[String: Any]] ?? []
    }

    private func isSound(_ path: String, key: String? = nil) throws -> Bool {
        try RealmctlProcess.run(["verify", path] + (key.map { ["--key-file", $0] } ?? [])).code == 0
    }

    @Test func `a file becomes smaller and stays sound`() throws {
        let path = try place.fixture("churned")
        let before = try size(path)
        let output = try RealmctlProcess.run(["compact", "--json", path])
        #expect(output.code == 0)
        let file = try #require(try files(output).first)
        #expect(file["status"] as? String == "compacted")
        #expect(file["before"] as? Int == before)
        #expect(try file["after"] as? Int == size(path))
        #expect(try file["reclaimed"] as? Int == before - size(path))
        #expect(try size(path) < before)
        #expect(try isSound(path))
        #expect(try place.names() == ["churned.realm", "churned.realm.lock"])
    }

    @Test func `the key stays`() throws {
        let path = try place.fixture("contacts_1k.enc")
        let key = try place.secret("key", KeyForms.hex)
        #expect(try RealmctlProcess.run(["compact", "--key-file", key, path]).code == 0)
        #expect(try isSound(path, key: key))
        #expect(try RealmctlProcess.run(["verify", "--no-input", path]).code == 78)
    }

    @Test func `a check writes nothing and answers with its exit code`() throws {
        let path = try place.fixture("churned")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let met = try RealmctlProcess.run(["compact", "--check", "--if", "free=1KB", "--json", path])
        #expect(met.code == 1)
        #expect(try files(met).first?["status"] as? String == "wouldCompact")
        let free = try Realm.fileInfo(at: URL(fileURLWithPath: path)).freeBytes
        #expect(try files(met).first?["wouldReclaim"] as? Int == free && free > 0)
        let unmet = try RealmctlProcess.run(["compact", "--check", "--if", "size=1TB", "--json", path])
        #expect(unmet.code == 0)
        #expect(try files(unmet).first?["reason"] as? String == "conditions")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test func `a dry run writes nothing`() throws {
        let path = try place.fixture("churned")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let output = try RealmctlProcess.run(["compact", "-n", path])
        #expect(output.code == 0)
        #expect(output.out.contains("would be compacted"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test(arguments: [
        ("free-ratio=0", "compacted"), ("free-ratio=1", "skipped"), ("free=0", "compacted"), ("size=1TB", "skipped"),
        ("auto", "skipped"),
    ])
    func `files that do not meet the conditions are left alone`(_ condition: String, _ status: String) throws {
        let path = try place.fixture("links")
        let output = try RealmctlProcess.run(["compact", "--if", condition, "--json", path])
        #expect(output.code == 0)
        #expect(try files(output).first?["status"] as? String == status)
    }

    @Test(arguments: ["free-ratio=2", "free-ratio=x", "free", "size=", "size=1XB", "", "other=1"])
    func `a condition that makes no sense is refused`(_ condition: String) throws {
        let path = try place.fixture("links")
        #expect(try RealmctlProcess.run(["compact", "--if", condition, path]).code == 64)
    }

    @Test func `a busy file fails, or is skipped`() throws {
        let path = try place.fixture("links")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let realm = try Realm(configuration: .init(fileURL: URL(fileURLWithPath: path)))
        let failed = try RealmctlProcess.run(["compact", "--json", path])
        #expect(failed.code == 75)
        let error = try failed.error()
        #expect(error["code"] as? String == "inUse")
        let processes = (try files(failed).first?["error"] as? [String: Any])?["detail"] as? [String: Any]
        #expect(processes?["pids"] as? [Int] == [Int(ProcessInfo.processInfo.processIdentifier)])
        let skipped = try RealmctlProcess.run(["compact", "--skip-in-use", "--json", path])
        #expect(skipped.code == 0)
        #expect(try files(skipped).first?["reason"] as? String == "inUse")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        withExtendedLifetime(realm) {}
    }

    @Test func `another file is written of one that is in use`() throws {
        let path = try place.fixture("links")
        let realm = try Realm(configuration: .init(fileURL: URL(fileURLWithPath: path)))
        let out = place.path + "/out.realm"
        #expect(try RealmctlProcess.run(["compact", "-o", out, path]).code == 0)
        #expect(try isSound(out))
        withExtendedLifetime(realm) {}
    }

    @Test func `a batch goes on after a bad file and counts what it did`() throws {
        _ = try place.fixture("churned")
        _ = try place.fixture("types_all")
        _ = try place.file("bad.realm", Data("no realm at all, but long enough".utf8))
        let output = try RealmctlProcess.run(["compact", "-r", "--if", "size=1MB", "--json", place.path])
        #expect(output.code == 2)
        let summary = try (output.json()["result"] as? [String: Any])?["summary"] as? [String: Any]
        #expect(summary?["compacted"] as? Int == 1)
        #expect(summary?["skipped"] as? Int == 1)
        #expect(summary?["failed"] as? Int == 1)
        #expect((summary?["reclaimed"] as? Int ?? 0) > 1_000_000)
    }

    @Test func `a full disk leaves the file as it was`() throws {
        let path = try place.fixture("contacts_10k")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // No file can become larger than 1 MB.
        let output = try RealmctlProcess.shell("ulimit -f 1000; exec \"$REALMCTL\" compact --json \"$1\"", [path])
        #expect(output.code == 74)
        #expect(try output.error()["code"] as? String == "diskFull")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(try place.names() == ["contacts_10k.realm", "contacts_10k.realm.lock"])
    }

    @Test func `a damaged file is not replaced`() throws {
        let path = try place.patched("versioned_1", [0: 0xF0, 8: 0xF0])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let output = try RealmctlProcess.run(["compact", path])
        #expect(output.code == 65)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test func `a second hard link needs force`() throws {
        let path = try place.fixture("links")
        try FileManager.default.linkItem(atPath: path, toPath: place.path + "/other")
        let output = try RealmctlProcess.run(["compact", "--json", path])
        #expect(output.code == 73)
        #expect(try output.error()["code"] as? String == "hardLinked")
        #expect(try RealmctlProcess.run(["compact", "--force", path]).code == 0)
    }

    @Test func `contradictory options are refused`() throws {
        let path = try place.fixture("links")
        #expect(try RealmctlProcess.run(["compact", "-o", place.path + "/out", path, path]).code == 64)
        #expect(try RealmctlProcess.run(["compact", "-o", path, "-f", path]).code == 64)
        #expect(try RealmctlProcess.run(["compact", "-"], stdin: Data("x".utf8)).code == 64)
        #expect(try RealmctlProcess.run(["compact", "--immutable", path]).code == 73)
        #expect(try RealmctlProcess.run(["compact", place.path + "/missing.realm"]).code == 66)
    }

    @Test func `a compaction that is interrupted leaves the old file`() throws {
        let path = try place.fixture("big_tree")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let process = RealmctlProcess.process(["compact", path])
        try process.run()
        while process.isRunning {
            if try place.names().contains(where: { $0.hasSuffix(".tmp") }) { break }
            usleep(500)
        }
        process.interrupt()
        process.waitUntilExit()
        if process.terminationStatus == 130 {
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        }
        #expect(try place.names() == ["big_tree.realm", "big_tree.realm.lock"])
        #expect(try isSound(path))
    }
}
