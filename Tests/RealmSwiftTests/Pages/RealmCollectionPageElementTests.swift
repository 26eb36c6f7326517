import Foundation
import RealmSwift
import Testing

@testable import TestSupport

/// Key-value coding, sections, indexes and iterators of a `RealmCollection`, its results and lists, and the conditions
/// of queries: built in Swift, and as text.
@Suite struct RealmCollectionPageElementTests {
    private let realm: Realm
    private let keeper: Keeper

    init() throws {
        realm = try Realm.withPets("a", "b", "c")
        let realm = realm
        keeper = try realm.write {
            let keeper = realm.create(
                Keeper.self,
                value: ["name": "Ann", "numbers": [3, 1, 3], "tags": ["y", "x"], "scores": ["one": 1, "two": 2]])
            keeper.pets.append(objectsIn: realm.objects(Pet.self))
            realm.pet("b")?.keeper = keeper
            return keeper
        }
    }

    private var pets: Results<Pet> { realm.objects(Pet.self) }

    // MARK: Key-value coding

    @Test func `values of all elements are read by key and by key path`() {
        func values<C: RealmCollection>(_ pets: C) -> [Any?] where C.Element == Pet {
            [
                pets.value(forKey: "name"), pets.value(forKeyPath: "keeper.name"), pets.value(forKeyPath: "@sum.age"),
                pets.value(forKeyPath: "@count"), pets.value(forKeyPath: "@distinctUnionOfObjects.isGood"),
                pets.value(forKey: "invalidated"),
            ]
        }
        for values in [values(pets), values(keeper.pets)] {
            #expect(values[0] as? [String] == ["a", "b", "c"] && values[1] as? [String?] == [nil, "Ann", nil])
            #expect(values[2] as? Int == 6 && values[3] as? Int == 3 && values[4] as? [Bool] == [false])
            #expect(values[5] as? Bool == false)
        }
        #expect((keeper.numbers.value(forKey: "self") as Any?) as? [Int] == [3, 1, 3])
    }

    @Test func `a property of all elements is set, even if the results change`() throws {
        func set<C: RealmCollection>(_ pets: C, _ age: Any?) where C.Element == Pet {
            pets.setValue(age, forKey: "age")
        }
        let young = pets.where { $0.age < 3 }
        try realm.write {
            set(young, 7)
            #expect(young.isEmpty && pets.map(\.age) == [7, 7, 3])
            set(keeper.pets, 8)
            keeper.numbers.setValue(5, forKey: "self")
        }
        #expect(pets.map(\.age) == [8, 8, 8] && Array(keeper.numbers) == [5, 5, 5])
        let plain = List<Pet>()
        plain.append(Pet())
        set(plain, 4)
        #expect(plain[0].age == 4)
    }

    // MARK: Frozen and observed, through the protocol

    @Test func `a collection is frozen, thawed and observed as RealmCollection`() async throws {
        func frozen<C: RealmCollection>(_ collection: C) -> (Int, Bool?) {
            let frozen: C = collection.freeze()
            let thawed: C? = frozen.thaw()
            return (frozen.count, frozen.isFrozen && !collection.isFrozen ? thawed?.isFrozen : nil)
        }
        #expect(frozen(pets) == (3, false) && frozen(keeper.tags) == (2, false))
        func observe<C: RealmCollection>(_ collection: C, _ block: @escaping (Int) -> Void) -> NotificationToken {
            collection.observe(keyPaths: nil, on: nil) { change in
                if case .initial(let collection) = change { block(collection.count) }
            }
        }
        let counts = try PetStage().run { realm in
            var counts: [Int] = []
            let token = observe(realm.objects(Pet.self)) { counts.append($0) }
            realm.refresh()
            token.invalidate()
            return counts
        }
        #expect(counts == [3])
        #expect(try await Watcher().count(.pets(), ["a", "b"]) == 2)
    }

