import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Copying and rewriting files with obstacles. After every failure the source is unchanged, and nothing is left beside
/// it.
@Suite("Copies") struct CopyTests {
    private let directory: TemporaryDirectory
    private let source: URL
    private let bytes: Data

    init() throws {
        directory = try TemporaryDirectory()
        source = try Fixture.named("links").copy(into: directory)
        bytes = try Data(contentsOf: source)
    }

    private func file(_ name: String) -> URL { directory.url.appendingPathComponent(name) }

    private func realm(_ url: URL? = nil, key: Data? = nil) throws -> Realm {
        try Realm(configuration: .init(fileURL: url ?? source, encryptionKey: key, readOnly: true))
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
    }

    private func expectUntouched(_ others: [String] = [], _ body: () throws -> Void) throws -> RLMError? {
        let error = #expect(throws: RLMError.self, performing: body)
        #expect(try Data(contentsOf: source) == bytes)
        let kept = try names.filter { !$0.hasSuffix(".lock") && !$0.hasSuffix(".holders") }
        #expect(kept == (others + ["links.realm"]).sorted())
        return error
    }

    @Test func `an existing file is not overwritten`() throws {
        let target = try directory.file("copy", Data("precious".utf8))
        let error = try expectUntouched(["copy"]) { try realm().writeCopy(toFile: target) }
        #expect(error?.code == .fileExists)
        #expect(try Data(contentsOf: target) == Data("precious".utf8))
    }

    @Test func `a link that leads nowhere is not overwritten`() throws {
        try FileManager.default.createSymbolicLink(at: file("copy"), withDestinationURL: file("nowhere"))
        let error = try expectUntouched(["copy"]) { try realm().writeCopy(toFile: file("copy")) }
        #expect(error?.code == .fileExists)
    }

    @Test func `a missing directory is said to be missing`() throws {
        let error = try expectUntouched { try realm().writeCopy(toFile: file("nowhere/copy")) }
        #expect(error?.code == .fileNotFound)
    }

    @Test func `a file in place of the directory is reported`() throws {
        let error = try expectUntouched { try realm().writeCopy(toFile: source.appendingPathComponent("copy")) }
        #expect(error?.code == .fileOperationFailed)
    }

    @Test func `a key of another length is refused`() throws {
        let error = try expectUntouched {
            try realm().writeCopy(toFile: file("copy"), encryptionKey: Data(count: 63))
        }
        #expect(error?.code == .invalidInput)
    }

    @Test func `an in-memory configuration is refused`() throws {
        let error = try expectUntouched {
            try realm().writeCopy(configuration: .init(inMemoryIdentifier: "memory"))
        }
        #expect(error?.code == .invalidInput)
    }

    @Test func `a configuration gives path and key`() throws {
        try realm().writeCopy(configuration: .init(fileURL: file("copy"), encryptionKey: Fixture.key))
        #expect(try Realm.probe(at: file("copy"), encryptionKey: Fixture.key) == .fits)
    }

    @Test(arguments: ["symbolic", "hard"])
    func `a Realm is not copied onto its own file`(_ kind: String) throws {
        if kind == "hard" {
            try FileManager.default.linkItem(at: source, to: file("other"))
        } else {
            try FileManager.default.createSymbolicLink(at: file("other"), withDestinationURL: source)
        }
        var options = Realm.FileWriteOptions()
        options.replacesExisting = true
        options.replacesHardLinks = true
        let error = try expectUntouched(["other"]) {
            try realm().writeCopy(toFile: file("other"), encryptionKey: nil, options: options)
        }
        #expect(error?.code == .invalidInput)
    }

