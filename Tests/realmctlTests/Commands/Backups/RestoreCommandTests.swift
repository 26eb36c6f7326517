import Foundation
import RealmStore
import TestSupport
import Testing

/// `restore`, as people and programs run it.
@Suite("restore") struct RestoreCommandTests {
    private let place: Workplace
    private let archive: String
    private let target: String
    private let export: String

    init() throws {
        place = try Workplace()
        archive = place.path + "/a.realm.tar.zst"
        target = place.path + "/target.realm"
        let path = try place.fixture("links")
        _ = try RealmctlProcess.run(["backup", path, "-o", archive])
        export = try RealmctlProcess.run(["export", path]).out
    }

    private func restore(_ arguments: [String]) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["restore"] + arguments)
    }

    private func content(_ path: String, _ key: String? = nil) throws -> String {
        try RealmctlProcess.run(["export", "--immutable", path] + (key.map { ["--key-file", $0] } ?? [])).out
    }

    private func leftovers() throws -> [String] { try place.names().filter { $0.hasSuffix(".tmp") } }

    @Test func `a file is restored under a new name`() throws {
        let output = try restore(["--json", archive, target])
        #expect(output.code == 0)
        let result = try #require(output.json()["result"] as? [String: Any])
        #expect(result["target"] as? String == target && result["safetyCopy"] is NSNull)
        #expect(result["structureChecked"] as? Bool == true && (result["bytes"] as? Int ?? 0) > 0)
        #expect((result["manifest"] as? [String: Any])?["format"] as? String == "realmctl-backup")
        #expect(try content(target) == export)
    }

    @Test func `without a target the original name in this directory is meant`() throws {
        let there = place.path + "/there"
        try FileManager.default.createDirectory(atPath: there, withIntermediateDirectories: false)
        let script = "cd \"$1\" && \"$REALMCTL\" restore \"$2\""
        #expect(try RealmctlProcess.shell(script, [there, archive]).code == 0)
        #expect(try content(there + "/links.realm") == export)
        #expect(try RealmctlProcess.shell(script, [there, archive]).code == 73)
        let other = place.path + "/other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        #expect(try restore([archive, other]).code == 0)
        #expect(try content(other + "/links.realm") == export)
    }

    @Test func `standard input is restored`() throws {
        let script = "\"$REALMCTL\" restore - \"$2\" < \"$1\""
        #expect(try RealmctlProcess.shell(script, [archive, target]).code == 0)
        #expect(try content(target) == export)
        let nothing = try RealmctlProcess.shell("\"$REALMCTL\" restore - \"$1\" < /dev/null", [place.path + "/x"])
        #expect(nothing.code == 65)
    }

    @Test func `an existing file is replaced by force, after a question, and kept`() throws {
        let old = try Fixture.named("types_all").bytes()
        try old.write(to: URL(fileURLWithPath: target))
        let refused = try restore(["--json", archive, target])
        #expect(refused.code == 73)
        #expect(try refused.error()["code"] as? String == "exists")
        let asked = try restore(["--json", "--force", archive, target])
        #expect(asked.code == 64)
        #expect(try asked.error()["code"] as? String == "confirmationRequired")
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == old)
        let output = try restore(["--json", "--force", "--yes", archive, target])
        #expect(output.code == 0)
        let result = try output.json()["result"] as? [String: Any]
        let copy = try #require(result?["safetyCopy"] as? String)
        #expect(copy.contains("target.realm.before-restore-2"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == old)
        #expect(try content(target) == export)
        let before = try place.names().count
        #expect(try restore(["-f", "-y", "--no-safety-copy", archive, target]).code == 0)
        #expect(try place.names().count == before)
    }

    @Test func `a file that is in use is not replaced`() throws {
        let path = place.path + "/links.realm"
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path))
        configuration.schemaMode = .discovered
        let realm = try Realm(configuration: configuration)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let output = try restore(["--json", "-f", "-y", archive, path])
        #expect(output.code == 75)
        #expect(try output.error()["code"] as? String == "inUse")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try leftovers().isEmpty)
        withExtendedLifetime(realm) {}
    }

    @Test func `keys are put on, taken off and changed`() throws {
        let (key, new) = (try place.secret("key", KeyForms.raw), try place.secret("new", KeyForms.wrong))
        let secret = place.path + "/secret.realm.tar.zst"
        let source = try place.fixture("types_all.enc")
        #expect(try RealmctlProcess.run(["backup", "--key-file", key, source, "-o", secret]).code == 0)
        let plain = try content(source, key)
        let (one, two, three) = (place.path + "/1.realm", place.path + "/2.realm", place.path + "/3.realm")
        #expect(try restore([archive, one, "--new-key-file", new]).code == 0)
        #expect(try content(one, new) == export)
        #expect(try restore([secret, two, "--key-file", key, "--new-key-file", new]).code == 0)
        #expect(try content(two, new) == plain)
        #expect(try restore([secret, three, "--key-file", key, "--no-encryption"]).code == 0)
        #expect(try content(three) == plain)
        let (four, five) = (place.path + "/4.realm", place.path + "/5.realm")
        #expect(try restore([secret, four, "--key-file", new]).code == 78)
        #expect(try restore([secret, four, "--no-encryption", "--no-input"]).code == 78)
        #expect(try restore([secret, four, "--no-encryption", "--new-key-file", new]).code == 64)
        let blind = try restore([secret, five])
        #expect(blind.code == 0 && blind.err.contains("was not opened"))
        #expect(try content(five, key) == plain)
        #expect(try !place.names().contains("4.realm"))
    }

    @Test func `a Realm file and a compressed one are restored`() throws {
        let packed = Fixture.directory.appendingPathComponent("links.realm.zst").path
        #expect(try restore([packed, target]).code == 0)
        #expect(try content(target) == export)
        #expect(try restore([place.path + "/links.realm", place.path + "/2.realm"]).code == 0)
        #expect(try content(place.path + "/2.realm") == export)
        #expect(try restore(["-f", "-y", target, target]).code == 64)
        #expect(try restore([try place.file("text", Data("text".utf8)), place.path + "/3.realm"]).code == 65)
    }

    @Test func `a damaged archive is refused with the stage, and the target stays`() throws {
        let path = place.path + "/links.realm"
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        for content in [changed, bytes.prefix(bytes.count - 1), bytes.prefix(30), Data()] {
            let broken = try place.file("broken.realm.tar.zst", content)
            let output = try restore(["--json", "-f", "-y", broken, path])
            #expect(output.code == 65)
            let error = try output.error()
            #expect(error["code"] as? String == "badArchive")
            #expect((error["detail"] as? [String: Any])?["stage"] as? String == "compression")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            #expect(try leftovers().isEmpty)
        }
    }

    @Test func `a dry run checks all and writes nothing`() throws {
        #expect(try restore(["-n", archive, target]).code == 0)
        #expect(try restore(["-n", "--force", archive, place.path + "/links.realm"]).code == 0)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
        let broken = try place.file("broken.realm.tar.zst", bytes.prefix(bytes.count - 1))
        #expect(try restore(["-n", broken, target]).code == 65)
        #expect(try !place.names().contains("target.realm"))
    }

    @Test func `bad places are told apart`() throws {
        #expect(try restore([archive, place.path + "/missing/target.realm"]).code == 73)
        #expect(try restore([place.path + "/missing.realm.tar.zst", target]).code == 66)
        #expect(try restore(["-f", "-y", "--immutable", archive, place.path + "/links.realm"]).code == 73)
    }

    @Test func `a link stays a link`() throws {
        let link = place.path + "/link.realm"
        let old = try place.fixture("types_all")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: old)
        #expect(try restore(["-f", "-y", archive, link]).code == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == old)
        #expect(try content(old) == export)
    }
}
