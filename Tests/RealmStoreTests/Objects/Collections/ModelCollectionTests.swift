import Foundation
import RealmStore
import TestSupport
import Testing

@Suite("Collections of model classes") struct ModelCollectionTests {
    /// The same changes to a list in memory, in a Realm, and to an array.
    private func edit(_ list: List<Int>) {
        list.append(objectsIn: [5, 3, 8, 1, 9])
        list.insert(7, at: 2)
        list.remove(at: 0)
        list.move(from: 0, to: 3)
        list.swapAt(1, 4)
        list[2] = 40
        list.replaceSubrange(0..<2, with: [1, 2, 3])
        list.removeLast()
        list.append(objectsIn: list)
    }

    private var edited: [Int] {
        var array = [5, 3, 8, 1, 9]
        array.insert(7, at: 2)
        array.remove(at: 0)
        array.insert(array.remove(at: 0), at: 3)
        array.swapAt(1, 4)
        array[2] = 40
        array.replaceSubrange(0..<2, with: [1, 2, 3])
        array.removeLast()
        return array + array
    }

    @Test func `a list in memory is edited like an array`() {
        let list = List<Int>()
        edit(list)
        #expect(Array(list) == edited)
    }

    @Test func `a list in a Realm is edited like an array`() throws {
        let models = try ModelRealm()
        let values = try models.realm.write { models.realm.create(ModelValues.self) }
        try models.realm.write { edit(values.ints) }
        #expect(Array(values.ints) == edited)
    }

    @Test func `setting a list replaces its elements`() throws {
        let models = try ModelRealm()
        let values = ModelValues()
        values.ints.append(1)
        let list = values.ints
        let other = List<Int>()
        other.append(objectsIn: [4, 5])
        values.ints = other
        #expect(values.ints === list)
        #expect(Array(list) == [4, 5])
        try models.realm.write {
            models.realm.add(values)
            other.append(6)
            values.ints = other
            values.ints = values.ints
        }
        #expect(Array(list) == [4, 5, 6])
    }

    @Test func `lists hold nil where their type says so`() throws {
        let models = try ModelRealm()
        let values = try models.realm.write {
            models.realm.create(ModelValues.self, value: ["optionalStrings": ["a", NSNull(), "b"]])
        }
        #expect(Array(values.optionalStrings) == ["a", nil, "b"])
    }

    @Test func `a set has no duplicates and is ordered in a Realm`() throws {
        let models = try ModelRealm()
        let values = ModelValues()
        values.words.insert(objectsIn: ["b", "a", "b"])
        #expect(values.words.count == 2)
        try models.realm.write {
            models.realm.add(values)
            values.words.insert(objectsIn: ["c", "a"])
            values.words.remove("b")
            values.colours.insert(objectsIn: [.green, .blue, .green])
        }
        #expect(Array(values.words) == ["a", "c"])
        #expect(values.words.contains("c"))
        #expect(Array(values.colours) == [.blue, .green])
    }

    @Test func `sets are combined as sets are`() throws {
        let (first, second) = (MutableSet<Int>(), MutableSet<Int>())
        first.insert(objectsIn: [1, 2, 3])
        second.insert(objectsIn: [2, 3, 4])
        #expect(first.intersects(second))
        #expect(!first.isSubset(of: second))
        first.formIntersection(second)
        #expect(Set(first) == [2, 3])
        #expect(first.isSubset(of: second))
        first.formUnion(second)
        #expect(Set(first) == [2, 3, 4])
        first.subtract(second)
        #expect(first.isEmpty)
    }

    @Test func `a map sets, replaces and removes entries`() throws {
        let models = try ModelRealm()
        let values = ModelValues()
        values.counts["b"] = 1
        values.counts["a"] = 2
        try models.realm.write {
            models.realm.add(values)
            values.counts["c"] = 3
            values.counts["b"] = nil
            values.counts.merge([(key: "a", value: 5), (key: "d", value: 6)], uniquingKeysWith: +)
            values.dogs["rex"] = ModelDog(value: ["name": "Rex"])
            values.dogs.updateValue(nil, forKey: "none")
        }
        #expect(values.counts.keys == ["a", "c", "d"])
        #expect(values.counts.values == [7, 3, 6])
        #expect(values.counts["x"] == nil)
        #expect(values.dogs["rex"]??.name == "Rex")
        #expect(values.dogs["none"] == .some(nil))
    }

    @Test func `mixed values hold lists and dictionaries`() throws {
        let models = try ModelRealm()
        let values = try models.realm.write {
            models.realm.create(ModelValues.self, value: ["any": ["list": [1, "two", [3]], "map": ["k": 1.5]]])
        }
        let map = try #require(values.any.dictionaryValue)
        let list = try #require(map["list"]?.listValue)
        #expect(list[1] == .string("two"))
        #expect(list[2].listValue?.first == .int(3))
        #expect(map["map"]?.dictionaryValue?["k"] == .double(1.5))
    }

    @Test func `a mixed value links to an object of its class`() throws {
        let models = try ModelRealm()
        let dog = ModelDog(value: ["name": "Rex"])
        let values = ModelValues(value: ["any": AnyRealmValue.object(dog)])
        try models.realm.write { models.realm.add(values) }
        #expect(dog.realm == models.realm)
        #expect(values.any.object(ModelDog.self)?.name == "Rex")
        #expect(values.any.dynamicObject?["name"] as? String == "Rex")
    }

    @Test func `deleting a list of objects leaves it empty`() throws {
        let models = try ModelRealm()
        let person = ModelPerson(value: ["id": 1, "dogs": [["name": "a"], ["name": "b"]]])
        try models.realm.write { models.realm.add(person) }
        try models.realm.write { models.realm.delete(person.dogs) }
        #expect(person.dogs.isEmpty)
        #expect(models.realm.objects(ModelDog.self).isEmpty)
    }
}
