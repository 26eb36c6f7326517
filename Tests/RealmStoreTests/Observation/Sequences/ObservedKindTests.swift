import Foundation
import RealmStore
import TestSupport
import Testing

/// Loops over the changes of each kind of thing.
@Suite("Loops over changes of each kind of thing") struct ObservedKindTests {
    private let place: ChangePlace

    init() throws { place = try ChangePlace() }

    @Test func `an object tells old values, of own commits as well, and its deletion last`() async throws {
        let place = place
        try await place.run { _, realm in
            let dog = ModelDog(value: ["name": "Rex"])
            try realm.write { realm.add(dog) }
            var changes = dog.changes().makeAsyncIterator()
            try realm.write { (dog.age, dog.name) = (3, "Max") }
            #expect(text(await changes.next()) == "name: Rex Max, age: 1 3")
            try realm.write { dog.age = 4 }
            try realm.write { dog.age = 5 }
            #expect(text(await changes.next()) == "age: 3 5")
            try place.writeElsewhere { $0.objects(ModelDog.self)[0].age = 6 }
            #expect(text(await changes.next()) == "age: 5 6")
            try realm.write { realm.delete(dog) }
            #expect(text(await changes.next()) == "deleted")
            #expect(text(await changes.next()) == "end")
            #expect(text(await changes.next()) == "end")
        }
    }

    @Test func `an object tells of what key paths lead to`() async throws {
        try await place.run { _, realm in
            let person = ModelPerson(value: ["id": 1, "favourite": ["name": "Rex"]])
            try realm.write { realm.add(person) }
            var own = person.changes(keyPaths: [\ModelPerson.city]).makeAsyncIterator()
            var linked = person.changes(keyPaths: ["favourite.age"]).makeAsyncIterator()
            let dog = try #require(person.favourite)
            try realm.write { (dog.age, dog.name) = (4, "Max") }
            let change = await linked.next()
            guard case .change(_, let properties) = change else {
                Issue.record("\(String(describing: change))")
                return
            }
            #expect(properties.map(\.name) == ["favourite"])
            try realm.write { person.city = "Rome" }
            #expect(text(await own.next()) == "city: - Rome")
        }
    }

    @Test func `an embedded object tells until its owner lets go of it`() async throws {
        try await place.run { _, realm in
            let person = ModelPerson(value: ["id": 1, "home": ["street": "old"]])
            try realm.write { realm.add(person) }
            var changes = try #require(person.home).changes().makeAsyncIterator()
            try realm.write { person.home?.street = "new" }
            #expect(text(await changes.next()) == "street: old new")
            try realm.write { person.home = nil }
            #expect(text(await changes.next()) == "deleted")
            #expect(text(await changes.next()) == "end")
        }
    }

    @Test func `a list tells of its elements, and ends with its object`() async throws {
        try await place.run { _, realm in
            let person = ModelPerson(value: ["id": 1, "dogs": [["name": "a"], ["name": "b"]]])
            try realm.write { realm.add(person) }
            var changes = person.dogs.changes().makeAsyncIterator()
            #expect(text(await changes.next()) == "initial of 2")
            try realm.write { person.dogs.move(from: 0, to: 1) }
            #expect(text(await changes.next()) == "-[0] +[1] *[] of 2")
            try realm.write { realm.delete(person) }
            let last = await changes.next()
            guard case .update(_, let deletions, _, _) = last else {
                Issue.record("\(String(describing: last))")
                return
            }
            #expect(deletions == [0, 1])
            #expect(text(await changes.next()) == "end")
        }
    }

    @Test func `an empty list ends with its object without a change`() async throws {
        try await place.run { _, realm in
            let person = ModelPerson(value: ["id": 1])
            try realm.write { realm.add(person) }
            var changes = person.dogs.changes().makeAsyncIterator()
            #expect(text(await changes.next()) == "initial of 0")
            try realm.write { realm.delete(person) }
            #expect(text(await changes.next()) == "end")
        }
    }

    @Test func `a list that is gone before the loop saw it ends at once`() async throws {
        try await place.run { _, realm in
            let person = ModelPerson(value: ["id": 1, "dogs": [["name": "a"]]])
            try realm.write { realm.add(person) }
            var changes = person.dogs.changes().makeAsyncIterator()
            try realm.write { realm.delete(person) }
            #expect(text(await changes.next()) == "end")
        }
    }

    @Test func `sets and linking objects tell of their elements`() async throws {
        try await place.run { _, realm in
            let (values, dog) = (ModelValues(), ModelDog())
            try realm.write { realm.add([values, dog]) }
            var words = values.words.changes().makeAsyncIterator()
            var owners = dog.owners.changes().makeAsyncIterator()
            var erased = AnyRealmCollection(values.words).changes().makeAsyncIterator()
            _ = (await words.next(), await owners.next(), await erased.next())
            try realm.write {
                values.words.insert("one")
                realm.create(ModelPerson.self, value: ["id": 1, "dogs": [dog]])
            }
            #expect(text(await words.next()) == "-[] +[0] *[] of 1")
            #expect(text(await owners.next()) == "-[] +[0] *[] of 1")
            #expect(text(await erased.next()) == "-[] +[0] *[] of 1")
        }
    }

