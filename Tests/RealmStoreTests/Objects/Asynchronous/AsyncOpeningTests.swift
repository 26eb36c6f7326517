import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RealmStore

/// `Realm.asyncOpen`: the work is done in the background, the Realm belongs to the queue.
@Suite struct AsyncOpeningTests {
    private let directory: TemporaryDirectory
    private let queue = DispatchQueue(label: "AsyncOpeningTests")

    init() throws { directory = try TemporaryDirectory() }

    private final class Book: Object {
        @Persisted var title: String
        override static func shouldIncludeInDefaultSchema() -> Bool { false }
    }

    private func configuration(_ name: String = "a.realm", version: UInt64 = 0) -> Realm.Configuration {
        Realm.Configuration(
            fileURL: directory.url.appendingPathComponent(name), schemaVersion: version, objectTypes: [Book.self])
    }

    /// The result of the callback with the Realm, on its queue.
    private func open<Value: Sendable>(
        _ configuration: Realm.Configuration, _ body: @escaping @Sendable (Realm) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Realm.asyncOpen(configuration: configuration, callbackQueue: queue) { result in
                continuation.resume(with: Result { try body(result.get()) })
            }
        }
    }

    @Test func `the Realm belongs to the queue and can be written there`() async throws {
        let count = try await open(configuration()) { realm in
            dispatchPrecondition(condition: .onQueue(queue))
            try realm.write { realm.add(Book(value: ["One"])) }
            return realm.objects(Book.self).count
        }
        #expect(count == 1)
        #expect(
            queue.sync { (try? Realm(configuration: configuration(), queue: queue))?.objects(Book.self).count } == 1)
    }

    @Test func `an error of opening reaches the callback`() async {
        await #expect(throws: Realm.Error(.fileNotFound)) {
            try await open(configuration("missing/a.realm")) { _ in }
        }
    }

    @Test func `a migration runs once, not on the queue`() async throws {
        _ = try await open(configuration()) { realm in try realm.write { realm.add(Book(value: ["One"])) } }
        let runs = Mutex<[Bool]>([])
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        var changed = configuration(version: 1)
        changed.migrationBlock = { migration, _ in
            runs.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) }
            migration.enumerateObjects(ofType: "Book") { _, new in new?["title"] = "Two" }
        }
        let title = try await open(changed) { $0.objects(Book.self).first?.title }
        #expect(title == "Two")
        #expect(runs.withLock { $0 } == [false])
    }

    @Test func `a callback is not called before asyncOpen returns`() async throws {
        let order = Mutex<[Int]>([])
        await withCheckedContinuation { continuation in
            queue.sync {
                Realm.asyncOpen(configuration: configuration(), callbackQueue: queue) { _ in
                    order.withLock { $0.append(2) }
                    continuation.resume()
                }
                order.withLock { $0.append(1) }
            }
        }
        #expect(order.withLock { $0 } == [1, 2])
    }

    @Test func `a cancelled opening does not call back`() async throws {
        let calls = Mutex(0)
        queue.suspend()
        let task = Realm.asyncOpen(configuration: configuration(), callbackQueue: queue) { _ in
            calls.withLock { $0 += 1 }
        }
        task.cancel()
        queue.resume()
        // One that comes after it on the same queue.
        _ = try await open(configuration()) { $0.isEmpty }
        queue.sync {}
        #expect(calls.withLock { $0 } == 0)
    }
}
