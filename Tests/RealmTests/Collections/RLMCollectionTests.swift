import Foundation
import Realm
import Testing

@testable import TestSupport

@Suite struct RLMCollectionTests {
    private let realm: RLMRealm
    private let dogs: RLMResults<Dog>

    init() throws {
        realm = try RLMRealm.withDogs("c", "a", "b")
        dogs = Dog.allObjects(in: realm).typed(as: Dog.self)
    }

    @Test func `results tell their Realm, type and size`() {
        #expect(dogs.realm == realm && !dogs.isInvalidated && !dogs.isFrozen)
        #expect(dogs.count == 3)
        #expect(dogs.type == .object && !dogs.isOptional && dogs.objectClassName == "Dog")
        #expect(dogs.isEqual(dogs) && !dogs.isEqual(Dog.allObjects(in: realm)))
    }

    @Test func `elements are found by position`() {
        #expect(dogs.object(at: 0).name == "c" && dogs[2].name == "b")
        #expect(dogs.firstObject()?.name == "c" && dogs.lastObject()?.name == "b")
        #expect(dogs.objects(at: [0, 2])?.map(\.name) == ["c", "b"])
        #expect(dogs.objects(at: [0, 3]) == nil)
        #expect(dogs.objects(where: "age > 9").firstObject() == nil)
    }

