import Foundation
import RealmStore
import TestSupport
import Testing

/// `recover`, as people and programs run it.
@Suite("recover") struct RecoverCommandTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// A fixture of which one page was overwritten with zeros.
    private func damaged(_ fixture: String = "embedded", page: Int = 4) throws -> String {
        var content = try Fixture.named(fixture).bytes()
        content.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
        return try place.file("damaged.realm", content)
    }

    private func output(_ name: String = "rescued.realm") -> String { "\(place.path)/\(name)" }

    private func result(_ output: RealmctlProcess.Output) throws -> [String: Any] {
        try output.json()["result"] as? [String: Any] ?? [:]
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    @Test func `a sound file is copied, and the exit code is 0`() throws {
        let path = try place.fixture("embedded")
        let before = try bytes(path)
        let run = try RealmctlProcess.run(["recover", path, "-o", output()])
        #expect(run.code == 0, "\(run.err)")
        #expect(run.out.hasPrefix("\(path)  sound version "))
        #expect(try RealmctlProcess.run(["verify", output()]).code == 0)
        #expect(try bytes(path) == before)
        #expect(try place.names() == ["embedded.realm", "rescued.realm", "rescued.realm.lock"])
    }

    @Test func `a damaged file gives 1, and a file that is sound`() throws {
        let path = try damaged()
        let before = try bytes(path)
        let run = try RealmctlProcess.run(["recover", path, "-o", output()])
        #expect(run.code == 1, "\(run.err)")
        #expect(run.out.contains("salvaged from version"))
        #expect(run.out.contains("CLASS"))
        #expect(try RealmctlProcess.run(["verify", output()]).code == 0)
        #expect(try bytes(path) == before)
    }

    @Test func `JSON says what was saved, class by class`() throws {
        let run = try RealmctlProcess.run(["recover", "--json", damaged(), "-o", output(), "--strategy", "salvage"])
        #expect(run.code == 1)
        let envelope = try run.json()
        #expect(envelope["command"] as? String == "recover")
        #expect(envelope["exitCode"] as? Int == 1)
        let result = try result(run)
        let names = [
            "path", "strategy", "commitVersion", "complete", "classes", "brokenLinks", "lostValues", "lostAndFound",
            "doubt", "skippedPages", "output", "bytes",
        ]
        #expect(Set(result.keys) == Set(names))
        #expect(result["strategy"] as? String == "salvage")
        #expect(result["complete"] as? Bool == false)
        #expect(result["output"] as? String == output())
        let classes = try #require(result["classes"] as? [[String: Any]])
        #expect(!classes.isEmpty)
        #expect(
            classes.allSatisfy { Set($0.keys) == ["name", "expected", "recovered", "lost", "counted", "described"] })
    }

    @Test func `the report is the result in a file`() throws {
        let report = output("report.json")
        let run = try RealmctlProcess.run(["recover", "--json", damaged(), "-o", output(), "--report", report])
        #expect(run.code == 1)
        let written = try String(decoding: bytes(report), as: UTF8.self)
        #expect(run.out.contains("\"result\":\(written.dropLast()),"))
    }

    @Test func `the lost and found is a file of JSON lines`() throws {
        var content = try Fixture.named("types_all").bytes()
        // The names of the tables: classes get others, and the lost and found is empty.
        let range = try #require(content.range(of: Data("class_".utf8)))
        content.replaceSubrange(range, with: Data(count: 6))
        let lost = output("lost.ndjson")
        let run = try RealmctlProcess.run(
            ["recover", "--json", place.file("d.realm", content), "-o", output(), "--lost-and-found", lost])
        #expect([0, 1].contains(run.code), "\(run.err)")
        let lines = try String(decoding: bytes(lost), as: UTF8.self).split(separator: "\n")
        #expect(try lines.count == result(run)["lostAndFound"] as? Int)
    }

    @Test func `an existing output is replaced only by force`() throws {
        let path = try damaged()
        let target = try place.file("rescued.realm", Data([1]))
        let refused = try RealmctlProcess.run(["recover", "--json", path, "-o", target])
        #expect(refused.code == 73)
        #expect(try refused.error()["code"] as? String == "exists")
        #expect(try RealmctlProcess.run(["recover", path, "-o", target, "--force"]).code == 1)
        #expect(try RealmctlProcess.run(["verify", target]).code == 0)
    }

    @Test func `the source is never the output`() throws {
        let path = try damaged()
        let before = try bytes(path)
        #expect(try RealmctlProcess.run(["recover", path, "-o", path, "--force"]).code == 64)
        #expect(try RealmctlProcess.run(["recover", path, "-o", output(), "--force", "--report", path]).code == 64)
        #expect(try bytes(path) == before)
    }

    @Test func `a dry run leaves nothing behind`() throws {
        let path = try damaged()
        let run = try RealmctlProcess.run(["recover", "-n", "--json", path, "-o", output()])
        #expect(run.code == 1)
        #expect(try result(run)["output"] is NSNull)
        #expect(try place.names() == ["damaged.realm"])
    }

    @Test func `a file that is not a Realm ends with 65, a missing one with 66`() throws {
        let noise = try place.file("noise.realm", Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 131) }))
        let run = try RealmctlProcess.run(["recover", "--json", noise, "-o", output()])
        #expect(run.code == 65)
        #expect(try run.error()["code"] as? String == "damaged")
        #expect(try RealmctlProcess.run(["recover", output("none"), "-o", output()]).code == 66)
        #expect(try place.names() == ["noise.realm"])
    }

    @Test func `a strategy that finds nothing ends with 65`() throws {
        let path = try place.fixture("streaming")
        #expect(try RealmctlProcess.run(["recover", path, "-o", output(), "--strategy", "previous"]).code == 65)
        #expect(try RealmctlProcess.run(["recover", path, "-o", output(), "--strategy", "best"]).code == 64)
        #expect(try RealmctlProcess.run(["recover", path]).code == 64)
        #expect(try RealmctlProcess.run(["recover", "-", "-o", output()]).code == 64)
    }

    @Test func `an encrypted file needs its key, and skipped pages are named`() throws {
        var content = try Fixture.named("types_all.enc").bytes()
        content[11 * 4096] ^= 1
        let path = try place.file("e.realm", content)
        let key = try place.secret("key", KeyForms.raw)
        #expect(try RealmctlProcess.run(["recover", "--no-input", path, "-o", output()]).code == 78)
        let run = try RealmctlProcess.run(["recover", "--json", "--key-file", key, path, "-o", output()])
        #expect(run.code == 1, "\(run.err)")
        #expect(try result(run)["skippedPages"] as? [Int] == [10])
        #expect(try RealmctlProcess.run(["verify", "--key-file", key, output()]).code == 0)
        let wrong = try place.secret("wrong", KeyForms.wrong)
        #expect(try RealmctlProcess.run(["recover", "--key-file", wrong, path, "-o", output("x")]).code == 78)
    }

    @Test func `a key for a plain file is ignored with a warning`() throws {
        let key = try place.secret("key", KeyForms.raw)
        let run = try RealmctlProcess.run(["recover", "--key-file", key, damaged(), "-o", output()])
        #expect(run.code == 1)
        #expect(run.err.contains("the key is ignored"))
    }

    @Test func `scratch files go where they are told, and go away`() throws {
        let scratch = output("scratch")
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        #expect(try RealmctlProcess.run(["recover", damaged(), "-o", output(), "--tmpdir", scratch]).code == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty)
        #expect(try place.names().filter { $0.hasPrefix(".") }.isEmpty)
    }
}
