import Foundation
import RealmStore

@testable import TestSupport

extension Refusal {
    /// Loops over changes where none are possible.
    static let loops: [Refusal] = [
        Refusal("of a list in memory", "in a Realm") { for await _ in ModelPerson().dogs.changes() {} },
        Refusal("of an object in memory", "in a Realm") { for await _ in ModelDog().changes() {} },
        Refusal("of a map in memory", "in a Realm") { for await _ in ModelValues().counts.changes() {} },
        Refusal("of what is frozen", "Frozen") {
            try await ChangePlace().run { _, realm in
                for await _ in realm.objects(ModelDog.self).freeze().changes() {}
            }
        },
        Refusal("of a frozen Realm", "Frozen") {
            try await ChangePlace().run { _, realm in for await _ in realm.freeze().changes() {} }
        },
        Refusal("of a deleted object", "deleted") {
            try await ChangePlace().run { _, realm in
                let dog = try realm.write { realm.create(ModelDog.self) }
                try realm.write { realm.delete(dog) }
                for await _ in dog.changes() {}
            }
        },
        Refusal("begun in a write transaction", "write transactions") {
            try await ChangePlace().run { _, realm in
                realm.beginWrite()
                for await _ in realm.objects(ModelDog.self).changes() {}
            }
        },
        Refusal("with key paths that lead nowhere", "nope") {
            try await ChangePlace().run { _, realm in
                for await _ in realm.objects(ModelDog.self).changes(keyPaths: ["nope"]) {}
            }
        },
        Refusal("with Swift key paths to what is not stored", "@Persisted") {
            try await ChangePlace().run { _, realm in
                for await _ in realm.objects(ModelPerson.self).changes(keyPaths: [\.notes]) {}
            }
        },
        Refusal("in a task on no actor", "in an actor") {
            try await withFile { configuration in
                let realm = try await Realm(configuration: configuration)
                for await _ in realm.objects(ModelDog.self).changes() {}
            }
        },
        Refusal("of the Realm of a task on no actor", "in an actor") {
            try await withFile { for await _ in try await Realm(configuration: $0).changes() {} }
        },
        Refusal("in another actor", "incorrect thread") {
            let (place, other) = (try ChangePlace(), try ChangePlace())
            let dogs = try await place.run { _, realm in Unchecked(content: realm.objects(ModelDog.self)) }
            try await other.run { _, _ in for await _ in dogs.content.changes() {} }
        },
        Refusal("that another actor goes on with", "incorrect thread") {
            let (place, other) = (try ChangePlace(), try ChangePlace())
            let changes = try await place.run { _, realm in
                Unchecked(content: realm.objects(ModelDog.self).changes().makeAsyncIterator())
            }
            try await other.run { _, _ in
                var changes = changes.content
                _ = await changes.next()
            }
        },
        Refusal("in two tasks at once", "one task at a time") {
            try await ChangePlace().run { place, realm in
                let changes = Unchecked(content: realm.objects(ModelDog.self).changes().makeAsyncIterator())
                let tasks = (0..<2).map { _ in
                    Task {
                        _ = place
                        var changes = changes.content
                        while await changes.next() != nil {}
                    }
                }
                for task in tasks { await task.value }
            }
        },
    ]
}
