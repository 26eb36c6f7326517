import Foundation
import RealmStore
import TestSupport
import Testing

/// `encrypt`, `decrypt` and `rekey`, as people and programs run them.
@Suite("Changing keys") struct KeyChangeTests {
    private let place: Workplace
    private let key: String
    private let other: String

    init() throws {
        place = try Workplace()
        key = try place.secret("key", KeyForms.hex)
        other = try place.secret("other", KeyForms.wrong)
    }

    private func data(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    private func isSound(_ path: String, _ key: String?) throws -> Bool {
        try RealmctlProcess.run(["verify", "--key-strict", path] + (key.map { ["--key-file", $0] } ?? [])).code == 0
    }

    @Test func `a file is encrypted and decrypted again`() throws {
        let path = try place.fixture("types_all")
        let before = try RealmctlProcess.run(["export", path]).out
        #expect(try RealmctlProcess.run(["encrypt", "--new-key-file", key, path]).code == 0)
        #expect(try isSound(path, key))
        let rekey = ["rekey", "--key-file", key, "--new-key-file", other, "--yes", path]
        #expect(try RealmctlProcess.run(rekey).code == 0)
        #expect(try isSound(path, other))
        #expect(try RealmctlProcess.run(["decrypt", "--key-file", other, "--yes", path]).code == 0)
        #expect(try isSound(path, nil))
        #expect(try RealmctlProcess.run(["export", path]).out == before)
    }

    @Test func `a key that was made for a file that could not be changed goes again`() throws {
        let path = try place.fixture("types_all.enc")
        let made = place.path + "/made"
        let words = ["rekey", "--generate-key", made, "--yes", path, "--key-file"]
        #expect(try RealmctlProcess.run(words + [other]).code == 78)
        #expect(!FileManager.default.fileExists(atPath: made))
        #expect(try RealmctlProcess.run(words + [key]).code == 0)
        #expect(try isSound(path, made))
    }

    @Test func `a new key is made in a file of its own`() throws {
        let path = try place.fixture("types_all")
        let made = place.path + "/made"
        let output = try RealmctlProcess.run(["encrypt", "--generate-key", made, "--json", path])
        #expect(output.code == 0)
        #expect(try isSound(path, made))
        let mode = try FileManager.default.attributesOfItem(atPath: made)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let second = try place.fixture("links")
        let refused = try RealmctlProcess.run(["encrypt", "--generate-key", made, second])
        #expect(refused.code == 73)
        #expect(try isSound(second, nil))
    }

    @Test func `no key is made for a file that cannot be encrypted`() throws {
        let path = try place.fixture("types_all.enc")
        let made = place.path + "/made"
        #expect(try RealmctlProcess.run(["encrypt", "--generate-key", made, path]).code == 65)
        #expect(!FileManager.default.fileExists(atPath: made))
    }

    @Test func `another file is written without asking`() throws {
        let path = try place.fixture("types_all.enc")
        let before = try data(path)
        let plain = place.path + "/plain.realm"
        #expect(try RealmctlProcess.run(["decrypt", "--key-file", key, "-o", plain, path]).code == 0)
        #expect(try isSound(plain, nil))
        #expect(try data(path) == before)
    }

    @Test(arguments: ["decrypt", "rekey"])
    func `an irreversible operation asks first`(_ command: String) throws {
        let path = try place.fixture("types_all.enc")
        let before = try data(path)
        let new = command == "rekey" ? ["--new-key-file", other] : []
        let output = try RealmctlProcess.run([command, "--key-file", key, "--json", path] + new)
        #expect(output.code == 64)
        #expect(try output.error()["code"] as? String == "confirmationRequired")
        let result = try #require(output.json()["result"] as? [String: Any])
        let file = try #require((result["files"] as? [[String: Any]])?.first)
        #expect(file["path"] as? String == path)
        #expect((file["error"] as? [String: Any])?["code"] as? String == "confirmationRequired")
        #expect((result["summary"] as? [String: Int])?["failed"] == 1)
        #expect(try data(path) == before)
    }

    @Test func `the old file is kept under another name`() throws {
        let path = try place.fixture("types_all")
        let before = try data(path)
        let encrypt = ["encrypt", "--new-key-file", key, "--keep-old", ".old", path]
        #expect(try RealmctlProcess.run(encrypt).code == 0)
        #expect(try data(path + ".old") == before)
        #expect(try isSound(path, key))
    }

    @Test func `the wrong kind of file is refused`() throws {
        let (plain, secret) = (try place.fixture("types_all"), try place.fixture("types_all.enc"))
        let encrypted = try RealmctlProcess.run(["encrypt", "--new-key-file", key, "--json", secret])
        #expect(encrypted.code == 65)
        #expect(try encrypted.error()["code"] as? String == "alreadyEncrypted")
        let decrypted = try RealmctlProcess.run(["decrypt", "--yes", "--key-file", key, "--json", plain])
        #expect(decrypted.code == 65)
        #expect(try decrypted.error()["code"] as? String == "notEncrypted")
        let same = ["rekey", "--yes", "--key-file", key, "--new-key-file", key, secret]
        #expect(try RealmctlProcess.run(same).code == 64)
        let wrong = ["decrypt", "--yes", "--key-file", other, secret]
        #expect(try RealmctlProcess.run(wrong).code == 78)
    }

    @Test func `a missing new key, and two of them, are refused`() throws {
        let path = try place.fixture("types_all")
        #expect(try RealmctlProcess.run(["encrypt", path]).code == 64)
        let two = ["encrypt", "--new-key-file", key, "--generate-key", place.path + "/made", path]
        #expect(try RealmctlProcess.run(two).code == 64)
        let both = ["encrypt", "--new-key-file", key, "--new-key-env", "KEY", path]
        #expect(try RealmctlProcess.run(both).code == 64)
    }

    @Test func `the environment may name the new key`() throws {
        let path = try place.fixture("types_all")
        let output = try RealmctlProcess.run(["encrypt", path], environment: ["REALMCTL_NEW_KEY_FILE": key])
        #expect(output.code == 0)
        #expect(try isSound(path, key))
    }

    @Test func `a dry run changes nothing and makes no key`() throws {
        let path = try place.fixture("types_all")
        let before = try data(path)
        let output = try RealmctlProcess.run(["encrypt", "-n", "--generate-key", place.path + "/made", path])
        #expect(output.code == 0)
        #expect(try data(path) == before)
        #expect(!FileManager.default.fileExists(atPath: place.path + "/made"))
    }

    @Test func `several files get one key`() throws {
        let paths = [try place.fixture("types_all"), try place.fixture("links")]
        let made = place.path + "/made"
        #expect(try RealmctlProcess.run(["encrypt", "--generate-key", made] + paths).code == 0)
        for path in paths { #expect(try isSound(path, made)) }
    }
}
