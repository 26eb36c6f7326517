import Foundation
import OpenCombine
import OpenCombineDispatch
import RealmSwift
import Synchronization
import Testing

/// Closures written in code of the main actor, which belong to it, that are called on a queue.
@Suite struct MainActorSinkTests {
    /// Subscribes in code of the main actor to changes that arrive on a queue, and waits for the first.
    @MainActor private static func sinkOnQueue() async throws {
        let (realm, called) = (try Realm.inMemory(), Called())
        try realm.write { _ = realm.create(Person.self, value: ["name": "a"]) }
        let cancellables = [
            realm.objects(Person.self).changesetPublisher.receive(on: called.queue).sink { _ in called.note() },
            realm.objects(Person.self).collectionPublisher.receive(on: called.queue)
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in called.note() }),
        ]
        for _ in 0..<500 where called.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(called.count == 2)
        for cancellable in cancellables { cancellable.cancel() }
    }

    private final class Called: Sendable {
        let queue = DispatchQueue(label: "called")
        private let calls = Mutex(0)

        func note() {
            dispatchPrecondition(condition: .onQueue(queue))
            calls.withLock { $0 += 1 }
        }

        var count: Int { calls.withLock { $0 } }
    }

    @Test func `a sink of the main actor's code may be called on a queue`() async {
        await #expect(processExitsWith: .success) { try await MainActorSinkTests.sinkOnQueue() }
    }
}
