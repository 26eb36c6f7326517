import Foundation
import RealmStore
import TestSupport
import Testing

@Suite("Objects of model classes") struct ModelObjectTests {
    @Test func `a plain object has the defaults of its class`() {
        let person = ModelPerson()
        #expect(person.name == "nobody")
        #expect(person.city == nil)
        #expect(person.dogs.isEmpty)
        #expect(person.realm == nil)
        #expect(!person.isInvalidated)
        #expect(ModelValues().colour == .red)
        #expect(ModelValues().objectId != ModelValues().objectId)
    }

    @Test func `an object is the same after it was added`() throws {
        let models = try ModelRealm()
        let person = ModelPerson(value: ["id": 1, "name": "Ada"])
        let dogs = person.dogs
        dogs.append(ModelDog(value: ["name": "Rex"]))
        try models.realm.write { models.realm.add(person) }
        #expect(person.realm == models.realm)
        #expect(person.name == "Ada")
        #expect(person.dogs === dogs)
        #expect(dogs[0].name == "Rex")
        #expect(dogs.realm == models.realm)
        #expect(models.realm.objects(ModelPerson.self).first == person)
    }

    @Test func `every type comes back from the file`() throws {
        let models = try ModelRealm()
        let date = Date(timeIntervalSince1970: 1_234_567.5)
        let (id, uuid) = (ObjectId.generate(), UUID())
        try models.realm.write {
            let values = models.realm.create(ModelValues.self)
            (values.int, values.int8, values.bool, values.float) = (-5, -128, true, 1.5)
            (values.double, values.string, values.data) = (.infinity, "žluťoučký", Data([0, 255]))
            (values.date, values.decimal, values.objectId, values.uuid) = (date, 12.5, id, uuid)
            (values.any, values.colour, values.point) = (.string("any"), .blue, ModelPoint(x: 3, y: -4))
            (values.optionalInt, values.optionalDate, values.optionalColour) = (9, date, .green)
            values.optionalPoint = ModelPoint(x: 1, y: 2)
        }
        let values = try #require(models.realm.freeze().objects(ModelValues.self).first)
        #expect((values.int, values.int8, values.bool, values.float) == (-5, -128, true, 1.5))
        #expect((values.double, values.string, values.data) == (.infinity, "žluťoučký", Data([0, 255])))
        #expect((values.date, values.decimal, values.objectId, values.uuid) == (date, 12.5, id, uuid))
        #expect((values.any, values.colour, values.point) == (.string("any"), .blue, ModelPoint(x: 3, y: -4)))
        #expect((values.optionalInt, values.optionalDate, values.optionalColour) == (9, date, .green))
        #expect(values.optionalPoint == ModelPoint(x: 1, y: 2))
    }

    @Test func `optional properties can be set to nil`() throws {
        let models = try ModelRealm()
        try models.realm.write {
            let values = models.realm.create(ModelValues.self, value: ["optionalInt": 3, "optionalColour": "blue"])
            #expect(values.optionalColour == .blue)
            values.optionalInt = nil
            values.optionalColour = nil
            #expect(values.optionalInt == nil)
            #expect(values.optionalColour == nil)
        }
    }

    @Test func `create makes nested objects of dictionaries and arrays`() throws {
        let models = try ModelRealm()
        let person = try models.realm.write {
            models.realm.create(
                ModelPerson.self,
                value: [
                    "id": 1, "dogs": [["name": "Rex"], ["Bo", 4]], "home": ["street": "Main", "number": 5],
                    "addresses": [["street": "A"], ["street": "B"]],
                ])
        }
        #expect(person.name == "nobody")
        #expect(person.dogs.map(\.name) == ["Rex", "Bo"])
        #expect(person.dogs.map(\.age) == [1, 4])
        #expect(person.home?.number == 5)
        #expect(person.addresses.map(\.street) == ["A", "B"])
    }

    @Test func `an update leaves what is not given as it is`() throws {
        let models = try ModelRealm()
        try models.realm.write {
            models.realm.create(ModelPerson.self, value: ["id": 1, "name": "Ada", "city": "Brno"])
            models.realm.create(ModelPerson.self, value: ["id": 1, "name": "Eva"], update: .modified)
        }
        let person = try #require(models.realm.object(ofType: ModelPerson.self, forPrimaryKey: 1))
        #expect((person.name, person.city) == ("Eva", "Brno"))
        #expect(models.realm.objects(ModelPerson.self).count == 1)
    }

    @Test func `adding with a policy updates the object of that key`() throws {
        let models = try ModelRealm()
        try models.realm.write {
            models.realm.add(ModelPerson(value: ["id": 1, "name": "Ada"]))
            let second = ModelPerson(value: ["id": 1, "name": "Eva"])
            models.realm.add(second, update: .all)
            #expect(second.realm == models.realm)
        }
        #expect(models.realm.objects(ModelPerson.self).map(\.name) == ["Eva"])
    }

