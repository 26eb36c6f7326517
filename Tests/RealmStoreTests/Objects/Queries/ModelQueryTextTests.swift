import Foundation
import RealmStore
import TestSupport
import Testing

@Suite("Queries that somebody typed") struct ModelQueryTextTests {
    private func people() throws -> ModelRealm {
        let models = try ModelRealm()
        try models.realm.write {
            for id in 0..<10 {
                models.realm.create(
                    ModelPerson.self,
                    value: [
                        "id": id, "name": "p\(9 - id)", "city": id % 2 == 0 ? "Brno" : NSNull(),
                        "dogs": [["name": "dog\(id)", "age": id]],
                    ])
            }
        }
        return models
    }

    /// The error that `body` throws.
    private func error(_ body: () throws -> Void) throws -> Realm.Error {
        do { try body() } catch let error as Realm.Error { return error }
        throw CocoaError(.coderInvalidValue)
    }

    @Test func `a condition, an order and paths that are right give what their twins give`() throws {
        let people = try people().realm.objects(ModelPerson.self)
        let found = try people.filter(parsing: "id > %@ AND city == 'Brno'", arguments: [3])
        #expect(found.map(\.id) == [4, 6, 8])
        #expect(try found.sorted(parsing: [SortDescriptor(keyPath: "id", ascending: false)]).map(\.id) == [8, 6, 4])
        #expect(try people.distinct(parsing: ["city"]).map(\.id) == [0, 1])
        #expect(try people.index(matchingParsed: "name == 'p0'") == 9)
        #expect(try people.aggregate(.sum, parsing: "id") == .int(45))
        #expect(try people.aggregate(.average, parsing: "id") == .double(4.5))
        #expect(try people.filter(parsing: "id > 100").aggregate(.maximum, parsing: "id") == .none)
    }