    @Test func `a map tells of its keys, and ends with its object`() async throws {
        try await place.run { _, realm in
            let values = ModelValues(value: ["counts": ["a": 1, "b": 2]])
            try realm.write { realm.add(values) }
            var changes = values.counts.changes().makeAsyncIterator()
            guard case .initial(let counts) = await changes.next() else {
                Issue.record("no initial map")
                return
            }
            #expect(counts.count == 2)
            try realm.write {
                values.counts["a"] = nil
                values.counts["b"] = 3
                values.counts["c"] = 4
            }
            guard case .update(_, let deletions, let insertions, let modifications) = await changes.next() else {
                Issue.record("no change of the map")
                return
            }
            #expect([deletions, insertions, modifications] == [["a"], ["c"], ["b"]])
            try realm.write { realm.delete(values) }
            #expect(await changes.next() != nil)
            #expect(await changes.next() == nil)
        }
    }

    @Test func `a map of objects tells only of key paths`() async throws {
        try await place.run { _, realm in
            let values = ModelValues(value: ["dogs": ["a": ["name": "Rex"], "b": ["name": "Max"]]])
            try realm.write { realm.add(values) }
            var changes = values.dogs.changes(keyPaths: [\ModelDog.age]).makeAsyncIterator()
            _ = await changes.next()
            try realm.write {
                values.dogs["a"]??.name = "x"
                values.dogs["b"]??.age = 9
            }
            guard case .update(_, _, _, let modifications) = await changes.next() else {
                Issue.record("no change of the map")
                return
            }
            #expect(modifications == ["b"])
        }
    }

    @Test func `sections tell of places, and one of them of its own, also once it comes back`() async throws {
        try await place.run { _, realm in
            try realm.write { for name in ["ab", "b"] { realm.add(ModelDog(value: ["name": name])) } }
            let sections = realm.objects(ModelDog.self).sectioned(
                by: { String($0.name.prefix(1)) }, sortDescriptors: [SortDescriptor(keyPath: "name")])
            var all = sections.changes().makeAsyncIterator()
            var one = sections[1].changes(keyPaths: [\ModelDog.name]).makeAsyncIterator()
            _ = (await all.next(), await one.next())
            try realm.write { realm.add(ModelDog(value: ["name": "ac"])) }
            #expect(text(await all.next()) == "- +0.1 * +[] -[]")
            try realm.write { realm.delete(realm.objects(ModelDog.self).filter("name == 'b'")) }
            #expect(text(await all.next()) == "- + * +[] -[1]")
            #expect(text(await one.next()) == "- + * +[] -[1]")
            try realm.write { realm.add(ModelDog(value: ["name": "bb"])) }
            #expect(text(await one.next()) == "- +1.0 * +[1] -[]")
        }
    }

    @Test func `a projection tells of what it shows, and ends with its object`() async throws {
        try await place.run { _, realm in
            let dog = ModelDog(value: ["name": "Rex"])
            try realm.write { realm.add(dog) }
            let name = NameOfDog(projecting: dog)
            var changes = name.changes().makeAsyncIterator()
            var paths = name.changes(keyPaths: [\NameOfDog.title]).makeAsyncIterator()
            try realm.write { dog.age = 9 }
            try realm.write { dog.name = "Max" }
            #expect(text(await changes.next()) == "title: Rex Max")
            #expect(text(await paths.next()) == "title: Rex Max")
            try realm.write { realm.delete(dog) }
            #expect(text(await changes.next()) == "deleted")
            #expect(text(await changes.next()) == "end")
        }
    }

    @Test func `a projected collection tells of all properties, or of those that are asked for`() async throws {
        try await place.run { _, realm in
            let person = ModelPerson(value: ["id": 1, "dogs": [["name": "a"], ["name": "b"]]])
            try realm.write { realm.add(person) }
            var all = person.dogs.projectTo.name.changes().makeAsyncIterator()
            var names = person.dogs.projectTo.name.changes(keyPaths: ["name"]).makeAsyncIterator()
            #expect(text(await all.next()) == "initial of 2")
            #expect(text(await names.next()) == "initial of 2")
            try realm.write {
                person.dogs[0].age = 9
                person.dogs[1].name = "c"
            }
            #expect(text(await all.next()) == "-[] +[] *[0, 1] of 2")
            #expect(text(await names.next()) == "-[] +[] *[1] of 2")
        }
    }

    @Test func `values in an order tell of their places`() async throws {
        try await place.run { _, realm in
            let values = ModelValues(value: ["ints": [3, 1, 2]])
            try realm.write { realm.add(values) }
            var changes = values.ints.sorted().changes().makeAsyncIterator()
            #expect(text(await changes.next()) == "initial of 3")
            try realm.write { values.ints.append(0) }
            #expect(text(await changes.next()) == "-[] +[0] *[] of 4")
        }
    }
}

private final class NameOfDog: Projection<ModelDog> {
    @Projected(\ModelDog.name) var title
}
