import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// The conditions under which a file is upgraded.
@Suite("Upgrade: opening") struct UpgradeOpeningTests {
    private let directory: TemporaryDirectory
    private let url: URL
    private let aged: AgedFile

    init() throws {
        directory = try TemporaryDirectory()
        aged = try AgedFile([.hashedDictionaries, .oldColumnKeys, .primaryKeysWithoutIndex], format: 21)
        url = try directory.file("old.realm", Data(aged.bytes))
    }

    private func format() throws -> Int { try Realm.fileInfo(at: url).fileFormat }

    @Test func `the first write transaction upgrades`() throws {
        let realm = try Realm(configuration: Realm.Configuration(fileURL: url))
        #expect(try format() == 21)
        try realm.write {
            let person = try #require(realm.dynamicObject(ofType: "Person", forPrimaryKey: "Bob"))
            person["scores"] = ["new": 1]
            try realm.create("Person", value: ["name": "Dan"])
        }
        #expect(try format() == 24)
        #expect(realm.dynamicObjects("Person").count == 4)
        let report = try Realm.verify(at: url)
        #expect(report.isSound, "\(report.problems)")
    }

    @Test func `a write transaction that is cancelled has upgraded, too`() throws {
        let realm = try Realm(configuration: Realm.Configuration(fileURL: url))
        realm.beginWrite()
        realm.cancelWrite()
        #expect(try format() == 24)
        #expect(try AgedFile.text(url) == aged.text)
    }

    @Test func `refreshing upgrades nothing`() throws {
        let realm = try Realm(configuration: Realm.Configuration(fileURL: url))
        #expect(!realm.refresh())
        #expect(try Array(Data(contentsOf: url)) == aged.bytes)
    }

    @Test func `a reader goes on in the old layout until it refreshes`() throws {
        let reader = try Realm(configuration: Realm.Configuration(fileURL: url))
        let person = try #require(reader.dynamicObject(ofType: "Person", forPrimaryKey: "Ada"))
        _ = try Realm.upgradeFileFormat(for: Realm.Configuration(fileURL: url))
        let writer = try Realm(configuration: Realm.Configuration(fileURL: url))
        for round in 0..<5 { try writer.write { try writer.create("Person", value: ["name": "\(round)"]) } }
        #expect((person["scores"] as? Map<String, Int>)?["zeta"] == 6)
        #expect(reader.dynamicObjects("Person").count == 3)
        #expect(reader.refresh())
        #expect((person["scores"] as? Map<String, Int>)?["zeta"] == 6)
        #expect(reader.dynamicObjects("Person").count == 8)
    }

    @Test func `a Realm beside one that follows the file copies it in the current format`() throws {
        var configuration = Realm.Configuration(fileURL: url)
        configuration.schemaMode = .explicit(try Realm(configuration: configuration).schema)
        configuration.schemaVersion = 3
        let follower = try Realm(configuration: configuration)
        #expect(!follower.refresh())
        let copy = directory.url.appendingPathComponent("copy.realm")
        let other = configuration
        try onThread { try Realm(configuration: other).writeCopy(toFile: copy) }
        #expect(try AgedFile.text(copy) == aged.text)
        #expect(try Realm.verify(at: copy).isSound)
        withExtendedLifetime(follower) {}
    }

