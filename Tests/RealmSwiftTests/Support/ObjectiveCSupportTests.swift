import Foundation
import RealmSwift
import TestSupport
import Testing

@Suite struct ObjectiveCSupportTests {
    private let realm: Realm
    private let person: Person

    init() throws {
        realm = try Realm.inMemory()
        person = Person()
        person.name = "Ann"
        person.tags.insert("x")
        let (realm, person) = (realm, person)
        try realm.write {
            realm.add(person)
            person.friends.append(person)
            person.byName["a"] = person
        }
    }

    @Test func `Realms are the same in both APIs`() {
        let converted = ObjectiveCSupport.convert(object: realm)
        #expect(converted.allObjects("Person").count == 1)
        #expect(ObjectiveCSupport.convert(object: converted) == realm)
    }

    @Test func `configurations are copied with all settings`() throws {
        var configuration = Realm.Configuration(inMemoryIdentifier: "a", schemaVersion: 4)
        configuration.encryptionKey = Data(count: 64)
        let converted = ObjectiveCSupport.convert(object: configuration)
        #expect(converted.inMemoryIdentifier == "a" && converted.schemaVersion == 4)
        #expect(ObjectiveCSupport.convert(object: converted) == configuration)
    }

    @Test func `schemas are the same in both APIs`() throws {
        let schema = realm.schema
        #expect(ObjectiveCSupport.convert(object: ObjectiveCSupport.convert(object: schema)) == schema)
        let person = try #require(schema["Person"])
        #expect(ObjectiveCSupport.convert(object: ObjectiveCSupport.convert(object: person)) == person)
        let name = try #require(person["name"])
        #expect(ObjectiveCSupport.convert(object: ObjectiveCSupport.convert(object: name)) == name)
        let descriptor = SortDescriptor(keyPath: "name", ascending: false)
        #expect(ObjectiveCSupport.convert(object: ObjectiveCSupport.convert(object: descriptor)) == descriptor)
    }

    @Test func `collections are converted and back`() throws {
        let results = ObjectiveCSupport.convert(object: realm.objects(Person.self))
        #expect((results.firstObject() as? Person)?.name == "Ann")
        #expect(ObjectiveCSupport.convert(object: results).count == 1)
        let list = ObjectiveCSupport.convert(object: person.friends)
        #expect(list.count == 1 && (list.firstObject() as? Person)?.isSameObject(as: person) == true)
        #expect((ObjectiveCSupport.convert(object: list).first as? Person)?.name == "Ann")
        let tags = ObjectiveCSupport.convert(object: person.tags)
        #expect(tags.allObjects.map { $0 as? String } == ["x"])
        let map = ObjectiveCSupport.convert(object: person.byName)
        #expect(map.allKeys.map { $0 as? String } == ["a"] && (map.allValues.first as? Person)?.name == "Ann")
        let back: Map<String, Object?> = ObjectiveCSupport.convert(object: map)
        #expect((back["a"]??["name"] as? String) == "Ann")
        #expect(ObjectiveCSupport.convert(object: person.befriended).count == 1)
    }

    @Test func `collections in memory are converted with their elements`() {
        let list = List<Person>()
        list.append(Person())
        #expect(ObjectiveCSupport.convert(object: list).count == 1)
        #expect(ObjectiveCSupport.convert(object: ObjectiveCSupport.convert(object: list)).count == 1)
        let set = MutableSet<Person>()
        set.insert(Person())
        #expect(ObjectiveCSupport.convert(object: ObjectiveCSupport.convert(object: set)).count == 1)
    }

    @Test func `mixed values are boxed by the type that they were made of`() throws {
        let id = try RLMObjectId(string: "60425fff91d7a195d5ddac1b")
        let pairs: [(any RLMValue, AnyRealmValue)] = [
            (NSNumber(value: 1234), .int(1234)), (NSNumber(value: true), .bool(true)),
            (NSNumber(value: Float(1.5)), .float(1.5)), (NSNumber(value: 2.5), .double(2.5)),
            (NSString("text"), .string("text")), (NSData(data: Data([1])), .data(Data([1]))),
            (NSDate(timeIntervalSince1970: 9), .date(Date(timeIntervalSince1970: 9))),
            (id, .objectId(try ObjectId(string: "60425fff91d7a195d5ddac1b"))),
            (RLMDecimal128(number: 1.5), .decimal128(1.5)), (person, .object(person)),
        ]
        for (boxed, value) in pairs {
            #expect(ObjectiveCSupport.convert(value: boxed) == value)
            let again = try #require(ObjectiveCSupport.convert(value: value))
            #expect(ObjectiveCSupport.convert(value: again) == value)
        }
        #expect(ObjectiveCSupport.convert(value: nil as AnyRealmValue?) == nil)
        #expect(ObjectiveCSupport.convert(value: nil as (any RLMValue)?) == .none)
        #expect(NSNumber(value: true).rlm_anyValueType == .bool && NSNull().rlm_anyValueType == .any)
    }

    @Test func `blocks that decide about compaction decide the same`() {
        let swift = ObjectiveCSupport.convert(object: { (total: UInt, used: UInt) in total > used })
        #expect(swift(2, 1) && !swift(1, 2))
        let boxed = ObjectiveCSupport.convert(object: { (total: Int, used: Int) in total > used })
        #expect(boxed(2, 1) && !boxed(1, 2))
    }
}
