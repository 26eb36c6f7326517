import Foundation
import RealmStore

@testable import TestSupport

extension Refusal {
    /// Values that cannot be frozen or thawed.
    static let freezing: [Refusal] = [
        Refusal("an object in memory", "in a Realm") { _ = ModelDog().freeze() },
        Refusal("an embedded object in memory", "in a Realm") { _ = ModelAddress().freeze() },
        Refusal("a list in memory", "in a Realm") { _ = ModelPerson().dogs.freeze() },
        Refusal("a set in memory", "in a Realm") { _ = ModelValues().words.freeze() },
        Refusal("a map in memory", "in a Realm") { _ = ModelValues().counts.freeze() },
        Refusal("thawing an object in memory", "in a Realm") { _ = ModelDog().thaw() },
        Refusal("thawing a list in memory", "in a Realm") { _ = ModelPerson().dogs.thaw() },
        Refusal("an object in memory, by a Realm", "in a Realm") { try inQueue { _ = $0.realm.freeze(ModelDog()) } },
        Refusal("a list in memory, by a Realm", "in a Realm") {
            try inQueue { _ = $0.realm.freeze(ModelPerson().dogs) }
        },
        Refusal("a deleted object", "not deleted") {
            try inQueue { models in
                let dog = models.person.dogs[0]
                try models.realm.write { models.realm.delete(dog) }
                _ = dog.freeze()
            }
        },
        Refusal("an object of the write transaction that is open", "its own version") {
            try inQueue { models in
                models.realm.beginWrite()
                _ = models.realm.create(ModelDog.self).freeze()
            }
        },
        Refusal("an object on another thread", "incorrect thread") {
            try inQueue { models in
                let person = Unchecked(content: models.person)
                try onThread { _ = person.content.freeze() }
            }
        },
        Refusal("a Realm on another thread", "incorrect thread") {
            try inQueue { models in
                let realm = Unchecked(content: models.realm)
                try onThread { _ = realm.content.freeze() }
            }
        },
        Refusal("an object in memory, for other threads", "ModelDog", "add it to a Realm") { _ = Frozen(ModelDog()) },
        Refusal("a list in memory, for other threads", "List<ModelDog>", "add it to a Realm") {
            _ = Frozen(ModelPerson().dogs)
        },
        Refusal("a map in memory, for other threads", "Map<", "add it to a Realm") {
            _ = Frozen(ModelValues().counts)
        },
        Refusal("a deleted object, for other threads", "ModelDog", "deleted") {
            try inQueue { models in
                let dog = models.person.dogs[0]
                try models.realm.write { models.realm.delete(dog) }
                _ = Frozen(dog)
            }
        },
        Refusal("an object on another thread, for other threads", "incorrect thread") {
            try inQueue { models in
                let person = Unchecked(content: models.person)
                try onThread { _ = Frozen(person.content) }
            }
        },
    ]

    /// Changes of frozen values.
    static let frozen: [Refusal] = [
        Refusal("a property", "Frozen objects") { try inQueue { $0.person.freeze().name = "x" } },
        Refusal("a property behind a Frozen", "Frozen objects") { try inQueue { Frozen($0.person).value.name = "x" } },
        Refusal("a list", "Frozen objects") { try inQueue { $0.person.dogs.freeze().append(ModelDog()) } },
        Refusal("a set", "Frozen objects") { try inQueue { $0.values.words.freeze().insert("b") } },
        Refusal("a map", "Frozen objects") { try inQueue { $0.values.counts.freeze()["b"] = 2 } },
        Refusal("adding to a Realm", "Frozen objects") { try inQueue { $0.realm.freeze().add(ModelDog()) } },
        Refusal("deleting from a Realm", "Frozen objects") {
            try inQueue { models in
                let frozen = models.realm.freeze()
                frozen.delete(frozen.objects(ModelDog.self))
            }
        },
        Refusal("beginning to write", "frozen") { try inQueue { $0.realm.freeze().beginWrite() } },
        Refusal("letting a Realm refresh by itself", "frozen") { try inQueue { $0.realm.freeze().autorefresh = true } },
    ]
}
