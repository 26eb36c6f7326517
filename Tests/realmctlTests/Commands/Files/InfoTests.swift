import Foundation
import RealmStore
import TestSupport
import Testing

/// `info`: the facts as text and JSON.
@Suite struct InfoTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test func `the text has a line for the file, one for its space, and a table of classes`() throws {
        let path = try place.fixture("migrate_v1")
        let output = try RealmctlProcess.run(["info", path])
        #expect(
            output.out == """
                \(path)  131.1 KB  format 24  schema version 1  not encrypted  history local  commit 3
                used 50.0 KB (38 %), free 81.1 KB (62 %) in 10 blocks, the largest 57.9 KB
                CLASS   OBJECTS  PROPERTIES  PRIMARY KEY
                Dog         426           2
                Person    1 000           3

                """)
    }

    @Test func `much free space comes with the command that gives it back`() throws {
        let path = try place.file("it's.realm", Fixture.named("churned").bytes())
        let output = try RealmctlProcess.run(["info", path])
        #expect(
            output.out.contains(" KB  ->  realmctl compact '\(path.replacing("'", with: "'\\''"))'\n"), "\(output.out)")
        #expect(try !RealmctlProcess.run(["info", "-"], stdin: Fixture.named("churned").bytes()).out.contains("->"))
    }

    @Test func `an encrypted file shows the fingerprint of its key`() throws {
        let key = try place.secret("key", KeyForms.raw)
        let output = try RealmctlProcess.run(["info", place.fixture("types_all.enc"), "--key-file", key])
        #expect(output.out.contains("encrypted (key \(KeyForms.fingerprint))"))
    }

    @Test func `a file to which nothing was committed is a Realm`() throws {
        let output = try RealmctlProcess.run(["info", place.fixture("just_created")])
        #expect(output.code == 0)
        #expect(output.out.contains("format 0  unversioned  not encrypted  no history  commit 1"))
        #expect(output.out.hasSuffix("no classes\n"))
    }

    @Test func `--deep adds the bytes of each class`() throws {
        let output = try RealmctlProcess.run(["info", "--deep", place.fixture("migrate_v1")])
        #expect(output.out.contains("CLASS   OBJECTS  PROPERTIES  PRIMARY KEY   BYTES"))
    }

    @Test func `a process that has the file open is shown`() throws {
        let path = try place.fixture("versioned_7")
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path))
        configuration.schemaMode = .discovered
        let realm = try Realm(configuration: configuration)
        let output = try RealmctlProcess.run(["info", "--json", path])
        #expect(realm.schemaVersion == 7)
        let files = (try output.json()["result"] as? [String: Any])?["files"] as? [[String: Any]]
        #expect(files?.first?["openBy"] as? [Int32] == [ProcessInfo.processInfo.processIdentifier])
        #expect(files?.first?["activeVersions"] as? Int == 1)
        let uses = files?.first?["versionsInUse"] as? [[String: Any]]
        #expect(uses?.first?["pid"] as? Int32 == ProcessInfo.processInfo.processIdentifier)
        #expect(files?.first?["companions"] as? [String] == [path + ".lock"])
        let text = try RealmctlProcess.run(["info", "--locks", path]).out
        #expect(text.contains("in use by \(ProcessInfo.processInfo.processIdentifier) ("))
        #expect(text.contains("companion \(path).lock"))
    }

    @Test func `apps on another engine that were killed are named, with what to do`() throws {
        let path = try place.fixture("versioned_7")
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path))
        configuration.schemaMode = .discovered
        let realm = try Realm(configuration: configuration)
        try realm.write { _ = realm.dynamicCreate("Item", value: ["id": 100]) }
        let partner = try SessionPartner(joining: path)
        try partner.die()
        let text = try RealmctlProcess.run(["info", "--locks", path]).out
        let line = "obstacle: an app on Realm Core was killed: what was kept in use is given up when nobody has"
        #expect(text.contains(line), "\(text)")
        let json = try RealmctlProcess.run(["info", "--json", path]).json()
        let files = (json["result"] as? [String: Any])?["files"] as? [[String: Any]]
        let obstacles = files?.first?["obstacles"] as? [[String: Any]]
        #expect(obstacles?.first?["kind"] as? String == "killed" && obstacles?.first?["count"] as? Int == 1)
        withExtendedLifetime(realm) {}
    }

    @Test func `the versions that a process holds are named, with what they cost`() throws {
        let path = try place.fixture("versioned_7")
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path))
        configuration.schemaMode = .discovered
        let realm = try Realm(configuration: configuration)
        try realm.write { _ = realm.dynamicCreate("Item", value: ["id": 100]) }
        let frozen = realm.freeze()
        for id in 101...110 { try realm.write { _ = realm.dynamicCreate("Item", value: ["id": id]) } }
        let output = try RealmctlProcess.run(["info", "--json", "--locks", path]).json()
        let file = try #require(((output["result"] as? [String: Any])?["files"] as? [[String: Any]])?.first)
        #expect(file["activeVersions"] as? Int == 11 && file["freeBlocks"] as? Int ?? 0 > 0)
        let use = try #require((file["versionsInUse"] as? [[String: Any]])?.first)
        #expect(try #require(use["newest"] as? Int) - #require(use["oldest"] as? Int) == 10)
        #expect(use["heldBytes"] as? Int ?? 0 > 0)
        let text = try RealmctlProcess.run(["info", "--locks", path]).out
        let process = ProcessInfo.processInfo.processIdentifier
        #expect(text.contains(" in use by \(process) (") && text.contains(", holds "), "\(text)")
        #expect(frozen.isFrozen)
    }
}
