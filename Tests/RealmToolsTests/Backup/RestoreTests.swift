import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Files that are restored: over existing files, from sources other than archives, and refused.
@Suite("Backup: restoring") struct RestoreTests {
    private let place: BackupPlace
    private let archive: URL
    private let target: URL
    private let old: Data
    private let content: SnapshotWriter.Summary

    init() throws {
        place = try BackupPlace()
        archive = place.url("a.realm.tar.zst")
        let source = try place.fixture("links")
        content = try place.content(of: source)
        try RealmBackup.create(from: source, to: archive)
        target = place.url("target.realm")
        old = try Fixture.named("types_all").bytes()
        try old.write(to: target)
    }

    private var replacing: RealmBackup.RestoreOptions {
        var options = RealmBackup.RestoreOptions()
        options.replacesExisting = true
        return options
    }

    private func restore(_ options: RealmBackup.RestoreOptions) throws -> RealmBackup.Restoration {
        try RealmBackup.restore(archive, to: place.configuration(target), options: options)
    }

    private func code(_ body: () throws -> Void) -> RLMError.Code? {
        #expect(throws: RLMError.self) { try body() }?.code
    }

    @Test func `an existing file is replaced only if that is allowed`() throws {
        #expect(code { _ = try restore(RealmBackup.RestoreOptions()) } == .fileExists)
        #expect(try Data(contentsOf: target) == old)
    }

