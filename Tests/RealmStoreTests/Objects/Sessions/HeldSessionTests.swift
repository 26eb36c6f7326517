import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// Write transactions that are begun through a handle which is released at once.
@Suite("Held transactions") struct HeldSessionTests {
    private let models: ModelRealm
    private var configuration: Realm.Configuration { models.configuration }

    init() throws { models = try ModelRealm() }

    /// Whether another session can write soon: transactions held by others must end by themselves.
    private func canWrite(within patience: Duration = .seconds(5)) throws -> Bool {
        let configuration = configuration
        return try onThread {
            let realm = try Realm(configuration: configuration)
            do { try realm.beginWrite(timeout: patience) } catch Realm.Error.fileInUse { return false }
            realm.cancelWrite()
            return true
        }
    }

    @Test func `a write transaction goes on without a handle`() throws {
        let configuration = configuration
        try onThread {
            try Realm(configuration: configuration).beginWrite()
            #expect(try Realm(configuration: configuration).isInWriteTransaction)
            try Realm(configuration: configuration).create(ModelDog.self)
            try Realm(configuration: configuration).commitWrite()
        }
        models.realm.refresh()
        #expect(models.realm.objects(ModelDog.self).count == 1)
    }

    @Test func `a Realm whose transaction is over goes with its handles`() throws {
        let place = try TemporaryDirectory()
        let configuration = Realm.Configuration(
            fileURL: place.url.appendingPathComponent("gone.realm"), objectTypes: ModelRealm.types)
        #expect(
            try onThread {
                try Realm(configuration: configuration).beginWrite()
                try Realm(configuration: configuration).commitWrite()
                try Realm(configuration: configuration).beginWrite()
                try Realm(configuration: configuration).cancelWrite()
                return try Realm.deleteFiles(for: configuration)
            })
    }

    @Test func `a transaction that is forgotten in a pool is undone with it`() throws {
        let configuration = configuration
        let isInTransaction = try onThread {
            try autoreleasepool {
                try Realm(configuration: configuration).beginWrite()
                try Realm(configuration: configuration).create(ModelDog.self)
            }
            return try Realm(configuration: configuration).isInWriteTransaction
        }
        #expect(!isInTransaction)
        #expect(try canWrite())
        #expect(models.realm.isEmpty)
    }

    @Test func `a transaction outlives the pools that were begun after it`() throws {
        let configuration = configuration
        let inner = try onThread {
            try autoreleasepool {
                try Realm(configuration: configuration).beginWrite()
                autoreleasepool {}
                return try Realm(configuration: configuration).isInWriteTransaction
            }
        }
        #expect(inner)
    }

    @Test func `a transaction of a Realm that is still there outlives the pool`() throws {
        let configuration = configuration
        try onThread {
            let realm = try Realm(configuration: configuration)
            autoreleasepool { realm.beginWrite() }
            realm.create(ModelDog.self)
            try realm.commitWrite()
        }
        #expect(models.realm.refresh())
    }

    @Test func `a pool gives back what its block gives and throws`() {
        #expect(autoreleasepool { 7 } == 7)
        #expect(throws: Realm.Error.callFailed) { try autoreleasepool { throw Realm.Error.callFailed } }
    }

    @Test func `a transaction that is forgotten is undone when its thread ends`() throws {
        let configuration = configuration
        try onThread { try Realm(configuration: configuration).beginWrite() }
        #expect(try canWrite())
    }

    @Test func `a transaction that is forgotten is undone when its queue comes round`() throws {
        let (configuration, queue) = (configuration, DispatchQueue(label: "forgetful"))
        try queue.sync { try Realm(configuration: configuration, queue: queue).beginWrite() }
        #expect(try canWrite())
    }

    @Test func `a transaction that is forgotten is undone when the run loop has turned`() throws {
        let configuration = configuration
        let isInTransaction = try onThread {
            nonisolated(unsafe) var seen: [Bool] = []
            @Sendable func look() {
                seen.append((try? Realm(configuration: configuration).isInWriteTransaction) ?? true)
            }
            let first = Timer(timeInterval: 0, repeats: false) { _ in
                try? Realm(configuration: configuration).beginWrite()
                look()
            }
            RunLoop.current.add(first, forMode: .default)
            RunLoop.current.run(until: Date() + 0.5)
            look()
            return seen
        }
        #expect(isInTransaction == [true, false])
    }

    @Test func `a thread that never ends does not hold others up for good`() throws {
        let (configuration, over) = (configuration, DispatchSemaphore(value: 0))
        let begun = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            try? Realm(configuration: configuration).beginWrite()
            begun.signal()
            over.wait()
        }
        begun.wait()
        defer { over.signal() }
        #expect(try canWrite(within: .seconds(60)))
    }

    @Test func `an undone transaction is reported`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let configuration = models.configuration
            try onThread { try autoreleasepool { try Realm(configuration: configuration).beginWrite() } }
        }
        expectMessage(result, "write transaction, which is undone", "models.realm")
    }
}
