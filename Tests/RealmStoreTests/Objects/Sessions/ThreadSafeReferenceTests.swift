import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// The version of a Realm to which references resolve, and resolving in write transactions.
@Suite("References and versions") struct ThreadSafeReferenceTests {
    private let models: ModelRealm

    init() throws { models = try ModelRealm() }

    /// Runs `body` on a thread of its own with a Realm that was just opened.
    private func elsewhere<Result: Sendable>(_ body: @escaping @Sendable (Realm) throws -> Result) throws -> Result {
        let configuration = models.configuration
        return try onThread { try body(Realm(configuration: configuration)) }
    }

    private func dog(_ name: String) throws -> ModelDog {
        try models.realm.write { models.realm.create(ModelDog.self, value: ["name": name]) }
    }

    @Test func `a Realm that was just opened begins with the version of the reference`() throws {
        let dog = try dog("Rex")
        let (reference, second) = (ThreadSafeReference(to: dog), ThreadSafeReference(to: dog))
        try models.realm.write { models.realm.delete(dog) }
        let names = try elsewhere { realm in
            let name = realm.resolve(reference)?.name
            let isNewer = realm.refresh()
            return (name, isNewer, realm.resolve(second)?.name)
        }
        #expect(names == ("Rex", true, nil))
    }

    @Test func `results are there as they were when the reference was made`() throws {
        let dogs = models.realm.objects(ModelDog.self)
        let reference = ThreadSafeReference(to: dogs.filter("name != 'C'").sorted(byKeyPath: "name", ascending: false))
        for name in ["A", "B", "C"] { _ = try dog(name) }
        let found = try elsewhere { realm in
            let (results, all) = (try #require(realm.resolve(reference)), realm.objects(ModelDog.self))
            let before = [results.count, all.count]
            realm.refresh()
            return (before, Array(results.map(\.name)), all.count)
        }
        #expect(found == ([0, 0], ["B", "A"], 3))
    }

    @Test func `a Realm from which something was read stays at its version`() throws {
        let dog = try dog("Rex")
        let reference = ThreadSafeReference(to: dog)
        try models.realm.write { dog.name = "Max" }
        let names = try elsewhere { realm in
            let first = realm.objects(ModelDog.self).first?.name
            return [first, realm.resolve(reference)?.name]
        }
        #expect(names == ["Max", "Max"])
    }

    @Test func `a Realm that was refreshed, or told that it has objects, does not go back for a reference`() throws {
        let dog = try dog("Rex")
        let references = [ThreadSafeReference(to: dog), ThreadSafeReference(to: dog)]
        try models.realm.write { models.realm.delete(dog) }
        let isEmpty = try elsewhere { $0.isEmpty && $0.resolve(references[0]) == nil && $0.isEmpty }
        #expect(isEmpty)
        let isGone = try elsewhere { realm in
            realm.refresh()
            return realm.resolve(references[1]) == nil
        }
        #expect(isGone)
    }

    @Test func `a Realm at an older version goes to the newest for a reference`() throws {
        let configuration = models.configuration
        models.realm.autorefresh = false
        let dogs = models.realm.objects(ModelDog.self)
        #expect(dogs.isEmpty)
        let reference = try onThread {
            let realm = try Realm(configuration: configuration)
            let dog = try realm.write { realm.create(ModelDog.self, value: ["name": "Rex"]) }
            let reference = ThreadSafeReference(to: dog)
            try realm.write { realm.create(ModelDog.self) }
            return reference
        }
        #expect(models.realm.resolve(reference)?.name == "Rex")
        #expect(dogs.count == 2)
    }

    @Test func `an invalidated Realm begins with the version of the reference`() throws {
        let dog = try dog("Rex")
        let reference = ThreadSafeReference(to: dog)
        try models.realm.write { dog.name = "Max" }
        models.realm.invalidate()
        #expect(models.realm.resolve(reference)?.name == "Rex")
        #expect(models.realm.refresh())
        #expect(models.realm.objects(ModelDog.self)[0].name == "Max")
    }

    @Test func `writes after a reference was resolved go to the newest version`() throws {
        let dog = try dog("Rex")
        let reference = ThreadSafeReference(to: dog)
        try models.realm.write { dog.age = 7 }
        let found = try elsewhere { realm in
            let dog = try #require(realm.resolve(reference))
            let before = dog.age
            try realm.write { dog.name = "Max" }
            return (before, dog.age)
        }
        #expect(found == (1, 7))
        models.realm.refresh()
        #expect(dog.name == "Max")
    }

    @Test func `the version of a reference is in use until it was resolved`() throws {
        let dog = try dog("Rex")
        let url = try #require(models.configuration.fileURL)
        let reference = ThreadSafeReference(to: dog)
        for age in 2...4 { try models.realm.write { dog.age = age } }
        #expect(try Realm.fileInfo(at: url).activeVersions ?? 0 > 1)
        try elsewhere { _ = $0.resolve(reference) }
        try models.realm.write { dog.age = 5 }
        #expect(try Realm.fileInfo(at: url).activeVersions == 1)
    }

    // MARK: In write transactions

    @Test func `references are made and resolved in a write transaction`() throws {
        let (realm, old) = (models.realm, try dog("Rex"))
        let before = ThreadSafeReference(to: old)
        try realm.write {
            old.name = "Max"
            let new = realm.create(ModelDog.self, value: ["name": "Tim"])
            let (within, made) = (ThreadSafeReference(to: old), ThreadSafeReference(to: new))
            let all = ThreadSafeReference(to: realm.objects(ModelDog.self))
            #expect(realm.resolve(before)?.name == "Max")
            #expect(realm.resolve(within)?.name == "Max")
            #expect(realm.resolve(made)?.name == "Tim")
            #expect(realm.resolve(all)?.count == 2)
        }
    }

    @Test func `a write transaction of another thread resolves a reference and changes what it leads to`() throws {
        let dog = try dog("Rex")
        let reference = ThreadSafeReference(to: dog)
        try models.realm.write { dog.age = 7 }
        let age = try elsewhere { realm in
            realm.beginWrite()
            let dog = try #require(realm.resolve(reference))
            dog.name = "Max"
            try realm.commitWrite()
            return dog.age
        }
        models.realm.refresh()
        #expect((dog.name, age) == ("Max", 7))
    }

    @Test func `a thread safe variable is read in write transactions`() throws {
        let (realm, dog) = (models.realm, try dog("Rex"))
        @ThreadSafe var safe = dog
        let shared = _safe
        try realm.write {
            safe?.name = "Max"
            #expect(safe?.name == "Max")
            safe = realm.create(ModelDog.self, value: ["name": "Tim"])
            #expect(safe?.name == "Tim")
        }
        let name = try elsewhere { realm in
            try realm.write {
                let found = shared.wrappedValue
                found?.age = 9
                return found?.name
            }
        }
        realm.refresh()
        #expect((name, safe?.age) == ("Tim", 9))
    }

    @Test func `a thread safe variable shows the newest version wherever it is read`() throws {
        let dog = try dog("Rex")
        @ThreadSafe var safe = dog
        let shared = _safe
        try models.realm.write { dog.name = "Max" }
        #expect(try onThread { shared.wrappedValue?.name } == "Max")
        try models.realm.write { models.realm.delete(dog) }
        #expect(try onThread { shared.wrappedValue == nil })
    }

    @Test func `a frozen Realm resolves references to what it has`() throws {
        let dog = try dog("Rex")
        let (frozen, reference) = (models.realm.freeze(), ThreadSafeReference(to: dog))
        let found = frozen.resolve(reference)
        #expect(found?.isFrozen == true && found?.name == "Rex")
        #expect(frozen.resolve(ThreadSafeReference(to: try self.dog("new"))) == nil)
    }
}