    @Test func `a position out of bounds traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Dog.allObjects(in: try RLMRealm.withDogs("a"))[1]
        }
        expectMessage(result, "1")
    }

    @Test func `positions are found by element and by condition`() {
        #expect(dogs.index(of: dogs[1]) == 1)
        #expect(dogs.index(of: Dog()) == UInt(NSNotFound))
        #expect(dogs.indexOfObject(with: NSPredicate(format: "name == 'b'")) == 2)
        #expect(dogs.indexOfObject(where: "name == %@", "none") == UInt(NSNotFound))
    }

    @Test func `results are filtered, sorted and made distinct`() throws {
        #expect(dogs.objects(with: NSPredicate(format: "age >= 2")).count == 2)
        #expect(dogs.objects(where: "name IN %@", ["a", "b"]).count == 2)
        #expect(dogs.sortedResults(usingKeyPath: "name", ascending: false).map(\.name) == ["c", "b", "a"])
        try realm.transaction { for dog in dogs { dog.age = dog.name == "a" ? 1 : 2 } }
        let descriptors = [
            RLMSortDescriptor(keyPath: "age", ascending: false), RLMSortDescriptor(keyPath: "name", ascending: true),
        ]
        #expect(dogs.sortedResults(using: descriptors).map(\.name) == ["b", "c", "a"])
        #expect(dogs.distinctResults(usingKeyPaths: ["age"]).count == 2)
    }

    @Test func `aggregates are boxed`() {
        #expect(dogs.min(ofProperty: "age") as? Int == 1)
        #expect(dogs.max(ofProperty: "age") as? Int == 3)
        #expect(dogs.sum(ofProperty: "age") == 6)
        #expect(dogs.average(ofProperty: "age") == 2)
        let none = dogs.objects(where: "age > 9")
        #expect(none.min(ofProperty: "age") == nil && none.average(ofProperty: "age") == nil)
        #expect(none.sum(ofProperty: "age") == 0)
    }

    @Test func `key-value coding reads and sets all elements`() throws {
        #expect(dogs.value(forKey: "age") as? [Int] == [1, 2, 3])
        #expect(dogs.value(forKeyPath: "@sum.age") as? Int == 6)
        #expect(dogs.value(forKey: "invalidated") as? Bool == false)
        try realm.transaction { dogs.setValue(5, forKey: "age") }
        #expect(dogs.sum(ofProperty: "age") == 15)
    }

    @Test func `a loop over results sees the elements as they were`() throws {
        var names: [String] = []
        realm.beginWriteTransaction()
        for dog in dogs.objects(where: "age < 9") {
            names.append(dog.name)
            dog.age = 9
        }
        realm.cancelWriteTransaction()
        #expect(names == ["c", "a", "b"])
    }

    @Test func `a frozen collection stays, the thawed one follows`() throws {
        let frozen = dogs.freeze()
        try realm.transaction { realm.deleteAllObjects() }
        #expect(frozen.isFrozen && frozen.count == 3)
        #expect(frozen.thaw().count == 0)
    }

    @Test func `an array is edited like a list`() throws {
        let owner = Owner()
        for step in [false, true] {
            if step { try realm.transaction { realm.add(owner) } }
            realm.beginWriteTransaction()
            let array = owner.dogs
            array.removeAllObjects()
            array.add(dogs[0])
            array.addObjects([dogs[1]] as NSArray)
            array.addObjects([dogs[2]])
            array.insert(dogs[2], at: 0)
            #expect(array.map(\.name) == ["b", "c", "a", "b"])
            array.moveObject(at: 0, to: 2)
            #expect(array.map(\.name) == ["c", "a", "b", "b"])
            array.exchangeObject(at: 0, withObjectAt: 1)
            array.removeLastObject()
            array.replaceObject(at: 2, with: dogs[1])
            array[0] = dogs[0]
            array.removeObject(at: 2)
            #expect(array.map(\.name) == ["c", "c"])
            #expect(array.index(of: dogs[0]) == 0)
            array.removeAllObjects()
            array.removeLastObject()
            #expect(array.count == 0)
            try realm.commitWriteTransaction()
        }
    }

    @Test func `an array outside of a write transaction traps`() async {
        await #expect(processExitsWith: .failure) {
            let realm = try RLMRealm.withDogs("a")
            let owner = Owner()
            try realm.transaction { realm.add(owner) }
            owner.dogs.add(Dog())
        }
    }

    @Test func `an array in memory is made for a class`() {
        let dogs = RLMArray<Dog>(objectClassName: "Dog")
        dogs.add(Dog(value: ["name": "a"]))
        #expect(dogs.count == 1 && dogs.realm == nil && dogs[0].name == "a")
        let owner = Owner()
        owner.dogs = dogs
        #expect(owner.dogs.firstObject()?.name == "a")
        let any = RLMArray<RLMObject>(objectClassName: "Dog")
        any.add(Dog())
        #expect(any.firstObject() is Dog)
    }

    @Test func `an array of a class traps for another name`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = RLMArray<Dog>(objectClassName: "Cat")
        }
        expectMessage(result, "Dog", "Cat")
    }

    @Test func `a set is edited and compared`() throws {
        realm.beginWriteTransaction()
        let (owner, other) = (
            Owner.create(in: realm, withValue: ["tags": ["a", "b"]]),
            Owner.create(in: realm, withValue: ["tags": ["b", "c"]])
        )
        let (tags, others) = (owner.tags, other.tags)
        #expect(tags.intersects(others) && !tags.isSubset(of: others) && tags.contains("a"))
        tags.minus(others)
        #expect(tags.allObjects == ["a"])
        tags.union(others)
        #expect(Set(tags.allObjects) == ["a", "b", "c"])
        tags.intersect(others)
        #expect(tags.isEqual(to: others))
        tags.setSet(others)
        tags.add("d")
        tags.addObjects(["e"])
        tags.addObjects(["f"] as NSArray)
        tags.remove("b")
        #expect(Set(tags.allObjects) == ["c", "d", "e", "f"])
        tags.removeAllObjects()
        #expect(tags.count == 0)
        realm.cancelWriteTransaction()
        let dogs = RLMSet<Dog>(objectClassName: "Dog")
        dogs.add(Dog())
        #expect(dogs.count == 1)
    }

    @Test func `a dictionary is edited by key`() throws {
        realm.beginWriteTransaction()
        let map = Owner.create(in: realm, withValue: ["name": "Ann"]).byName
        map["x"] = dogs[0]
        map.setObject(dogs[1], forKey: "y")
        map.addEntries(fromDictionary: ["z": dogs[2]] as NSDictionary)
        #expect(map.allKeys == ["x", "y", "z"] && map.keyType == .string && map.count == 3)
        #expect(map.object(forKey: "y")??.name == "a" && map["none"] == nil)
        #expect(map.allValues.map { $0?.name } == ["c", "a", "b"])
        #expect(map.map { "\($0.key): \($0.value?.name ?? "nil")" } == ["x: c", "y: a", "z: b"])
        var keys: [String] = []
        map.enumerateKeysAndObjects { key, _, stop in
            keys.append(key)
            if key == "y" { stop.pointee = true }
        }
        #expect(keys == ["x", "y"])
        map.removeObject(forKey: "x")
        map.removeObjects(forKeys: ["y"])
        #expect(map.allKeys == ["z"])
        map.setDictionary(["q": dogs[0]])
        #expect(map.allKeys == ["q"])
        #expect(map.sum(ofProperty: "age") == 1 && map.objects(where: "age == 1").count == 1)
        map.removeAllObjects()
        #expect(map.count == 0)
        realm.cancelWriteTransaction()
    }

    @Test func `sort descriptors are equal by path and direction`() {
        let descriptor = RLMSortDescriptor(keyPath: "age", ascending: true)
        #expect(descriptor == RLMSortDescriptor(keyPath: "age", ascending: true))
        #expect(descriptor.reversed().ascending == false && descriptor.reversed().keyPath == "age")
        #expect(descriptor != descriptor.reversed())
    }

    @Test func `sections are made by a block`() throws {
        let sections = dogs.sectionedResultsSorted(usingKeyPath: "age", ascending: false) {
            ($0 as? Dog).map { $0.age > 1 }
        }
        #expect(sections.count == 2)
        #expect(sections.allKeys.map { $0 as? Bool } == [true, false])
        #expect(sections[0].map(\.name) == ["b", "a"] && sections[0].key as? Bool == true)
        #expect(sections.object(at: 1).object(at: 0).name == "c" && sections[1][0].age == 1)
        let frozen = sections.freeze()
        try realm.transaction { realm.delete(dogs[0]) }
        #expect(sections.count == 1 && frozen.count == 2 && frozen.isFrozen)
        #expect(frozen.thaw().count == 1)
        let byAge = dogs.sectionedResults(using: [RLMSortDescriptor(keyPath: "age", ascending: true)]) {
            ($0 as? Dog).map { $0.age as NSNumber }
        }
        #expect(byAge.map { $0.count } == [1, 1])
    }

    @Test func `a collection of another thread is found by reference`() throws {
        let realm = try RLMRealm(configuration: .inMemory("collections"))
        let owner = Owner(value: ["name": "Ann", "dogs": [["name": "a"]], "byName": ["x": ["name": "b"]]])
        try realm.transaction { realm.add(owner) }
        let dogs = RLMThreadSafeReference(threadConfined: owner.dogs)
        let map = RLMThreadSafeReference(threadConfined: owner.byName)
        let counts = try onThread {
            let realm = try RLMRealm(configuration: .inMemory("collections"))
            return [realm.resolve(reference: dogs)?.count, realm.resolve(reference: map)?.count]
        }
        #expect(counts == [1, 1])
    }
}
