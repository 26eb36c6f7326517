import Foundation
import RealmStore
import TestSupport
import Testing

/// `upgrade`, as people and programs run it.
@Suite("upgrade") struct UpgradeTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// A file of format 23; returns its path.
    private func old(_ name: String = "old.realm") throws -> String {
        var content = try Fixture.named("versioned_7").bytes()
        content[20 + Int(content[23] & 1)] = 23
        return try place.file(name, content)
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    private func format(_ path: String) throws -> Int { try Realm.fileInfo(at: URL(fileURLWithPath: path)).fileFormat }

    private func files(_ output: RealmctlProcess.Output) throws -> [[String: Any]] {
        let result = try output.json()["result"] as? [String: Any]
        return result?["files"] as? [[String: Any]] ?? []
    }

    @Test func `a file is upgraded, and the old one stays beside it`() throws {
        let path = try old()
        let before = try bytes(path)
        let output = try RealmctlProcess.run(["upgrade", path])
        #expect(output.code == 0)
        #expect(output.out == "\(path)  format 23 -> 24\n")
        #expect(output.err.contains("Programs that do not know format 24 cannot open '\(path)' any more."))
        #expect(try format(path) == 24)
        #expect(try RealmctlProcess.run(["verify", path]).code == 0)
        #expect(try bytes(place.path + "/old.v23.backup.realm") == before)
    }

    @Test func `info names the backup`() throws {
        let path = try old()
        #expect(try RealmctlProcess.run(["upgrade", "-q", path]).code == 0)
        let file = try #require(files(RealmctlProcess.run(["info", "--json", path])).first)
        let names = ["\(path).lock", "\(place.path)/old.v23.backup.realm", "\(path).backup-log"]
        #expect(file["companions"] as? [String] == names)
    }

    @Test func `without a backup only the lock file appears`() throws {
        let path = try old()
        #expect(try RealmctlProcess.run(["upgrade", "--no-backup", path]).code == 0)
        #expect(try place.names() == ["old.realm", "old.realm.lock"])
    }

    @Test func `JSON lists from and to for each file`() throws {
        let (path, new) = (try old(), try place.fixture("versioned_1"))
        let output = try RealmctlProcess.run(["upgrade", "--json", path, new])
        #expect(output.code == 0)
        let files = try files(output)
        #expect(files.map { $0["status"] as? String } == ["upgraded", "current"])
        #expect(files.map { $0["from"] as? Int } == [23, 24])
        #expect(files.map { $0["to"] as? Int } == [24, 24])
        let warnings = try output.json()["warnings"] as? [[String: Any]]
        #expect(warnings?.map { $0["code"] as? String } == ["olderPrograms"])
        #expect(try bytes(new) == Fixture.named("versioned_1").bytes())
    }

    @Test func `a dry run writes nothing`() throws {
        let path = try old()
        let before = try bytes(path)
        let output = try RealmctlProcess.run(["upgrade", "-n", "--json", path])
        #expect(output.code == 0)
        #expect(try files(output).first?["status"] as? String == "wouldUpgrade")
        #expect(try bytes(path) == before)
        #expect(try place.names() == ["old.realm", "old.realm.lock"])
    }

    /// A file of format 23 with the history of a synchronised app; returns its path.
    private func synced() throws -> String {
        let path = try old("synced.realm")
        var content = try bytes(path)
        let top = content.withUnsafeBytes {
            Int($0.loadUnaligned(fromByteOffset: Int($0[23] & 1) * 8, as: UInt64.self))
        }
        // Element 7 of the top array is twice the type, plus 1.
        let width = (1 << Int(content[top + 4] & 7)) >> 4
        content[top + 8 + (7 * width)] = 7
        return try place.file("synced.realm", content)
    }

    @Test(arguments: [["upgrade"], ["upgrade", "-n"], ["copy", "-n"], ["compact", "-n"], ["encrypt", "-n"]])
    func `the file of a synchronised app is refused, also by a dry run`(_ command: [String]) throws {
        let path = try synced()
        let before = try bytes(path)
        var arguments = command + ["--json", path]
        if command[0] == "copy" { arguments.append(place.path + "/copy.realm") }
        if command[0] == "encrypt" { arguments += ["--new-key-file", try place.secret("key", KeyForms.raw)] }
        let output = try RealmctlProcess.run(arguments)
        #expect(output.code == 65)
        #expect(output.out.contains("syncHistory"), "\(output.out)")
        #expect(try bytes(path) == before)
        if command.contains("-n") {
            #expect(try RealmctlProcess.run(arguments + ["--drop-sync-history"]).code == 0)
        }
    }

    @Test func `another file can be written, and the source stays as it is`() throws {
        let path = try old()
        let before = try bytes(path)
        let target = place.path + "/new.realm"
        #expect(try RealmctlProcess.run(["upgrade", path, "-o", target]).code == 0)
        #expect(try format(target) == 24)
        #expect(try bytes(path) == before)
        #expect(try RealmctlProcess.run(["upgrade", path, "-o", target]).code == 73)
        #expect(try RealmctlProcess.run(["upgrade", path, "-o", target, "--force"]).code == 0)
        #expect(try RealmctlProcess.run(["upgrade", path, target, "-o", target]).code == 64)
    }

    @Test func `one bad file does not stop the others`() throws {
        let (path, bad) = (try old(), try place.patched("versioned_7", [20: 9, 21: 9]))
        let output = try RealmctlProcess.run(["upgrade", "--json", bad, path])
        #expect(output.code == 2)
        #expect(try files(output).map { $0["status"] as? String } == [nil, "upgraded"])
        #expect(try RealmctlProcess.run(["upgrade", bad]).code == 65)
        #expect(try RealmctlProcess.run(["upgrade", place.path + "/none.realm"]).code == 66)
    }

    @Test func `a file that is open is busy`() throws {
        let path = try old()
        let realm = try Realm(configuration: Realm.Configuration(fileURL: URL(fileURLWithPath: path)))
        #expect(try RealmctlProcess.run(["upgrade", path]).code == 75)
        #expect(realm.schemaVersion == 7)
        #expect(try format(path) == 23)
    }

    @Test(arguments: [["compact"], ["encrypt", "--generate-key", "/dev/null"]])
    func `commands that rewrite a file point to upgrade`(_ command: [String]) throws {
        let path = try old()
        var command = command
        if command.count == 3 { command[2] = place.path + "/key" }
        let before = try bytes(path)
        let output = try RealmctlProcess.run(command + [path])
        #expect(output.code == 65)
        #expect(output.err.contains("realmctl upgrade"))
        #expect(try bytes(path) == before)
    }

    @Test func `import points to upgrade`() throws {
        let path = try old()
        let data = try place.file("Item.ndjson", Data())
        let output = try RealmctlProcess.run(["import", path, "--from", data])
        #expect(output.code == 65)
        #expect(output.err.contains("realmctl upgrade"))
        #expect(try format(path) == 23)
    }

    @Test(arguments: ["copy", "compact"]) func `a copy is of the newest format`(_ command: String) throws {
        let path = try old()
        let target = place.path + "/new.realm"
        let arguments = command == "copy" ? ["copy", path, target] : ["compact", path, "-o", target]
        #expect(try RealmctlProcess.run(arguments).code == 0)
        #expect(try format(target) == 24)
        #expect(try format(path) == 23)
    }
}
