import Foundation
import RealmTools
import TestSupport
import Testing

/// Backups and restores that are killed, or whose disk is full: the original or a complete result remains, and nothing
/// else.
@Suite("backup and restore: faults") struct BackupFaultTests {
    private let place: Workplace
    private let source: String
    private let directory: String

    init() throws {
        place = try Workplace()
        source = try place.fixture("links")
        directory = place.path + "/backups"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    }

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    private func data(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    @Test(arguments: ["quick", "full"])
    func `a backup that is killed leaves a whole archive or none`(level: String) throws {
        let arguments = ["backup", "--verify", level, source, "-d", directory]
        let before = try data(source)
        try KilledRuns(arguments).forEach { moment in
            for archive in try RealmBackup.archives(in: URL(fileURLWithPath: directory)) {
                #expect(try RealmBackup.verify(archive).isSound, moment)
            }
            #expect(try data(source) == before)
        }
        #expect(try RealmctlProcess.run(arguments).code == 0)
        #expect(try names(directory).filter { !$0.hasSuffix(".realm.tar.zst") }.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a restore that is killed leaves the old file or the new one`(encrypts: Bool) throws {
        let archive = place.path + "/a.realm.tar.zst"
        #expect(try RealmctlProcess.run(["backup", source, "-o", archive]).code == 0)
        let target = directory + "/target.realm"
        let key = try place.secret("key", KeyForms.raw)
        let arguments =
            ["restore", "-f", "-y", archive, target] + (encrypts ? ["--new-key-file", key] : [])
        let old = try Fixture.named("types_all").bytes()
        try old.write(to: URL(fileURLWithPath: target))
        let wanted = try RealmctlProcess.run(["export", source]).out
        try KilledRuns(arguments).forEach {
            try FileManager.default.removeItem(atPath: target)
            try old.write(to: URL(fileURLWithPath: target))
        } check: { moment in
            if try data(target) == old { return }
            let found = try RealmctlProcess.run(
                ["export", "--immutable", target] + (encrypts ? ["--key-file", key] : []))
            #expect(found.out == wanted, moment)
        }
        #expect(try RealmctlProcess.run(arguments).code == 0)
        let others = try names(directory).filter { !$0.contains(".before-restore-") }
        #expect(others == ["target.realm", "target.realm.lock"])
    }

    @Test(arguments: ["SIGINT", "SIGTERM"])
    func `a signal ends a backup without leftovers`(signal: String) throws {
        let output = try RealmctlProcess.shell(
            """
            set -m
            "$REALMCTL" backup --level 19 --threads 1 "$1" -d "$2" & sleep 0.3; kill -s \(signal) $! ; wait $!
            """, [source, directory])
        #expect([0, 130, 143].contains(output.code))
        #expect(try names(directory).filter { !$0.hasSuffix(".realm.tar.zst") }.isEmpty)
    }

    /// Runs a command that may write files of at most `blocks` blocks of 1,024 bytes.
    private func limited(_ blocks: Int, _ arguments: [String]) throws -> RealmctlProcess.Output {
        try RealmctlProcess.shell("ulimit -f \(blocks); \"$REALMCTL\" \"$@\"", arguments)
    }

    /// The copy for a full verification lies on the disk.
    @Test(arguments: ["quick", "full"])
    func `a backup whose write fails leaves nothing behind`(level: String) throws {
        let secret = try place.fixture("types_all.enc")
        let key = try place.secret("key", KeyForms.raw)
        let arguments = ["backup", "--no-space-check", "--verify", level, "--key-file", key, secret]
        let whole = place.path + "/whole"
        #expect(try RealmctlProcess.run(arguments + ["-o", whole]).code == 0)
        let archiveByteCount = try data(whole).count
        let realmByteCount = try RealmBackup.manifest(of: URL(fileURLWithPath: whole)).realm.bytes
        let blocks = (level == "full" ? max(archiveByteCount, realmByteCount) : archiveByteCount) / 1024
        for limit in [1, blocks / 2, blocks - 1] {
            let output = try limited(limit, arguments + ["-d", directory])
            #expect(output.code == 74, "\(limit): \(output.err)")
            #expect(try names(directory).isEmpty, "\(limit)")
        }
        #expect(try limited(blocks + 100, arguments + ["-d", directory]).code == 0)
    }

    @Test func `a restore whose write fails leaves the target`() throws {
        let archive = place.path + "/a.realm.tar.zst"
        #expect(try RealmctlProcess.run(["backup", source, "-o", archive]).code == 0)
        let key = try place.secret("key", KeyForms.raw)
        let target = try place.fixture("types_all")
        let old = try data(target)
        let blocks = try RealmBackup.manifest(of: URL(fileURLWithPath: archive)).realm.bytes / 1024
        for (limit, options) in [(1, []), (blocks - 1, []), (blocks, ["--new-key-file", key])] {
            let output = try limited(limit, ["restore", "-f", "-y", "--no-space-check", archive, target] + options)
            #expect(output.code == 74, "\(limit): \(output.err)")
            #expect(try data(target) == old)
            #expect(try place.names().filter { $0.hasSuffix(".tmp") || $0.contains("before-restore") }.isEmpty)
        }
    }

    /// Room for less than the archive; for less than the copy that is verified in full; for that and not the archive.
    @Test(arguments: [("quick", 100), ("full", 400), ("full", 600)], [false, true])
    func `a full disk is told, before or while a backup is written to it`(
        _ room: (level: String, kilobytes: Int), checksSpace: Bool
    ) throws {
        let options = ["--verify", room.level] + (checksSpace ? [] : ["--no-space-check"])
        guard let disk = SmallDisk(kilobytes: room.kilobytes) else { return }
        let output = try RealmctlProcess.run(["backup", "--json", source, "-d", disk.path] + options)
        #expect(output.code == 74 && output.out.contains("\"diskFull\""), "\(output.out)")
        #expect(try names(disk.path).isEmpty)
    }

    @Test(arguments: [400, 600], [false, true])
    func `a full disk is told, before or while a Realm is restored to it`(
        kilobytes: Int, checksSpace: Bool
    ) throws {
        let options = checksSpace ? [] : ["--no-space-check"]
        guard let disk = SmallDisk(kilobytes: kilobytes) else { return }
        let archive = place.path + "/a.realm.tar.zst"
        #expect(try RealmctlProcess.run(["backup", source, "-o", archive]).code == 0)
        let target = disk.path + "/target.realm"
        let old = try Fixture.named("types_all").bytes()
        try old.write(to: URL(fileURLWithPath: target))
        let restored = try RealmctlProcess.run(["restore", "--json", "-f", "-y", archive, target] + options)
        #expect(restored.code == 74 && restored.out.contains("\"diskFull\""), "\(restored.out)")
        #expect(try data(target) == old)
        #expect(try names(disk.path).filter { !$0.hasSuffix(".lock") } == ["target.realm"])
    }

    @Test func `a directory that may not be written is told`() throws {
        guard OtherUser.canRun else {
            print("skipped: there is no other user to run as")
            return
        }
        let path = try place.fixture("empty")
        for name in [place.path, directory] {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: name)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(try OtherUser.run(["backup", "--immutable", path, "-d", directory]).code == 73)
        let archive = place.path + "/a.realm.tar.zst"
        #expect(try RealmctlProcess.run(["backup", path, "-o", archive]).code == 0)
        #expect(try OtherUser.run(["backup", "list", archive]).code == 77)
    }
}
