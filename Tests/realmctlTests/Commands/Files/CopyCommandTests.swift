import Foundation
import RealmStore
import TestSupport
import Testing

/// `copy`, as people and programs run it.
@Suite("copy") struct CopyCommandTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func data(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    private func export(_ path: String, _ key: String? = nil) throws -> String {
        try RealmctlProcess.run(["export", path] + (key.map { ["--key-file", $0] } ?? [])).out
    }

    @Test func `a copy holds the same`() throws {
        let path = try place.fixture("types_all")
        let output = try RealmctlProcess.run(["copy", "--json", path, place.path + "/copy.realm"])
        #expect(output.code == 0)
        let result = try output.json()["result"] as? [String: Any]
        #expect(try result?["bytes"] as? Int == data(place.path + "/copy.realm").count)
        #expect(result?["encrypted"] as? Bool == false)
        #expect(try export(path) == export(place.path + "/copy.realm"))
    }

    @Test func `the key is kept, changed or left out`() throws {
        let path = try place.fixture("types_all.enc")
        let key = try place.secret("key", KeyForms.raw)
        let new = try place.secret("new", KeyForms.wrong)
        let (kept, changed, plain) = (place.path + "/kept", place.path + "/changed", place.path + "/plain")
        #expect(try RealmctlProcess.run(["copy", "--key-file", key, path, kept]).code == 0)
        #expect(try RealmctlProcess.run(["copy", "--key-file", key, "--new-key-file", new, path, changed]).code == 0)
        #expect(try RealmctlProcess.run(["copy", "--key-file", key, "--no-encryption", path, plain]).code == 0)
        #expect(try export(kept, key) == export(plain))
        #expect(try export(changed, new) == export(plain))
        #expect(try RealmctlProcess.run(["info", "--key-file", key, changed]).code == 78)
    }

    @Test func `a new key and none exclude each other, but for one in the environment`() throws {
        let path = try place.fixture("types_all")
        let key = try place.secret("key", KeyForms.raw)
        let both = ["copy", path, place.path + "/copy", "--no-encryption", "--new-key-file", key]
        #expect(try RealmctlProcess.run(both).code == 64)
        let environment = ["REALMCTL_NEW_KEY_FILE": key]
        #expect(try RealmctlProcess.run(Array(both.prefix(4)), environment: environment).code == 0)
        #expect(try RealmctlProcess.run(["info", place.path + "/copy"]).code == 0)
    }

    @Test func `a directory gets a file of the same name`() throws {
        let path = try place.fixture("links")
        let directory = place.path + "/there"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        #expect(try RealmctlProcess.run(["copy", path, directory]).code == 0)
        #expect(try export(directory + "/links.realm") == export(path))
    }

    @Test func `standard output gets the bytes of the file`() throws {
        let path = try place.fixture("links")
        let (out, copy) = (place.path + "/out", place.path + "/copy")
        #expect(try RealmctlProcess.shell("\"$REALMCTL\" copy \"$1\" - > \"$2\"", [path, out]).code == 0)
        #expect(try RealmctlProcess.run(["copy", path, copy]).code == 0)
        #expect(try data(out) == data(copy))
    }

    @Test func `an existing copy is replaced by force only`() throws {
        let path = try place.fixture("links")
        let copy = try place.fixture("types_all")
        let before = try data(copy)
        let refused = try RealmctlProcess.run(["copy", "--json", path, copy])
        #expect(refused.code == 73)
        #expect(try refused.error()["code"] as? String == "exists")
        #expect(try data(copy) == before)
        #expect(try RealmctlProcess.run(["copy", "--force", path, copy]).code == 0)
        #expect(try export(copy) == export(path))
    }

    @Test func `bad destinations are told apart`() throws {
        let path = try place.fixture("links")
        try FileManager.default.createSymbolicLink(
            atPath: place.path + "/link.realm", withDestinationPath: path)
        #expect(try RealmctlProcess.run(["copy", path, place.path + "/missing/copy"]).code == 73)
        #expect(try RealmctlProcess.run(["copy", "--force", path, path]).code == 64)
        #expect(try RealmctlProcess.run(["copy", "--force", path, place.path + "/link.realm"]).code == 64)
        #expect(try RealmctlProcess.run(["copy", "-", place.path + "/copy"]).code == 64)
        #expect(try RealmctlProcess.run(["copy", "-f", path, "/dev/full"]).code == 73)
    }

    @Test func `a dry run writes nothing`() throws {
        let path = try place.fixture("links")
        #expect(try RealmctlProcess.run(["copy", "-n", path, place.path + "/copy"]).code == 0)
        #expect(try place.names().filter { !$0.hasSuffix(".lock") } == ["links.realm"])
    }
}
