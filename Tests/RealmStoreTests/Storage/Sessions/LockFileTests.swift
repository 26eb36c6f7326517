import Foundation
import Glibc
import TestSupport
import Testing

@testable import RealmStore

/// The files created and opened beside a Realm: never something else with the same name.
@Suite("Lock file") struct LockFileTests {
    private let directory: TemporaryDirectory
    private let file: URL
    private let victim: URL
    private let content = Data("what nobody may lose".utf8)
    private var lockPath: String { file.path + ".lock" }

    init() throws {
        directory = try TemporaryDirectory()
        file = try Fixture.named("versioned_1").copy(into: directory)
        victim = try directory.file("victim", content)
    }

    private func open() throws -> Realm {
        var configuration = Realm.Configuration(fileURL: file)
        configuration.schemaMode = .discovered
        return try Realm(configuration: configuration)
    }

    /// Opens and rewrites the file, which both must refuse, and checks that the victim is unchanged.
    private func expectRefusal(_ word: String) throws {
        let error = #expect(throws: RLMError.self) { try open() }
        #expect(error?.code == .fileOperationFailed)
        #expect(error?.localizedDescription.contains(word) == true, "\(error?.localizedDescription ?? "")")
        let configuration = Realm.Configuration(fileURL: file)
        #expect(throws: RLMError.self) { try Realm.compact(for: configuration) }
        #expect(try Data(contentsOf: victim) == content)
    }

    @Test func `a lock file that is a symbolic link is not followed`() throws {
        try FileManager.default.createSymbolicLink(atPath: lockPath, withDestinationPath: victim.path)
        try expectRefusal("symbolic link")
    }

    @Test func `a link that leads nowhere makes no file there`() throws {
        let nowhere = directory.url.appendingPathComponent("nowhere").path
        try FileManager.default.createSymbolicLink(atPath: lockPath, withDestinationPath: nowhere)
        try expectRefusal("symbolic link")
        #expect(!FileManager.default.fileExists(atPath: nowhere))
    }

    @Test func `a lock file with another name is not written to`() throws {
        try FileManager.default.linkItem(atPath: victim.path, toPath: lockPath)
        try expectRefusal("hard links")
    }

    @Test func `a file that is not a lock file is not overwritten`() throws {
        try FileManager.default.moveItem(atPath: victim.path, toPath: lockPath)
        #expect(throws: RLMError.self) { try open() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: lockPath)) == content)
        try FileManager.default.moveItem(atPath: lockPath, toPath: victim.path)
    }

    @Test func `a Realm that has the name of a lock file is not written over`() throws {
        let realm = try Fixture.named("types_all").bytes()
        try realm.write(to: URL(fileURLWithPath: lockPath))
        #expect(throws: RLMError.self) { try open() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: lockPath)) == realm)
    }

    @Test func `a pipe in the place of the lock file is not waited for`() throws {
        #expect(mkfifo(lockPath, 0o600) == 0)
        try expectRefusal("not a regular file")
    }

    @Test(arguments: [
        [], [0], [UInt8](repeating: 0, count: 24), [1, 40, 48, 0, 24, 2, 14, 0], [1, 0, 0, 0, 0, 0, 0x53, 0x52],
    ])
    func `the beginnings of lock files are recognised`(_ bytes: [UInt8]) { #expect(LockFile.isBeginning(bytes)) }

    @Test(arguments: [Array("key: value".utf8), [7], [1, 2, 3], [1, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 9]])
    func `other beginnings are not taken for lock files`(_ bytes: [UInt8]) { #expect(!LockFile.isBeginning(bytes)) }

    @Test(arguments: [0o600, 0o640, 0o664, 0o666]) func `a lock file has the permissions of its Realm`(
        _ mode: UInt32
    ) throws {
        try FileManager.default.setAttributes([.posixPermissions: Int(mode)], ofItemAtPath: file.path)
        _ = try open()
        #expect(try FileStatus.ofPath(lockPath).mode == mode)
        // Also one that was there before.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: lockPath)
        _ = try open()
        #expect(try FileStatus.ofPath(lockPath).mode == mode)
    }

    @Test func `a user who may only read a Realm may still lock it`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
        _ = try open()
        #expect(try FileStatus.ofPath(lockPath).mode == 0o644)
    }

    @Test(.enabled(if: getuid() == 0, "needs root"))
    func `a lock file belongs to whom the Realm belongs, whoever made it`() throws {
        #expect(chown(file.path, 1000, 1001) == 0)
        _ = try open()
        let status = try FileStatus.ofPath(lockPath)
        #expect((status.user, status.group) == (1000, 1001))
        #expect(chown(lockPath, 0, 0) == 0)
        _ = try open()
        #expect(try FileStatus.ofPath(lockPath).user == 1000)
    }

    @Test(.enabled(if: getuid() == 0, "needs root"))
    func `a lock file of a user who may not write the Realm is refused`() throws {
        #expect(FileManager.default.createFile(atPath: lockPath, contents: Data()))
        #expect(chown(file.path, 1000, 1000) == 0 && chown(lockPath, 1001, 1001) == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        try expectRefusal("user 1001")
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
        #expect(throws: Never.self) { try open() }
    }

    // MARK: Backups of upgrades

    @Test func `the log of backups is not written to what a link leads to`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: file.path + ".backup-log", withDestinationPath: victim.path)
        UpgradeBackup(path: file.path).noteKept(ofFormat: 10)
        #expect(try Data(contentsOf: victim) == content)
    }

    @Test func `the log of backups has the permissions of the Realm`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: file.path)
        UpgradeBackup(path: file.path).noteKept(ofFormat: 10)
        UpgradeBackup(path: file.path).noteKept(ofFormat: 11)
        let log = file.path + ".backup-log"
        #expect(try FileStatus.ofPath(log).mode == 0o660)
        #expect(try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count == 2)
    }

    // MARK: Directories

    @Test func `names stay in the directory that was opened`() throws {
        let old = directory.url.appendingPathComponent("a").path
        let new = directory.url.appendingPathComponent("b").path
        for path in [old, new] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let opened = try Directory(old)
        try FileManager.default.moveItem(atPath: old, toPath: old + ".moved")
        try FileManager.default.createSymbolicLink(atPath: old, withDestinationPath: new)
        _ = try opened.open("file", .readWrite, create: 0o600)
        try opened.move("file", toNew: "other")
        #expect(try opened.names().contains("other"))
        #expect(FileManager.default.fileExists(atPath: old + ".moved/other"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: new).isEmpty)
    }

    @Test(arguments: ["", "..", "a/b", "/etc/passwd", "a\0b"]) func `a name leads nowhere else`(_ name: String) throws {
        let opened = try Directory(directory.url.path)
        let error = #expect(throws: SystemError.self) { _ = try opened.open(name, .readOnly) }
        #expect(error?.number == EINVAL)
    }
}