    @Test func `a file is replaced where that was asked for`() throws {
        let target = try Fixture.named("types_all").copy(into: directory)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target.path)
        var options = Realm.FileWriteOptions()
        options.replacesExisting = true
        let byteCount = try realm().writeCopy(toFile: target, encryptionKey: nil, options: options)
        #expect(try FileStatus.ofPath(target.path).byteCount == byteCount)
        #expect(try FileStatus.ofPath(target.path).mode == 0o640)
        #expect(try realm(target).schema == realm().schema)
    }

    @Test func `a file that is open is not replaced`() throws {
        let target = try Fixture.named("types_all").copy(into: directory)
        let open = try Realm(configuration: .init(fileURL: target))
        var options = Realm.FileWriteOptions()
        options.replacesExisting = true
        let error = try expectUntouched(["types_all.realm"]) {
            try realm().writeCopy(toFile: target, encryptionKey: nil, options: options)
        }
        #expect(error?.code == .fileInUse)
        #expect(error?.processIdentifiers == [ProcessIdentity.current])
        withExtendedLifetime(open) {}
    }

    @Test func `a file of a synchronised app becomes a local one only if asked for`() throws {
        let file = try RealmFile.open(source.path, key: nil, sharing: .none)
        let damaged = try DamagedFile("links")
        try damaged.set(7, of: file.header.topRef, to: 7)
        let synced = try directory.file("synced", Data(damaged.bytes))
        let error = #expect(throws: RLMError.self) { try realm(synced).writeCopy(toFile: self.file("copy")) }
        #expect(error?.code == .syncHistory)
        var options = Realm.FileWriteOptions()
        options.dropsSyncHistory = true
        try realm(synced).writeCopy(toFile: self.file("copy"), encryptionKey: nil, options: options)
        #expect(try Realm.fileInfo(at: self.file("copy")).history == .local)
    }

    @Test func `a source that was changed meanwhile is not copied`() throws {
        let realm = try realm()
        var changed = bytes
        changed[0] ^= 8
        try changed.write(to: source)
        let error = #expect(throws: RLMError.self) { try realm.writeCopy(toFile: file("copy")) }
        #expect(error?.code == .changedWhileReading)
        #expect(try names == ["links.realm"])
    }

    @Test func `the leftovers of a killed process are removed`() throws {
        let leftover = try directory.file(".copy.realmctl-99-abc.tmp", Data())
        let busy = try directory.file(".copy.realmctl-98-abc.tmp", Data())
        let holder = try FileDescriptor.open(busy.path, .readWrite)
        #expect(try holder.lock(.exclusive, blocking: false))
        try realm().writeCopy(toFile: file("copy"))
        #expect(!FileManager.default.fileExists(atPath: leftover.path))
        #expect(FileManager.default.fileExists(atPath: busy.path))
        try holder.unlock()
    }

    @Test func `random damage ends in an error or in a sound frame`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        print("seed \(seed)")
        for _ in 0..<150 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                damaged[Int.random(in: 24..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            try damaged.write(to: file("damaged"))
            try? FileManager.default.removeItem(at: file("copy"))
            do {
                try realm(file("damaged")).writeCopy(toFile: file("copy"))
                #expect(try Realm.verify(at: file("copy"), level: .quick).isSound, "seed \(seed)")
            } catch let error as RLMError {
                #expect([.invalidDatabase, .syncHistory].contains(error.code), "seed \(seed): \(error)")
                #expect(!FileManager.default.fileExists(atPath: file("copy").path))
            }
            #expect(try names.allSatisfy { !$0.hasSuffix(".tmp") })
        }
    }

    @Test func `a damaged page of an encrypted file ends in an error`() throws {
        let secret = try Fixture.named("contacts_1k.enc").copy(into: directory)
        let key = Fixture.key
        var damaged = try Data(contentsOf: secret)
        damaged[20 * 4096 + 100] ^= 1
        try damaged.write(to: secret)
        let error = #expect(throws: RLMError.self) {
            try realm(secret, key: key).writeCopy(toFile: file("copy"))
        }
        #expect(error?.reason == .damagedFile)
        #expect(!FileManager.default.fileExists(atPath: file("copy").path))
    }
}
