import Foundation
import Realm
import TestSupport
import Testing

@Suite struct RLMRealmOpeningTests {
    @Test func `Realms of one file in one thread are equal, not identical`() throws {
        let configuration = RLMRealmConfiguration.inMemory()
        let (first, second) = (
            try RLMRealm(configuration: configuration), try RLMRealm(configuration: configuration)
        )
        #expect(first == second)
        #expect(first.hash == second.hash)
        #expect(try RLMRealm(configuration: .inMemory()) != first)
    }

    @Test func `the default Realm has the default configuration of both APIs`() async {
        await #expect(processExitsWith: .success) {
            RLMRealmConfiguration.setDefault(.inMemory("default"))
            let realm = RLMRealm.default()
            #expect(realm.configuration.inMemoryIdentifier == "default")
            #expect(Realm.Configuration.defaultConfiguration.inMemoryIdentifier == "default")
            let again = try RLMRealm(configuration: .default())
            #expect(again == realm)
        }
    }

    @Test func `the default Realm of a queue is opened in the queue`() async {
        await #expect(processExitsWith: .success) {
            RLMRealmConfiguration.setDefault(.inMemory("queue"))
            let queue = DispatchQueue(label: "queue")
            let isEmpty = queue.sync { RLMRealm.defaultRealm(for: queue).isEmpty }
            #expect(isEmpty)
        }
    }

    @Test func `the default Realm of a queue traps outside of it`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            RLMRealmConfiguration.setDefault(.inMemory("queue"))
            _ = RLMRealm.defaultRealm(for: DispatchQueue(label: "queue"))
        }
        expectMessage(result, "queue")
    }

    @Test func `a Realm can be opened for a queue`() throws {
        let configuration = RLMRealmConfiguration.inMemory()
        let queue = DispatchQueue(label: "queue")
        try queue.sync {
            let realm = try RLMRealm(configuration: configuration, queue: queue)
            try realm.transaction { realm.add(Dog(value: ["name": "Rex"])) }
            #expect(Dog.allObjects(in: realm).count == 1)
        }
    }

    @Test func `opening by URL takes the other settings of the default configuration`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let configuration = RLMRealmConfiguration.inMemory("url")
            configuration.schemaVersion = 3
            RLMRealmConfiguration.setDefault(configuration)
            let realm = RLMRealm(url: directory.url.appendingPathComponent("a.realm"))
            #expect(realm.configuration.schemaVersion == 3)
            #expect(realm.configuration.fileURL?.lastPathComponent == "a.realm")
        }
    }

    @Test func `opening by URL traps for a file that is no Realm`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let directory = try TemporaryDirectory()
            let file = try directory.file("text.realm", Data("This is a text, and no Realm at all.".utf8))
            _ = RLMRealm(url: file)
        }
        expectMessage(result, "text.realm")
    }

    @Test func `opening a file that is no Realm throws`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("text.realm", Data("This is a text, and no Realm at all.".utf8))
        #expect(throws: Realm.Error.self) { try RLMRealm(configuration: .file(file)) }
    }

    @Test func `asynchronous opening calls back on its queue`() async throws {
        let queue = DispatchQueue(label: "callback")
        let configuration = RLMRealmConfiguration.inMemory()
        let isEmpty = await withCheckedContinuation { continuation in
            RLMRealm.asyncOpen(with: configuration, callbackQueue: queue) { realm, error in
                dispatchPrecondition(condition: .onQueue(queue))
                continuation.resume(returning: error == nil && realm?.isEmpty == true)
            }
        }
        #expect(isEmpty)
    }

    @Test func `asynchronous opening reports an error without a Realm`() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("text.realm", Data("This is a text, and no Realm at all.".utf8))
        let configuration = RLMRealmConfiguration.file(file)
        let failed = await withCheckedContinuation { continuation in
            RLMRealm.asyncOpen(with: configuration, callbackQueue: .global()) { realm, error in
                continuation.resume(returning: realm == nil && error is Realm.Error)
            }
        }
        #expect(failed)
    }

    @Test func `a cancelled opening does not call back`() async throws {
        let queue = DispatchQueue(label: "callback")
        await withCheckedContinuation { continuation in
            queue.async {
                let task = RLMRealm.asyncOpen(with: .inMemory(), callbackQueue: queue) { _, _ in
                    Issue.record("a cancelled task called back")
                }
                task.cancel()
                queue.asyncAfter(deadline: .now() + 0.1) { continuation.resume() }
            }
        }
    }

    @Test func `a Realm tells its schema, configuration and state`() throws {
        let realm = try RLMRealm(configuration: .inMemory("state"))
        #expect(realm.schema.objectSchema.map(\.className) == ["Dog", "Home", "Owner"])
        #expect(realm.configuration.inMemoryIdentifier == "state")
        #expect(realm.isEmpty)
        #expect(!realm.inWriteTransaction)
        realm.beginWriteTransaction()
        #expect(realm.inWriteTransaction)
        realm.add(Dog(value: ["name": "Rex"]))
        try realm.commitWriteTransaction()
        #expect(!realm.isEmpty)
    }

    @Test func `a frozen Realm stays as it is and can be thawed`() throws {
        let realm = try RLMRealm.withDogs("Rex")
        let frozen = realm.freeze()
        try realm.transaction { realm.deleteAllObjects() }
        #expect(frozen.isFrozen && !realm.isFrozen)
        #expect(Dog.allObjects(in: frozen).count == 1)
        #expect(frozen.thaw() == realm)
    }
}
