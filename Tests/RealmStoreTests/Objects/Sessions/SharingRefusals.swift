import Foundation
import RealmStore

@testable import TestSupport

extension Refusal {
    /// References that cannot be made or resolved.
    static let references: [Refusal] = [
        Refusal("to an object in memory", "in a Realm") { _ = ThreadSafeReference(to: ModelDog()) },
        Refusal("to a list in memory", "in a Realm") { _ = ThreadSafeReference(to: ModelPerson().dogs) },
        Refusal("to a map in memory", "in a Realm") { _ = ThreadSafeReference(to: ModelValues().counts) },
        Refusal("to a deleted object", "not deleted") {
            try inQueue { models in
                let dog = models.person.dogs[0]
                try models.realm.write { models.realm.delete(dog) }
                _ = ThreadSafeReference(to: dog)
            }
        },
        Refusal("to a list of a deleted object", "not deleted") {
            try inQueue { models in
                let dogs = models.person.dogs
                try models.realm.write { models.realm.delete(models.person) }
                _ = ThreadSafeReference(to: dogs)
            }
        },
        Refusal("made on another thread", "incorrect thread") {
            try inQueue { models in
                let person = Unchecked(content: models.person)
                try onThread { _ = ThreadSafeReference(to: person.content) }
            }
        },
        Refusal("resolved twice", "once") {
            try inQueue { models in
                let reference = ThreadSafeReference(to: models.person)
                _ = models.realm.resolve(reference)
                _ = models.realm.resolve(reference)
            }
        },
        Refusal("resolved in a Realm of another file", "another file") {
            try await withFile { other in
                try inQueue { models in
                    let reference = ThreadSafeReference(to: models.person)
                    try onThread { _ = try Realm(configuration: other).resolve(reference) }
                }
            }
        },
        Refusal("resolved on another thread than the Realm's", "incorrect thread") {
            try inQueue { models in
                let (realm, reference) = (Unchecked(content: models.realm), ThreadSafeReference(to: models.person))
                try onThread { _ = realm.content.resolve(reference) }
            }
        },
        Refusal("a thread safe variable of an object in memory", "in a Realm") {
            @ThreadSafe var dog = ModelDog()
            _ = dog
        },
        Refusal("a thread safe variable that is set to an object in memory", "in a Realm") {
            try inQueue { models in
                @ThreadSafe var dog = models.person.dogs[0]
                dog = ModelDog()
            }
        },
    ]

    /// Realms that are used where they do not belong.
    static let places: [Refusal] = [
        Refusal("an object of a queue outside of it", "incorrect thread", "a dispatch queue") {
            var person: ModelPerson?
            try inQueue { person = $0.person }
            _ = person?.name
        },
        Refusal("a Realm of the main queue on another thread", "incorrect dispatch queue") {
            try await withFile { configuration in
                try onThread { _ = try Realm(configuration: configuration, queue: .main) }
            }
        },
        Refusal("an object of the main actor elsewhere", "incorrect thread", "the main queue") {
            try await withFile { configuration in
                let person = try await MainActor.run {
                    let realm = try Realm(configuration: configuration)
                    return Unchecked(content: try realm.write { realm.create(ModelPerson.self) })
                }
                _ = try onThread { person.content.name }
            }
        },
        Refusal("an object of an actor outside of it", "incorrect thread", "an actor") {
            let place = try ChangePlace()
            let person = try await place.run { _, realm in
                Unchecked(content: try realm.write { realm.create(ModelPerson.self) })
            }
            _ = person.content.name
        },
        Refusal("an object of a task in another", "incorrect thread", "another task") {
            try await withFile { configuration in
                let realm = try await Realm(configuration: configuration)
                let person = Unchecked(content: try realm.write { realm.create(ModelPerson.self) })
                _ = await Task.detached { person.content.name }.value
            }
        },
        Refusal("refreshing on another thread", "incorrect thread") {
            try inQueue { models in
                let realm = Unchecked(content: models.realm)
                _ = try onThread { realm.content.refresh() }
            }
        },
        Refusal("setting whether a Realm refreshes by itself on another thread", "incorrect thread") {
            try inQueue { models in
                let realm = Unchecked(content: models.realm)
                try onThread { realm.content.autorefresh = false }
            }
        },
    ]
}
