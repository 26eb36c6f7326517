import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Replacing and removing files in place, under their lock.
@Suite("Rewriting") struct RewritingTests {
    private let directory: TemporaryDirectory
    private let source: URL
    private let bytes: Data
    private var configuration: Realm.Configuration { .init(fileURL: source) }

    init() throws {
        directory = try TemporaryDirectory()
        source = try Fixture.named("links").copy(into: directory)
        bytes = try Data(contentsOf: source)
    }

    private func file(_ name: String) -> URL { directory.url.appendingPathComponent(name) }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
    }

    @Test func `an open file is skipped`() throws {
        let realm = try Realm(configuration: configuration)
        #expect(try Realm.compact(for: configuration) == .skipped(.inUse([ProcessIdentity.current])))
        #expect(try Data(contentsOf: source) == bytes)
        withExtendedLifetime(realm) {}
    }

    @Test func `a condition that does not hold leaves the file`() throws {
        let usage = try FileUsage(RealmFile.open(source.path, key: nil, sharing: .none))
        let result = try Realm.compact(
            for: configuration,
            if: { total, used in
                total != usage.total || used != usage.used
            })
        #expect(result == .skipped(.condition))
        #expect(try Data(contentsOf: source) == bytes)
    }

    @Test func `only file and empty lock file are there afterwards`() throws {
        _ = try Realm.compact(for: configuration)
        #expect(try names == ["links.realm", "links.realm.lock"])
        #expect(try FileStatus.ofPath(source.path + ".lock").byteCount == 0)
    }

    @Test func `permissions stay`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: source.path)
        _ = try Realm.compact(for: configuration)
        #expect(try FileStatus.ofPath(source.path).mode == 0o604)
    }

    @Test func `a link stays a link`() throws {
        let link = file("link.realm")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: source)
        _ = try Realm.compact(for: .init(fileURL: link))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == source.path)
        #expect(try Data(contentsOf: source) != bytes)
    }

    @Test(arguments: ["link.realm", "links.realm"])
    func `a file that is open under either name is in use`(_ name: String) throws {
        let link = file("link.realm")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: source)
        let realm = try Realm(configuration: .init(fileURL: file(name)))
        let result = try Realm.compact(for: .init(fileURL: link))
        #expect(result == .skipped(.inUse([ProcessIdentity.current])))
        withExtendedLifetime(realm) {}
    }

    @Test func `a second hard link needs leave`() throws {
        try FileManager.default.linkItem(at: source, to: file("other"))
        let error = #expect(throws: RLMError.self) { try Realm.compact(for: configuration) }
        #expect(error?.code == .hardLinked)
        var options = Realm.FileWriteOptions()
        options.replacesHardLinks = true
        _ = try Realm.compact(for: configuration, options: options)
        #expect(try Data(contentsOf: file("other")) == bytes)
        #expect(try Data(contentsOf: source) != bytes)
    }

    @Test func `the old file is kept under a name that was free`() throws {
        var options = Realm.FileWriteOptions()
        options.oldFileURL = file("old")
        try Realm.changeEncryptionKey(for: configuration, to: Fixture.key, options: options)
        #expect(try Data(contentsOf: file("old")) == bytes)
        var encrypted = configuration
        encrypted.encryptionKey = Fixture.key
        let error = #expect(throws: RLMError.self) {
            try Realm.changeEncryptionKey(for: encrypted, to: nil, options: options)
        }
        #expect(error?.code == .fileExists)
        #expect(try Realm.probe(at: source, encryptionKey: Fixture.key) == .fits)
    }

    @Test func `a wrong key changes nothing`() throws {
        let secret = try Fixture.named("types_all.enc").copy(into: directory)
        let before = try Data(contentsOf: secret)
        let wrong = Data((0..<64).map { 255 - $0 })
        let error = #expect(throws: RLMError.self) {
            try Realm.changeEncryptionKey(for: .init(fileURL: secret, encryptionKey: wrong), to: Fixture.key)
        }
        #expect(error?.reason == .wrongEncryptionKey)
        #expect(try Data(contentsOf: secret) == before)
    }

    @Test func `others wait while a file is held alone`() throws {
        let configuration = configuration
        try Realm.withExclusiveAccess(toFileAt: source) {
            let error = #expect(throws: RLMError.self) { try Realm(configuration: configuration) }
            #expect(error?.code == .fileInUse)
            #expect(try Realm.compact(for: configuration) == .skipped(.inUse([ProcessIdentity.current])))
            var own = configuration
            own.lockMode = .privateFile
            guard case .compacted = try Realm.compact(for: own) else { throw RLMError.callFailed }
        }
        _ = try Realm(configuration: configuration)
    }

    @Test func `a file is waited for as long as was asked`() throws {
        var realm: Realm? = try Realm(configuration: configuration)
        let begin = ContinuousClock.now
        let error = #expect(throws: RLMError.self) {
            try Realm.withExclusiveAccess(toFileAt: source, timeout: .milliseconds(200)) {}
        }
        #expect(error?.code == .fileInUse)
        #expect(ContinuousClock.now - begin >= .milliseconds(200))
        #expect(realm != nil)
        realm = nil
        try Realm.withExclusiveAccess(toFileAt: source) {}
    }

    @Test func `a file that Realm Core holds is in use`() throws {
        let lock = try FileDescriptor.open(source.path + ".lock", .readWrite, create: 0o644)
        var header = [UInt8](repeating: 0, count: 1728)
        (header[0], header[6]) = (1, 14)
        try lock.write(header, at: 0)
        #expect(try lock.lock(.shared, blocking: false))
        #expect(try Realm.compact(for: configuration) == .skipped(.inUse([ProcessIdentity.current])))
        let error = #expect(throws: RLMError.self) { try Realm.withExclusiveAccess(toFileAt: source) {} }
        #expect(error?.code == .incompatibleLockFile)
        #expect(try FileStatus.ofPath(source.path + ".lock").byteCount == 1728)
        try lock.unlock()
    }

    @Test func `a read-only configuration cannot be compacted`() {
        #expect(throws: RLMError.self) { try Realm.compact(for: .init(fileURL: source, readOnly: true)) }
    }

    @Test func `deleting removes all but the lock file`() throws {
        _ = try directory.file("links.realm.note", Data())
        try FileManager.default.createDirectory(at: file("links.realm.management"), withIntermediateDirectories: false)
        #expect(try Realm.deleteFiles(for: configuration))
        #expect(try names == ["links.realm.lock"])
        #expect(try !Realm.deleteFiles(for: configuration))
    }

    @Test func `an open file is not deleted`() throws {
        let realm = try Realm(configuration: configuration)
        let error = #expect(throws: RLMError.self) { try Realm.deleteFiles(for: configuration) }
        #expect(error?.code == .alreadyOpen)
        #expect(try Data(contentsOf: source) == bytes)
        withExtendedLifetime(realm) {}
    }

    @Test func `a directory is not deleted`() throws {
        let error = #expect(throws: RLMError.self) { try Realm.deleteFiles(for: .init(fileURL: directory.url)) }
        #expect(error?.code == .fileOperationFailed)
        #expect(try names.contains("links.realm"))
    }
}
