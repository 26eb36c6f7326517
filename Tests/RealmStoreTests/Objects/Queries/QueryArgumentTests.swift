import Foundation
import RealmStore
import TestSupport
import Testing

/// Values compared with properties: objects in no Realm, lists in mixed values, counts within counts, other types.
@Suite("Arguments of queries") struct QueryArgumentTests {
    private let models: ModelRealm
    private var realm: Realm { models.realm }
    private var people: Results<ModelPerson> { realm.objects(ModelPerson.self).sorted(byKeyPath: "id") }
    private let stranger = ModelDog(value: ["name": "stranger"])

    init() throws {
        models = try ModelRealm()
        let rex = ModelDog(value: ["name": "Rex", "age": 3])
        try models.realm.write {
            models.realm.create(ModelPerson.self, value: ["id": 1, "dogs": [rex], "favourite": rex] as [String: Any])
            models.realm.create(ModelPerson.self, value: ["id": 2])
        }
    }

    private func ids(_ isIncluded: (Query<ModelPerson>) -> Query<Bool>) -> [Int] {
        people.where(isIncluded).map(\.id)
    }

    private func ids(_ format: String, _ arguments: Any...) -> [Int] {
        people.filter(NSPredicate(format: format, argumentArray: arguments)).map(\.id)
    }

    // MARK: Objects

    @Test func `no link leads to an object that is in no Realm`() {
        #expect(ids { $0.favourite == stranger } == [])
        #expect(ids { $0.favourite != stranger } == [1, 2])
        #expect(ids("favourite == %@", stranger) == [])
        #expect(ids("favourite != %@", stranger) == [1, 2])
        #expect(ids { $0.favourite.in([stranger, people[0].favourite]) } == [1])
    }

    @Test func `no element of a list equals an object that is in no Realm, and all differ from it`() {
        #expect(ids { $0.dogs == stranger } == [])
        #expect(ids { $0.dogs.contains(stranger) } == [])
        #expect(ids { $0.dogs != stranger } == [1])
        #expect(ids("ANY dogs == %@", stranger) == [])
        #expect(ids("ANY dogs != %@", stranger) == [1])
        #expect(ids("%@ IN dogs", stranger) == [])
    }

    @Test func `no element of a list of objects is nil`() {
        #expect(ids("ANY dogs == nil") == [])
        #expect(ids("ANY dogs != nil") == [1])
        #expect(ids("NONE dogs == nil") == [1, 2])
    }

