import Foundation
import RealmStore
import TestSupport
import Testing

@Suite("Dynamic objects") struct DynamicObjectTests {
    @Test func `values are read by name and as members`() throws {
        let person = try #require(try open("migrate_v1").dynamicObjects("Person").first)
        #expect(person["age"] as? Int == person.age as? Int)
        #expect(person["firstName"] is String)
        #expect(person.value(forKey: "lastName") as? String == person.lastName as? String)
    }

    @Test func `results count, index and iterate alike`() throws {
        let people = try open("migrate_v1").dynamicObjects("Person")
        #expect(people.count == 1000)
        #expect(people.map { $0 } == (0..<1000).map { people[$0] })
        #expect(people.first == people[0])
        #expect(people.last == people[999])
        #expect(people.index(of: people[500]) == 500)
        #expect(people.objects(at: IndexSet([3, 1])) == [people[1], people[3]])
    }

    @Test func `a link leads to the object itself`() throws {
        let realm = try open("migrate_v1")
        let dog = try #require(realm.dynamicObjects("Dog").first { $0["owner"] != nil })
        let owner = try #require(dog["owner"] as? DynamicObject)
        #expect(realm.dynamicObjects("Person").contains(owner))
        #expect(owner.objectSchema.className == "Person")
    }

    @Test func `a link leads to an object of the program's class, if it declares one`() throws {
        let models = try ModelRealm()
        try models.realm.write {
            models.realm.create(ModelPerson.self, value: ["id": 1, "dogs": [["name": "Rex"]], "home": ["street": "a"]])
        }
        let person = try #require(models.realm.dynamicObjects("ModelPerson").first)
        #expect((person.home as? ModelAddress)?.street == "a")
        #expect((person.dogs as? List<DynamicObject>)?.first?.name as? String == "Rex")
    }

    @Test func `linking objects are read by name`() throws {
        let models = try ModelRealm()
        try models.realm.write {
            models.realm.create(ModelPerson.self, value: ["id": 1, "dogs": [["name": "Rex"]]])
        }
        let dog = try #require(models.realm.dynamicObjects("ModelDog").first)
        let owners = try #require(dog.owners as? LinkingObjects<DynamicObject>)
        #expect(owners.count == 1 && owners[0].id as? Int == 1)
    }

    @Test func `a list of numbers can be counted as one of objects`() throws {
        let models = try ModelRealm()
        let object = try models.realm.write { models.realm.create(ModelValues.self, value: ["ints": [1, 2]]) }
        #expect(object.dynamicList("ints").count == 2)
    }

    @Test func `elements of a list of numbers are no objects`() async {
        let trapped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let object = try models.realm.write { models.realm.create(ModelValues.self, value: ["ints": [1, 2]]) }
            _ = object.dynamicList("ints").first
        }
        let message = String(decoding: trapped?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("are no objects"))
    }

    @Test func `objects of one row are equal and hash alike`() throws {
        let people = try open("migrate_v1").dynamicObjects("Person")
        #expect(people[7] == people[7])
        #expect(people[7] !== people[7])
        #expect(people[7].hash == people[7].hash)
        #expect(people[7] != people[8])
        #expect(people[7].isSameObject(as: people[7]))
    }

    @Test func `objects of two sessions are not the same`() throws {
        let first = try open("migrate_v1").dynamicObjects("Person")
        let second = try open("migrate_v1").dynamicObjects("Person")
        #expect(first[0] != second[0])
    }

    @Test func `a description names the class and its values`() throws {
        let item = try #require(try open("versioned_1").dynamicObjects("Item").first)
        #expect(item.description.hasPrefix("Item {\n\t"))
        #expect(item.description.hasSuffix("}"))
    }

    @Test func `descriptions end although links lead in circles`() throws {
        let realm = try open("links")
        for schema in realm.schema.objectSchema {
            let texts = realm.dynamicObjects(schema.className).prefix(3).map(\.description)
            #expect(texts.allSatisfy { $0.hasPrefix(schema.className) })
        }
    }

    @Test func `objects keep their file open`() throws {
        let first = try open("migrate_v1").dynamicObjects("Person").first
        #expect((first?["firstName"] as? String)?.isEmpty == false)
        #expect(first?.realm?.schema["Dog"] != nil)
    }

    @Test func `a map finds its keys`() throws {
        let realm = try open("types_all")
        let objects = realm.dynamicObjects("AllInt")
        let map = try #require(objects.compactMap { $0["dict"] as? Map<String, Int> }.first { $0.count > 3 })
        for entry in map { #expect(map[entry.key] == entry.value) }
        #expect(map["no such key"] == nil)
    }

    @Test func `a class that is not there ends the process with its name`() async throws {
        await #expect(processExitsWith: .failure) {
            _ = try open("versioned_1").dynamicObjects("Nobody")
        }
    }

    @Test func `a property that is not there ends the process`() async throws {
        await #expect(processExitsWith: .failure) {
            _ = try open("versioned_1").dynamicObjects("Item")[0]["nothing"]
        }
    }

    @Test func `an index out of bounds ends the process`() async throws {
        await #expect(processExitsWith: .failure) {
            _ = try open("versioned_1").dynamicObjects("Item")[3]
        }
    }

    @Test func `a primary key of another type ends the process`() async throws {
        await #expect(processExitsWith: .failure) {
            let realm = try open("keys")
            for schema in realm.schema.objectSchema where schema.primaryKeyProperty?.type == .string {
                _ = realm.dynamicObject(ofType: schema.className, forPrimaryKey: 5)
            }
        }
    }
}
