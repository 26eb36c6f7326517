import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// An invalid asynchronous write ends the program, with a message that says why.
@Suite("Misuse of asynchronous writing") struct AsyncMisuseTests {
    @Test func `a thread without a run loop traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try onThread { try ModelRealm().realm.writeAsync {} }
        }
        expectMessage(result, "run loops", "dispatch queue")
    }

    @Test func `committing later on a thread without a run loop traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try onThread {
                let realm = try ModelRealm().realm
                realm.beginWrite()
                realm.commitAsyncWrite()
            }
        }
        expectMessage(result, "run loops")
    }

    @Test func `a frozen Realm traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try onThread { _ = try ModelRealm().realm.freeze().beginAsyncWrite {} }
        }
        expectMessage(result, "frozen Realm", "thaw()")
    }

    @Test func `a read-only Realm traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try onThread {
                let directory = try TemporaryDirectory()
                var configuration = Realm.Configuration(
                    fileURL: directory.url.appendingPathComponent("read.realm"), objectTypes: ModelRealm.types)
                _ = try Realm(configuration: configuration)
                configuration.readOnly = true
                try Realm(configuration: configuration).writeAsync {}
            }
        }
        expectMessage(result, "read-only")
    }

    @Test func `beginning in the callback of a commit traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let queue = DispatchQueue(label: "misuse")
            queue.sync {
                let configuration = Realm.Configuration(
                    inMemoryIdentifier: "misuse", objectTypes: ModelRealm.types)
                guard let realm = try? Realm(configuration: configuration, queue: queue) else { return }
                realm.writeAsync {
                } onComplete: { _ in
                    realm.writeAsync {}
                }
            }
            sleep(5)
        }
        expectMessage(result, "completion callback")
    }

    @Test func `committing later without a transaction traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let queue = DispatchQueue(label: "misuse")
            try queue.sync {
                let configuration = Realm.Configuration(
                    inMemoryIdentifier: "misuse", objectTypes: ModelRealm.types)
                try Realm(configuration: configuration, queue: queue).commitAsyncWrite()
            }
        }
        expectMessage(result, "not in a write transaction")
    }

    @Test func `an asynchronous write on another actor traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let configuration = Realm.Configuration(
                inMemoryIdentifier: "misuse", objectTypes: ModelRealm.types)
            let realm = Unchecked(content: try await Realm(configuration: configuration, actor: MainActor.shared))
            try await Task.detached { try await realm.content.asyncWrite {} }.value
        }
        expectMessage(result, "incorrect thread")
    }

    @Test func `an asynchronous write of a queue's Realm traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await AsyncMisuseTests.useQueueRealm { try? await $0.asyncWrite {} }
        }
        expectMessage(result, "asyncWrite() can only be called on main thread or actor-isolated Realms")
    }

    @Test func `an asynchronous refresh of a queue's Realm traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await AsyncMisuseTests.useQueueRealm { await $0.asyncRefresh() }
        }
        expectMessage(result, "asyncRefresh() can only be called on main thread or actor-isolated Realms")
    }

    /// Runs a task with a Realm that belongs to a queue.
    private static func useQueueRealm(_ body: @escaping @Sendable (Realm) async -> Void) async {
        let queue = DispatchQueue(label: "misuse")
        let realm = queue.sync {
            let configuration = Realm.Configuration(inMemoryIdentifier: "misuse", objectTypes: ModelRealm.types)
            return Unchecked(content: try? Realm(configuration: configuration, queue: queue))
        }
        if let realm = realm.content { await body(realm) }
    }
}
