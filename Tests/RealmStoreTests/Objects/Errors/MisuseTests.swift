import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// Programming errors end the process, with a message that names the rule.
@Suite("Misuse") struct MisuseTests {
    @Test func `a change outside of a write transaction traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let dog = ModelDog()
            try models.realm.write { models.realm.add(dog) }
            dog.name = "Rex"
        }
        expectMessage(result, "outside of a write transaction")
    }

    @Test func `adding outside of a write transaction traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try ModelRealm().realm.add(ModelDog())
        }
        expectMessage(result, "outside of a write transaction")
    }

    @Test func `a write transaction in another traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            try models.realm.write { try models.realm.write {} }
        }
        expectMessage(result, "already in a write transaction")
    }

    @Test func `committing without a write transaction traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try ModelRealm().realm.commitWrite()
        }
        expectMessage(result, "not in a write transaction")
    }

    @Test func `cancelling without a write transaction traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try ModelRealm().realm.cancelWrite()
        }
        expectMessage(result, "not in a write transaction")
    }

    @Test func `an object on another thread traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let dog = ModelDog()
            try models.realm.write { models.realm.add(dog) }
            let shared = Unchecked(content: dog)
            _ = try onThread { shared.content.name }
        }
        expectMessage(result, "incorrect thread", "ThreadSafeReference")
    }

    @Test func `a Realm on another thread traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = Unchecked(content: try ModelRealm().realm)
            _ = try onThread { realm.content.isEmpty }
        }
        expectMessage(result, "incorrect thread")
    }

    @Test func `a deleted object traps when it is read`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let dog = ModelDog()
            try models.realm.write { models.realm.add(dog) }
            try models.realm.write { models.realm.delete(dog) }
            _ = dog.name
        }
        expectMessage(result, "ModelDog", "deleted or invalidated")
    }

    @Test func `deleting an object twice traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let dog = ModelDog()
            try models.realm.write {
                models.realm.add(dog)
                models.realm.delete(dog)
                models.realm.delete(dog)
            }
        }
        expectMessage(result, "ModelDog", "deleted or invalidated")
    }

    @Test func `an index out of bounds traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try ModelRealm().realm.objects(ModelDog.self)[3]
        }
        expectMessage(result, "Index 3", "count 0")
    }

    @Test func `a list index out of bounds traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let values = try models.realm.write { models.realm.create(ModelValues.self, value: ["ints": [1, 2]]) }
            _ = values.ints[-1]
        }
        expectMessage(result, "Index -1", "count 2")
    }

    @Test func `changing a primary key traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let person = ModelPerson(value: ["id": 1])
            try models.realm.write {
                models.realm.add(person)
                person.id = 2
            }
        }
        expectMessage(result, "Primary key", "ModelPerson.id")
    }

    @Test func `nil for a required property traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            try models.realm.write { models.realm.create(ModelDog.self, value: ["age": NSNull()]) }
        }
        expectMessage(result, "ModelDog.age", "nil")
    }

    @Test func `a value of another type traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ModelDog(value: ["age": "old"])
        }
        expectMessage(result, "ModelDog", "age", "old")
    }

    @Test func `adding an object of another Realm traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (first, second) = (try ModelRealm(), try ModelRealm())
            let dog = try first.realm.write { first.realm.create(ModelDog.self) }
            try second.realm.write { second.realm.add(dog) }
        }
        expectMessage(result, "another Realm")
    }

    @Test func `changing a frozen object traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let dog = try models.realm.write { models.realm.create(ModelDog.self) }
            dog.freeze().name = "Rex"
        }
        expectMessage(result, "Frozen", "thaw()")
    }

    @Test func `writing a frozen Realm traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try ModelRealm().realm.freeze().write {}
        }
        expectMessage(result, "frozen Realm")
    }

    @Test func `writing a read-only Realm traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try ModelRealm().readOnlyCopy().write {}
        }
        expectMessage(result, "read-only")
    }

    @Test func `refreshing a read-only Realm traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try ModelRealm().readOnlyCopy().refresh()
        }
        expectMessage(result, "read-only")
    }

    @Test func `an unknown property traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ModelDog()["colour"]
        }
        expectMessage(result, "ModelDog", "colour")
    }

    @Test func `a class that is not in the schema traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try ModelRealm().realm.objects(OtherModels.ModelDog.self)
        }
        expectMessage(result, "ModelDog", "not in the schema")
    }

    @Test func `creating with a primary key that is taken traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            try models.realm.write {
                models.realm.create(ModelPerson.self, value: ["id": 5])
                models.realm.create(ModelPerson.self, value: ["id": 5])
            }
        }
        expectMessage(result, "ModelPerson", "existing primary key", "5")
    }

    @Test func `updating a class without a primary key traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            try models.realm.write { models.realm.add(ModelDog(), update: .modified) }
        }
        expectMessage(result, "ModelDog", "primary key")
    }

    @Test func `opening off the queue that is given traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Realm(configuration: .init(inMemoryIdentifier: "queue"), queue: DispatchQueue(label: "other"))
        }
        expectMessage(result, "incorrect dispatch queue")
    }

    @Test func `too many versions trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var configuration = try ModelRealm().configuration
            configuration.fileURL = configuration.fileURL?.deletingLastPathComponent().appendingPathComponent("limited")
            configuration.maximumNumberOfActiveVersions = 2
            let directory = try #require(configuration.fileURL?.deletingLastPathComponent())
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let realm = try Realm(configuration: configuration)
            var frozen: [Realm] = []
            for _ in 0..<5 {
                try realm.write { realm.add(ModelDog()) }
                frozen.append(realm.freeze())
            }
        }
        expectMessage(result, "active versions", "exceeded the limit of 2")
    }

    @Test func `an embedded object that belongs to another traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let person = ModelPerson(value: ["id": 1, "home": ["street": "Main"]])
            try models.realm.write {
                models.realm.add(person)
                person.addresses.append(try #require(person.home))
            }
        }
        expectMessage(result, "embedded object", "init(value:)")
    }

    @Test func `an invalidated object traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let dog = try models.realm.write { models.realm.create(ModelDog.self) }
            models.realm.invalidate()
            _ = dog.name
        }
        expectMessage(result, "ModelDog", "deleted or invalidated")
    }

    @Test func `an invalidated list traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let list = try models.realm.write { models.realm.create(ModelPerson.self).dogs }
            models.realm.invalidate()
            _ = list.count
        }
        expectMessage(result, "invalidated")
    }

    @Test func `a frozen Realm that was invalidated traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let frozen = try ModelRealm().realm.freeze()
            frozen.invalidate()
            _ = frozen.objects(ModelDog.self).count
        }
        expectMessage(result, "frozen Realm has been invalidated")
    }
}

/// Classes with names that others have, too.
enum OtherModels {
    final class ModelDog: TestObject {
        @Persisted var weight: Double
    }
}
