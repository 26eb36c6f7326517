import Foundation
import RealmStore
import TestSupport
import Testing

@Suite("Queries of model classes") struct ModelQueryTests {
    /// Ten people of two cities; person n has n % 3 dogs of ages n, n + 1 …
    private func people() throws -> ModelRealm {
        let models = try ModelRealm()
        try models.realm.write {
            for id in 0..<10 {
                let dogs = (0..<(id % 3)).map { ["name": "dog\(id)\($0)", "age": id + $0] as [String: Any] }
                models.realm.create(
                    ModelPerson.self,
                    value: ["id": id, "name": "p\(9 - id)", "city": id % 2 == 0 ? "Brno" : NSNull(), "dogs": dogs])
            }
        }
        return models
    }

    @Test func `a format string, a typed query and a filter in Swift find the same`() throws {
        let models = try people()
        let people = models.realm.objects(ModelPerson.self)
        let wanted = people.filter { $0.id > 3 && $0.city == "Brno" }.map(\.id)
        #expect(Array(wanted) == [4, 6, 8])
        #expect(people.filter("id > %@ AND city == %@", 3, "Brno").map(\.id) == [4, 6, 8])
        #expect(people.filter(NSPredicate(format: "id > 3 AND city == 'Brno'")).map(\.id) == [4, 6, 8])
        #expect(people.where { $0.id > 3 && $0.city == "Brno" }.map(\.id) == [4, 6, 8])
    }

    @Test func `properties are named as in the program`() throws {
        let models = try people()
        let people = models.realm.objects(ModelPerson.self)
        #expect(people.filter("name == 'p9'").map(\.id) == [0])
        #expect(people.where { $0.name == "p9" }.map(\.id) == [0])
        #expect(people.sorted(byKeyPath: "name").map(\.id) == Array((0..<10).reversed()))
        #expect(models.realm.objects(ModelDog.self).filter("ANY owners.name == 'p8'").map(\.name) == ["dog10"])
    }

    @Test func `paths lead through collections`() throws {
        let models = try people()
        let people = models.realm.objects(ModelPerson.self)
        #expect(people.where { $0.dogs.age > 7 }.map(\.id) == [8])
        #expect(people.where { $0.dogs.count == 2 }.map(\.id) == [2, 5, 8])
        #expect(people.where { ($0.dogs.age > 4 && $0.dogs.name.ends(with: "0")).count == 1 }.map(\.id) == [5, 7, 8])
        #expect(people.where { $0.dogs.age.max >= 8 }.map(\.id) == [8])
        #expect(people.filter("dogs.@count == 1").map(\.id) == [1, 4, 7])
    }

    @Test func `results follow what is written`() throws {
        let models = try people()
        let found = models.realm.objects(ModelPerson.self).where { $0.city == "Brno" }
        #expect(found.count == 5)
        try models.realm.write {
            models.realm.object(ofType: ModelPerson.self, forPrimaryKey: 1)?.city = "Brno"
            #expect(found.count == 6)
        }
        #expect(found.sorted(byKeyPath: "id", ascending: false).map(\.id) == [8, 6, 4, 2, 1, 0])
    }

    @Test func `a loop goes over what was there when it began`() throws {
        let models = try people()
        let realm = models.realm
        try realm.write {
            for person in realm.objects(ModelPerson.self) {
                realm.create(ModelPerson.self, value: ["id": person.id + 100])
            }
        }
        #expect(realm.objects(ModelPerson.self).count == 20)
        try realm.write {
            for person in realm.objects(ModelPerson.self).where({ $0.city == "Brno" }) { person.city = nil }
        }
        #expect(realm.objects(ModelPerson.self).where { $0.city == "Brno" }.isEmpty)
    }

    @Test func `lists are filtered, sorted and thinned out`() throws {
        let models = try people()
        let values = try models.realm.write {
            models.realm.create(ModelValues.self, value: ["ints": [3, 1, 3, 2, 1]])
        }
        let person = try #require(models.realm.object(ofType: ModelPerson.self, forPrimaryKey: 8))
        #expect(person.dogs.filter("age > 8").map(\.age) == [9])
        #expect(Array(values.ints.sorted()) == [1, 1, 2, 3, 3])
        #expect(Array(values.ints.distinct()) == [3, 1, 2])
        #expect(models.realm.objects(ModelPerson.self).distinct(by: ["city"]).map(\.id) == [0, 1])
    }

    @Test func `aggregates are those of the values`() throws {
        let models = try people()
        let dogs = models.realm.objects(ModelDog.self)
        #expect(dogs.sum(of: \.age) == dogs.map(\.age).reduce(0, +))
        #expect(dogs.min(ofProperty: "age") as Int? == 1)
        #expect(dogs.max(of: \.age) == 9)
        #expect(dogs.average(ofProperty: "age") as Double? == 5)
        let list = List<Int>()
        list.append(objectsIn: [4, 8])
        #expect((list.sum(), list.min(), list.max()) == (12, 4, 8))
        #expect(list.average() as Double? == 6)
    }

    @Test func `key paths with operators compute`() throws {
        let models = try people()
        let people = models.realm.objects(ModelPerson.self)
        #expect(people.value(forKeyPath: "@count") as? Int == 10)
        #expect(people.value(forKeyPath: "@max.id") as? Int == 9)
        #expect((people.value(forKey: "id") as? [Int]) == Array(0..<10))
        try models.realm.write { people.setValue("Praha", forKey: "city") }
        #expect(people.value(forKeyPath: "@distinctUnionOfObjects.city") as? [String] == ["Praha"])
    }

    @Test func `a malformed predicate traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = try ModelRealm().realm.objects(ModelPerson.self).filter("nane == 'x'")
        }
    }

    @Test func `coded objects come back`() throws {
        let coded = CodedTrack()
        coded.title = "Für Elise"
        coded.marks.append(objectsIn: [1, 2])
        let data = try JSONEncoder().encode(coded)
        let track = try JSONDecoder().decode(CodedTrack.self, from: data)
        #expect((track.title, track.seconds, Array(track.marks)) == ("Für Elise", nil, [1, 2]))
        let short = try JSONDecoder().decode(CodedTrack.self, from: Data(#"{"title": "x", "marks": null}"#.utf8))
        #expect((short.title, short.seconds, short.marks.count) == ("x", nil, 0))
    }
}

private final class CodedTrack: TestObject, Codable {
    @Persisted var title: String
    @Persisted var seconds: Int?
    @Persisted var marks: List<Int>
}
