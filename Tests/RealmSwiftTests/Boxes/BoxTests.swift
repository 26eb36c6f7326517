import Foundation
import RealmSwift
import TestSupport
import Testing

@Suite struct BoxTests {
    @Test func `a box holds a value in memory`() {
        let box = RealmProperty<Int?>()
        #expect(box.value == nil && box.description == "nil")
        box.value = 4
        #expect(box.value == 4)
        let other = RealmProperty<Int?>()
        #expect(box != other)
        other.value = 4
        #expect(box == other && box.hash == other.hash)
    }

    @Test func `boxes are stored with their object`() throws {
        let realm = try Realm.inMemory()
        let plain = Boxed()
        plain.name = "a"
        plain.age.value = 5
        plain.anything.value = .string("text")
        plain.size.value = .large
        try realm.write { realm.add(plain) }
        let found = try #require(realm.object(ofType: Boxed.self, forPrimaryKey: "a"))
        #expect(found.age.value == 5 && plain.age.value == 5 && found.small.value == nil)
        #expect(found.anything.value == .string("text") && found.size.value == .large)
        try realm.write {
            found.age.value = nil
            found.weight.value = 1.5
            found.isGood.value = true
        }
        #expect(plain.age.value == nil && plain.weight.value == 1.5 && plain.isGood.value == true)
    }

    @Test func `boxes are properties of the class`() throws {
        let schema = try #require(Realm.inMemory().schema["Boxed"])
        #expect(
            schema.properties.map(\.name)
                == ["name", "age", "small", "weight", "isGood", "anything", "size", "next"])
        #expect(schema["age"]?.type == .int && schema["age"]?.isOptional == true && schema["age"]?.isIndexed == true)
        #expect(schema["anything"]?.type == .any)
    }

    @Test func `boxes are filled from values and read by name`() throws {
        let realm = try Realm.inMemory()
        try realm.write {
            let boxed = realm.create(Boxed.self, value: ["name": "a", "age": 3, "weight": 2.5] as [String: Any])
            #expect(boxed.age.value == 3 && boxed["weight"] as? Double == 2.5)
            boxed["age"] = 9
            #expect(boxed.age.value == 9)
            realm.create(Boxed.self, value: ["name": "a", "age": NSNull()] as [String: Any], update: .modified)
            #expect(boxed.age.value == nil && boxed.weight.value == 2.5)
        }
        #expect(Boxed(value: ["name": "b", "age": 7] as [String: Any]).age.value == 7)
    }

    @Test func `a box is given in place of its value`() throws {
        let (five, none, size) = (RealmProperty<Int?>(), RealmProperty<Int?>(), RealmProperty<Boxed.Size?>())
        five.value = 5
        size.value = .large
        #expect(Boxed(value: ["name": "a", "age": five] as [String: Any]).age.value == 5)
        let plain = Boxed()
        plain["age"] = five
        #expect(plain.age.value == 5)
        plain["age"] = none
        #expect(plain.age.value == nil)
        let realm = try Realm.inMemory()
        try realm.write {
            let boxed = realm.create(Boxed.self, value: ["name": "a", "age": five, "size": size] as [String: Any])
            #expect(boxed.age.value == 5 && boxed.size.value == .large)
            boxed["age"] = none
            #expect(boxed.age.value == nil)
            boxed.setValue(five, forKey: "age")
            #expect(boxed.age.value == 5)
            boxed["small"] = five
            #expect(boxed.small.value == 5)
        }
        #expect(realm.objects(Boxed.self).filter("age == %@", five).count == 1)
    }

    @Test func `boxes are found by conditions and sorted by`() throws {
        let realm = try Realm.inMemory()
        try realm.write {
            for (index, name) in ["a", "b", "c"].enumerated() {
                realm.create(Boxed.self, value: ["name": name, "age": 3 - index] as [String: Any])
            }
        }
        #expect(realm.objects(Boxed.self).filter("age >= 2").count == 2)
        #expect(realm.objects(Boxed.self).sorted(byKeyPath: "age").map(\.name) == ["c", "b", "a"])
    }

    @Test func `setting a box outside of a write transaction traps`() async {
        await #expect(processExitsWith: .failure) {
            let realm = try Realm.inMemory()
            let boxed = Boxed()
            try realm.write { realm.add(boxed) }
            boxed.age.value = 1
        }
    }

    @Test func `a frozen object keeps the value of its box`() throws {
        let realm = try Realm.inMemory()
        let boxed = Boxed()
        try realm.write { realm.add(boxed) }
        let frozen = boxed.freeze()
        try realm.write { boxed.age.value = 1 }
        #expect(frozen.age.value == nil && boxed.age.value == 1)
    }

    @Test func `a box outlives the accessor that it is from`() throws {
        let realm = try Realm.inMemory()
        let box: RealmProperty<Int?> = try realm.write {
            realm.create(Boxed.self, value: ["name": "a", "age": 3] as [String: Any]).age
        }
        #expect(box.value == 3)
        try realm.write { box.value = 4 }
        #expect(realm.objects(Boxed.self).first?.age.value == 4)
    }

    @Test func `a box of a deleted object traps`() async {
        await #expect(processExitsWith: .failure) {
            let realm = try Realm.inMemory()
            let box: RealmProperty<Int?> = try realm.write { realm.create(Boxed.self).age }
            try realm.write { realm.deleteAll() }
            _ = box.value
        }
    }

    @Test func `boxes are encoded as their values`() throws {
        let box = try JSONDecoder().decode([RealmProperty<Int?>].self, from: Data("[3, null]".utf8))
        #expect(box.map(\.value) == [3, nil])
        #expect(String(decoding: try JSONEncoder().encode(box), as: UTF8.self) == "[3,null]")
    }

    @Test func `a key path to a box has the name of its property`() {
        #expect(_name(for: \Boxed.weight) == "weight" && _name(for: \Boxed.age.value) == "age")
    }

    @available(*, deprecated)
    @Test func `the older box is the same with another spelling`() throws {
        let box = RealmOptional<Int>(3)
        #expect(box.value == 3 && box == RealmOptional<Int>(3) && box != RealmOptional<Int>())
        let decoded = try JSONDecoder().decode([RealmOptional<Int>].self, from: Data("[null, 4]".utf8))
        #expect(decoded.map(\.value) == [nil, 4])
        #expect(String(decoding: try JSONEncoder().encode(decoded), as: UTF8.self) == "[null,4]")
    }
}
