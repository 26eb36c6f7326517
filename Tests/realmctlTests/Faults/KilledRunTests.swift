import Foundation
import TestSupport
import Testing

/// Commands that write a whole file, killed while they do: the file is unchanged or complete, and the next run is not
/// obstructed and leaves nothing behind.
@Suite("compact, rekey, recover: kills") struct KilledRunTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func data(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    private func write(_ content: Data, _ path: String) throws { try content.write(to: URL(fileURLWithPath: path)) }

    @Test func `a compaction that is killed leaves the old file or the new one`() throws {
        let path = try place.fixture("churned")
        let old = try data(path)
        let runs = try KilledRuns(["compact", path])
        let new = try data(path)
        #expect(new.count < old.count)
        try runs.forEach {
            try write(old, path)
        } check: { moment in
            let found = try data(path)
            #expect(found == old || found == new, moment)
        }
        #expect(try RealmctlProcess.run(["compact", path]).code == 0)
        #expect(try data(path) == new)
        #expect(try place.names() == ["churned.realm", "churned.realm.lock"])
    }

    @Test func `a file whose key is changed can be read with the old key or the new one, whenever that is killed`()
        throws
    {
        let path = try place.fixture("contacts_1k.enc")
        let (key, made) = (try place.secret("key", KeyForms.raw), "\(place.path)/made")
        let arguments = ["rekey", "--yes", "--key-file", key, "--generate-key", made, path]
        let old = try data(path)
        let content = try RealmctlProcess.run(["export", "--key-file", key, path]).out
        func prepare() throws {
            try write(old, path)
            try? FileManager.default.removeItem(atPath: made)
        }
        let runs = try KilledRuns(arguments)
        try runs.forEach {
            try prepare()
        } check: { moment in
            if try data(path) == old { return }
            #expect(try RealmctlProcess.run(["export", "--key-file", made, path]).out == content, moment)
        }
        try prepare()
        #expect(try RealmctlProcess.run(arguments).code == 0)
        #expect(try place.names() == ["contacts_1k.enc.realm", "contacts_1k.enc.realm.lock", "key", "made"])
    }

    @Test(arguments: [nil, Data([1, 2, 3])])
    func `a recovery that is killed leaves its source, and a complete output or that which was there`(
        _ before: Data?
    ) throws {
        var content = try Fixture.named("embedded").bytes()
        content.replaceSubrange(4 * 4096..<5 * 4096, with: Data(count: 4096))
        let (source, output) = (try place.file("damaged.realm", content), "\(place.path)/rescued.realm")
        func prepare() throws {
            try? FileManager.default.removeItem(atPath: output)
            if let before { try write(before, output) }
        }
        try prepare()
        let arguments = ["recover", source, "-o", output, "--tmpdir", place.path] + (before == nil ? [] : ["--force"])
        let runs = try KilledRuns(arguments, code: 1)
        let complete = try data(output)
        try runs.forEach {
            try prepare()
        } check: { moment in
            let found = try? data(output)
            #expect(found == before || found == complete, moment)
            let kept = try data(source)
            #expect(kept == content, moment)
        }
        try prepare()
        #expect(try RealmctlProcess.run(arguments).code == 1)
        #expect(try data(output) == complete)
        let others = try place.names().filter { $0 != "rescued.realm.lock" }
        #expect(others == ["damaged.realm", "rescued.realm"])
    }
}
