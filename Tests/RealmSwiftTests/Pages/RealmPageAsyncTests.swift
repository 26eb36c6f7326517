import Foundation
import RealmSwift
import Synchronization
import TestSupport
import Testing

/// Writing and opening a `Realm` without waiting.
@Suite struct RealmPageAsyncTests {
    private let stage = PetStage()

    // MARK: Writing in a queue

    @Test func `a block writes at a later turn, and is told when that is durable`() async throws {
        #expect(AsyncTransactionId.self == UInt32.self && RLMAsyncTransactionId.self == AsyncTransactionId.self)
        let stage = stage
        let (names, isBusy) = await withCheckedContinuation { continuation in
            try? stage.run { realm in
                let first: AsyncTransactionId = realm.writeAsync {
                    #expect(realm.isInWriteTransaction)
                    realm.create(Pet.self, value: ["name": "d"])
                }
                let isBusy = realm.isPerformingAsynchronousWriteOperations
                #expect(realm.pet("d") == nil)
                let second = realm.writeAsync {
                    realm.create(Pet.self, value: ["name": "e"])
                } onComplete: { error in
                    #expect(error == nil)
                    continuation.resume(returning: (Set(realm.objects(Pet.self).map(\.name)), isBusy))
                }
                #expect(second > first)
            }
        }
        #expect(names == ["a", "b", "c", "d", "e"] && isBusy)
    }

    @Test func `a begun block commits by itself, or changes nothing`() async throws {
        let stage = stage
        let names = await withCheckedContinuation { continuation in
            try? stage.run { realm in
                let begin: (@escaping () -> Void) -> AsyncTransactionId = realm.beginAsyncWrite(_:)
                _ = begin { realm.create(Pet.self, value: ["name": "never"]) }
                _ = begin {
                    realm.create(Pet.self, value: ["name": "d"])
                    try? realm.commitWrite()
                }
                _ = begin {
                    realm.deleteAll()
                    realm.create(Pet.self, value: ["name": "e"])
                    realm.commitAsyncWrite(allowGrouping: true)
                }
                _ = begin {
                    realm.create(Pet.self, value: ["name": "f"])
                    let commit: (Bool, (((any Swift.Error)?) -> Void)?) -> AsyncTransactionId =
                        realm.commitAsyncWrite(allowGrouping:_:)
                    _ = commit(false) { error in
                        #expect(error == nil)
                        continuation.resume(returning: Set(realm.objects(Pet.self).map(\.name)))
                    }
                    #expect(!realm.isInWriteTransaction && realm.pet("f") != nil)
                }
            }
        }
        #expect(names == ["e", "f"])
    }

    @Test func `a block that is cancelled never runs, and of a commit only the callback is dropped`() async throws {
        let stage = stage
        let count = await withCheckedContinuation { continuation in
            try? stage.run { realm in
                let cancel: (AsyncTransactionId) throws -> Void = realm.cancelAsyncWrite(_:)
                try cancel(realm.writeAsync { realm.deleteAll() })
                realm.beginWrite()
                realm.create(Pet.self, value: ["name": "d"])
                let commit = realm.commitAsyncWrite { _ in Issue.record("a dropped callback was called") }
                try cancel(commit)
                try cancel(4_000_000)
                realm.writeAsync {
                } onComplete: { _ in
                    continuation.resume(returning: realm.objects(Pet.self).count)
                }
            }
        }
        #expect(count == 4)
    }

