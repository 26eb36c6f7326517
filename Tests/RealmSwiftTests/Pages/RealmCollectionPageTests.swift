import Foundation
import RealmSwift
import Testing

@testable import TestSupport

/// Stored properties and their types, and what `RealmCollection` declares: what it tells, positions, queries and
/// aggregates. Each is tested through the protocol, on results, lists, sets and linking objects.
@Suite struct RealmCollectionPageTests {
    private let realm: Realm
    private let keeper: Keeper

    init() throws {
        realm = try Realm.withPets("a", "b", "c")
        let realm = realm
        keeper = try realm.write {
            let keeper = realm.create(
                Keeper.self, value: ["numbers": [3, 1, 3], "tags": ["y", "x"], "scores": ["one": 1, "two": 2]])
            keeper.pets.append(objectsIn: realm.objects(Pet.self))
            return keeper
        }
    }

    private var pets: Results<Pet> { realm.objects(Pet.self) }

    // MARK: Properties

    // `Persisted.wrappedValue` is declared as unavailable, so that a property outside of a class does not compile.

    @Test func `a marked property is stored, any other one is not`() throws {
        final class Mixed: TestObject {
            @Persisted(primaryKey: true) var id: Int
            @Persisted(indexed: true) var name = "n"
            var note = "none"
        }
        let realm = try Realm(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Mixed.self]))
        let mixed = Mixed()
        (mixed.id, mixed.note) = (1, "x")
        try realm.write { realm.add(mixed) }
        let found = try #require(realm.objects(Mixed.self).first)
        #expect(found.name == "n" && found.note == "none" && realm.schema["Mixed"]?.properties.count == 2)
        try realm.write { found.name = "m" }
        #expect(mixed.name == "m")
    }

    @Test func `a type has the type that it is stored as`() throws {
        func stored<T: _HasPersistedType>(_: T.Type) -> any _ObjcBridgeable.Type { T.PersistedType.self }
        func storedTwice<T: _Persistable>(_: T.Type) -> any _Persistable.Type {
            let (once, twice): (any _Persistable.Type, any _Persistable.Type) = (
                T.PersistedType.self, T.PersistedType.PersistedType.self
            )
            #expect(ObjectIdentifier(once) == ObjectIdentifier(twice))
            return once
        }
        #expect(stored(Int.self) == Int.self && stored(Size.self) == Int.self && stored(Celsius.self) == Double.self)
        #expect(stored(NSNumber.self) == NSNumber.self && stored(Int?.self) == Int?.self)
        #expect(storedTwice(Size.self) == Int.self && storedTwice(Date.self) == Date.self)
        #expect(storedTwice(Size?.self) == Int?.self && storedTwice(List<Size>.self) == List<Size>.self)
        #expect(storedTwice(Pet.self) == RealmSwiftObject.self && storedTwice(Dog.self) == RLMObject.self)
    }

    private enum Size: Int, PersistableEnum { case small, large }

    private struct Celsius: CustomPersistable {
        typealias PersistedType = Double

        let degrees: Double

        init(persistedValue: Double) { degrees = persistedValue }
        var persistableValue: Double { degrees }
    }

    // MARK: What a collection tells

    private func state<C: RealmCollection>(_ collection: C) -> [String] where C.Iterator == RLMIterator<C.Element> {
        let base: any RealmCollectionBase = collection
        let (realm, count, text): (Realm?, Int, String) = (base.realm, base.count, base.description)
        let head = text.split(separator: " ").first.map(String.init) ?? ""
        return ["\(count)", realm == nil ? "plain" : "managed", base.isInvalidated ? "gone" : "valid", head]
    }

    @Test func `a collection tells its Realm, state, count and content`() throws {
        #expect(state(pets) == ["3", "managed", "valid", "Results<Pet>"])
        #expect(state(keeper.pets) == ["3", "managed", "valid", "List<Pet>"])
        #expect(state(keeper.tags) == ["2", "managed", "valid", "MutableSet<string>"])
        #expect(state(pets[0].keepers) == ["1", "managed", "valid", "LinkingObjects<Keeper>"])
        #expect(state(AnyRealmCollection(keeper.numbers)).prefix(3) == ["3", "managed", "valid"])
        #expect(state(List<Int>()).prefix(3) == ["0", "plain", "valid"])
        #expect(keeper.numbers.description.hasSuffix(" (\n\t[0] 3,\n\t[1] 1,\n\t[2] 3\n)"))
        let (list, results) = (keeper.pets, keeper.pets.where { $0.age > 1 })
        #expect(results.count == 2)
        try realm.write { realm.delete(keeper) }
        #expect(list.isInvalidated && !results.isInvalidated && results.isEmpty)
        let pets = pets
        realm.invalidate()
        #expect(pets.isInvalidated && pets.realm == realm)
    }

    @Test func `a long collection shows its first hundred elements`() throws {
        try realm.write { keeper.numbers.append(objectsIn: Array(repeating: 5, count: 120)) }
        #expect(keeper.numbers.description.contains("... 23 objects skipped."))
    }

    private func ends<C: RealmCollection>(_ collection: C) -> [C.Element?] { [collection.first, collection.last] }

    @Test func `a collection has a first and a last element, or none`() {
        #expect(ends(pets).map { $0?.name } == ["a", "c"] && ends(keeper.numbers) == [3, 3])
        #expect(ends(List<String>()) == [nil, nil] && ends(pets.where { $0.age > 9 }).map { $0?.name } == [nil, nil])
    }

    @Test func `what Swift maps and filters is lazy, and follows the collection`() throws {
        let names: LazyMapSequence<Results<Pet>, String> = pets.map(\.name)
        let old: LazyFilterSequence<Results<Pet>> = pets.filter { $0.age > 2 }
        #expect(Array(names) == ["a", "b", "c"] && old.map(\.name) == ["c"])
        try realm.addPets(["d", "e", "f"])
        #expect(names.count == 6 && old.map(\.name) == ["c", "f"])
    }

    // MARK: Positions

    private func positions<C: RealmCollection>(_ pets: C, of pet: Pet) -> [Int?] where C.Element == Pet {
        [
            pets.index(of: pet), pets.index(matching: NSPredicate(format: "age == 2")),
            pets.index(matching: "age == %d AND name == %@", 2, "b"), pets.index(matching: { $0.age == 2 }),
            pets.index(matching: "weight == %@", NSNull()), pets.index(matching: "age > 10"),
        ]
    }

    @Test func `positions are found by element and by condition`() throws {
        let pet = try #require(realm.pet("b"))
        #expect(positions(pets, of: pet) == [1, 1, 1, 1, 0, nil])
        #expect(positions(pets.sorted(by: \.age, ascending: false), of: pet) == [1, 1, 1, 1, 0, nil])
        #expect(positions(keeper.pets, of: pet) == [1, 1, 1, 1, 0, nil])
        #expect(positions(AnyRealmCollection(keeper.pets), of: pet) == [1, 1, 1, 1, 0, nil])
        #expect(pets.index(of: Pet(value: ["name": "b"])) == nil && keeper.numbers.index(of: 3) == 0)
        #expect(keeper.numbers.index(matching: { $0 < 3 }) == 1)
        let plain = List<Pet>()
        plain.append(objectsIn: [Pet(value: ["name": "x"]), Pet(value: ["name": "b", "age": 2])])
        #expect(positions(plain, of: plain[1]) == [1, 1, 1, 1, 0, nil])
    }

    @Test func `sets have no positions`() async {
        await #expect(processExitsWith: .failure) {
            let realm = try Realm.withPets()
            let keeper = try realm.write { realm.create(Keeper.self, value: ["tags": ["x"]]) }
            _ = keeper.tags.index(of: "x")
        }
    }

    @Test func `elements at several positions come in order`() {
        func objects<C: RealmCollection>(_ collection: C, _ indexes: IndexSet) -> [C.Element] {
            collection.objects(at: indexes)
        }
        #expect(objects(pets, [2, 0]).map(\.name) == ["a", "c"] && objects(keeper.numbers, []).isEmpty)
    }

    @Test func `a position out of bounds traps`() async {
        await #expect(processExitsWith: .failure) { _ = try Realm.withPets("a").objects(Pet.self).objects(at: [0, 1]) }
    }

    // MARK: Queries

    private func found<C: RealmCollection>(_ pets: C) -> [[String]] where C.Element == Pet {
        let filtered: [Results<Pet>] = [
            pets.filter("age > %d AND name != %@", 1, "c"), pets.filter(NSPredicate(format: "age > 1")),
            pets.where { $0.age > 1 && $0.isGood == false },
        ]
        return filtered.map { $0.map(\.name) }
    }

    @Test func `a condition gives live results that keep the order`() throws {
        #expect(found(pets) == [["b"], ["b", "c"], ["b", "c"]])
        #expect(found(keeper.pets) == [["b"], ["b", "c"], ["b", "c"]])
        #expect(found(pets.sorted(by: \.age, ascending: false)) == [["b"], ["c", "b"], ["c", "b"]])
        let old = pets.filter("age > 2")
        try realm.write { pets[0].age = 9 }
        #expect(old.map(\.name) == ["a", "c"])
    }

    @Test func `collections in memory cannot be queried, nor values by a condition of objects`() async {
        await #expect(processExitsWith: .failure) { _ = List<Pet>().filter("age > 1") }
        await #expect(processExitsWith: .failure) {
            let realm = try Realm.withPets()
            let keeper = try realm.write { realm.create(Keeper.self, value: ["numbers": [1]]) }
            _ = keeper.numbers.filter("age > 1").count
        }
    }

    @Test func `a collection is sorted by descriptors, paths or its values`() throws {
        func sorted<C: RealmCollection>(_ pets: C) -> [[String]] where C.Element == Pet {
            let orders: [Results<Pet>] = [
                pets.sorted(by: ["isGood", SortDescriptor(keyPath: \Pet.age, ascending: false)]),
                pets.sorted(byKeyPath: "weight"), pets.sorted(byKeyPath: "name", ascending: false),
                pets.sorted(by: \.age, ascending: false), pets.sorted(by: [] as [RealmSwift.SortDescriptor]),
            ]
            return orders.map { $0.map(\.name) }
        }
        try realm.write {
            pets[0].isGood = true
            pets[1].weight = 2
            pets[2].weight = 1
        }
        let expected = [["c", "b", "a"], ["a", "c", "b"], ["c", "b", "a"], ["c", "b", "a"], ["a", "b", "c"]]
        #expect(sorted(pets) == expected && sorted(keeper.pets) == expected)
        #expect(Array(keeper.numbers.sorted()) == [1, 3, 3])
        #expect(Array(keeper.tags.sorted(ascending: false)) == ["y", "x"])
        let again = pets.sorted(by: \.age, ascending: false).sorted(byKeyPath: "isGood")
        #expect(again.map(\.name) == ["c", "b", "a"])
    }

    @Test func `sorting by an unknown property traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Realm.withPets("a").objects(Pet.self).sorted(byKeyPath: "legs").count
        }
        expectMessage(result, "legs")
    }

    @Test func `of equal elements the first is distinct`() throws {
        func distinct<C: RealmCollection>(_ pets: C) -> [[String]] where C.Element == Pet {
            let results: [Results<Pet>] = [
                pets.distinct(by: ["weight"]), pets.distinct(by: [\Pet.weight, \Pet.isGood]),
                pets.distinct(by: [String]()),
            ]
            return results.map { $0.map(\.name) }
        }
        try realm.write { pets[2].isGood = true }
        #expect(distinct(pets) == [["a"], ["a", "c"], ["a", "b", "c"]])
        #expect(distinct(keeper.pets) == [["a"], ["a", "c"], ["a", "b", "c"]])
        #expect(pets.sorted(by: \.age, ascending: false).distinct(by: ["weight"]).map(\.name) == ["c"])
        #expect(Array(keeper.numbers.distinct()) == [3, 1])
    }

    // MARK: Aggregates

    @Test func `properties have aggregates, by name and by key path`() throws {
        func byName<C: RealmCollection>(_ pets: C) -> [Double?] where C.Element == Pet {
            [
                pets.min(ofProperty: "weight"), pets.max(ofProperty: "weight"), pets.sum(ofProperty: "weight"),
                pets.average(ofProperty: "age"),
            ]
        }
        func byPath<C: RealmCollection>(_ pets: C) -> [Int?] where C.Element == Pet {
            [pets.min(of: \.age), pets.max(of: \.age), pets.sum(of: \.age), pets.average(of: \.age)]
        }
        try realm.write { (pets[0].weight, pets[1].weight) = (2.5, 4) }
        #expect(byName(pets) == [2.5, 4, 6.5, 2] && byName(keeper.pets) == [2.5, 4, 6.5, 2])
        #expect(byPath(pets) == [1, 3, 6, 2] && byPath(keeper.pets) == [1, 3, 6, 2])
        let none = pets.where { $0.age > 9 }
        #expect(byName(none) == [nil, nil, 0, nil] && byPath(none) == [nil, nil, 0, nil])
        #expect(pets.max(of: \.born) == nil)
    }

    @Test func `an aggregate of a text traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Realm.withPets("a").objects(Pet.self).sum(ofProperty: "name") as Int
        }
    }

    @Test func `values have aggregates of themselves`() {
        let numbers = keeper.numbers
        let (least, most, sum, mean): (Int?, Int?, Int, Double?) = (
            numbers.min(), numbers.max(), numbers.sum(), numbers.average()
        )
        #expect((least, most, sum) == (1, 3, 7) && mean.map { ($0 * 3).rounded() } == 7)
        let empty = List<Int?>()
        let least2: Int?? = empty.min()
        #expect(least2 == .some(nil) || least2 == nil)
        #expect(empty.sum() == 0 && (empty.average() as Double?) == nil)
    }
}