    @Test func `a prohibited upgrade is an error beside a Realm that follows the file`() throws {
        var configuration = Realm.Configuration(fileURL: url)
        configuration.schemaMode = .explicit(try Realm(configuration: configuration).schema)
        configuration.schemaVersion = 3
        let follower = try Realm(configuration: configuration)
        #expect(!follower.refresh())
        configuration.disableFormatUpgrade = true
        let other = configuration
        #expect(throws: RLMError(.fileFormatUpgradeRequired)) {
            try onThread { _ = try Realm(configuration: other) }
        }
        withExtendedLifetime(follower) {}
    }

    @Test func `an upgrade that is prohibited is an error, and reading alone needs none`() throws {
        var configuration = Realm.Configuration(fileURL: url)
        configuration.disableFormatUpgrade = true
        let error = #expect(throws: RLMError.self) { try Realm(configuration: configuration) }
        #expect(error?.code == .fileFormatUpgradeRequired && error?.fileFormatVersion == 21)
        #expect(throws: RLMError(.fileFormatUpgradeRequired)) { try Realm.upgradeFileFormat(for: configuration) }
        configuration.readOnly = true
        #expect(try Realm(configuration: configuration).dynamicObjects("Person").count == 3)
        #expect(try Array(Data(contentsOf: url)) == aged.bytes)
    }

    @Test func `without its lock a file is not upgraded`() throws {
        var configuration = Realm.Configuration(fileURL: url, readOnly: true)
        #expect(throws: RLMError(.invalidInput)) { try Realm.upgradeFileFormat(for: configuration) }
        configuration.readOnly = false
        configuration.lockMode = .immutable
        #expect(throws: RLMError(.invalidInput)) { try Realm.upgradeFileFormat(for: configuration) }
        #expect(throws: RLMError(.fileNotFound)) {
            let missing = directory.url.appendingPathComponent("none.realm")
            _ = try Realm.upgradeFileFormat(for: Realm.Configuration(fileURL: missing))
        }
    }

    @Test func `a file that is replaced keeps the old one as its backup`() throws {
        let configuration = Realm.Configuration(fileURL: url)
        #expect(try Realm.upgradeFileFormat(for: configuration, replacing: .init()) == (21, 24))
        #expect(try AgedFile.text(url) == aged.text)
        #expect(try Realm.verify(at: url).isSound)
        let backup = directory.url.appendingPathComponent("old.v21.backup.realm")
        #expect(try Array(Data(contentsOf: backup)) == aged.bytes)
        let status = try FileStatus.ofPath(backup.path)
        #expect(status.linkCount == 1 && WallClock.nanoseconds - status.modifiedNanoseconds < 3_600_000_000_000)
        #expect(try Realm.upgradeFileFormat(for: configuration, replacing: .init()) == (24, 24))
    }

    @Test(arguments: [false, true])
    func `an encrypted file stays encrypted, and so does its backup`(_ replaces: Bool) throws {
        let key = Data(0..<64)
        try aged.write(to: url.path, key: #require(EncryptionKey(key)))
        let before = try Data(contentsOf: url)
        let configuration = Realm.Configuration(fileURL: url, encryptionKey: key)
        let result =
            replaces
            ? try Realm.upgradeFileFormat(for: configuration, replacing: .init())
            : try Realm.upgradeFileFormat(for: configuration)
        #expect(result == (21, 24))
        #expect(try Realm.probe(at: url, encryptionKey: key) == .fits)
        #expect(try AgedFile.text(url, key: key) == aged.text)
        #expect(try Data(contentsOf: directory.url.appendingPathComponent("old.v21.backup.realm")) == before)
    }

    @Test func `of two who upgrade, one finds it done`() throws {
        var options = Database.Options()
        options.isShared = false
        let databases = try (0..<2).map { _ in try Database.open(url.path, options) }
        #expect(try FileUpgrade.run(databases[0], timeout: nil) == 21)
        #expect(try FileUpgrade.run(databases[1], timeout: nil) == 24)
        #expect(try databases[1].newest().version == 2)
    }

    @Test func `compaction in place does not upgrade`() throws {
        let configuration = Realm.Configuration(fileURL: url)
        #expect(throws: RLMError(.fileFormatUpgradeRequired)) { try Realm.compact(for: configuration) }
        #expect(throws: RLMError(.fileFormatUpgradeRequired)) {
            try Realm.changeEncryptionKey(for: configuration, to: Data(count: 64))
        }
        #expect(try Array(Data(contentsOf: url)) == aged.bytes)
    }

    @Test func `two threads copy one old Realm`() async throws {
        let realm = try await Realm(configuration: Realm.Configuration(fileURL: url))
        let file = try #require(realm.session.file)
        let copies = (0..<4).map { directory.url.appendingPathComponent("copy\($0).realm") }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for copy in copies {
                group.addTask {
                    let rewrite = FileRewrite(source: try FormatUpgrade.source(of: file), key: nil, version: 1)
                    return try rewrite.write(toNew: copy.path)
                }
            }
            try await group.waitForAll()
        }
        for copy in copies { #expect(try AgedFile.text(copy) == aged.text) }
    }
}
