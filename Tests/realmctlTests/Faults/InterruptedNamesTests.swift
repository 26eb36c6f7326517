import Foundation
import Glibc
import TestSupport
import Testing

/// Commands that are killed while names change hands, and file systems on which a file has one name.
@Suite(.enabled(if: TracedCommand.canRun, "needs strace")) struct InterruptedNamesTests {
    private let place: Workplace
    private let directory: String
    private let path: String
    private let content: Data
    private let archive: String

    init() throws {
        place = try Workplace()
        directory = place.path + "/data"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        (path, archive) = (directory + "/churned.realm", place.path + "/archive.realm.tar.zst")
        content = try Fixture.named("churned").bytes()
        try content.write(to: URL(fileURLWithPath: path))
        #expect(try RealmctlProcess.run(["backup", "create", path, "-o", archive]).code == 0)
    }

    /// Only the file.
    private func prepare() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
        try content.write(to: URL(fileURLWithPath: path))
    }

    /// Runs that keep the old file under another name.
    private func keeping(_ name: String) throws -> [String] {
        switch name {
        case "restore": return ["restore", archive, path, "--force", "--yes"]
        default:
            let key = place.path + "/key"
            if !FileManager.default.fileExists(atPath: key) { _ = try place.secret("key", KeyForms.raw) }
            return ["encrypt", "--new-key-file", key, "--keep-old", ".old", path]
        }
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    @Test(arguments: ["restore", "encrypt"])
    func `a run that was killed at any change of a name leaves nothing in the way of the next`(
        _ name: String
    ) throws {
        let command = TracedCommand(arguments: try keeping(name))
        let changes = ["link", "linkat", "rename", "renameat", "renameat2", "unlink", "unlinkat"]
        try prepare()
        let calls = try command.calls(in: directory).filter { changes.contains($0.name) }
        #expect(calls.count >= 2)
        for call in calls {
            _ = try command.run(.kill, at: call, prepare: prepare)
            let found = try Data(contentsOf: URL(fileURLWithPath: path))
            // The old file is there, or the new one is, and then the old one under its other name.
            if found != content { #expect(try names().count > 2, "\(call)") }
            let isDone = name != "restore" && found != content
            let next = try RealmctlProcess.run(
                isDone ? ["verify", path, "--key-file", place.path + "/key"] : keeping(name))
            #expect(next.code == 0, "\(call): \(next.err)")
            let left = try names()
            #expect(isDone || left.allSatisfy { !$0.hasPrefix(".") }, "\(call): \(left)")
        }
    }

    @Test(arguments: ["restore", "encrypt"])
    func `where a file has one name only, a copy keeps the old content`(_ name: String) throws {
        let command = TracedCommand(arguments: try keeping(name))
        try prepare()
        let call = try #require(try command.calls(in: directory).first { $0.name == "linkat" })
        for number in [EPERM, EOPNOTSUPP, EMLINK] {
            let output = try command.run(.failure(number), at: call, prepare: prepare)
            #expect(output.code == 0, "\(output.err)")
            let kept = try #require(try names().first { $0.hasPrefix("churned.realm.") && !$0.hasSuffix(".lock") })
            #expect(try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(kept)")) == content)
            let left = try names()
            #expect(left.count == 3, "\(left)")
        }
    }

    @Test func `an unsupported call is not reported as a held lock`() throws {
        let command = TracedCommand(arguments: ["compact", path])
        let call = try #require(try command.calls(in: directory).last { $0.name == "renameat" })
        let output = try command.run(.failure(EOPNOTSUPP), at: call, prepare: prepare)
        #expect(output.code == 74, "\(output.err)")
    }

    @Test func `the name that a killed run gave to the old file is free again`() throws {
        try prepare()
        let (key, other) = (try place.secret("key", KeyForms.raw), try place.secret("other", KeyForms.wrong))
        #expect(try RealmctlProcess.run(["encrypt", "--new-key-file", key, path]).code == 0)
        var status = stat()
        #expect(stat(path, &status) == 0)
        try FileManager.default.linkItem(atPath: path, toPath: path + ".old")
        try Data("\(status.st_ino)\n0\nchurned.realm.old".utf8).write(
            to: URL(fileURLWithPath: directory + "/.churned.realm.realmctl-1-abc.second.tmp"))
        let output = try RealmctlProcess.run([
            "rekey", "--key-file", key, "--new-key-file", other, "--keep-old", ".old", "--yes", path,
        ])
        #expect(output.code == 0, "\(output.err)")
        #expect(try names() == ["churned.realm", "churned.realm.lock", "churned.realm.old"])
    }
}