    /// An actor that observes a collection of its own through the protocol.
    private actor Watcher {
        private var counts: [Int] = []

        func count(_ configuration: Realm.Configuration, _ names: [String]) async throws -> Int? {
            let realm = try await Realm(configuration: configuration, actor: self)
            try realm.addPets(names)
            let token = await observe(realm.objects(Pet.self))
            await realm.asyncRefresh()
            token.invalidate()
            return counts.first
        }

        private func observe<C: RealmCollection & SendableMetatype>(_ collection: C) async -> NotificationToken {
            await collection.observe(keyPaths: nil, on: self, _isolation: self) { watcher, change in
                if case .initial(let collection) = change { watcher.counts.append(collection.count) }
            }
        }
    }

    // MARK: Sections

    private func shown<Key, Element>(_ sections: SectionedResults<Key, Element>) -> [String] {
        sections.map { "\($0.key) \($0.count)" }
    }

    @Test func `elements are in sections by a block or a property`() throws {
        try realm.write { pets[0].isGood = true }
        func sectioned<C: RealmCollection>(_ pets: C) -> [[String]] where C.Element == Pet {
            let (byName, byAge) = (
                [SortDescriptor(keyPath: "name")], [SortDescriptor(keyPath: "age", ascending: false)]
            )
            return [
                shown(pets.sectioned(sortDescriptors: byName) { $0.age > 1 }),
                shown(pets.sectioned(by: \.isGood, ascending: false)), shown(pets.sectioned(by: \.name)),
                shown(pets.sectioned(by: \.age, sortDescriptors: byAge)),
                shown(pets.sectioned(by: { $0.age % 2 }, sortDescriptors: byAge)),
            ]
        }
        let expected = [
            ["false 1", "true 2"], ["true 1", "false 2"], ["a 1", "b 1", "c 1"], ["3 1", "2 1", "1 1"], ["1 2", "0 1"],
        ]
        #expect(sectioned(pets) == expected && sectioned(keeper.pets) == expected)
        #expect(shown(keeper.numbers.sectioned(by: { $0 > 2 }, ascending: false)) == ["true 2", "false 1"])
        let sections: SectionedResults<String, Pet> = pets.sectioned(by: \.name)
        #expect(sections.allKeys == ["a", "b", "c"] && sections[1][0].age == 2)
        try realm.addPets(["d"])
        #expect(sections.count == 4)
    }

    @Test func `projections are in sections, too`() {
        let views = realm.objects(PetView.self)
        let byAge = [SortDescriptor(keyPath: "age", ascending: false)]
        #expect(shown(views.sectioned(by: \.name)) == ["a 1", "b 1", "c 1"])
        #expect(shown(views.sectioned(by: \.age, sortDescriptors: byAge)) == ["3 1", "2 1", "1 1"])
        #expect(shown(views.sectioned(by: { $0.age % 2 }, sortDescriptors: byAge)) == ["1 2", "0 1"])
    }

