import Foundation
import RealmStore
import TestSupport
import Testing

/// `verify`: the verdict as text, JSON and exit code.
@Suite struct VerifyTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func files(_ output: RealmctlProcess.Output) throws -> [[String: Any]] {
        let result = try #require(try output.json()["result"] as? [String: Any])
        return try #require(result["files"] as? [[String: Any]])
    }

    /// A copy of migrate_v1 whose header has an unknown flag: it opens nevertheless.
    private func damaged() throws -> String {
        let flags = try Fixture.named("migrate_v1").bytes()[23]
        return try place.patched("migrate_v1", [23: flags | 4])
    }

    @Test func `a sound file says what was checked and gives 0`() throws {
        let path = try place.fixture("migrate_v1")
        let output = try RealmctlProcess.run(["verify", path])
        #expect(output.code == 0)
        #expect(output.out.hasPrefix("\(path)  sound\nchecked "))
        #expect(output.out.contains("1 427 objects"))
    }

    @Test func `a quick look says so`() throws {
        let output = try RealmctlProcess.run(["verify", "--quick", place.fixture("migrate_v1")])
        #expect(output.code == 0)
        #expect(output.out.contains("sound at a quick look"))
    }

    @Test func `a damaged file that opens gives 1 and a line for each problem`() throws {
        let output = try RealmctlProcess.run(["verify", damaged()])
        #expect(output.code == 1)
        #expect(output.out.contains("  1 error\n"))
        #expect(output.out.contains("\n  error: the header has flags"))
    }

    @Test func `a damaged file that does not open gives 65`() throws {
        let bytes = try Fixture.named("migrate_v1").bytes()
        let path = try place.file("cut.realm", bytes.prefix(8192))
        let output = try RealmctlProcess.run(["verify", "--json", path])
        #expect(output.code == 65)
        let file = try #require(files(output).first)
        #expect(file["opens"] as? Bool == false)
        #expect((file["problems"] as? [Any])?.count == 1)
    }

    @Test func `the JSON has every field of a problem`() throws {
        let path = try damaged()
        let file = try #require(files(RealmctlProcess.run(["verify", "--json", path])).first)
        #expect(file["path"] as? String == path && file["level"] as? String == "full")
        #expect(file["opens"] as? Bool == true && file["leakedBytes"] as? Int == 0)
        #expect(file["nodes"] as? Int ?? 0 > 0 && file["bytesChecked"] as? Int ?? 0 > 0)
        let problem = try #require((file["problems"] as? [[String: Any]])?.first)
        #expect(Set(problem.keys) == ["code", "severity", "ref", "where", "message"])
        #expect(problem["code"] as? String == "header" && problem["severity"] as? String == "error")
    }

    @Test func `--max-problems limits the list, not the count`() throws {
        let path = try damaged()
        let file = try #require(files(RealmctlProcess.run(["verify", "--json", "--max-problems", "0", path])).first)
        #expect((file["problems"] as? [Any])?.isEmpty == true && file["errors"] as? Int == 1)
    }

    @Test func `an encrypted file is checked with its key`() throws {
        let key = try place.secret("key", KeyForms.raw)
        let output = try RealmctlProcess.run(["verify", place.fixture("types_all.enc"), "--key-file", key])
        #expect(output.code == 0)
        #expect(output.out.contains(" pages"))
    }

    @Test func `a wrong key is an error of the key`() throws {
        let key = try place.secret("key", Data(repeating: 7, count: 64))
        #expect(try RealmctlProcess.run(["verify", place.fixture("types_all.enc"), "--key-file", key]).code == 78)
    }

    @Test func `one damaged file of several gives 1 and does not hide the others`() throws {
        let output = try RealmctlProcess.run(["verify", "--json", place.fixture("names"), damaged()])
        #expect(output.code == 1)
        #expect(try files(output).count == 2)
    }
}
