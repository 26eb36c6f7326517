import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Every fixture, copied and compacted: the new file is sound, in normal form, and has the same content.
@Suite("Copies of fixtures") struct CopyFixtureTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func realm(_ file: URL, _ key: Data?) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: file, encryptionKey: key, readOnly: true)
        configuration.schemaMode = .discovered
        return try Realm(configuration: configuration)
    }

    private func file(_ name: String) -> URL { directory.url.appendingPathComponent(name) }

    private func expectSound(_ file: URL, _ key: Data?) throws {
        let report = try Realm.verify(at: file, encryptionKey: key)
        #expect(report.isSound, "\(report.problems)")
        #expect(report.leakedBytes ?? 0 == 0)
    }

    private func expectContent(_ file: URL, _ key: Data?, _ fixture: Fixture) throws {
        let comparison = DumpComparison(try realm(file, key))
        comparison.compare(try fixture.dumpObject())
        #expect(comparison.differences.isEmpty, "\(comparison.differences.prefix(5).joined(separator: "\n"))")
    }

    @Test(arguments: Fixture.all)
    func `plain to encrypted to plain loses nothing`(_ fixture: Fixture) throws {
        let source = try fixture.copy(into: directory)
        let (plain, secret, back) = (file("plain"), file("secret"), file("back"))
        try realm(source, fixture.key).writeCopy(toFile: plain)
        try expectSound(plain, nil)
        try realm(plain, nil).writeCopy(toFile: secret, encryptionKey: Fixture.key)
        try expectSound(secret, Fixture.key)
        // Made of the plain one, which is made of it again: what one of the three lacks, all lack.
        try expectContent(secret, Fixture.key, fixture)
        try realm(secret, Fixture.key).writeCopy(toFile: back)
        #expect(try Data(contentsOf: back) == Data(contentsOf: plain))
        #expect(try Data(contentsOf: source) == fixture.bytes())
    }

    @Test(arguments: Fixture.all)
    func `a compacted file has the same content, version and key`(_ fixture: Fixture) throws {
        let source = try fixture.copy(into: directory)
        let configuration = Realm.Configuration(fileURL: source, encryptionKey: fixture.key)
        let before = try #require(realm(source, fixture.key).session.file)
        let result = try Realm.compact(for: configuration)
        let after = try #require(realm(source, fixture.key).session.file)
        #expect(result == .compacted(before: before.byteCount, after: after.byteCount))
        #expect(after.top?.version == before.top?.version)
        #expect(after.isEncrypted == fixture.isEncrypted)
        try expectSound(source, fixture.key)
        try expectContent(source, fixture.key, fixture)
    }

    @Test(arguments: Fixture.all)
    func `a copy is in normal form`(_ fixture: Fixture) throws {
        let copy = file("copy")
        try realm(fixture.copy(into: directory), fixture.key).writeCopy(toFile: copy)
        let opened = try #require(realm(copy, nil).session.file)
        #expect(opened.byteCount % 4096 == 0)
        #expect(opened.header.raw.topRefs.0 == 0)
        #expect(opened.header.raw.formats.0 == 0)
        guard let top = opened.top else {
            #expect(fixture.name == "just_created")
            #expect(opened.header.raw.flags == 0)
            return
        }
        #expect(opened.header.raw.flags == 1)
        #expect(opened.header.format == 24)
        #expect(top.slotCount == 11)
        #expect(top.logicalByteCount == opened.byteCount)
        #expect(top.version == 1)
        #expect(top.historyType == .inRealm)
        #expect(top.history.isNone)
        #expect(top.historySchemaVersion == 1)
        #expect(try FreeList(top, in: opened.space).count == 1)
    }
}