    @Test func `a typed argument takes the type of the property`() throws {
        let people = try people().realm.objects(ModelPerson.self)
        #expect(try people.filter(parsing: "id == %@", arguments: [QueryText("7")]).map(\.id) == [7])
        #expect(try people.filter(parsing: "name == %@", arguments: [QueryText("p7")]).map(\.id) == [2])
        #expect(
            try people.filter(parsing: "%K == %@", arguments: [QueryText("name"), QueryText("p7")]).map(\.id) == [2])
        #expect(throws: Realm.Error.self) { try people.filter(parsing: "id == %@", arguments: [QueryText("x")]) }
    }

    @Test func `an unknown property is named with its place and the nearest names`() throws {
        let people = try people().realm.objects(ModelPerson.self)
        let error = try error { _ = try people.filter(parsing: "id > 3 AND nam == 'x'") }
        #expect(error.code == .invalidInput)
        #expect(error.queryPosition == 11)
        #expect(error.suggestions == ["name"])
        #expect(error.localizedDescription.contains("'ModelPerson' has no property 'nam'"))
    }

    @Test(arguments: [
        "id >", "id > 'x'", "(id > 1", "id > %@", "ALL dogs.age > 1", "dogs.age > 1", "id MATCHES 'x'", "",
        "'a' == 'b'",
    ])
    func `a malformed condition is thrown`(_ text: String) throws {
        let people = try people().realm.objects(ModelPerson.self)
        #expect(try error { _ = try people.filter(parsing: text) }.code == .invalidInput)
    }

    @Test(arguments: ["nothing", "dogs", "favourite.nothing", "id.x", ""])
    func `a path that has no order is thrown`(_ path: String) throws {
        let people = try people().realm.objects(ModelPerson.self)
        #expect(try error { _ = try people.sorted(parsing: [SortDescriptor(keyPath: path)]) }.code == .invalidInput)
        #expect(try error { _ = try people.distinct(parsing: [path]) }.code == .invalidInput)
    }

    @Test func `an argument that no property holds is thrown`() throws {
        let people = try people().realm.objects(ModelPerson.self)
        #expect(throws: Realm.Error.self) { try people.filter(parsing: "id == %@", arguments: [Bundle.main]) }
        #expect(throws: Realm.Error.self) { try people.aggregate(.sum, parsing: "name") }
        #expect(throws: Realm.Error.self) { try people.aggregate(.sum, parsing: "nothing") }
    }

    @Test func `a plan says how rows are found`() throws {
        let people = try people().realm.objects(ModelPerson.self)
        let plan = try people.filter("city == 'Brno' AND id > 4").sorted(byKeyPath: "name").queryPlan()
        #expect(
            plan.description == """
                class 'ModelPerson': 10 rows
                index of 'city', 1 value: 5 rows
                test of 'id' >, then 'city' ==: 2 rows
                sort by name: 2 rows
                """)
        let keyed = try people.filter("id == 4").queryPlan()
        #expect(keyed.steps.map(\.rows) == [10, 1])
        #expect(keyed.description == "class 'ModelPerson': 10 rows\nindex of 'id', 1 value: 1 row")
    }

    @Test func `an error traps in non-throwing calls`() async {
        await #expect(processExitsWith: .failure) {
            _ = try ModelRealm().realm.objects(ModelPerson.self).filter("nmae == 'x'")
        }
        await #expect(processExitsWith: .failure) {
            _ = try ModelRealm().realm.objects(ModelPerson.self).sorted(byKeyPath: "nmae")
        }
        await #expect(processExitsWith: .failure) {
            _ = try ModelRealm().realm.objects(ModelPerson.self).index(matching: "id >")
        }
    }

    @Test func `constant and compound predicates filter`() throws {
        let people = try people().realm.objects(ModelPerson.self)
        #expect(people.filter(NSPredicate(value: true)).count == 10)
        #expect(people.filter(NSPredicate(value: false)).isEmpty)
        #expect(people.filter(NSCompoundPredicate(andPredicateWithSubpredicates: [])).count == 10)
        #expect(people.filter(NSCompoundPredicate(orPredicateWithSubpredicates: [])).isEmpty)
        let isThree = NSPredicate(format: "id == 3")
        #expect(people.filter(NSCompoundPredicate(notPredicateWithSubpredicate: isThree)).count == 9)
    }

    // MARK: Live results

    @Test func `results change with what they depend on, in the own class and behind links`() throws {
        let models = try people()
        let realm = models.realm
        let old = realm.objects(ModelPerson.self).filter("ANY dogs.age > 7")
        let named = realm.objects(ModelPerson.self).filter("name == 'p0'").sorted(byKeyPath: "id")
        let dogs = realm.objects(ModelDog.self).filter("age > 7")
        #expect((old.count, named.count, dogs.count) == (2, 1, 2))
        try realm.write { realm.objects(ModelDog.self).first?.age = 50 }
        #expect((old.count, named.count, dogs.count) == (3, 1, 3))
        #expect(old.map(\.id) == [0, 8, 9])
        try realm.write { realm.object(ofType: ModelPerson.self, forPrimaryKey: 3)?.name = "p0" }
        #expect(named.map(\.id) == [3, 9])
        #expect(dogs.count == 3)
        try realm.write { realm.delete(dogs) }
        #expect((old.count, named.count, dogs.count) == (0, 2, 0))
    }

    @Test func `changes of a transaction that is undone are forgotten`() throws {
        let models = try people()
        let found = models.realm.objects(ModelPerson.self).filter("city == nil")
        #expect(found.count == 5)
        models.realm.beginWrite()
        models.realm.object(ofType: ModelPerson.self, forPrimaryKey: 0)?.city = nil
        #expect(found.map(\.id) == [0, 1, 3, 5, 7, 9])
        models.realm.cancelWrite()
        #expect(found.map(\.id) == [1, 3, 5, 7, 9])
        #expect(found.count == 5)
    }

    @Test func `a loop over results that its body empties sees each once`() throws {
        let models = try people()
        let found = models.realm.objects(ModelPerson.self).filter("city == 'Brno'").sorted(
            byKeyPath: "id", ascending: false)
        var seen: [Int] = []
        try models.realm.write {
            for person in found {
                seen.append(person.id)
                person.city = nil
            }
        }
        #expect(seen == [8, 6, 4, 2, 0])
        #expect(found.isEmpty)
    }
}
