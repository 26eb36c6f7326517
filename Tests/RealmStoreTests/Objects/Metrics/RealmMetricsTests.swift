import Foundation
import RealmStore
import Synchronization
import TestSupport
import Testing

/// Figures for operators. Each test runs in a process of its own: there is one receiver.
@Suite("Metrics") struct RealmMetricsTests {
    /// Keeps what it receives.
    private final class Received: RealmMetrics {
        let commits = Mutex<[CommitFigures]>([])
        let syncs = Mutex<[SyncFigures]>([])
        let notifications = Mutex<[NotificationFigures]>([])

        func realmCommitted(_ figures: CommitFigures) { commits.withLock { $0.append(figures) } }
        func realmSynced(_ figures: SyncFigures) { syncs.withLock { $0.append(figures) } }
        func realmNotified(_ figures: NotificationFigures) { notifications.withLock { $0.append(figures) } }
    }

    /// A file with the class of these tests, and a receiver.
    private static func open(_ body: (Realm, Received) throws -> Void) throws {
        let directory = try TemporaryDirectory()
        let received = Received()
        Realm.metrics = received
        let file = directory.url.appendingPathComponent("metrics.realm")
        try body(Realm(configuration: .init(fileURL: file, objectTypes: [NoteMeasured.self])), received)
    }

    @Test func `a commit tells its version, times and space`() async {
        await #expect(processExitsWith: .success) {
            try RealmMetricsTests.open { realm, received in
                try realm.write { _ = realm.create(NoteMeasured.self) }
                let figures = try #require(received.commits.withLock { $0.last })
                #expect(figures.path.hasSuffix("metrics.realm") && figures.isDurable)
                #expect(figures.commitTime > .zero && figures.transactionTime > .zero && figures.waitingTime > .zero)
                #expect(figures.usedSize > 0 && figures.freeSize >= 0 && figures.freeBlockCount > 0)
                let size = try #require(realm.configuration.fileURL?.resourceValues(forKeys: [.fileSizeKey]).fileSize)
                #expect(figures.fileSize == size)
            }
        }
    }

    @Test func `the commit that makes a new file's classes is told, too`() async {
        await #expect(processExitsWith: .success) {
            try RealmMetricsTests.open { _, received in #expect(received.commits.withLock { $0.count } == 1) }
        }
    }

    @Test func `versions of following commits follow each other`() async {
        await #expect(processExitsWith: .success) {
            try RealmMetricsTests.open { realm, received in
                for _ in 0..<3 { try realm.write { _ = realm.create(NoteMeasured.self) } }
                let versions = received.commits.withLock { $0.map(\.version) }
                #expect(versions.count == 4 && versions == (0..<4).map { versions[0] + UInt64($0) })
            }
        }
    }

    @Test func `a frozen version is the oldest, and holds space`() async {
        await #expect(processExitsWith: .success) {
            try RealmMetricsTests.open { realm, received in
                try realm.write { for _ in 0..<2000 { realm.create(NoteMeasured.self, value: ["text": "a text"]) } }
                let before = try #require(received.commits.withLock { $0.last })
                #expect(before.oldestVersion == before.version && before.oldestVersionAge == .zero)
                let frozen = realm.freeze()
                for _ in 0..<3 {
                    try realm.write { for note in realm.objects(NoteMeasured.self) { note.text += "." } }
                }
                let after = try #require(received.commits.withLock { $0.last })
                #expect(after.oldestVersion == before.version && after.heldSize > before.heldSize)
                withExtendedLifetime(frozen) {}
            }
        }
    }

    @Test func `the time waited for another writer is told`() async {
        await #expect(processExitsWith: .success) {
            try RealmMetricsTests.open { realm, received in
                let configuration = realm.configuration
                let (begun, other) = (DispatchSemaphore(value: 0), DispatchQueue(label: "writer"))
                other.async {
                    try? autoreleasepool {
                        let realm = try Realm(configuration: configuration)
                        try realm.write {
                            begun.signal()
                            Thread.sleep(forTimeInterval: 0.2)
                        }
                    }
                }
                begun.wait()
                try realm.write { _ = realm.create(NoteMeasured.self) }
                let waited = received.commits.withLock { $0.map(\.waitingTime).max() }
                #expect(try #require(waited) > .milliseconds(50))
            }
        }
    }

    @Test func `the wait for the disk behind asynchronous commits is told`() async {
        await #expect(processExitsWith: .success) {
            try RealmMetricsTests.open { realm, received in
                let (configuration, queue) = (realm.configuration, DispatchQueue(label: "writer"))
                let done = DispatchSemaphore(value: 0)
                let kept = try queue.sync {
                    let realm = try Realm(configuration: configuration, queue: queue)
                    for _ in 0..<3 {
                        realm.writeAsync({ _ = realm.create(NoteMeasured.self) }, onComplete: { _ in done.signal() })
                    }
                    return realm
                }
                for _ in 0..<3 { done.wait() }
                let commits = received.commits.withLock { $0.dropFirst() }
                let syncs = received.syncs.withLock { $0 }
                #expect(commits.map(\.isDurable) == [false, false, false])
                #expect(syncs.reduce(0) { $0 + $1.commitCount } == 3 && syncs.last?.version == commits.last?.version)
                #expect(syncs.allSatisfy { $0.time > .zero && $0.path == commits.last?.path })
                withExtendedLifetime(kept) {}
            }
        }
    }

    @Test func `notifications tell how many observers were told`() async {
        await #expect(processExitsWith: .success) {
            try RealmMetricsTests.open { realm, received in
                let (configuration, queue) = (realm.configuration, DispatchQueue(label: "observed"))
                try queue.sync {
                    let realm = try Realm(configuration: configuration, queue: queue)
                    let notes = realm.objects(NoteMeasured.self)
                    let tokens = [notes.observe { _ in }, notes.filter("text == 'b'").observe { _ in }]
                    realm.refresh()
                    #expect(received.notifications.withLock { $0.map(\.observationCount) } == [2])
                    try realm.write { _ = realm.create(NoteMeasured.self) }
                    realm.refresh()
                    let last = try #require(received.notifications.withLock { $0.last })
                    #expect(last.observationCount == 1 && last.path.hasSuffix("metrics.realm") && last.time > .zero)
                    for token in tokens { token.invalidate() }
                }
            }
        }
    }

    @Test func `nothing is told once there is no receiver`() async {
        await #expect(processExitsWith: .success) {
            try RealmMetricsTests.open { realm, received in
                Realm.metrics = nil
                try realm.write { _ = realm.create(NoteMeasured.self) }
                #expect(received.commits.withLock { $0.count } == 1)
            }
        }
    }
}

final class NoteMeasured: TestObject {
    @Persisted var text: String
}