    @Test func `objects that link in circles are added once`() throws {
        let models = try ModelRealm()
        let (first, second) = (ModelPerson(value: ["id": 1]), ModelPerson(value: ["id": 2]))
        let dog = ModelDog(value: ["name": "Rex"])
        for person in [first, second] {
            person.dogs.append(dog)
            person.favourite = dog
        }
        try models.realm.write { models.realm.add([first, second]) }
        #expect(models.realm.objects(ModelDog.self).count == 1)
        #expect(dog.owners.map(\.id).sorted() == [1, 2])
    }

    @Test func `a deleted object is invalid, and links to it are gone`() throws {
        let models = try ModelRealm()
        let dog = ModelDog(value: ["name": "Rex"])
        let person = ModelPerson(value: ["id": 1, "dogs": [dog], "favourite": dog])
        try models.realm.write { models.realm.add(person) }
        try models.realm.write { models.realm.delete(dog) }
        #expect(dog.isInvalidated)
        #expect(dog.realm == nil)
        #expect(person.favourite == nil)
        #expect(person.dogs.isEmpty)
        #expect(dog.description == "[invalid object]")
    }

    @Test func `embedded objects go with their owner`() throws {
        let models = try ModelRealm()
        let person = ModelPerson(value: ["id": 1, "home": ["street": "Main"]])
        try models.realm.write { models.realm.add(person) }
        let home = try #require(person.home)
        try models.realm.write { person.home = ModelAddress(value: ["street": "Side", "number": 3]) }
        #expect(home.isInvalidated)
        #expect(person.home?.street == "Side")
        try models.realm.write { models.realm.delete(person) }
        #expect(models.realm.isEmpty)
    }

    @Test func `properties are read and set by name`() throws {
        let models = try ModelRealm()
        let person = ModelPerson()
        person["name"] = "Ada"
        #expect(person["name"] as? String == "Ada")
        try models.realm.write {
            models.realm.add(person)
            person["city"] = "Brno"
            person["dogs"] = [["name": "Rex"]]
        }
        #expect(person["city"] as? String == "Brno")
        #expect((person["dogs"] as? List<ModelDog>)?.first?.name == "Rex")
        #expect(person["favourite"] == nil)
        #expect(person.objectSchema["name"]?.columnName == "full_name")
    }

    @Test func `enums and mapped values are taken as they are and as they are stored`() throws {
        let values = ModelValues(value: ["colour": ModelColour.blue, "point": "5,6", "optionalColour": "green"])
        #expect((values.colour, values.point, values.optionalColour) == (.blue, ModelPoint(x: 5, y: 6), .green))
    }

    @Test func `objects with a primary key are equal by row, others by identity`() throws {
        let models = try ModelRealm()
        try models.realm.write {
            models.realm.create(ModelPerson.self, value: ["id": 1])
            models.realm.create(ModelDog.self, value: ["name": "Rex"])
        }
        let (people, dogs) = (models.realm.objects(ModelPerson.self), models.realm.objects(ModelDog.self))
        #expect(people[0] == people[0])
        #expect(people[0].hash == people[0].hash)
        #expect(dogs[0] != dogs[0])
        #expect(dogs[0].isSameObject(as: dogs[0]))
    }

    @Test func `objects created by a failed write are gone`() throws {
        struct Stop: Error {}
        let models = try ModelRealm()
        var dog: ModelDog?
        #expect(throws: Stop.self) {
            try models.realm.write {
                dog = models.realm.create(ModelDog.self)
                throw Stop()
            }
        }
        #expect(dog?.isInvalidated == true)
    }

    @Test func `an object that was deleted stays gone when its transaction is undone, and is found anew`() throws {
        let models = try ModelRealm()
        let realm = models.realm
        let dogs = try realm.write { ["a", "b"].map { realm.create(ModelDog.self, value: ["name": $0]) } }
        realm.beginWrite()
        realm.delete(dogs[0])
        realm.delete(dogs[1...])
        realm.cancelWrite()
        #expect(dogs.map(\.isInvalidated) == [true, true])
        #expect(realm.objects(ModelDog.self).map(\.name) == ["a", "b"])
    }

    @Test func `a text shows three levels of objects in lists, and says that there are more`() {
        let node = ModelNode()
        node.children.append(node)
        #expect(node.description.components(separatedBy: "ModelNode {").count == 4)
        #expect(node.description.contains("children = <Maximum depth exceeded>;"))
        node.children.removeAll()
    }

    @Test func `a map of a dynamic object is named after its class`() throws {
        let models = try ModelRealm()
        try models.realm.write { models.realm.create(ModelValues.self, value: ["dogs": ["a": ["name": "Rex"]]]) }
        let text = try #require(models.realm.dynamicObjects("ModelValues").first).description
        #expect(text.contains("Map<string, ModelDog>"))
    }

    @Test func `the file has the mapped names and the version`() throws {
        let models = try ModelRealm()
        try models.realm.write { models.realm.create(ModelPerson.self, value: [1, "Ada"]) }
        var configuration = Realm.Configuration(fileURL: models.configuration.fileURL)
        configuration.schemaMode = .discovered
        let person = try #require(try Realm(configuration: configuration).dynamicObjects("ModelPerson").first)
        #expect(person["full_name"] as? String == "Ada")
    }
}

private final class ModelNode: TestObject {
    @Persisted var children: List<ModelNode>
}
