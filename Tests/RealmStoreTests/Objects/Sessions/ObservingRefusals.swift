import Foundation
import RealmStore

@testable import TestSupport

private final class DogName: Projection<ModelDog> {
    @Projected(\ModelDog.name) var title
}

extension Refusal {
    /// Values that cannot be observed.
    static let observing: [Refusal] = [
        Refusal("a set in memory", "in a Realm") { _ = ModelValues().words.observe { _ in } },
        Refusal("a map in memory", "in a Realm") { _ = ModelValues().counts.observe { _ in } },
        Refusal("linking objects in memory", "in a Realm") { _ = ModelDog().owners.observe { _ in } },
        Refusal("an object in memory", "in a Realm") { _ = ModelDog().observe { (_: ObjectChange<ModelDog>) in } },
        Refusal("an embedded object in memory", "in a Realm") {
            _ = ModelAddress().observe { (_: ObjectChange<ModelAddress>) in }
        },
        Refusal("a projection of an object in memory", "in a Realm") {
            _ = DogName(projecting: ModelDog()).observe { _ in }
        },
        Refusal("a collection in memory, for a queue", "in a Realm") {
            _ = ModelPerson().dogs.observe(on: DispatchQueue(label: "other")) { _ in }
        },
        Refusal("a collection in memory, for an actor", "in a Realm") {
            _ = await ModelPerson().dogs.observe(on: MainActor.shared) { _, _ in }
        },
        Refusal("a deleted object", "deleted") {
            try inQueue { models in
                let dog = models.person.dogs[0]
                try models.realm.write { models.realm.delete(dog) }
                _ = dog.observe { (_: ObjectChange<ModelDog>) in }
            }
        },
        Refusal("a list of a deleted object", "deleted") {
            try inQueue { models in
                let dogs = models.person.dogs
                try models.realm.write { models.realm.delete(models.person) }
                _ = dogs.observe { _ in }
            }
        },
        Refusal("results of an invalidated Realm", "invalidated") {
            try inQueue { models in
                let dogs = models.realm.objects(ModelDog.self)
                models.realm.invalidate()
                _ = dogs.observe { _ in }
            }
        },
        Refusal("a frozen list", "Frozen") { try inQueue { _ = $0.person.dogs.freeze().observe { _ in } } },
        Refusal("a frozen map", "Frozen") { try inQueue { _ = $0.values.counts.freeze().observe { _ in } } },
        Refusal("a frozen object", "Frozen") {
            try inQueue { _ = $0.person.freeze().observe { (_: ObjectChange<ModelPerson>) in } }
        },
        Refusal("frozen sections", "Frozen") {
            try inQueue { models in
                _ = models.realm.objects(ModelDog.self).sectioned(by: \.name).freeze().observe { _ in }
            }
        },
        Refusal("a frozen collection, for a queue", "Frozen") {
            try inQueue { _ = $0.person.dogs.freeze().observe(on: DispatchQueue(label: "other")) { _ in } }
        },
        Refusal("results of a read-only Realm", "Read-only") {
            try readOnly { _ = $0.objects(ModelDog.self).observe { _ in } }
        },
        Refusal("a read-only Realm", "Read-only") { try readOnly { _ = $0.observe { _, _ in } } },
        Refusal("a list in a write transaction", "write transactions") {
            try inQueue { models in
                models.realm.beginWrite()
                _ = models.person.dogs.observe { _ in }
            }
        },
        Refusal("an object in a write transaction", "write transactions") {
            try inQueue { models in
                models.realm.beginWrite()
                _ = models.person.observe { (_: ObjectChange<ModelPerson>) in }
            }
        },
        Refusal("a map in a write transaction, for a queue", "write transactions") {
            try inQueue { models in
                models.realm.beginWrite()
                _ = models.values.counts.observe(on: DispatchQueue(label: "other")) { _ in }
            }
        },
        Refusal("an object as one of another class", "ModelPerson", "ModelDog") {
            try inQueue { _ = $0.person.observe { (_: ObjectChange<ModelDog>) in } }
        },
        Refusal("an object in a thread without a run loop", "run loops") {
            try await withFile { configuration in
                try onThread {
                    let realm = try Realm(configuration: configuration)
                    let dog = try realm.write { realm.create(ModelDog.self) }
                    _ = dog.observe { (_: ObjectChange<ModelDog>) in }
                }
            }
        },
        Refusal("a list on another thread", "incorrect thread") {
            try inQueue { models in
                let dogs = Unchecked(content: models.person.dogs)
                try onThread { _ = dogs.content.observe { _ in } }
            }
        },
        Refusal("a Realm on another thread", "incorrect thread") {
            try inQueue { models in
                let realm = Unchecked(content: models.realm)
                try onThread { _ = realm.content.observe { _, _ in } }
            }
        },
        Refusal("ending the observation of a Realm on another thread", "incorrect thread") {
            try inQueue { models in
                let token = models.realm.observe { _, _ in }
                _ = try onThread { token.invalidate() }
            }
        },
        Refusal("hiding a commit from an observer of a collection of another Realm", "same Realm") {
            try await withFile { configuration in
                try inQueue { models in
                    let token = models.realm.objects(ModelDog.self).observe { _ in }
                    try onThread {
                        try Realm(configuration: configuration).write(withoutNotifying: [token]) {}
                    }
                }
            }
        },
    ]

    /// Key paths without a target.
    static let keyPaths: [Refusal] = [
        Refusal("of a list", "nope") { try inQueue { _ = $0.person.dogs.observe(keyPaths: ["nope"]) { _ in } } },
        Refusal("behind a link", "nope") {
            try inQueue { _ = $0.realm.objects(ModelPerson.self).observe(keyPaths: ["favourite.nope"]) { _ in } }
        },
        Refusal("behind a value", "Invalid key path") {
            try inQueue { _ = $0.realm.objects(ModelDog.self).observe(keyPaths: ["name.length"]) { _ in } }
        },
        Refusal("of a map", "nope") { try inQueue { _ = $0.values.dogs.observe(keyPaths: ["nope"]) { _ in } } },
        Refusal("of an object", "nope") {
            try inQueue { _ = $0.person.observe(keyPaths: ["nope"]) { (_: ObjectChange<ModelPerson>) in } }
        },
        Refusal("of sections", "nope") {
            try inQueue { models in
                let sections = models.realm.objects(ModelDog.self).sectioned(by: \.name)
                _ = sections.observe(keyPaths: ["nope"]) { _ in }
            }
        },
        Refusal("of a list of values", "of objects, not of values") {
            try inQueue { _ = $0.values.ints.observe(keyPaths: ["nope"]) { _ in } }
        },
        Refusal("of Swift, to what is not stored", "@Persisted") {
            try inQueue { _ = $0.realm.objects(ModelPerson.self).observe(keyPaths: [\.notes]) { _ in } }
        },
        Refusal("of Swift, of an object, to what is not stored", "@Persisted") {
            try inQueue { _ = $0.person.observe(keyPaths: [\ModelPerson.notes]) { _ in } }
        },
        Refusal("of a projection", "nope") {
            try inQueue { _ = DogName(projecting: $0.person.dogs[0]).observe(keyPaths: ["nope"]) { _ in } }
        },
    ]
}
