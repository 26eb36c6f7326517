import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Copies from before an upgrade: the conditions for creating, keeping and removing them.
@Suite("Upgrade: backups") struct UpgradeBackupTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
    }

    /// A small file of that format.
    private func file(_ name: String = "app.realm", format: UInt8 = 23) throws -> URL {
        var content = try Fixture.named("versioned_7").bytes()
        content[20 + Int(content[23] & 1)] = format
        return try directory.file(name, content)
    }

    private func log(_ url: URL) throws -> [String] {
        try String(contentsOfFile: url.path + ".backup-log", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private func write(_ url: URL) throws {
        try Realm(configuration: Realm.Configuration(fileURL: url)).write {}
    }

    private func setAge(_ file: URL, days: Int) throws {
        let date = Date(timeIntervalSinceNow: TimeInterval(-days * 86400))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    @Test(arguments: [
        ("app.realm", "app.v23.backup.realm"), ("data", "data.v23.backup.realm"), ("a.", "a.v23.backup.realm"),
        ("a.b.db", "a.b.v23.backup.realm"),
    ])
    func `a backup is the file, byte for byte`(_ name: String, _ backup: String) throws {
        let url = try file(name)
        let before = try Data(contentsOf: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
        _ = try Realm.upgradeFileFormat(for: Realm.Configuration(fileURL: url))
        #expect(try names() == [name, "\(name).backup-log", "\(name).lock", backup].sorted())
        let copy = directory.url.appendingPathComponent(backup)
        #expect(try Data(contentsOf: copy) == before)
        #expect(try FileStatus.ofPath(copy.path).mode == 0o640)
        let lines = try log(url)
        try #require(lines.count == 2)
        let stamp = "[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]\\d \\d\\d:\\d\\d:\\d\\d \\d{4} : "
        #expect(lines[0].range(of: "^\(stamp)Creating backup: \(backup)$", options: .regularExpression) != nil)
        #expect(lines[1].range(of: "^\(stamp)Completed backup: \(backup)$", options: .regularExpression) != nil)
    }

    @Test func `a backup that is there stays`() throws {
        let url = try file()
        let old = try directory.file("app.v23.backup.realm", Data("older".utf8))
        _ = try Realm.upgradeFileFormat(for: Realm.Configuration(fileURL: url))
        #expect(try Data(contentsOf: old) == Data("older".utf8))
        #expect(try Realm.fileInfo(at: url).fileFormat == 24)
    }

    @Test func `half a backup is begun anew`() throws {
        let url = try file()
        let before = try Data(contentsOf: url)
        _ = try directory.file("app.v23.backup.realm.part", Data("half".utf8))
        try write(url)
        #expect(try Data(contentsOf: directory.url.appendingPathComponent("app.v23.backup.realm")) == before)
        #expect(try !names().contains("app.v23.backup.realm.part"))
    }

    @Test func `an upgrade continues if the backup cannot be made`() throws {
        let url = try file()
        // Nothing can be renamed to a name below a directory that is not empty.
        let part = directory.url.appendingPathComponent("app.v23.backup.realm.part/x")
        try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
        try write(url)
        #expect(try Realm.fileInfo(at: url).fileFormat == 24)
        #expect(try log(url).last?.contains("Backup failed: app.v23.backup.realm") == true)
    }

    @Test(arguments: [(92, true), (94, false)])
    func `a backup is kept for 93 days`(_ days: Int, _ isKept: Bool) throws {
        let url = try file(format: 24)
        let backup = try directory.file("app.v20.backup.realm", Data("old".utf8))
        try setAge(backup, days: days)
        try write(url)
        #expect(FileManager.default.fileExists(atPath: backup.path) == isKept)
        if !isKept { #expect(try log(url).last?.hasSuffix(" : Removing old backup: app.v20.backup.realm") == true) }
    }

    @Test func `reading removes no backup`() throws {
        let url = try file(format: 24)
        let backup = try directory.file("app.v20.backup.realm", Data("old".utf8))
        try setAge(backup, days: 400)
        let realm = try Realm(configuration: Realm.Configuration(fileURL: url))
        #expect(realm.dynamicObjects("Item").count == 3)
        realm.refresh()
        #expect(FileManager.default.fileExists(atPath: backup.path))
    }

    @Test(arguments: [UInt8(9), 25]) func `a backup never takes the place of a file`(_ format: UInt8) throws {
        let url = try file(format: format)
        let before = try Data(contentsOf: url)
        let backup = try directory.file("app.v23.backup.realm", Fixture.named("versioned_1").bytes())
        let error = #expect(throws: RLMError.self) { try write(url) }
        #expect(error?.code == .unsupportedFileFormatVersion)
        #expect(error?.localizedDescription.contains(backup.path) == true)
        #expect(try Data(contentsOf: url) == before)
        #expect(FileManager.default.fileExists(atPath: backup.path))
    }

    @Test func `deleting a Realm leaves its backups`() throws {
        let url = try file()
        try write(url)
        #expect(try Realm.deleteFiles(for: Realm.Configuration(fileURL: url)))
        #expect(try names() == ["app.realm.backup-log", "app.realm.lock", "app.v23.backup.realm"])
    }

    @Test func `backups are among the companions of a file`() throws {
        let url = try file()
        try write(url)
        let companions = try Realm.fileInfo(at: url).companions.map { URL(fileURLWithPath: $0).lastPathComponent }
        #expect(companions.contains("app.v23.backup.realm") && companions.contains("app.realm.backup-log"))
    }
}
