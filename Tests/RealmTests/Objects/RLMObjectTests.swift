import Foundation
import Realm
import Testing

@testable import TestSupport

@Suite struct RLMObjectTests {
    @Test func `a new object has the defaults of its class`() {
        #expect(Dog().age == 7)
        #expect(Dog(value: ["name": "Rex"]).age == 7)
        #expect(Dog(value: ["name": "Rex", "age": 1]).age == 1)
        #expect(Owner().nick == "nobody")
        #expect(Home().city == "Berlin")
    }

    @Test func `an object is made of a dictionary, an array or another object`() {
        #expect(Dog(value: ["Rex", 3] as [Any]).age == 3)
        #expect(Dog(value: Dog(value: ["name": "Rex", "age": 3])).age == 3)
        #expect(Owner(value: ["dogs": [["name": "Rex"]]]).dogs.firstObject()?.name == "Rex")
    }

    @Test func `classes tell their names`() {
        #expect(Dog.className() == "Dog")
        #expect(RLMObjectBase.className() == "RLMObjectBase")
    }

    @Test func `objects are created in the default Realm`() async {
        await #expect(processExitsWith: .success) {
            RLMRealmConfiguration.setDefault(.inMemory("default"))
            let realm = RLMRealm.default()
            try realm.transaction {
                Dog.createInDefaultRealm(withValue: ["name": "Rex", "age": 1])
                Dog.createOrUpdateInDefaultRealm(withValue: ["name": "Rex", "age": 2])
                Dog.createOrUpdateModifiedInDefaultRealm(withValue: ["name": "Bob", "age": 3])
            }
            #expect(Dog.allObjects().count == 2)
            #expect(Dog.objects(with: nil).count == 2)
            #expect(Dog.objects(with: NSPredicate(format: "age == 2")).count == 1)
            #expect(Dog.objects(where: "name == %@", "Bob").count == 1)
            #expect(Dog.object(forPrimaryKey: "Rex")?.age == 2)
        }
    }

    @Test func `creating sets what is given and takes the defaults for the rest`() throws {
        let realm = try RLMRealm(configuration: .inMemory())
        try realm.transaction {
            let dog = Dog.create(in: realm, withValue: ["name": "Rex"])
            #expect(dog.age == 7)
            Dog.createOrUpdate(in: realm, withValue: ["name": "Rex", "age": 8])
            #expect(dog.age == 8)
            Dog.createOrUpdateModified(in: realm, withValue: ["name": "Rex"])
            #expect(dog.age == 8)
        }
    }

    @Test func `nested objects with a primary key are updated, others are created`() throws {
        let realm = try RLMRealm.withDogs("Rex")
        try realm.transaction {
            let value: [String: Any] = ["name": "Ann", "dogs": [["name": "Rex", "age": 5], ["name": "Bob"]]]
            let owner = Owner.create(in: realm, withValue: ["name": "Ann"])
            Dog.createOrUpdate(in: realm, withValue: ["name": "New", "owner": owner])
            Dog.createOrUpdate(in: realm, withValue: ["name": "Rex", "owner": ["name": "Ann"]])
            #expect(value.count == 2)
        }
        #expect(Owner.allObjects(in: realm).count == 2)
        #expect(Dog.object(in: realm, forPrimaryKey: "Rex")?.age == 1)
    }

    @Test func `creating with a primary key that is taken traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm.withDogs("Rex")
            try realm.transaction { Dog.create(in: realm, withValue: ["name": "Rex"]) }
        }
        expectMessage(result, "Dog", "Rex")
    }

    @Test func `updating a class without primary key traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm(configuration: .inMemory())
            try realm.transaction { Owner.createOrUpdate(in: realm, withValue: [String: Any]()) }
        }
        expectMessage(result, "Owner", "primary key")
    }

    @Test func `an object tells its Realm, its class and its state`() throws {
        let dog = Dog(value: ["name": "Rex"])
        let plain: RLMRealm? = dog.realm
        #expect(plain == nil && !dog.isInvalidated && !dog.isFrozen)
        let realm = try RLMRealm(configuration: .inMemory())
        try realm.transaction { realm.add(dog) }
        let managed: RLMRealm? = dog.realm
        #expect(managed == realm)
        #expect(dog.objectSchema.className == "Dog")
        #expect(dog.objectSchema.primaryKeyProperty?.name == "name")
        try realm.transaction { realm.delete(dog) }
        #expect(dog.isInvalidated)
    }

    @Test func `classes say which properties are indexed, required, ignored and computed`() throws {
        let schema = try RLMRealm(configuration: .inMemory()).schema
        #expect(schema["Dog"]["age"]?.indexed == true)
        #expect(schema["Dog"]["name"]?.indexed == true)
        #expect(schema["Owner"]["nick"]?.optional == false)
        #expect(schema["Owner"]["notes"] == nil)
        #expect(schema["Owner"]["owned"]?.type == .linkingObjects)
        #expect(schema["Owner"]["owned"]?.linkOriginPropertyName == "owner")
    }

    @Test func `nil in a required property traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm(configuration: .inMemory())
            try realm.transaction {
                let owner = Owner.create(in: realm, withValue: ["nick": "a"])
                owner.nick = nil
            }
        }
        expectMessage(result, "Owner.nick")
    }

    @Test func `adding an object with nil in a required property traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm(configuration: .inMemory())
            let owner = Owner()
            owner.nick = nil
            try realm.transaction { realm.add(owner) }
        }
        expectMessage(result, "Owner.nick")
    }

    @Test func `linking objects are found by the class's list of origins`() throws {
        let realm = try RLMRealm.withDogs("a", "b")
        try realm.transaction {
            let owner = Owner.create(in: realm, withValue: ["name": "Ann"])
            for dog in Dog.allObjects(in: realm).typed(as: Dog.self) { dog.owner = owner }
            #expect(owner.owned.map(\.name) == ["a", "b"])
            #expect((owner["owned"] as? RLMLinkingObjects<Dog>)?.count == 2)
        }
    }

    @Test func `objects of a Realm are found by condition and by primary key`() throws {
        let realm = try RLMRealm.withDogs("a", "b")
        #expect(Dog.allObjects(in: realm).count == 2)
        #expect(Dog.objects(in: realm, with: nil).count == 2)
        #expect(Dog.objects(in: realm, with: NSPredicate(format: "age == 2")).count == 1)
        #expect(Dog.objects(in: realm, where: "age == %@ OR name == 'a'", 2).count == 2)
        #expect(Dog.object(in: realm, forPrimaryKey: "b")?.age == 2)
        #expect(Dog.object(in: realm, forPrimaryKey: "c") == nil)
    }

    @Test func `two accessors of one object are the same object`() throws {
        let realm = try RLMRealm.withDogs("a", "b")
        let (first, second) = (Dog.allObjects(in: realm)[0], Dog.allObjects(in: realm)[0])
        #expect(first !== second)
        #expect(first.isEqual(to: second))
        #expect(!first.isEqual(to: Dog.allObjects(in: realm)[1]))
    }

    @Test func `a frozen object stays, and the thawed one follows`() throws {
        let realm = try RLMRealm.withDogs("a")
        let dog = try #require(Dog.object(in: realm, forPrimaryKey: "a"))
        let frozen = dog.freeze()
        try realm.transaction { dog.age = 50 }
        #expect(frozen.isFrozen && frozen.age == 1)
        #expect(frozen.thaw().age == 50)
    }

    @Test func `an object that was deleted is invalidated when thawed`() throws {
        let realm = try RLMRealm.withDogs("a")
        let dog = try #require(Dog.object(in: realm, forPrimaryKey: "a"))
        let frozen = dog.freeze()
        try realm.transaction { realm.delete(dog) }
        let thawed: Dog = frozen.thaw()
        #expect(thawed.isInvalidated)
    }

    @Test func `a plain object cannot be frozen`() async {
        await #expect(processExitsWith: .failure) { _ = Dog().freeze() }
    }

    @Test func `properties are read and set by name and by key-value coding`() throws {
        let realm = try RLMRealm.withDogs("a")
        let dog = try #require(Dog.object(in: realm, forPrimaryKey: "a"))
        try realm.transaction {
            dog["age"] = 4
            #expect(dog["age"] as? Int == 4)
            dog.setValue(5, forKey: "age")
            #expect(dog.value(forKey: "age") as? Int == 5)
            #expect((dog.value(forKey: "realm") as? RLMRealm) == realm)
            #expect(dog.value(forKey: RLMInvalidatedKey) as? Bool == false)
            #expect((dog.value(forKey: "objectSchema") as? RLMObjectSchema)?.className == "Dog")
        }
    }

    @Test func `collections are read by name as this module's, and set as any`() throws {
        let realm = try RLMRealm.withDogs("a", "b")
        try realm.transaction {
            let owner = Owner.create(in: realm, withValue: ["name": "Ann", "numbers": [1, 2], "tags": ["x"]])
            owner["dogs"] = Dog.allObjects(in: realm)
            #expect((owner["dogs"] as? RLMArray<Dog>)?.isEqual(owner.dogs) == true)
            #expect((owner["numbers"] as? RLMArray<NSNumber>)?.objects(at: [0, 1]) == [1, 2])
            #expect((owner["tags"] as? RLMSet<NSString>)?.allObjects == ["x"])
            let other = Owner.create(in: realm, withValue: owner)
            #expect(other.dogs.count == 2 && other.numbers.count == 2)
        }
    }

    @Test func `embedded objects belong to their property`() throws {
        let realm = try RLMRealm(configuration: .inMemory())
        try realm.transaction {
            let owner = Owner.create(in: realm, withValue: ["home": ["city": "Rome"]])
            guard let home = owner.home, let again = owner.home else {
                Issue.record("the embedded object is missing")
                return
            }
            let managed: RLMRealm? = home.realm
            #expect(managed == realm && home.city == "Rome" && home["city"] as? String == "Rome")
            #expect(home.objectSchema.isEmbedded)
            #expect(home.isEqual(to: again))
            owner.home = nil
            #expect(home.isInvalidated)
        }
    }

    @Test func `links between the two families do not compile, and lists of strangers trap`() async {
        await #expect(processExitsWith: .failure) {
            let realm = try RLMRealm.withDogs("a")
            try realm.transaction {
                Owner.create(in: realm, withValue: ["dogs": [Owner()]])
            }
        }
    }

    @Test func `references hand objects over to another thread`() throws {
        let configuration = RLMRealmConfiguration.inMemory("handover")
        let realm = try RLMRealm(configuration: configuration)
        try realm.transaction { realm.add(Dog(value: ["name": "Rex"])) }
        let dog = try #require(Dog.object(in: realm, forPrimaryKey: "Rex"))
        let reference = RLMThreadSafeReference(threadConfined: dog)
        let results = RLMThreadSafeReference(threadConfined: Dog.allObjects(in: realm))
        #expect(!reference.isInvalidated)
        let (name, count) = try onThread {
            let realm = try RLMRealm(configuration: .inMemory("handover"))
            return (realm.resolve(reference: reference)?.name, realm.resolve(reference: results)?.count)
        }
        #expect(name == "Rex" && count == 1)
        #expect(reference.isInvalidated)
    }

    @Test func `free functions read and set the properties of any object`() throws {
        let realm = try RLMRealm.withDogs("a")
        let dog: RLMObjectBase = Dog.allObjects(in: realm)[0]
        #expect(RLMObjectBaseRealm(dog) == realm)
        #expect(RLMObjectBaseObjectSchema(dog)?.className == "Dog")
        try realm.transaction { RLMObjectBaseSetObjectForKeyedSubscript(dog, "age", 9) }
        #expect(RLMObjectBaseObjectForKeyedSubscript(dog, "age") as? Int == 9)
        #expect(RLMObjectBaseRealm(nil) == nil)
    }
}
