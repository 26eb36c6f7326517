import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// The version that a Realm shows, and the threads that may use it.
@Suite("Refreshing, freezing and places") struct RefreshTests {
    private let models: ModelRealm

    init() throws { models = try ModelRealm() }

    private func commitElsewhere() throws {
        let configuration = models.configuration
        try onThread {
            let realm = try Realm(configuration: configuration)
            try realm.write { realm.add(ModelDog()) }
        }
    }

    @Test func `handles of one place share whether their Realm refreshes by itself`() throws {
        #expect(models.realm.autorefresh)
        let other = try Realm(configuration: models.configuration)
        other.autorefresh = false
        #expect(!models.realm.autorefresh)
        models.realm.autorefresh = true
        #expect(other.autorefresh)
    }

    @Test func `a frozen Realm does not refresh by itself, and may be told so`() throws {
        let frozen = models.realm.freeze()
        frozen.autorefresh = false
        #expect(!frozen.autorefresh)
    }

    @Test func `refreshing says whether there was a newer version`() throws {
        #expect(!models.realm.refresh())
        try commitElsewhere()
        #expect(models.realm.refresh())
        #expect(!models.realm.refresh())
    }

    @Test func `a write transaction and a frozen Realm do not refresh`() throws {
        let frozen = models.realm.freeze()
        try commitElsewhere()
        #expect(!frozen.refresh())
        models.realm.beginWrite()
        #expect(!models.realm.refresh())
        models.realm.cancelWrite()
    }

    @Test func `a queue's Realm that does not refresh by itself stays at its version until it is told`() throws {
        let (queue, configuration) = (DispatchQueue(label: "still"), models.configuration)
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            realm.autorefresh = false
            let dogs = realm.objects(ModelDog.self)
            #expect(dogs.isEmpty)
            try commitElsewhere()
            #expect(dogs.isEmpty)
            realm.refresh()
            #expect(dogs.count == 1)
        }
    }

    @Test func `a version is frozen once, and what is frozen is frozen as itself`() throws {
        let frozen = models.realm.freeze()
        #expect(frozen.isFrozen && !models.realm.isFrozen)
        #expect(models.realm.freeze() == frozen)
        #expect(frozen.freeze() == frozen)
        #expect(frozen.thaw() == models.realm)
        #expect(models.realm.thaw() == models.realm)
        try models.realm.write {}
        #expect(models.realm.freeze() != frozen)
    }

    @Test func `a Realm freezes and thaws objects and collections`() throws {
        let person = ModelPerson(value: ["id": 1, "name": "Ada", "dogs": [["name": "Rex"]]])
        try models.realm.write { models.realm.add(person) }
        let (frozen, dogs) = (models.realm.freeze(person), models.realm.freeze(person.dogs))
        try models.realm.write {
            person.name = "Eva"
            person.dogs.removeAll()
        }
        #expect((frozen.name, dogs.count) == ("Ada", 1))
        #expect(models.realm.thaw(frozen)?.name == "Eva")
        #expect(models.realm.thaw(dogs)?.count == 0)
        try models.realm.write { models.realm.delete(person) }
        #expect(models.realm.thaw(frozen) == nil)
        #expect(models.realm.thaw(dogs) == nil)
    }

    @Test func `a collection of a deleted object is invalidated when it is frozen, too`() throws {
        func frozen(_ thing: some ThreadConfined) -> any ThreadConfined { thing.freeze() }
        let person = ModelPerson(value: ["id": 1, "dogs": [["name": "Rex"]]])
        let values = ModelValues(value: ["counts": ["a": 1], "words": ["b"]])
        try models.realm.write { models.realm.add([person, values]) }
        let dog = person.dogs[0]
        let things: [any ThreadConfined] = [
            person.dogs, values.words, values.counts, dog.owners, AnyRealmCollection(person.dogs),
            person.dogs.projectTo.name,
        ]
        try models.realm.write { models.realm.delete([person, values, dog] as [Object]) }
        for thing in things {
            let kept = frozen(thing)
            #expect(kept.isInvalidated && kept.isFrozen && kept.realm == models.realm.freeze(), "\(type(of: thing))")
        }
    }

    @Test func `results of a deleted object's list are empty when they are frozen, too`() throws {
        let person = ModelPerson(value: ["id": 1, "dogs": [["name": "Rex"]]])
        try models.realm.write { models.realm.add(person) }
        let named = person.dogs.filter("name == 'Rex'")
        try models.realm.write { models.realm.delete(person) }
        #expect(named.freeze().isEmpty)
    }

    @Test func `a list of an invalidated Realm is frozen as an invalidated one`() throws {
        let person = ModelPerson(value: ["id": 1, "dogs": [["name": "Rex"]]])
        try models.realm.write { models.realm.add(person) }
        let dogs = person.dogs
        models.realm.invalidate()
        #expect(dogs.freeze().isInvalidated)
    }

    @Test func `everything that belongs to a thread says what it belongs to`() throws {
        func check(_ things: [any ThreadConfined], isFrozen: Bool) {
            for thing in things {
                #expect(thing.realm != nil && !thing.isInvalidated && thing.isFrozen == isFrozen, "\(thing)")
            }
        }
        func frozen(_ thing: some ThreadConfined) -> any ThreadConfined { thing.freeze() }
        let person = ModelPerson(value: ["id": 1, "dogs": [["name": "Rex"]], "home": ["street": "here"]])
        let values = ModelValues(value: ["counts": ["a": 1]])
        try models.realm.write { models.realm.add([person, values]) }
        let dogs = models.realm.objects(ModelDog.self)
        let sections = dogs.sectioned(by: \.name)
        let things: [any ThreadConfined] = [
            person, person.home!, person.dogs, dogs, dogs[0].owners, values.words, values.counts, sections, sections[0],
            AnyRealmCollection(dogs), person.dogs.projectTo.name,
        ]
        check(things, isFrozen: false)
        check(things.map { frozen($0) }, isFrozen: true)
        for thing in things { #expect(thing.thaw()?.realm == models.realm) }
    }

    @Test func `any block of a queue uses its Realm, whatever thread runs it`() throws {
        let (queue, configuration) = (DispatchQueue(label: "places"), models.configuration)
        let dogs = try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            try realm.write { realm.add(ModelDog()) }
            return Unchecked(content: realm.objects(ModelDog.self))
        }
        let counts = try (0..<4).map { _ in try onThread { queue.sync { dogs.content.count } } }
        #expect(counts == [1, 1, 1, 1])
    }

    @MainActor @Test func `a Realm of the main thread is that of the main actor and of the main queue`() async throws {
        let first = try await Realm(configuration: models.configuration)
        let second = try await Realm.open(configuration: models.configuration)
        let third = try { try Realm(configuration: models.configuration, queue: .main) }()
        #expect(first == second)
        #expect(first == third)
        #expect(third.objects(ModelDog.self).isEmpty)
    }

    @Test func `the compiler knows which types are sendable`() throws {
        func send(_: some Sendable) {}
        try models.realm.write { models.realm.add(ModelDog()) }
        let dogs = models.realm.objects(ModelDog.self)
        send(models.configuration)
        send(ThreadSafeReference(to: dogs))
        send(Frozen(dogs))
        send(NotificationToken())
        send(ObjectId.generate())
        send(Decimal128(1))
        @ThreadSafe var dog = dogs.first
        send(_dog)
    }
}
