import Foundation
import RealmTools
import TestSupport
import Testing

/// `verify --against`, as people and programs run it.
@Suite("verify --against") struct VerifyAgainstTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// A copy of a fixture, and a backup of it.
    private func backedUp(_ fixture: String, _ options: [String] = []) throws -> (path: String, archive: String) {
        let path = try place.fixture(fixture)
        let archive = "\(place.path)/backup.realm.tar.zst"
        let run = try RealmctlProcess.run(["backup", "create", path, "-o", archive] + options)
        #expect(run.code == 0, "\(run.err)")
        return (path, archive)
    }

    private func verify(_ path: String, _ archive: String, _ options: [String] = []) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["verify", path, "--against", archive] + options)
    }

    private func file(_ output: RealmctlProcess.Output) throws -> [String: Any] {
        let result = try output.json()["result"] as? [String: Any]
        return try #require((result?["files"] as? [[String: Any]])?.first)
    }

    /// Opens the file to change it.
    private func realm(_ path: String) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path))
        configuration.schemaMode = .discovered
        return try Realm(configuration: configuration)
    }

    @Test(arguments: ["types_all", "embedded", "mixed_nested", "keys", "tombstones"])
    func `a file equals its backup`(_ fixture: String) throws {
        let (path, archive) = try backedUp(fixture)
        let run = try verify(path, archive)
        #expect(run.code == 0, "\(run.out)\(run.err)")
        #expect(run.out.hasPrefix("\(path)  sound, and equal to the backup"))
        let file = try file(verify(path, archive, ["--json"]))
        #expect(file["level"] as? String == "against")
        #expect(file["errors"] as? Int == 0)
    }

    @Test func `each object that differs is a problem, named by class and key`() throws {
        let (path, archive) = try backedUp("migrate_v1")
        let name = try {
            let realm = try realm(path)
            let schema = try #require(
                realm.schema.objectSchema.first {
                    !$0.isEmbedded && realm.dynamicObjects($0.className).count > 1
                })
            try realm.write { realm.delete(realm.dynamicObjects(schema.className)[0]) }
            return schema.className
        }()
        let run = try verify(path, archive, ["--json"])
        #expect(run.code == 1, "\(run.err)")
        let problems = try #require(file(run)["problems"] as? [[String: Any]])
        #expect(problems.contains { $0["code"] as? String == "differs" })
        #expect(problems.contains { ($0["where"] as? String)?.hasPrefix("\(name)[") ?? false })
        #expect(try file(run)["opens"] as? Bool == true)
        let text = try verify(path, archive)
        #expect(text.code == 1)
        #expect(text.out.contains("sound, but not equal to the backup: "))
    }

    @Test func `a changed bit inside a value is found`() throws {
        let (path, archive) = try backedUp("strings")
        let url = URL(fileURLWithPath: path)
        let realm = try realm(path)
        var exported = Data()
        _ = try RealmExporter(realm, format: .ndjson).export { exported += $0 }
        let text = String(decoding: exported, as: UTF8.self)
        // A long text of letters, which the file holds once.
        let words: [Substring] = text.split { !$0.isASCII || !$0.isLetter }
        let word = try #require(words.first { $0.count > 20 })
        var content = try Data(contentsOf: url)
        let range = try #require(content.range(of: Data(word.utf8)))
        content[range.lowerBound] ^= 0x20
        let changed = try place.file("changed.realm", content)
        #expect(try RealmctlProcess.run(["verify", changed]).code == 0)
        #expect(try verify(changed, archive).code == 1)
    }

    @Test func `a file that is damaged is not compared`() throws {
        let (path, archive) = try backedUp("embedded")
        var content = try Data(contentsOf: URL(fileURLWithPath: path))
        content.replaceSubrange(4 * 4096..<5 * 4096, with: Data(count: 4096))
        let run = try verify(place.file("damaged.realm", content), archive, ["--json"])
        #expect([1, 65].contains(run.code))
        let problems = try #require(file(run)["problems"] as? [[String: Any]])
        #expect(!problems.contains { $0["code"] as? String == "differs" })
    }

    @Test func `an encrypted backup needs the key of the file`() throws {
        let key = try place.secret("key", KeyForms.raw)
        let (path, archive) = try backedUp("types_all.enc", ["--key-file", key])
        #expect(try verify(path, archive, ["--key-file", key]).code == 0)
        #expect(try verify(path, archive, ["--no-input"]).code == 78)
    }

    @Test func `a file that is not a backup ends with 65, a missing one with 66`() throws {
        let (path, _) = try backedUp("embedded")
        let noise = try place.file("noise.realm.tar.zst", Data((0..<4000).map { UInt8(truncatingIfNeeded: $0) }))
        #expect(try verify(path, noise).code == 65)
        #expect(try verify(path, place.path + "/none.realm.tar.zst").code == 66)
        #expect(try verify(path, noise, ["--quick"]).code == 64)
    }

    @Test func `nothing is left behind`() throws {
        let (path, archive) = try backedUp("types_all")
        let before = try place.names()
        #expect(try verify(path, archive, ["--tmpdir", place.path]).code == 0)
        #expect(try place.names() == before)
    }
}
