import Foundation
import RealmStore
import Testing

@testable import TestSupport

@Suite("Threads, freezing and handing over") struct ModelConfinementTests {
    @Test func `handles of one thread share their session`() throws {
        let models = try ModelRealm()
        let other = try Realm(configuration: models.configuration)
        #expect(other == models.realm)
        try other.write { other.create(ModelDog.self) }
        #expect(models.realm.objects(ModelDog.self).count == 1)
    }

    @Test func `another thread has a Realm of its own`() throws {
        let models = try ModelRealm()
        let configuration = models.configuration
        try onThread {
            let realm = try Realm(configuration: configuration)
            try realm.write { realm.add(ModelDog()) }
        }
        #expect(models.realm.objects(ModelDog.self).isEmpty)
        #expect(models.realm.refresh())
        #expect(models.realm.objects(ModelDog.self).count == 1)
    }

    @Test func `a frozen value never changes`() throws {
        let models = try ModelRealm()
        let person = ModelPerson(value: ["id": 1, "name": "Ada", "dogs": [["name": "Rex"]]])
        try models.realm.write { models.realm.add(person) }
        let (frozen, dogs, people) = (
            person.freeze(), person.dogs.freeze(), models.realm.objects(ModelPerson.self).freeze()
        )
        try models.realm.write {
            person.name = "Eva"
            models.realm.delete(models.realm.objects(ModelDog.self))
            models.realm.create(ModelPerson.self, value: ["id": 2])
        }
        #expect(frozen.isFrozen && dogs.isFrozen && people.isFrozen)
        #expect(frozen.name == "Ada")
        #expect(dogs.map(\.name) == ["Rex"])
        #expect(people.count == 1)
        #expect(frozen.thaw()?.name == "Eva")
        #expect(dogs[0].thaw() == nil)
        #expect(dogs.thaw()?.isEmpty == true)
    }

    @Test func `a frozen value is read by several threads at once`() throws {
        let models = try ModelRealm()
        try models.realm.write {
            for id in 0..<500 {
                models.realm.create(ModelPerson.self, value: ["id": id, "dogs": [["name": "d\(id)"]]])
            }
        }
        let people = Unchecked(content: models.realm.objects(ModelPerson.self).freeze())
        let sums = try (0..<4).map { _ in
            try onThread { people.content.reduce(0) { $0 + $1.id + $1.dogs.count + $1.dogs[0].name.count } }
        }
        #expect(Set(sums).count == 1)
    }

    @Test func `a reference brings an object to another thread`() throws {
        let models = try ModelRealm()
        let person = ModelPerson(value: ["id": 1, "dogs": [["name": "Rex"]]])
        try models.realm.write { models.realm.add(person) }
        let reference = ThreadSafeReference(to: person)
        let dogs = ThreadSafeReference(to: person.dogs)
        let configuration = models.configuration
        let names = try onThread {
            let realm = try Realm(configuration: configuration)
            return [realm.resolve(reference)?.name, realm.resolve(dogs)?.first?.name]
        }
        #expect(names == ["nobody", "Rex"])
        #expect(reference.isInvalidated)
    }

    @Test func `a reference to a deleted object resolves to nothing`() throws {
        let models = try ModelRealm()
        let dog = ModelDog()
        try models.realm.write { models.realm.add(dog) }
        let reference = ThreadSafeReference(to: dog)
        try models.realm.write { models.realm.delete(dog) }
        #expect(models.realm.resolve(reference) == nil)
    }

    @Test func `a reference made in a write transaction resolves once that is committed`() throws {
        let models = try ModelRealm()
        let configuration = models.configuration
        models.realm.beginWrite()
        let person = models.realm.create(ModelPerson.self, value: ["id": 1, "dogs": [["name": "Rex"]]])
        let (early, late) = (ThreadSafeReference(to: person), ThreadSafeReference(to: person))
        let dogs = ThreadSafeReference(to: person.dogs)
        #expect(try onThread { try Realm(configuration: configuration).resolve(early)?.id } == nil)
        try models.realm.commitWrite()
        let found = try onThread {
            let realm = try Realm(configuration: configuration)
            return (realm.resolve(late)?.id, realm.resolve(dogs)?.first?.name)
        }
        #expect(found == (1, "Rex"))
    }

    @Test func `a reference made in a write transaction that is undone resolves to nothing`() throws {
        let models = try ModelRealm()
        models.realm.beginWrite()
        let reference = ThreadSafeReference(to: models.realm.create(ModelDog.self))
        models.realm.cancelWrite()
        #expect(models.realm.resolve(reference) == nil)
    }

    @Test func `a thread safe variable is found anew on each thread`() throws {
        let models = try ModelRealm()
        let dog = ModelDog(value: ["name": "Rex"])
        try models.realm.write { models.realm.add(dog) }
        @ThreadSafe var safe = dog
        let shared = _safe
        #expect(try onThread { shared.wrappedValue?.name } == "Rex")
        #expect(try onThread { shared.wrappedValue?.name } == "Rex")
    }

    @Test func `a Realm is used on its queue`() throws {
        let models = try ModelRealm()
        let configuration = models.configuration
        let queue = DispatchQueue(label: "work")
        let count = try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            try realm.write { realm.add(ModelDog()) }
            return realm.objects(ModelDog.self).count
        }
        #expect(count == 1)
    }
}
