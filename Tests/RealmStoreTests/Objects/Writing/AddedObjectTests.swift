import Foundation
import RealmStore
import TestSupport
import Testing

/// Objects that are added one after the other, of which none stays alive.
@Suite("Added objects") struct AddedObjectTests {
    private let directory: TemporaryDirectory
    private let configuration: Realm.Configuration

    init() throws {
        directory = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("added.realm"), objectTypes: ModelRealm.types)
    }

    private func person(_ id: Int) -> ModelPerson {
        let person = ModelPerson()
        person.id = id
        person.name = "person \(id)"
        person.city = id % 3 == 0 ? nil : "city \(id % 7)"
        return person
    }

    @Test func `objects of two classes are added in turns`() throws {
        let realm = try Realm(configuration: configuration)
        try realm.write {
            for id in 0..<300 {
                realm.add(person(id))
                realm.add(ModelDog(value: ["name": "dog \(id)", "age": id]))
            }
        }
        let people = realm.objects(ModelPerson.self)
        #expect(people.map(\.name) == (0..<300).map { "person \($0)" })
        let cities = (0..<300).map { (id: Int) -> String? in id % 3 == 0 ? nil : "city \(id % 7)" }
        #expect(people.map(\.city) == cities)
        #expect(realm.objects(ModelDog.self).map(\.age) == Array(0..<300))
    }

    @Test func `an object is added after everything that was read before is gone`() throws {
        let realm = try Realm(configuration: configuration)
        let first = person(1)
        try realm.write { realm.add(first) }
        realm.invalidate()
        let second = person(2)
        try realm.write { realm.add(second) }
        #expect(first.isInvalidated)
        #expect(!second.isInvalidated && second.name == "person 2")
    }

    @Test func `an object is added after a transaction was undone`() throws {
        let realm = try Realm(configuration: configuration)
        realm.beginWrite()
        realm.add(person(1))
        realm.cancelWrite()
        try realm.write { realm.add(person(1)) }
        #expect(realm.objects(ModelPerson.self).map(\.name) == ["person 1"])
    }

    @Test func `objects that were added do not keep the Realm open`() throws {
        weak var last: ModelPerson?
        try autoreleasepool {
            let realm = try Realm(configuration: configuration)
            try realm.write {
                for id in 0..<10 {
                    let added = person(id)
                    realm.add(added)
                    last = added
                }
            }
        }
        #expect(last == nil)
        #expect(try Realm.deleteFiles(for: configuration))
    }

    @Test func `every type of value is the same before and after it is added`() throws {
        let realm = try Realm(configuration: configuration)
        let values = ModelValues()
        values.string = "some text that needs memory of its own"
        values.data = Data([1, 2, 3])
        values.int = -77
        values.double = 2.5
        values.bool = true
        values.any = .string("mixed")
        values.point = ModelPoint(x: 3, y: 4)
        values.optionalInt = 9
        values.optionalDate = Date(timeIntervalSince1970: 86_400)
        let wanted = values.storedValues
        try realm.write { realm.add(values) }
        #expect(values.storedValues == wanted)
        #expect(try #require(realm.objects(ModelValues.self).first).storedValues == wanted)
    }

    @Test func `arrays give the values of a mapped class in the order of its properties`() throws {
        let realm = try Realm(configuration: configuration)
        try realm.write {
            realm.create(ModelPerson.self, value: [1, "one", "Rome"])
            realm.create(ModelPerson.self, value: [2, "two"])
            realm.create(ModelPerson.self, value: ["id": 3, "city": NSNull()])
        }
        let people = realm.objects(ModelPerson.self)
        #expect(people.map(\.name) == ["one", "two", "nobody"])
        #expect(people.map(\.city) == ["Rome", nil, nil])
    }
}

extension ModelValues {
    /// Texts of all values, by property.
    fileprivate var storedValues: [String: String] {
        Dictionary(
            uniqueKeysWithValues: objectSchema.properties.filter { !$0.isArray && !$0.isSet && !$0.isMap }.map {
                ($0.name, "\(self[$0.name] ?? "nil")")
            })
    }
}
