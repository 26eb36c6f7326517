import Foundation
import RealmTools
import TestSupport
import Testing

/// `backup`, as people and programs run it.
@Suite("backup") struct BackupCommandTests {
    private let place: Workplace
    private let directory: String

    init() throws {
        place = try Workplace()
        directory = place.path + "/backups"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    }

    private func archives() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    private func files(_ output: RealmctlProcess.Output) throws -> [[String: Any]] {
        let result = try output.json()["result"] as? [String: Any]
        return result?["files"] as? [[String: Any]] ?? []
    }

    private func backup(_ arguments: [String]) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["backup"] + arguments)
    }

    // MARK: create

    @Test(arguments: [["create"], []])
    func `a file is archived into a directory`(_ command: [String]) throws {
        let path = try place.fixture("links")
        let output = try backup(command + ["--json", path, "-d", directory])
        #expect(output.code == 0)
        #expect(try output.json()["command"] as? String == "backup create")
        let file = try #require(files(output).first)
        let archive = try #require(file["archive"] as? String)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: archive)).count
        let manifest = try RealmBackup.manifest(of: URL(fileURLWithPath: archive))
        #expect(file["path"] as? String == path && file["status"] as? String == "created")
        #expect(file["bytes"] as? Int == bytes && file["realmBytes"] as? Int == manifest.realm.bytes)
        #expect(file["sha256"] as? String == manifest.realm.sha256)
        #expect((file["ratio"] as? Double ?? 0) > 1 && (file["seconds"] as? Double ?? -1) >= 0)
        #expect((file["manifest"] as? [String: Any])?["tool"] as? String == "realmctl \(RealmStoreInformation.version)")
        #expect(try archives().count == 1)
        #expect(archive.contains("/links-2") && archive.hasSuffix("Z.realm.tar.zst"))
    }

    @Test func `an archive is written to a file, which is never replaced`() throws {
        let path = try place.fixture("links")
        let archive = place.path + "/a.tar.zst"
        #expect(try backup([path, "-o", archive]).code == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: archive))
        let again = try backup(["--json", "--force", path, "-o", archive])
        #expect(again.code == 73)
        #expect(try again.error()["code"] as? String == "exists" || again.out.contains("\"exists\""))
        #expect(try Data(contentsOf: URL(fileURLWithPath: archive)) == before)
    }

    @Test func `standard output gets the archive`() throws {
        let path = try place.fixture("links")
        let out = place.path + "/out"
        #expect(try RealmctlProcess.shell("\"$REALMCTL\" backup \"$1\" -o - > \"$2\"", [path, out]).code == 0)
        #expect(try RealmBackup.verify(URL(fileURLWithPath: out)).isSound)
        let restored = try RealmctlProcess.shell(
            "\"$REALMCTL\" backup \"$1\" -o - | \"$REALMCTL\" restore - \"$2\"", [path, place.path + "/back.realm"])
        #expect(restored.code == 0)
        let export = try RealmctlProcess.run(["export", path]).out
        #expect(try RealmctlProcess.run(["export", place.path + "/back.realm"]).out == export)
    }

    @Test func `options that do not go together are refused`() throws {
        let path = try place.fixture("empty")
        for arguments in [
            [path], [path, "-d", directory, "-o", "x"], [path, path, "-o", "x"], ["-", "-d", directory],
            [path, "-d", directory, "--level", "23"], [path, "-d", directory, "--long=9"],
            [path, "-d", directory, "--threads", "0"], [path, "-o", "x", "--keep-last", "1"],
            [path, "-d", directory, "--keep-last", "0"], [path, "-d", directory, "--decrypt", "--keep-sync-history"],
            ["-d", directory],
        ] {
            #expect(try backup(arguments).code == 64, "\(arguments)")
        }
        #expect(try backup([path, "-d", place.path + "/missing"]).code == 73)
        #expect(try backup([place.path + "/missing.realm", "-d", directory]).code == 66)
        #expect(try archives().isEmpty)
    }

    @Test func `one bad file in a batch does not stop the others`() throws {
        _ = try place.fixture("links")
        _ = try place.fixture("types_all")
        _ = try place.file("bad.realm", Data("text".utf8))
        let output = try backup(["--json", "-r", place.path, "-d", directory, "-j", "2"])
        #expect(output.code == 2)
        #expect(try files(output).map { $0["status"] as? String } == [nil, "created", "created"])
        #expect(try archives().count == 2)
    }

    @Test func `files of one name get archives of their own`() throws {
        for folder in ["one", "two"] {
            try FileManager.default.createDirectory(
                atPath: place.path + "/" + folder, withIntermediateDirectories: false)
            try Fixture.named("empty").bytes().write(to: URL(fileURLWithPath: "\(place.path)/\(folder)/app.realm"))
        }
        let output = try backup([
            place.path + "/one/app.realm", place.path + "/two/app.realm", "-d", directory, "-j", "2",
        ])
        #expect(output.code == 0)
        #expect(try archives().count == 2)
    }

    @Test func `encryption stays, and is taken off after a question`() throws {
        let path = try place.fixture("types_all.enc")
        let key = try place.secret("key", KeyForms.raw)
        #expect(try backup([path, "-d", directory, "--no-input"]).code == 78)
        let output = try backup(["--json", "--key-file", key, path, "-d", directory])
        #expect(output.err.contains("does not get smaller"))
        let manifest = try #require(files(output).first?["manifest"] as? [String: Any])
        let realm = try #require(manifest["realm"] as? [String: Any])
        #expect(realm["encrypted"] as? Bool == true && realm["keyFingerprint"] as? String == KeyForms.fingerprint)
        #expect((manifest["compression"] as? [String: Any])?["level"] as? Int == 1)
        #expect(try backup(["--decrypt", "--key-file", key, path, "-d", directory]).code == 64)
        #expect(try backup(["--decrypt", "--yes", "--key-file", key, path, "-o", place.path + "/plain"]).code == 0)
        let plain = try RealmBackup.manifest(of: URL(fileURLWithPath: place.path + "/plain"))
        #expect(!plain.realm.encrypted && plain.realm.keyFingerprint == nil)
    }

    @Test func `options reach the archive`() throws {
        let path = try place.fixture("links")
        let archive = place.path + "/a"
        let output = try backup([
            "--level", "19", "--long=28", "--threads", "2", "--no-origin", "--verify", "full", path, "-o", archive,
        ])
        #expect(output.code == 0 && output.err.contains("--long=28"))
        let manifest = try RealmBackup.manifest(of: URL(fileURLWithPath: archive))
        #expect(manifest.compression.level == 19 && manifest.compression.windowLog == 28)
        #expect(manifest.origin == nil)
        #expect(try backup(["--long", path, "-o", place.path + "/b"]).code == 0)
        #expect(try backup(["-o", place.path + "/c", "--", path, "--long"]).code == 64)
    }

    @Test func `a dry run archives and removes nothing`() throws {
        let path = try place.fixture("links")
        let output = try backup(["-n", "--json", path, "-d", directory])
        #expect(output.code == 0)
        #expect(try files(output).first?["status"] as? String == "wouldCreate")
        #expect(try archives().isEmpty)
        let bad = try place.file("bad.realm", Data("text".utf8))
        #expect(try backup(["-n", bad, "-d", directory]).code == 65)
    }

    @Test func `a file that is in use is archived, and the source stays as it is`() throws {
        let path = try place.fixture("links")
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path))
        configuration.schemaMode = .discovered
        let realm = try Realm(configuration: configuration)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try backup([path, "-d", directory]).code == 0)
        #expect(try backup(["--immutable", path, "-d", directory]).code == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        withExtendedLifetime(realm) {}
    }

    // MARK: list and verify

    @Test func `archives are listed without their keys`() throws {
        let path = try place.fixture("types_all.enc")
        let key = try place.secret("key", KeyForms.raw)
        _ = try backup(["--key-file", key, path, "-d", directory])
        _ = try backup([try place.fixture("links"), "-d", directory])
        let table = try backup(["list", directory])
        #expect(table.code == 0)
        #expect(table.out.contains("links.realm") && table.out.contains(KeyForms.fingerprint))
        let listed = try files(try backup(["list", "--json", directory]))
        #expect(listed.map { $0["name"] as? String } == ["links.realm", "types_all.enc.realm"])
        #expect(listed.map { $0["encrypted"] as? Bool } == [false, true])
        _ = try place.file("backups/broken.realm.tar.zst", Data("text".utf8))
        let broken = try backup(["list", "--json", directory])
        #expect(broken.code == 2)
        #expect(try files(broken).count == 3)
        #expect(try backup(["list", directory + "/broken.realm.tar.zst"]).code == 65)
        #expect(try backup(["list", directory + "/missing"]).code == 66)
    }

    @Test func `verify names the stage that fails`() throws {
        let archive = place.path + "/a.realm.tar.zst"
        _ = try backup([try place.fixture("links"), "-o", archive])
        let sound = try backup(["verify", "--json", archive])
        #expect(sound.code == 0)
        #expect(try files(sound).first?["passed"] as? [String] == ["compression", "structure", "contents"])
        #expect(try backup(["verify", "--deep", archive]).out.contains("realm)"))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
        bytes[bytes.count / 2] ^= 1
        let broken = try place.file("b.realm.tar.zst", bytes)
        let output = try backup(["verify", "--json", archive, broken])
        #expect(output.code == 1)
        #expect(try files(output).map { $0["failed"] as? String } == [nil, "compression"])
        #expect(try backup(["verify", broken]).out.contains("bad (compression)"))
        #expect(try backup(["verify", place.path + "/missing"]).code == 66)
    }

    @Test func `deep verification takes the key`() throws {
        let key = try place.secret("key", KeyForms.raw)
        let wrong = try place.secret("wrong", KeyForms.wrong)
        let archive = place.path + "/a.realm.tar.zst"
        _ = try backup(["--key-file", key, try place.fixture("types_all.enc"), "-o", archive])
        #expect(try backup(["verify", archive]).code == 0)
        #expect(try backup(["verify", "--deep", "--no-input", archive]).code == 78)
        #expect(try backup(["verify", "--deep", "--key-file", wrong, archive]).code == 78)
        #expect(try backup(["verify", "--deep", "--key-file", key, archive]).code == 0)
    }

    // MARK: prune

    private func makeArchives(_ count: Int) throws {
        let path = try place.fixture("empty")
        for _ in 0..<count { #expect(try backup([path, "-d", directory]).code == 0) }
    }

    @Test func `archives that no rule keeps are removed after a question`() throws {
        try makeArchives(3)
        #expect(try backup(["prune", directory, "--keep-last", "1"]).code == 64)
        #expect(try backup(["prune", directory]).code == 64)
        #expect(try backup(["prune", directory, "--keep-last", "0", "--yes"]).code == 64)
        let dry = try backup(["prune", "-n", directory, "--keep-last", "1"])
        #expect(dry.code == 0 && dry.out.components(separatedBy: "would be removed").count == 3)
        #expect(try archives().count == 3)
        _ = try place.file("backups/notes.txt", Data())
        let output = try backup(["prune", "--json", "--yes", directory, "--keep-last", "1"])
        let result = try #require(output.json()["result"] as? [String: Any])
        let kept = try #require((result["kept"] as? [[String: Any]])?.first)
        #expect(kept["rules"] as? [String] == ["last"])
        #expect((result["removed"] as? [String])?.count == 2)
        #expect((result["ignored"] as? [[String: Any]])?.first?["path"] as? String == directory + "/notes.txt")
        #expect(try archives().map { directory + "/" + $0 } == [kept["archive"] as? String, directory + "/notes.txt"])
        #expect(try backup(["prune", "--yes", place.path + "/missing", "--keep-last", "1"]).code == 66)
    }

    @Test func `a backup removes old archives when all files are archived`() throws {
        try makeArchives(2)
        let path = place.path + "/empty.realm"
        #expect(try backup([path, "-d", directory, "--keep-last", "1"]).code == 64)
        #expect(try archives().count == 2)
        let bad = try place.file("bad.realm", Data("text".utf8))
        #expect(try backup([path, bad, "-d", directory, "--keep-last", "1", "--yes"]).code == 2)
        #expect(try archives().count == 3)
        let output = try backup(["--json", path, "-d", directory, "--keep-last", "1", "--yes"])
        #expect(output.code == 0)
        let pruned = (try output.json()["result"] as? [String: Any])?["prune"] as? [String: Any]
        #expect((pruned?["removed"] as? [String])?.count == 3)
        #expect(try archives().count == 1)
    }
}
