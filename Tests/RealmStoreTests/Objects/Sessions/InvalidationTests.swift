import Foundation
import RealmStore
import Synchronization
import Testing

@testable import TestSupport

@Suite("Invalidating and refreshing") struct InvalidationTests {
    @Test func `invalidate ends what was read, and the Realm goes on`() throws {
        let models = try ModelRealm()
        let person = ModelPerson(value: ["id": 1, "dogs": [["name": "Rex"]], "home": ["street": "Main"]])
        try models.realm.write { models.realm.add(person) }
        let (dog, dogs, home, owners) = (person.dogs[0], person.dogs, try #require(person.home), person.dogs[0].owners)
        let people = models.realm.objects(ModelPerson.self)
        let found = people.where { $0.id == 1 }
        models.realm.invalidate()
        #expect(person.isInvalidated && dog.isInvalidated && home.isInvalidated)
        #expect(dogs.isInvalidated && owners.isInvalidated)
        #expect(people.isInvalidated && found.isInvalidated)
        #expect(people.isEmpty && found.isEmpty && people.first == nil)
        #expect(person.realm == models.realm)
        #expect(person.description == "[invalid object]")
        #expect(models.realm.objects(ModelPerson.self).first?.dogs.first?.name == "Rex")
        #expect(person.isInvalidated)
        models.realm.invalidate()
        models.realm.invalidate()
        #expect(!models.realm.isEmpty)
    }

    @Test func `invalidate begins with the newest version`() throws {
        let models = try ModelRealm()
        models.realm.autorefresh = false
        let configuration = models.configuration
        models.realm.invalidate()
        try onThread {
            let realm = try Realm(configuration: configuration)
            try realm.write { realm.add(ModelDog()) }
        }
        #expect(models.realm.objects(ModelDog.self).count == 1)
    }

    @Test func `invalidate lets go of the version`() throws {
        let models = try ModelRealm()
        var configuration = models.configuration
        configuration.maximumNumberOfActiveVersions = 1
        let limited = configuration
        models.realm.invalidate()
        try onThread {
            let realm = try Realm(configuration: limited)
            for _ in 0..<3 {
                try realm.beginWrite(timeout: nil)
                realm.add(ModelDog())
                try realm.commitWrite()
            }
        }
    }

    @Test func `unused collections keep no version in use`() throws {
        let models = try ModelRealm()
        var configuration = models.configuration
        configuration.maximumNumberOfActiveVersions = 1
        let limited = configuration
        models.realm.invalidate()
        try onThread {
            let realm = try Realm(configuration: limited)
            var held: [Results<ModelDog>] = []
            for round in 0..<4 {
                try realm.beginWrite(timeout: nil)
                realm.add(ModelDog())
                try realm.commitWrite()
                let dogs = realm.objects(ModelDog.self)
                held += [
                    dogs, dogs.filter("name != %@", "x"), dogs.sorted(byKeyPath: "name"), dogs.distinct(by: ["name"]),
                ]
                for dogs in held { _ = dogs.first }
                #expect(held.last?.count == 1 && dogs.count == round + 1)
            }
        }
    }

    @Test func `invalidate undoes a write transaction`() throws {
        let models = try ModelRealm()
        let messages = Messages()
        models.realm.beginWrite()
        models.realm.create(ModelDog.self)
        messages.collect { models.realm.invalidate() }
        #expect(!models.realm.isInWriteTransaction)
        #expect(models.realm.isEmpty)
        #expect(messages.texts.contains { $0.contains("invalidate()") })
    }

    @Test func `the last handle undoes a write transaction`() throws {
        let models = try ModelRealm()
        let configuration = models.configuration
        try onThread {
            let realm = try Realm(configuration: configuration)
            realm.beginWrite()
            realm.create(ModelDog.self)
        }
        #expect(!models.realm.refresh())
        try models.realm.write {}
        #expect(models.realm.isEmpty)
    }

    @Test func `results of an invalidated Realm stay empty`() throws {
        let models = try ModelRealm()
        try models.realm.write { models.realm.create(ModelValues.self, value: ["ints": [3, 1]]) }
        let ints = try #require(models.realm.objects(ModelValues.self).first).ints
        let (sorted, dogs) = (ints.sorted(), models.realm.objects(ModelDog.self))
        models.realm.invalidate()
        try models.realm.write { models.realm.create(ModelDog.self) }
        #expect(sorted.isEmpty)
        #expect(dogs.isEmpty)
        #expect(dogs.filter("age > 0").isEmpty)
    }

    @Test func `a Realm on a dispatch queue refreshes by itself`() throws {
        let models = try ModelRealm()
        let (configuration, queue) = (models.configuration, DispatchQueue(label: "refreshing"))
        let realm = try queue.sync { Unchecked(content: try Realm(configuration: configuration, queue: queue)) }
        try models.realm.write { models.realm.add(ModelDog()) }
        #expect(comesTrue(on: queue) { realm.content.objects(ModelDog.self).count == 1 })
        queue.sync { realm.content.autorefresh = false }
        try models.realm.write { models.realm.add(ModelDog()) }
        Thread.sleep(forTimeInterval: 0.1)
        #expect(queue.sync { realm.content.objects(ModelDog.self).count } == 1)
        #expect(queue.sync { realm.content.refresh() })
    }

    @Test @MainActor func `a Realm on the main queue refreshes by itself`() async throws {
        let models = try ModelRealm()
        let configuration = models.configuration
        try await Task.detached {
            let realm = try Realm(configuration: configuration)
            try realm.write { realm.add(ModelDog()) }
        }.value
        for _ in 0..<1000 where models.realm.objects(ModelDog.self).isEmpty {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(models.realm.objects(ModelDog.self).count == 1)
    }

    @Test func `a Realm of a running run loop refreshes by itself`() throws {
        let models = try ModelRealm()
        let configuration = models.configuration
        let seen = Mutex(false)
        let opened = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let place = Place()
            let start = Timer(timeInterval: 0, repeats: false) { _ in
                place.realm = try? Realm(configuration: configuration)
                opened.signal()
            }
            RunLoop.current.add(start, forMode: .default)
            // A run loop without timers and sources does not wait.
            RunLoop.current.add(Timer(timeInterval: 0.1, repeats: true) { _ in }, forMode: .default)
            for _ in 0..<300 {
                _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
                if place.realm?.objects(ModelDog.self).isEmpty == false { break }
            }
            seen.withLock { $0 = place.realm?.objects(ModelDog.self).count == 1 }
            done.signal()
        }
        opened.wait()
        try models.realm.write { models.realm.add(ModelDog()) }
        done.wait()
        #expect(seen.withLock { $0 })
    }

    @Test func `a file is closed with its last Realm although it follows commits`() throws {
        let models = try ModelRealm()
        var configuration = models.configuration
        configuration.fileURL = models.directory.url.appendingPathComponent("closed.realm")
        let queue = DispatchQueue(label: "closing")
        for _ in 0..<10 {
            try queue.sync {
                let realm = try Realm(configuration: configuration, queue: queue)
                try realm.write { realm.add(ModelDog()) }
            }
            queue.sync {}
            #expect(try Realm.deleteFiles(for: configuration))
        }
    }
}

private final class Place: @unchecked Sendable {
    var realm: Realm?
}

/// Polls `condition` on `queue` until it holds, for some seconds.
private func comesTrue(on queue: DispatchQueue, _ condition: () -> Bool) -> Bool {
    for _ in 0..<1000 {
        if queue.sync(execute: condition) { return true }
        Thread.sleep(forTimeInterval: 0.02)
    }
    return false
}

/// The messages that the library logs during an operation.
private final class Messages: Sendable {
    private let found = Mutex<[String]>([])
    var texts: [String] { found.withLock { $0 } }

    func collect(_ body: () -> Void) {
        let old = RLMLogger.shared
        RLMLogger.shared = RLMLogger(level: .info) { [self] _, text in found.withLock { $0.append(text) } }
        body()
        RLMLogger.shared = old
    }
}
