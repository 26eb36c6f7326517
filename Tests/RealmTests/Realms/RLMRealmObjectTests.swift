import Foundation
import Realm
import TestSupport
import Testing

@Suite struct RLMRealmObjectTests {
    @Test func `objects are added one by one, from arrays of Foundation and from sequences`() throws {
        let realm = try RLMRealm(configuration: .inMemory())
        try realm.transaction {
            realm.add(Dog(value: ["name": "a"]))
            realm.addObjects([Dog(value: ["name": "b"])] as NSArray)
            realm.addObjects((1...2).map { Dog(value: ["name": "\($0)"]) })
        }
        #expect(Dog.allObjects(in: realm).count == 4)
    }

    @Test func `adding a primary key twice traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm.withDogs("Rex")
            try realm.transaction { realm.add(Dog(value: ["name": "Rex"])) }
        }
        expectMessage(result, "Dog", "Rex")
    }

    @Test func `adding what is no object traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm(configuration: .inMemory())
            try realm.transaction { realm.addObjects(["Rex"] as NSArray) }
        }
        expectMessage(result, "RLMObject", "Rex")
    }

    @Test func `updating sets the object with the primary key`() throws {
        let realm = try RLMRealm.withDogs("Rex", "Bob")
        try realm.transaction {
            realm.addOrUpdate(Dog(value: ["name": "Rex", "age": 11]))
            realm.addOrUpdateObjects([Dog(value: ["name": "Bob", "age": 12])] as NSArray)
            realm.addOrUpdateObjects([Dog(value: ["name": "New", "age": 13])])
        }
        #expect(Dog.allObjects(in: realm).typed(as: Dog.self).map(\.age) == [11, 12, 13])
    }

    @Test func `updating a class without primary key traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm(configuration: .inMemory())
            try realm.transaction { realm.addOrUpdate(Owner()) }
        }
        expectMessage(result, "Owner", "primary key")
    }

    @Test func `objects are deleted one by one, from sequences, results and arrays`() throws {
        let realm = try RLMRealm.withDogs("a", "b", "c", "d", "e")
        let dogs = Dog.allObjects(in: realm)
        try realm.transaction {
            realm.delete(dogs[4])
            realm.deleteObjects([dogs[3]])
            realm.deleteObjects([dogs[2]] as NSArray)
            realm.deleteObjects(dogs.objects(where: "name == 'b'"))
        }
        #expect(dogs.typed(as: Dog.self).map(\.name) == ["a"])
        try realm.transaction { realm.deleteAllObjects() }
        #expect(realm.isEmpty)
    }

    @Test func `deleting an array's objects empties the array`() throws {
        let realm = try RLMRealm.withDogs("a", "b")
        try realm.transaction {
            let owner = Owner.create(in: realm, withValue: ["dogs": Dog.allObjects(in: realm)])
            realm.deleteObjects(owner.dogs)
            #expect(owner.dogs.count == 0)
        }
        #expect(Dog.allObjects(in: realm).count == 0)
    }

    @Test func `deleting values traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm(configuration: .inMemory())
            try realm.transaction {
                let owner = Owner.create(in: realm, withValue: ["tags": ["a"]])
                realm.deleteObjects(owner.tags)
            }
        }
        expectMessage(result, "Only objects can be deleted")
    }

    @Test func `deleting an object of another Realm traps`() async {
        await #expect(processExitsWith: .failure) {
            let (realm, other) = (try RLMRealm.withDogs("a"), try RLMRealm.withDogs("a"))
            try realm.transaction { realm.delete(Dog.allObjects(in: other)[0]) }
        }
    }

    @Test func `objects are found and created by the name of their class`() throws {
        let realm = try RLMRealm.withDogs("a", "b")
        #expect(realm.allObjects("Dog").count == 2)
        #expect(realm.objects("Dog", with: NSPredicate(format: "age > 1")).count == 1)
        #expect(realm.objects("Dog", where: "age > %@", 0).count == 2)
        #expect(realm.object(withClassName: "Dog", forPrimaryKey: "b") is Dog)
        #expect(realm.object(withClassName: "Dog", forPrimaryKey: "none") == nil)
        try realm.transaction {
            let dog = realm.createObject("Dog", withValue: ["name": "c"])
            #expect(dog["age"] as? Int == 7)
        }
        #expect(realm.allObjects("Dog").count == 3)
    }

    @Test func `a class that is not in the Realm traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try RLMRealm(configuration: .inMemory()).allObjects("Cat")
        }
        expectMessage(result, "Cat", "Dog")
    }

    @Test func `objects of a class that the program does not declare are read by name`() throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("a.realm")
        try autoreleasepool {
            let realm = try RLMRealm(configuration: .file(file))
            try realm.transaction {
                let dog = Dog(value: ["name": "Rex"])
                realm.add(Owner(value: ["name": "Ann", "dogs": [dog], "byName": ["x": dog], "numbers": [1, 2]]))
                dog.owner = Owner.allObjects(in: realm).firstObject() as? Owner
            }
        }
        let configuration = RLMRealmConfiguration.file(file)
        configuration.objectClasses = [Home.self]
        let realm = try RLMRealm(configuration: configuration)
        let owner = try #require(realm.allObjects("Owner").firstObject())
        #expect(type(of: owner) == RLMObject.self)
        #expect(owner["name"] as? String == "Ann")
        let dogs = try #require(owner["dogs"] as? RLMArray<RLMObject>)
        #expect(dogs.objectClassName == "Dog")
        #expect(dogs.firstObject()?["name"] as? String == "Rex")
        #expect((dogs.firstObject()?["owner"] as? RLMObject)?["name"] as? String == "Ann")
        #expect((owner["byName"] as? RLMDictionary<String, RLMObject>)?["x"]?["name"] as? String == "Rex")
        #expect((owner["numbers"] as? RLMArray<NSNumber>)?.lastObject() == 2)
        #expect(owner.freeze().thaw().isEqual(to: owner))
    }
}