    /// As Realm Core compares the values of a dictionary, with each of them.
    @Test func `nil is one of the values of a map, and an object that is in no Realm is nil there`() throws {
        let types: [ObjectBase.Type] = [LinkTarget.self, LinkHolder.self, LinkPart.self]
        let realm = try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: types))
        let target = try realm.write {
            let target = realm.create(LinkTarget.self, value: ["id": 1])
            let maps: [[String: LinkTarget?]] = [[:], ["n": nil], ["a": target], ["a": target, "n": nil]]
            for (index, map) in maps.enumerated() {
                let holder = realm.create(LinkHolder.self, value: ["id": index])
                for (key, value) in map { holder.map[key] = .some(value) }
            }
            return target
        }
        func ids(_ format: String, _ arguments: Any...) -> [Int] {
            let predicate = NSPredicate(format: format, argumentArray: arguments)
            return realm.objects(LinkHolder.self).filter(predicate).map(\.id).sorted()
        }
        #expect(ids("ANY map == nil") == [1, 3])
        #expect(ids("ANY map != nil") == [2, 3])
        #expect(ids("NONE map == nil") == [0, 2])
        #expect(ids("ANY map == %@", target) == [2, 3])
        #expect(ids("ANY map != %@", target) == [1, 3])
        #expect(ids("ANY map == %@", LinkTarget()) == [1, 3])
        #expect(ids("ANY map != %@", LinkTarget()) == [2, 3])
        #expect(ids("map.@count == 1") == [2, 3])
        #expect(ids("ANY map.id == 1") == [2, 3])
    }

    @Test(arguments: ["ANY map > 5", "ANY map == 5", "map == nil"])
    func `values of a map of objects are compared with objects only`(_ query: String) throws {
        let realm = try LinkRealm().realm
        #expect(throws: Realm.Error.self) { try realm.objects(LinkHolder.self).filter(parsing: query).count }
    }

    @Test func `an object of another class is refused`() {
        #expect(throws: Realm.Error.self) {
            try people.filter(parsing: "favourite == %@", arguments: [ModelPerson()]).count
        }
    }

    @Test func `two collections are not compared`() async {
        let equal = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try ModelRealm().realm.objects(ModelPerson.self).where { $0.dogs == $0.dogs }
        }
        expectMessage(equal, "two collections", "'dogs'")
        let unequal = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try ModelRealm().realm.objects(ModelValues.self).where { $0.words != $0.words }
        }
        expectMessage(unequal, "two collections", "'words'")
    }

    @Test func `properties of elements are compared`() throws {
        let models = try ModelRealm()
        try models.realm.write { models.realm.create(ModelPerson.self, value: ["id": 1, "dogs": [["name": "Rex"]]]) }
        #expect(models.realm.objects(ModelPerson.self).where { $0.dogs.name == $0.dogs.name }.count == 1)
    }

    @Test func `an object of another Realm is refused by whatever query it is part of`() async {
        let typed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (models, others) = (try ModelRealm(), try ModelRealm())
            let dog = try others.realm.write { others.realm.create(ModelDog.self, value: ["name": "Rex"]) }
            print(models.realm.objects(ModelPerson.self).where { $0.favourite == dog }.count)
        }
        expectMessage(typed, "'favourite'", "an object of another Realm", "by its primary key")
        let format = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (models, others) = (try ModelRealm(), try ModelRealm())
            let dog = try others.realm.write { others.realm.create(ModelDog.self, value: ["name": "Rex"]) }
            let predicate = NSPredicate(format: "ANY dogs IN %@", [dog])
            print(models.realm.objects(ModelPerson.self).filter(predicate).count)
        }
        expectMessage(format, "an object of another Realm")
    }

    @Test func `in memory an object is known by its identity`() {
        let person = ModelPerson()
        person.favourite = stranger
        #expect(NSPredicate(format: "favourite == %@", stranger).evaluate(with: person))
        #expect(!NSPredicate(format: "favourite == %@", ModelDog()).evaluate(with: person))
    }

    // MARK: Counts

    @Test func `elements with a computed value are counted`() throws {
        let realm = try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Crowd.self]))
        try realm.write {
            let members = (1...3).map { Crowd(value: ["id": $0, "numbers": Array(repeating: 5, count: $0)]) }
            realm.create(Crowd.self, value: ["id": 9, "crowd": members] as [String: Any])
        }
        func ids(_ isIncluded: (Query<Crowd>) -> Query<Bool>) -> [Int] {
            realm.objects(Crowd.self).where(isIncluded).map(\.id).sorted()
        }
        #expect(ids { ($0.crowd.numbers.count >= 2).count == 2 } == [9])
        #expect(ids { ($0.crowd.numbers.sum > 5).count == 2 } == [9])
        #expect(ids { ($0.crowd.id > 1 && ($0.crowd.id > 0).count == 0).count == 2 } == [9])
        #expect(ids { ($0.crowd.id > 1 && ($0.crowd.id > 0).count > 0).count == 0 } == [1, 2, 3, 9])
    }

    // MARK: Mixed values

    @Test func `a mixed value that is a list equals any list`() throws {
        let realm = try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Crowd.self]))
        try realm.write {
            let values: [AnyRealmValue] = [.fromArray([.int(1)]), .fromDictionary(["a": .int(1)]), .int(1)]
            for (index, value) in values.enumerated() {
                realm.create(Crowd.self, value: ["id": index + 1, "mixed": value] as [String: Any])
            }
        }
        let crowds = realm.objects(Crowd.self)
        #expect(crowds.where { $0.mixed == .list(List()) }.map(\.id) == [1])
        #expect(crowds.where { $0.mixed == .dictionary(Map()) }.map(\.id) == [2])
        #expect(crowds.where { $0.mixed != .list(List()) }.map(\.id).sorted() == [2, 3])
        #expect(crowds.filter("mixed == %@", AnyRealmValue.list(List())).map(\.id) == [1])
        #expect(crowds.where { $0.mixed == .object(Crowd()) }.isEmpty)
    }

    // MARK: Types

    @Test(arguments: [
        "id == '5'", "age > '5'", "favourite.age == '1'", "id IN {'5'}", "id IN {1, 2.5}", "name == 5",
        "name LIKE[d] 'x'", "name LIKE[cd] 'x*'", "name IN {5}", "dogs.@count == 'x'",
    ])
    func `a value of a type that can never be equal is refused`(text: String) {
        #expect(throws: Realm.Error.self) {
            try text.contains("age >")
                ? realm.objects(ModelDog.self).filter(parsing: text).count : people.filter(parsing: text).count
        }
    }

    @Test(arguments: ["bool > false", "bool <= true", "true > bool", "bool BETWEEN {false, true}", "bool >= bool"])
    func `bools have no order`(text: String) throws { try checkUnordered(text) }

    @Test(arguments: ["%@ > %K", "%K < %@", "%K >= %@"]) func `ids have no order`(text: String) throws {
        for (name, value) in [("objectId", ObjectId.generate()), ("uuid", UUID())] as [(String, Any)] {
            try checkUnordered(text, text.hasPrefix("%@") ? [value, name] : [name, value])
        }
    }

    private func checkUnordered(_ text: String, _ arguments: [Any] = []) throws {
        let error = #expect(throws: Realm.Error.self) {
            try realm.objects(ModelValues.self).filter(parsing: text, arguments: arguments).count
        }
        #expect(error?.localizedDescription.contains("not supported for type") == true, "\(text) \(arguments)")
    }

    @Test func `a UUID is found by its text, a number by true`() throws {
        let realm = try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Crowd.self]))
        let crowd = try realm.write { realm.create(Crowd.self, value: ["id": 1]) }
        #expect(realm.objects(Crowd.self).filter("uuid == %@", crowd.uuid.uuidString).count == 1)
        #expect(realm.objects(Crowd.self).filter("id == true").count == 1)
    }

    // MARK: Other objects

    @Test func `a predicate is evaluated on values outside of a Realm`() {
        struct Plain {
            var name = "x"
            var owner: [String: Any]? = ["age": 3]
        }
        class Base { var size = 1 }
        final class Derived: Base { let tags = ["a", "b"] }
        let named = NSPredicate(format: "name == 'x'")
        #expect(named.evaluate(with: ["name": "x"]) && !named.evaluate(with: ["name": "y"]))
        #expect(named.evaluate(with: Plain()) && !named.evaluate(with: Plain(name: "y")))
        #expect(!named.evaluate(with: Derived()) && !named.evaluate(with: [String: Int]()))
        #expect(NSPredicate(format: "owner.age == 3").evaluate(with: Plain()))
        #expect(NSPredicate(format: "size == 1 AND ANY tags == 'b'").evaluate(with: Derived()))
    }

    @Test func `LIKE without accents holds in memory`() {
        let dog = ModelDog(value: ["name": "Éclair"])
        #expect(NSPredicate(format: "name LIKE[d] 'Ecl*'").evaluate(with: dog))
        #expect(!NSPredicate(format: "name LIKE[d] 'ecl*'").evaluate(with: dog))
        #expect(NSPredicate(format: "name LIKE[cd] 'ecl*'").evaluate(with: dog))
    }

    // MARK: What compiles

    @Test func `enums and generic collections are spelt as in the SDK`() throws {
        enum OldStyle: Int, RealmEnum { case first = 1, second }
        #expect(OldStyle._rlmFromObjc(2, insideOptional: false) == .second)
        func count<T: RealmCollection, E: RealmCollectionValue>(_ collection: T, of: E.Type) -> Int
        where T.Element == E? { collection.count }
        #expect(count(List<Int?>(), of: Int.self) == 0)
        let map = Map<String, Int>()
        map["a"] = 1
        #expect(map.object(forKey: "a" as AnyObject) as? Int == 1 && map.object(forKey: "b" as AnyObject) == nil)
    }

    @Test func `an entry that is nil is NSNull among objects`() {
        let map = Map<String, Int?>()
        map["a"] = .some(nil)
        #expect(map.object(forKey: "a" as AnyObject) is NSNull && map.object(forKey: "b" as AnyObject) == nil)
    }

    @Test func `a text property has the order of texts, even if only its persisted type is known`() {
        func isAfter<T: _Persistable>(_ path: Query<T>, _ value: T) -> Query<Bool>
        where T.PersistedType: _QueryString { path > value }
        #expect(ids { isAfter($0.name, "a") } == [1, 2])
        #expect(ids { isAfter($0.city, "a") } == [])
    }

    @Test func `mapped elements are compared as they are stored, with all that collections have`() throws {
        let realm = try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Crowd.self]))
        try realm.write {
            let values: [String: Any] = ["id": 1, "meters": [2, 3], "length": 4, "crowd": [["id": 2]]]
            realm.create(Crowd.self, value: values)
        }
        let crowds = realm.objects(Crowd.self)
        #expect(crowds.where { $0.meters.persistableValue.contains(1...3) }.map(\.id) == [1])
        #expect(crowds.where { $0.crowd.length.avg == Meters(persistedValue: 0) }.map(\.id) == [1])
    }
}

struct Meters: CustomPersistable, Equatable {
    typealias PersistedType = Int
    var count: Int
    init(persistedValue: Int) { count = persistedValue }
    var persistableValue: Int { count }
}

final class Crowd: TestObject {
    @Persisted var id: Int
    @Persisted var uuid: UUID
    @Persisted var mixed: AnyRealmValue
    @Persisted var numbers: List<Int>
    @Persisted var length: Meters
    @Persisted var meters: List<Meters?>
    @Persisted var crowd: List<Crowd>
}