    @Test func `the old file stays beside the new one, with the new one's permissions`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target.path)
        let result = try restore(replacing)
        let copy = try #require(result.safetyCopy)
        #expect(copy.path.hasPrefix(target.resolvingSymlinksInPath().path + ".before-restore-"))
        #expect(try Data(contentsOf: copy) == old)
        #expect(try place.content(of: place.configuration(target)) == content)
        #expect(try FileStatus.ofPath(target.path).mode == 0o640)
        let second = try #require(try restore(replacing).safetyCopy)
        #expect(second != copy)
    }

    @Test func `no copy is kept if none is wanted`() throws {
        var options = replacing
        options.keepsSafetyCopy = false
        #expect(try restore(options).safetyCopy == nil)
        #expect(try place.names() == ["a.realm.tar.zst", "links.realm", "target.realm"])
    }

    @Test(arguments: [false, true])
    func `an open file is not replaced`(changesKey: Bool) throws {
        let realm = try Realm(configuration: place.configuration(target))
        var options = replacing
        if changesKey { options.encryption = .changed(Fixture.key) }
        let before = try place.names()
        #expect(code { _ = try restore(options) } == .fileInUse)
        #expect(try Data(contentsOf: target) == old)
        #expect(try place.names() == before)
        withExtendedLifetime(realm) {}
    }

    @Test func `a private file needs no lock`() throws {
        try Realm.withExclusiveAccess(toFileAt: target) {
            var configuration = place.configuration(target)
            configuration.lockMode = .privateFile
            try RealmBackup.restore(archive, to: configuration, options: replacing)
        }
        #expect(try place.content(of: place.configuration(target)) == content)
    }

    @Test func `a link stays a link, and other names need leave`() throws {
        let link = place.url("link.realm")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        try RealmBackup.restore(archive, to: place.configuration(link), options: replacing)
        #expect(FileName.isLink(link.path))
        #expect(try place.content(of: place.configuration(target)) == content)
        try FileManager.default.linkItem(at: target, to: place.url("other.realm"))
        #expect(code { _ = try restore(replacing) } == .hardLinked)
        var options = replacing
        options.replacesHardLinks = true
        _ = try restore(options)
    }

    @Test func `an encrypted file replaces a plain one`() throws {
        var options = replacing
        options.encryption = .changed(Fixture.key)
        let result = try restore(options)
        #expect(try Data(contentsOf: #require(result.safetyCopy)) == old)
        #expect(try place.content(of: place.configuration(target, Fixture.key)) == content)
        #expect(try FileStatus.ofPath(target.path).byteCount == result.bytes)
    }

    @Test func `a key for a plain archive does not matter`() throws {
        try RealmBackup.restore(archive, to: place.configuration(place.url("back.realm"), Fixture.key))
        #expect(try place.content(of: place.configuration(place.url("back.realm"))) == content)
    }

    @Test func `Realm files are restored, too`() throws {
        let plain = place.url("links.realm")
        let result = try RealmBackup.restore(plain, to: place.configuration(place.url("back.realm")))
        #expect(result.manifest == nil && result.isStructureChecked)
        #expect(try Data(contentsOf: place.url("back.realm")) == Data(contentsOf: plain))
        let packed = Fixture.directory.appendingPathComponent("links.realm.zst")
        try RealmBackup.restore(packed, to: place.configuration(place.url("unpacked.realm")))
        #expect(try Data(contentsOf: place.url("unpacked.realm")) == Data(contentsOf: plain))
    }

    @Test(arguments: ["links.realm.zst", nil]) func `a Realm that unpacks to more than the limit is refused`(
        _ fixture: String?
    ) throws {
        let packed = fixture.map { Fixture.directory.appendingPathComponent($0) } ?? archive
        let before = try place.names()
        var options = RealmBackup.RestoreOptions()
        options.maximumByteCount = 4096
        let error = #expect(throws: RLMError.self) {
            try RealmBackup.restore(packed, to: place.configuration(place.url("back.realm")), options: options)
        }
        #expect(error?.code == .badArchive)
        #expect(error?.localizedDescription.contains("4096 bytes") == true)
        #expect(try place.names() == before)
        options.maximumByteCount = 1 << 30
        try RealmBackup.restore(packed, to: place.configuration(place.url("back.realm")), options: options)
    }

    @Test func `an encrypted Realm file needs its key`() throws {
        let secret = try Fixture.named("types_all.enc").copy(into: place.directory)
        let before = try place.names()
        let error = #expect(throws: RLMError.self) {
            try RealmBackup.restore(secret, to: place.configuration(place.url("back.realm")))
        }
        #expect(error?.reason == .encryptionKeyRequired)
        #expect(error?.localizedDescription.contains(secret.path) == true)
        #expect(try place.names() == before)
        try RealmBackup.restore(secret, to: place.configuration(place.url("back.realm"), Fixture.key))
        #expect(try Data(contentsOf: place.url("back.realm")) == Data(contentsOf: secret))
    }

    @Test func `damaged Realm files and other files are refused`() throws {
        var bytes = try Fixture.named("links").bytes()
        for offset in stride(from: 64, to: bytes.count / 2, by: 97) { bytes[offset] ^= 0x55 }
        let damaged = try place.directory.file("damaged.realm", bytes)
        let text = try place.directory.file("text.realm", Data("text".utf8))
        let before = try place.names()
        for file in [damaged, text, place.directory.url, place.url("missing")] {
            #expect(throws: RLMError.self) {
                try RealmBackup.restore(file, to: place.configuration(place.url("back.realm")))
            }
        }
        #expect(try place.names() == before)
    }

    @Test func `bad places are told apart`() throws {
        let nowhere = place.configuration(place.url("missing/back.realm"))
        #expect(code { try RealmBackup.restore(archive, to: nowhere) } == .fileNotFound)
        let directory = place.configuration(place.directory.url)
        #expect(code { try RealmBackup.restore(archive, to: directory, options: replacing) } == .fileOperationFailed)
        var immutable = place.configuration(target)
        immutable.lockMode = .immutable
        #expect(code { try RealmBackup.restore(archive, to: immutable, options: replacing) } == .invalidInput)
        #expect(
            code { try RealmBackup.restore(archive, to: Realm.Configuration(inMemoryIdentifier: "m")) } == .invalidInput
        )
    }

    @Test func `deep verification opens the Realm, with its key`() throws {
        let report = try RealmBackup.verify(archive, deep: true)
        #expect(report.isSound && report.passed == RealmBackup.Stage.allCases)
        #expect(report.realm?.isSound == true)
        #expect(try RealmBackup.verify(archive).passed == [.compression, .structure, .contents])
        let secret = place.url("secret.realm.tar.zst")
        try RealmBackup.create(from: place.fixture("types_all.enc"), to: secret)
        #expect(try RealmBackup.verify(secret, encryptionKey: Fixture.key, deep: true).isSound)
        let error = #expect(throws: RLMError.self) { try RealmBackup.verify(secret, deep: true) }
        #expect(error?.reason == .encryptionKeyRequired)
    }

    @Test func `progress comes to its end`() throws {
        let (making, restoring) = (Progress(totalUnitCount: -1), Progress(totalUnitCount: -1))
        try RealmBackup.create(
            from: place.configuration(place.url("links.realm")), to: place.url("b.realm.tar.zst"), progress: making)
        #expect(making.fractionCompleted == 1)
        try RealmBackup.restore(archive, to: place.configuration(place.url("back.realm")), progress: restoring)
        #expect(restoring.fractionCompleted == 1)
    }
}
