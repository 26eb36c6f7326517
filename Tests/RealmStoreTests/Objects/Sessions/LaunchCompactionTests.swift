import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RealmStore

/// `shouldCompactOnLaunch`.
@Suite struct LaunchCompactionTests {
    private let directory: TemporaryDirectory
    private let url: URL
    private let asked = Questions()

    /// The arguments that the function received.
    private final class Questions: Sendable {
        struct Figures: Equatable {
            let total: Int
            let used: Int
        }

        private let figures = Mutex<[Figures]>([])
        var all: [Figures] { figures.withLock { $0 } }

        func answer(_ total: Int, _ used: Int, _ answer: Bool) -> Bool {
            figures.withLock { $0.append(Figures(total: total, used: used)) }
            return answer
        }
    }

    init() throws {
        directory = try TemporaryDirectory()
        url = try Fixture.named("churned").copy(into: directory)
    }

    private func configuration(_ answer: Bool, key: Data? = nil) -> Realm.Configuration {
        let asked = asked
        return Realm.Configuration(
            fileURL: url, encryptionKey: key, shouldCompactOnLaunch: { asked.answer($0, $1, answer) })
    }

    private var usage: FileUsage { get throws { try FileUsage(RealmFile.open(url.path, key: nil, sharing: .none)) } }

    @Test func `a file is compacted with the figures that compact uses`() throws {
        let before = try usage
        let count = try FileStatus.ofPath(url.path).byteCount
        let realm = try Realm(configuration: configuration(true))
        #expect(asked.all == [.init(total: before.total, used: before.used)])
        #expect(try FileStatus.ofPath(url.path).byteCount < count)
        #expect(!realm.isEmpty)
        try realm.write { realm.deleteAll() }
        #expect(try Realm.verify(at: url, level: .full).isSound)
    }

    @Test func `the answer no leaves the file as it is`() throws {
        let bytes = try Data(contentsOf: url)
        _ = try Realm(configuration: configuration(false))
        #expect(asked.all.count == 1)
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test func `only the first of the Realms that are open together is asked for`() throws {
        func openTwice() throws {
            let first = try Realm(configuration: configuration(false))
            let second = try Realm(configuration: configuration(true))
            #expect(asked.all.count == 1)
            withExtendedLifetime((first, second)) {}
        }
        try openTwice()
        _ = try Realm(configuration: configuration(false))
        #expect(asked.all.count == 2)
    }

    @Test func `a file that another process has open is left as it is`() throws {
        let bytes = try Data(contentsOf: url)
        let others = try SessionLock.acquire(forFileAt: url.path, mode: 0o600, timeout: .zero)
        let realm = try Realm(configuration: configuration(true))
        #expect(asked.all.count == 1)
        #expect(!realm.isEmpty)
        #expect(try Data(contentsOf: url) == bytes)
        withExtendedLifetime(others) {}
    }

    @Test func `the function is not called for a file that is created or opened without a lock`() throws {
        var immutable = configuration(true)
        immutable.lockMode = .immutable
        _ = try Realm(configuration: immutable)
        var made = configuration(true)
        made.fileURL = directory.url.appendingPathComponent("new.realm")
        made.schemaMode = .explicit(Schema([ObjectSchema(className: "A", properties: [])]))
        _ = try Realm(configuration: made)
        var memory = made
        memory.inMemoryIdentifier = "compaction"
        _ = try Realm(configuration: memory)
        #expect(asked.all == [])
    }

    @Test func `the combination with readOnly is refused`() {
        var wanted = configuration(true)
        wanted.readOnly = true
        #expect(throws: RLMError(.invalidInput)) { try Realm(configuration: wanted) }
    }

    @Test func `an encrypted file keeps its key`() throws {
        let secret = try Fixture.named("contacts_1k.enc").copy(into: directory)
        var wanted = configuration(true, key: Fixture.key)
        wanted.fileURL = secret
        let realm = try Realm(configuration: wanted)
        #expect(asked.all.count == 1)
        #expect(!realm.isEmpty)
        #expect(try Realm.probe(at: secret, encryptionKey: Fixture.key) == .fits)
    }

    @Test func `a compaction that fails is logged, and the file opens`() throws {
        try FileManager.default.linkItem(at: url, to: directory.url.appendingPathComponent("other.realm"))
        let bytes = try Data(contentsOf: url)
        #expect(try !Realm(configuration: configuration(true)).isEmpty)
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test @MainActor func `opening the same file in the function traps`() async throws {
        await #expect(processExitsWith: .failure) { [path = url.path as String] in
            let file = URL(fileURLWithPath: path)
            let configuration = Realm.Configuration(
                fileURL: file,
                shouldCompactOnLaunch: { _, _ in (try? Realm(configuration: .init(fileURL: file))) != nil })
            _ = try Realm(configuration: configuration)
        }
    }
}