    @Test func `a commit without a transaction traps`() async {
        await #expect(processExitsWith: .failure) {
            try PetStage().run { realm in _ = realm.commitAsyncWrite() }
        }
    }

    @Test func `pending work ends`() async throws {
        let stage = stage
        let realm = try stage.run { realm in
            #expect(!realm.isPerformingAsynchronousWriteOperations)
            return Pending(realm: realm)
        }
        await withCheckedContinuation { continuation in
            stage.queue.async {
                realm.realm.writeAsync {
                } onComplete: { _ in
                    continuation.resume()
                }
            }
        }
        let isBusy = stage.queue.sync { realm.realm.isPerformingAsynchronousWriteOperations }
        #expect(!isBusy)
    }

    private struct Pending: @unchecked Sendable {
        let realm: Realm
    }

    // MARK: Writing in a task

    @Test @MainActor func `a task suspends until its block is committed`() async throws {
        let realm = try await Realm(configuration: .pets())
        let count: Int = try await realm.asyncWrite {
            realm.create(Pet.self, value: ["name": "a"])
            return realm.objects(Pet.self).count
        }
        #expect(count == 1 && !realm.isInWriteTransaction)
        await #expect(throws: CancellationError.self) {
            try await realm.asyncWrite {
                realm.deleteAll()
                throw CancellationError()
            }
        }
        #expect(realm.objects(Pet.self).count == 1)
        let task = Task { @MainActor in
            try await realm.asyncWrite { realm.deleteAll() }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(realm.objects(Pet.self).count == 1)
    }

    // MARK: Opening

    @Test func `a Realm that is opened later is passed to its queue`() async throws {
        let stage = stage
        let isOpened = await withCheckedContinuation { continuation in
            let isBack = Mutex(false)
            let task: Realm.AsyncOpenTask = Realm.asyncOpen(
                configuration: stage.configuration, callbackQueue: stage.queue
            ) { result in
                dispatchPrecondition(condition: .onQueue(stage.queue))
                guard case .success(let realm) = result else { return continuation.resume(returning: false) }
                continuation.resume(returning: realm.isEmpty)
            }
            isBack.withLock { $0 = true }
            _ = task
        }
        #expect(isOpened)
    }

    @Test func `opening later reports an error, or nothing once it is cancelled`() async throws {
        let directory = try TemporaryDirectory()
        let configuration = Realm.Configuration.pets(in: directory, "none/pets.realm")
        let queue = stage.queue
        let code: Realm.Error.Code? = await withCheckedContinuation { continuation in
            queue.sync {
                let task = Realm.asyncOpen(configuration: configuration, callbackQueue: queue) { _ in
                    Issue.record("a cancelled task called back")
                }
                task.cancel()
            }
            Realm.asyncOpen(configuration: configuration, callbackQueue: queue) { result in
                guard case .failure(let error) = result else { return continuation.resume(returning: nil) }
                continuation.resume(returning: (error as? Realm.Error)?.code)
            }
        }
        #expect(code == .fileNotFound)
    }

    @Test @MainActor func `the main actor opens a Realm without blocking`() async throws {
        let configuration = Realm.Configuration.pets()
        let open: @MainActor (Realm.Configuration) async throws -> Realm = { try await Realm(configuration: $0) }
        let realm = try await open(configuration)
        try realm.addPets(["a"])
        let again = try await Realm(configuration: configuration)
        #expect(again == realm && again.pet("a") != nil)
        let task = Task { @MainActor in try await Realm(configuration: configuration).isEmpty }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a Realm belongs to an actor`() async throws {
        let house = House()
        try await house.open(.pets())
        try await house.add("a")
        #expect(try await house.names() == ["a"])
        #expect(try await house.isSameSession())
    }

    @Test func `a Realm of an actor traps elsewhere`() async {
        await #expect(processExitsWith: .failure) {
            let house = House()
            try await house.open(.pets())
            let lent = await house.lent()
            _ = lent.isEmpty()
        }
    }

    /// An actor with a Realm of its own.
    private actor House {
        private var realm: Realm?

        /// A Realm passed on against the rules.
        struct Lent: @unchecked Sendable {
            let realm: Realm?

            func isEmpty() -> Bool? { realm?.isEmpty }
        }

        func open(_ configuration: Realm.Configuration) async throws {
            realm = try await Realm(configuration: configuration, actor: self)
        }

        func add(_ name: String) async throws {
            guard let realm else { return }
            try await realm.asyncWrite { _ = realm.create(Pet.self, value: ["name": name]) }
            await realm.asyncRefresh()
        }

        func names() throws -> [String] { try #require(realm).objects(Pet.self).map(\.name) }

        func isSameSession() async throws -> Bool {
            let configuration = try #require(realm).configuration
            return try await Realm(configuration: configuration, actor: self) == realm
        }

        func lent() -> Lent { Lent(realm: realm) }
    }
}