    @Test func `sections without an order, or ordered by another property, trap`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Realm.withPets("a").objects(Pet.self).sectioned(sortDescriptors: []) { $0.name }
        }
        await #expect(processExitsWith: .failure) {
            let pets = try Realm.withPets("a").objects(Pet.self)
            _ = pets.sectioned(by: \.age, sortDescriptors: [SortDescriptor(keyPath: "name")])
        }
    }

    // MARK: Indexes, encoding and iterators

    @Test func `indexes are numbers from zero`() {
        func indexes<C: RealmCollection>(_ collection: C) -> [Int] {
            let (start, end): (Int, Int) = (collection.startIndex, collection.endIndex)
            return [start, end, collection.index(after: start), collection.index(before: end)]
        }
        #expect(indexes(pets) == [0, 3, 1, 2] && indexes(keeper.tags) == [0, 2, 1, 1])
    }

    @Test func `a collection is encoded as an array`() throws {
        struct Encoded<C: RealmCollection>: Encodable where C.Element: Encodable {
            let content: C

            func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
        }
        func text<C: RealmCollection>(_ collection: C) throws -> String where C.Element: Encodable {
            String(decoding: try JSONEncoder().encode(Encoded(content: collection)), as: UTF8.self)
        }
        #expect(try text(keeper.numbers) == "[3,1,3]" && text(keeper.numbers.sorted()) == "[1,3,3]")
        #expect(try text(AnyRealmCollection(keeper.numbers)) == "[3,1,3]")
        #expect(try String(decoding: JSONEncoder().encode(keeper.tags), as: UTF8.self) == #"["x","y"]"#)
    }

    @Test func `an iterator goes through the elements that were there`() throws {
        func iterator<C: RealmCollection>(_ collection: C) -> RLMIterator<C.Element> { collection.makeIterator() }
        try realm.write {
            var iterator = iterator(pets.where { $0.age < 9 })
            let next: () -> Pet? = { iterator.next() }
            #expect(next()?.name == "a")
            realm.create(Pet.self, value: ["name": "d"])
            pets[1].age = 10
            #expect(next()?.name == "b" && next()?.name == "c" && next() == nil)
        }
        var numbers = iterator(keeper.numbers)
        #expect([numbers.next(), numbers.next(), numbers.next(), numbers.next()] == [3, 1, 3, nil])
        for pet in pets { try realm.write { realm.delete(pet) } }
        #expect(pets.isEmpty)
    }

    // MARK: Results, lists and orders

    @Test func `results are read by position`() {
        let results: Results<Pet> = pets.sorted(by: \.age, ascending: false)
        #expect(results[0].name == "c" && results[2].name == "a" && results == results)
    }

    @Test func `a position that results do not have traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Realm.withPets("a").objects(Pet.self)[1]
        }
        expectMessage(result, "1")
    }

    @Test func `a list is read and set by position`() throws {
        let list: List<Int> = keeper.numbers
        try realm.write { list[1] = 9 }
        #expect(list[1] == 9 && keeper.numbers.map(\.self) == [3, 9, 3])
        let plain = List<String?>()
        plain.append(objectsIn: ["a", nil])
        plain[0] = nil
        #expect(plain.map(\.self) == [nil, nil])
    }

    @Test func `a position that a list does not have traps`() async {
        await #expect(processExitsWith: .failure) { List<Int>()[0] = 1 }
    }

    @Test func `a descriptor is a path and a direction`() {
        let descriptor: RealmSwift.SortDescriptor = "age"
        #expect(descriptor == SortDescriptor(keyPath: \Pet.age) && descriptor.ascending && descriptor.keyPath == "age")
        #expect(pets.sorted(by: [descriptor.reversed()]).map(\.age) == [3, 2, 1])
    }

    @Test func `sections are live, and found by key`() throws {
        let sections: SectionedResults<Bool, Pet> = pets.sectioned(by: \.isGood)
        #expect(sections.realm == realm && sections.allKeys == [false])
        try realm.write { pets[1].isGood = true }
        #expect(sections.allKeys == [false, true] && sections[1].map(\.name) == ["b"])
        let optional: SectionedResults<Double?, Pet> = pets.sectioned(by: \.weight)
        #expect(optional.allKeys == [nil])
    }

    // MARK: Conditions in Swift

    @Test func `conditions follow properties, links and collections`() {
        let build: ((Query<Pet>) -> Query<Bool>) -> [String] = { condition in pets.where(condition).map(\.name) }
        #expect(build { $0.age >= 2 } == ["b", "c"] && build { !$0.isGood && $0.name == "a" } == ["a"])
        #expect(build { $0.keeper.name == "Ann" } == ["b"] && build { $0.keeper.numbers.count == 3 } == ["b"])
        #expect(build { $0.keepers.name == "Ann" }.count == 3)
        let keepers: ((Query<Keeper>) -> Query<Bool>) -> Int = { realm.objects(Keeper.self).where($0).count }
        #expect(keepers { $0.scores["two"] == 2 } == 1 && keepers { $0.scores["two"] == 3 } == 0)
        #expect(keepers { $0.numbers.contains(1) } == 1 && keepers { $0.numbers.contains(2) } == 0)
        #expect(keepers { $0.pets.name == "c" } == 1 && keepers { $0.pets.age > 3 } == 0)
        #expect(keepers { ($0.pets.age > 1).count == 2 } == 1)
    }
}
