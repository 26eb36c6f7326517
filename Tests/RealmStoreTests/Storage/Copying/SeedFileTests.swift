import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Files that begin as copies of a seed.
@Suite struct SeedFileTests {
    private let directory: TemporaryDirectory
    private let seed: URL
    private let target: URL

    init() throws {
        directory = try TemporaryDirectory()
        seed = try Fixture.named("links").copy(into: directory)
        target = directory.url.appendingPathComponent("app.realm")
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
    }

    private func configuration(_ seed: URL? = nil, key: Data? = nil) -> Realm.Configuration {
        .init(fileURL: target, encryptionKey: key, seedFilePath: seed ?? self.seed)
    }

    @Test func `a missing file begins as the seed, which is not touched`() throws {
        let bytes = try Data(contentsOf: seed)
        let realm = try Realm(configuration: configuration())
        #expect(try Data(contentsOf: target) == bytes)
        #expect(try Data(contentsOf: seed) == bytes)
        try realm.write { realm.deleteAll() }
        #expect(try Data(contentsOf: seed) == bytes)
        #expect(try names == ["app.realm", "app.realm.holders", "app.realm.lock", "links.realm"])
    }

    @Test func `a file that is there stays`() throws {
        try Fixture.named("ints").bytes().write(to: target)
        let realm = try Realm(configuration: configuration(directory.url.appendingPathComponent("nowhere")))
        #expect(try Data(contentsOf: target) == Fixture.named("ints").bytes())
        withExtendedLifetime(realm) {}
    }

    @Test(arguments: [(0o400, 0o600), (0o444, 0o644)])
    func `the copy is writable, and readable only by readers of the seed`(_ mode: Int, _ copy: UInt32) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: seed.path)
        _ = try Realm(configuration: configuration())
        #expect(try FileStatus.ofPath(target.path).mode == FileName.newFileMode & copy)
    }

    @Test func `an encrypted seed stays encrypted`() throws {
        let secret = try Fixture.named("types_all.enc").copy(into: directory)
        let realm = try Realm(configuration: configuration(secret, key: Fixture.key))
        #expect(!realm.schema.objectSchema.isEmpty)
        #expect(try Realm.probe(at: target, encryptionKey: Fixture.key) == .fits)
    }

    @Test(arguments: ["missing", "directory", "garbage", "wrong key", "no directory"])
    func `a seed that cannot be used leaves nothing behind`(_ kind: String) throws {
        var wanted = configuration()
        let code: RLMError.Code
        switch kind {
        case "missing": (wanted.seedFilePath, code) = (directory.url.appendingPathComponent("nowhere"), .fileNotFound)
        case "directory": (wanted.seedFilePath, code) = (directory.url, .fileOperationFailed)
        case "garbage":
            (wanted.seedFilePath, code) = (try directory.file("garbage", Data(count: 100)), .invalidDatabase)
        case "wrong key": (wanted.encryptionKey, code) = (Fixture.key, .invalidDatabase)
        default: (wanted.fileURL, code) = (directory.url.appendingPathComponent("none/app.realm"), .fileNotFound)
        }
        let before = try names
        let error = #expect(throws: RLMError.self) { try Realm(configuration: wanted) }
        #expect(error?.code == code)
        #expect(try names == before)
    }

    @Test func `the error of a seed names the seed`() throws {
        let nowhere = directory.url.appendingPathComponent("nowhere.realm")
        let error = #expect(throws: RLMError.self) { try Realm(configuration: configuration(nowhere)) }
        #expect(error?.fileURL?.path == nowhere.path)
        let wrong = #expect(throws: RLMError.self) { try Realm(configuration: configuration(key: Fixture.key)) }
        #expect(wrong?.fileURL?.path == seed.path)
    }

    @Test func `a directory without write permission is reported`() throws {
        let closed = directory.url.appendingPathComponent("closed")
        try FileManager.default.createDirectory(
            at: closed, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
        var wanted = configuration()
        wanted.fileURL = closed.appendingPathComponent("app.realm")
        guard getuid() != 0 else { return print("skipped: root may write everywhere") }
        #expect(throws: RLMError(.filePermissionDenied)) { try Realm(configuration: wanted) }
    }

    @Test func `many who open at once make one file`() async throws {
        let (seed, target) = (seed, target)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let realm = try Realm(configuration: .init(fileURL: target, seedFilePath: seed))
                    try realm.write { realm.deleteAll() }
                    return realm.schema.objectSchema.count
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(counts.count == 1)
        let report = try Realm.verify(at: target)
        #expect(report.isSound, "\(report.problems)")
        #expect(try Realm.fileInfo(at: target).classes.allSatisfy { $0.objects == 0 })
        #expect(try names == ["app.realm", "app.realm.lock", "links.realm"])
    }

    @Test func `a seed is also taken for a Realm that is only read`() throws {
        var wanted = configuration()
        wanted.readOnly = true
        #expect(try !Realm(configuration: wanted).isEmpty)
        #expect(try names == ["app.realm", "links.realm"])
    }
}
