import Foundation
import RealmStore
import TestSupport
import Testing

/// `Realm.fileInfo`, on real files.
@Suite struct FileInfoTests {
    private func info(_ name: String, deep: Bool = false) throws -> Realm.FileInfo {
        let directory = try TemporaryDirectory()
        let fixture = Fixture.named(name)
        return try Realm.fileInfo(
            at: fixture.copy(into: directory), encryptionKey: fixture.key, deep: deep, lockMode: .immutable)
    }

    @Test(arguments: Fixture.all)
    func `used and free bytes make up the file`(fixture: Fixture) throws {
        let info = try info(fixture.name)
        #expect(info.usedBytes + info.freeBytes == info.bytes)
        #expect(info.usedBytes >= 24 && info.freeBytes >= 0)
        #expect(info.encrypted == fixture.isEncrypted && info.keyFingerprint?.count == (fixture.isEncrypted ? 16 : nil))
    }

    @Test(arguments: Fixture.all)
    func `the classes take no more than the used bytes`(fixture: Fixture) throws {
        let info = try info(fixture.name, deep: true)
        let sizes = info.classes.compactMap(\.bytes)
        #expect(sizes.count == info.classes.count)
        #expect(sizes.reduce(0, +) < info.usedBytes)
    }

    @Test func `objects and properties are counted`() throws {
        let classes = try info("migrate_v1").classes
        #expect(classes.map(\.name) == ["Dog", "Person"])
        #expect(classes.map(\.objects) == [426, 1000])
        #expect(classes.map(\.properties) == [2, 3])
        #expect(classes.allSatisfy { $0.bytes == nil && !$0.embedded })
    }

    @Test(arguments: [
        ("no_history", Realm.FileInfo.History.none), ("migrate_v1", .local), ("just_created", .none),
    ])
    func `the kind of history is told`(name: String, history: Realm.FileInfo.History) throws {
        #expect(try info(name).history == history)
    }

    @Test func `a file to which nothing was committed is an empty Realm`() throws {
        let info = try info("just_created")
        #expect(info.fileFormat == 0 && info.commitVersion == 1 && info.schemaVersion == nil && info.usedBytes == 24)
    }

    @Test func `a copy in streaming form has no free bytes`() throws {
        let info = try info("streaming")
        #expect(info.streamingForm && info.freeBytes == 0 && info.freeRatio == 0)
    }

    @Test func `facts survive being encoded`() throws {
        let info = try info("migrate_v1", deep: true)
        let decoded = try JSONDecoder().decode(Realm.FileInfo.self, from: JSONEncoder().encode(info))
        #expect(decoded == info)
    }

    @Test func `a file that is not open is used by no process`() throws {
        let directory = try TemporaryDirectory()
        #expect(try Realm.processesUsing(fileAt: Fixture.named("empty").copy(into: directory)).isEmpty)
    }

    @Test func `a missing file is an error, although no process uses it`() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: Realm.Error(.fileNotFound)) {
            try Realm.processesUsing(fileAt: directory.url.appendingPathComponent("none"))
        }
    }
}

/// `Realm.probe` and keys.
@Suite struct KeyProbeTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func probe(_ bytes: Data, _ key: Data?) throws -> Realm.KeyProbe {
        try Realm.probe(at: directory.file("x.realm", bytes), encryptionKey: key)
    }

    @Test(arguments: Fixture.all.filter(\.isEncrypted))
    func `the right key fits`(fixture: Fixture) throws {
        #expect(try probe(fixture.bytes(), Fixture.key) == .fits)
    }

    @Test(arguments: Fixture.all.filter(\.isEncrypted))
    func `neither another key nor a missing key fits anywhere`(fixture: Fixture) throws {
        #expect(try probe(fixture.bytes(), Data(count: 64)) == .wrongKey)
        #expect(try probe(fixture.bytes(), nil) == .wrongKey)
    }

    @Test func `a plain file is plain with and without a key`() throws {
        let bytes = try Fixture.named("empty").bytes()
        #expect(try probe(bytes, nil) == .notEncrypted)
        #expect(try probe(bytes, Fixture.key) == .notEncrypted)
    }

    @Test func `damaged pages are named`() throws {
        var bytes = try Fixture.named("types_all.enc").bytes()
        for page in [2, 5] { bytes[(page + 1) * 4096] ^= 1 }
        #expect(try probe(bytes, Fixture.key) == .damaged(pages: [2, 5]))
    }

    @Test(arguments: [0, 1, 24, 4096, 8192])
    func `zeros are neither a Realm nor encrypted`(count: Int) throws {
        #expect(try probe(Data(count: count), nil) == .notRealmOrEncrypted)
        #expect(try probe(Data(count: count), Fixture.key) == .notRealmOrEncrypted)
    }

    @Test func `a key has 64 bytes`() throws {
        #expect(throws: Realm.Error(.invalidInput)) { try probe(Data(), Data(count: 63)) }
    }

    @Test func `new keys have 64 bytes and differ`() throws {
        let keys = try (0..<2).map { _ in try Realm.generateEncryptionKey() }
        #expect(keys[0].count == 64 && keys[0] != keys[1])
    }

    @Test func `the fingerprint is the beginning of a digest`() {
        #expect(Realm.keyFingerprint(Fixture.key) == "59af42f70966bfd2")
    }
}
