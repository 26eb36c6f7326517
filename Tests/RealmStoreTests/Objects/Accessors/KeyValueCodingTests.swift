import Foundation
import RealmStore
import TestSupport
import Testing

/// The values of properties by name: as they are stored, and as apps cast them.
@Suite("Key-value coding") struct KeyValueCodingTests {
    private func stored(_ value: [String: Any]) throws -> (realm: ModelRealm, object: ModelValues) {
        let models = try ModelRealm()
        let object = try models.realm.write { models.realm.create(ModelValues.self, value: value) }
        return (models, object)
    }

    @Test(arguments: ["int", "int8", "optionalInt"]) func `an integer can be cast to every width`(name: String) throws {
        let (models, object) = try stored([name: 5])
        let dynamic = try #require(models.realm.dynamicObjects("ModelValues").first)
        for value in [object[name], object.value(forKey: name), dynamic[name], ModelValues(value: [name: 5])[name]] {
            #expect(value as? Int == 5 && value as? Int8 == 5 && value as? Int32 == 5 && value as? Int64 == 5)
        }
    }

    @Test func `an integer that was read by name stays one in sums and decimals`() throws {
        let (models, object) = try stored(["int": 3])
        let values = models.realm.objects(ModelValues.self)
        #expect(values.value(forKeyPath: "@sum.int") as? Int == 3)
        try models.realm.write { object["decimal"] = object["int"] }
        #expect(object.decimal.description == "3")
    }

    @Test func `an integer cannot be cast to a width that it does not fit`() throws {
        let (_, object) = try stored(["int": 300])
        #expect(object["int"] as? Int8 == nil && object["int"] as? Int16 == 300)
    }

    @Test func `values of a key can be cast to optional ones and to objects`() throws {
        let (models, object) = try stored(["optionalInt": 1])
        try models.realm.write { _ = models.realm.create(ModelValues.self) }
        let values = models.realm.objects(ModelValues.self).value(forKey: "optionalInt")
        #expect(values as? [Int?] == [1, nil])
        #expect((values as? [AnyObject])?.last is NSNull)
        #expect(object.value(forKey: "optionalInt") as? Int == 1)
    }

    @Test func `a mixed property gives what is inside`() throws {
        let (models, object) = try stored(["any": AnyRealmValue.string("a")])
        let dynamic = try #require(models.realm.dynamicObjects("ModelValues").first)
        #expect(object["any"] as? String == "a" && dynamic["any"] as? String == "a")
        try models.realm.write { object["any"] = 2.5 as Float }
        #expect(object["any"] as? Float == 2.5 && object["any"] as? Double == nil)
        try models.realm.write { object["any"] = nil }
        #expect(object["any"] == nil && dynamic.any == nil)
    }

    @Test func `an enum and a mapped type give what they are stored as`() throws {
        let (_, object) = try stored(["colour": "blue", "point": "1,2", "optionalColour": ModelColour.green])
        #expect(object["colour"] as? String == "blue" && object["optionalColour"] as? String == "green")
        #expect(object["point"] as? String == "1,2")
    }

    @Test func `a raw value of no case reads as nil where that is allowed`() {
        let object = ModelValues(value: ["optionalColour": "violet"])
        #expect(object.optionalColour == nil && object["optionalColour"] == nil)
    }

    @Test func `nil by name empties a collection`() throws {
        let (models, object) = try stored(["ints": [1], "words": ["a"], "counts": ["a": 1]])
        try models.realm.write {
            object["ints"] = nil
            object["words"] = NSNull()
            object.setValue(nil, forKey: "counts")
        }
        #expect(object.ints.isEmpty && object.words.isEmpty && object.counts.count == 0)
    }

    @Test func `a set gives a set of its elements' values`() throws {
        let (_, object) = try stored(["words": ["a", "b"]])
        #expect(object.words.value(forKey: "self") as Any? as? Set<String> == ["a", "b"])
        #expect(Set((object.words.value(forKey: "self") as [AnyObject]).compactMap { $0 as? String }) == ["a", "b"])
    }

    @Test func `elements of mixed collections give what is inside`() throws {
        let models = try ModelRealm()
        let object = try models.realm.write {
            models.realm.create(NestedValues.self, value: ["list": [1, "a"], "map": ["k": true]])
        }
        let values = try #require(object.list.value(forKey: "self") as Any? as? [Any])
        #expect(values[0] as? Int == 1 && values[1] as? String == "a")
        #expect(object.map.value(forKey: "k") as? Bool == true)
    }

    @Test func `NSNull by name is null in a map that may hold it`() throws {
        let (models, object) = try stored(["dogs": ["a": ["name": "Rex"], "b": ["name": "Bo"]]])
        try models.realm.write {
            object.dogs.setValue(NSNull(), forKey: "a")
            object.dogs.setValue(nil, forKey: "b")
        }
        #expect(object.dogs.count == 1 && object.dogs["a"] == .some(nil))
        #expect(object.dogs.value(forKey: "a") is NSNull && object.dogs.value(forKey: "b") == nil)
    }

    @Test func `key paths lead on from elements of collections`() {
        #expect(_name(for: \ModelPerson.dogs[0].name) == "dogs.name")
        #expect(_name(for: \ModelDog.owners[0].city) == "owners.city")
        #expect(_name(for: \ModelValues.dogs["a"]??.age) == "dogs.age")
        #expect(_name(for: \ModelValues.ints[0]) == "ints")
    }

    @Test func `a text of any collection has its own name`() {
        let list = List<Int>()
        list.append(3)
        #expect(AnyRealmCollection(list).description.hasPrefix("AnyRealmCollection<int> <0x"))
    }

    @Test func `NSNull is not a decimal number`() {
        #expect(Decimal128(value: NSNull()).isNaN)
    }

    @Test func `the description of a link says that it has no origin`() throws {
        let schema = try ModelRealm().realm.schema
        let text = try #require(schema["ModelPerson"]?["favourite"]?.description)
        #expect(text.contains("objectClassName = ModelDog;\n\tlinkOriginPropertyName = (null);\n"))
        #expect(schema["ModelValues"]?["objectId"]?.description.contains("type = object id;") == true)
    }

    @Test func `deleting objects that another Realm deleted traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (models, other) = (try ModelRealm(), try ModelRealm())
            let dogs = [ModelDog(), ModelDog()]
            try models.realm.write {
                models.realm.add(dogs)
                models.realm.delete(dogs)
            }
            try other.realm.write { other.realm.delete(dogs) }
        }
        expectMessage(result, "Realm it belongs to")
    }
}
