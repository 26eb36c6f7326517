import Foundation
import RealmSwift
import Testing

@testable import TestSupport

/// The base classes of objects in both APIs, and what `RLMObject` declares.
///
/// Observing properties by key-value observing, which the SDK has for objects, cannot exist without the Objective-C
/// runtime: `NSObject` has no `addObserver(_:forKeyPath:options:context:)` and no `observeValue(forKeyPath:of:…)`
/// here, and `RLMInvalidatedKey` names a value of key-value coding only. `addNotificationBlock(_:)` and its variants
/// replace it: the tests of observers below show the same changes, with values before and after.
@Suite struct RLMObjectPageTests {
    // MARK: Objects of the Swift API

    @Test func `a plain object has the defaults of its class`() {
        let make: () -> Pet = Pet.init
        let base: RealmSwiftObject = make()
        let root: ObjectBase = base
        #expect(Object.self == RealmSwiftObject.self && root is Pet)
        #expect(make().name.isEmpty && make().age == 0 && make().weight == nil && make().keeper == nil)
    }

    @Test func `an object is invalidated once it is gone`() throws {
        let realm = try Realm.withPets("a", "b")
        let pets = Array(realm.objects(Pet.self))
        #expect(!Pet().isInvalidated && pets.allSatisfy { !$0.isInvalidated })
        try realm.write { realm.delete(pets[0]) }
        #expect(pets.map(\.isInvalidated) == [true, false])
        realm.invalidate()
        #expect(pets[1].isInvalidated)
    }

    @Test func `a property of an object that is gone traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try Realm.withPets("a")
            let pet = try #require(realm.pet("a"))
            try realm.write { realm.delete(pet) }
            _ = pet.age
        }
        expectMessage(result, "Pet", "deleted or invalidated")
    }

    @Test func `objects are equal by primary key or frozen row, others by identity`() throws {
        let realm = try Realm.withPets("a", "b")
        let (first, second) = (try #require(realm.pet("a")), try #require(realm.pet("a")))
        let isEqual: (Any?) -> Bool = first.isEqual(_:)
        #expect(first !== second && first == second && isEqual(second) && first.hash == second.hash)
        #expect(!isEqual(realm.pet("b")) && !isEqual(nil) && first != realm.pet("b"))
        try realm.write { _ = realm.create(Keeper.self) }
        let keepers = (realm.objects(Keeper.self)[0], realm.objects(Keeper.self)[0])
        #expect(keepers.0 != keepers.1 && keepers.0 == keepers.0)
        #expect(keepers.0.freeze() == keepers.1.freeze() && keepers.0.freeze().hash == keepers.1.freeze().hash)
        #expect(Pet(value: ["name": "a"]) != Pet(value: ["name": "a"]))
    }

    @Test func `a class has the name of its type`() {
        let name: () -> String = Pet.className
        #expect(name() == "Pet")
    }

    // MARK: Objects of this API

    @Test func `a new object has the values of defaultPropertyValues, or is filled`() {
        let (make, makeOf): (() -> Dog, (Any) -> Dog) = (Dog.init, Dog.init(value:))
        let base: RLMObjectBase = make()
        let confined: any RLMThreadConfined = make()
        #expect(base is RLMObject && confined is RLMObject && confined.realm == nil)
        #expect(make().age == 7 && make().nick == "nobody" && make().name.isEmpty)
        #expect(makeOf(["name": "a"]).age == 7 && makeOf(["a", 3, "b"] as [Any]).age == 3)
        #expect(makeOf(makeOf(["name": "a", "age": 4])).age == 4)
        let dogs = Owner(value: ["dogs": [["name": "a"]]]).dogs
        #expect(dogs.firstObject()?.name == "a" && dogs.firstObject()?.age == 7)
        #expect(Dog.className() == "Dog")
    }

    @Test func `objects are created and updated in the default Realm`() async {
        await #expect(processExitsWith: .success) {
            let create: (Any) -> Dog = Dog.createInDefaultRealm(withValue:)
            let update: (Any) -> Dog = Dog.createOrUpdateInDefaultRealm(withValue:)
            let updateModified: (Any) -> Dog = Dog.createOrUpdateModifiedInDefaultRealm(withValue:)
            RLMRealmConfiguration.setDefault(.dogs("default"))
            let realm = RLMRealm.default()
            try realm.transaction {
                let dog = create(["name": "a"])
                #expect(dog.age == 7)
                #expect(update(["name": "a", "age": 2]).isEqual(to: dog) && dog.age == 2)
                #expect(updateModified(["name": "a", "age": 3]).isEqual(to: dog) && dog.age == 3)
                _ = updateModified(["name": "b"])
            }
            #expect(realm.names == ["a", "b"])
        }
    }

    @Test func `objects are created and updated in a given Realm`() throws {
        let create: (RLMRealm, Any) -> Dog = Dog.create(in:withValue:)
        let update: (RLMRealm, Any) -> Dog = Dog.createOrUpdate(in:withValue:)
        let updateModified: (RLMRealm, Any) -> Dog = Dog.createOrUpdateModified(in:withValue:)
        let realm = try RLMRealm.withDogs()
        try realm.transaction {
            let dog = create(realm, ["name": "a"])
            #expect(dog.age == 7)
            _ = update(realm, ["name": "a", "age": 2, "owner": ["name": "Ann"]])
            #expect(dog.age == 2 && dog.owner?.name == "Ann")
            _ = updateModified(realm, ["name": "a", "age": 3])
            #expect(dog.age == 3 && dog.owner?.name == "Ann")
        }
        #expect(realm.names == ["a"] && Owner.allObjects(in: realm).count == 1)
    }

    @Test func `a primary key that is taken traps, as does updating without one`() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm.withDogs("a")
            try realm.transaction { Dog.create(in: realm, withValue: ["name": "a"]) }
        }
        expectMessage(result, "Dog")
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm.withDogs()
            try realm.transaction { Owner.createOrUpdate(in: realm, withValue: ["name": "a"]) }
        }
        expectMessage(result, "Owner", "primary key")
    }

    @Test func `an object tells its Realm, its class and its state`() throws {
        let dog = Dog(value: ["name": "a"])
        let state = { (dog: Dog) -> (RLMRealm?, RLMObjectSchema) in (dog.realm, dog.objectSchema) }
        #expect(state(dog).0 == nil && state(dog).1.className == "Dog" && !dog.isInvalidated && !dog.isFrozen)
        let realm = try RLMRealm.withDogs()
        try realm.transaction { realm.add(dog) }
        #expect(state(dog).0 == realm && dog.freeze().isFrozen)
        try realm.transaction { realm.delete(dog) }
        #expect(dog.isInvalidated && state(dog).0 == nil)
    }

    @Test func `a class says what is indexed, required, ignored, and where its links come from`() throws {
        let traits: (() -> [String], () -> [AnyHashable: Any]?, () -> String?, () -> [String]?, () -> [String]) = (
            RLMObject.indexedProperties, RLMObject.defaultPropertyValues, RLMObject.primaryKey,
            RLMObject.ignoredProperties, RLMObject.requiredProperties
        )
        #expect(traits.0() == [] && traits.1() == nil && traits.2() == nil && traits.3() == nil && traits.4() == [])
        let origins: () -> [String: RLMPropertyDescriptor] = RLMObject.linkingObjectsProperties
        #expect(origins().isEmpty)
        let realm = try RLMRealm.withDogs("a")
        let dog = realm.schema["Dog"]
        #expect(dog["age"]?.indexed == true && dog["nick"]?.indexed == false)
        #expect(dog.primaryKeyProperty?.name == "name" && dog["notes"] == nil && dog["nick"]?.optional == false)
        try realm.transaction {
            let owner = Owner.create(in: realm, withValue: ["name": "Ann"])
            realm.dog("a")?.owner = owner
            #expect(owner.owned.map(\.name) == ["a"])
        }
        #expect(realm.schema["Owner"]["owned"]?.linkOriginPropertyName == "owner")
    }

    @Test func `nil in a required property traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm.withDogs("a")
            try realm.transaction { realm.dog("a")?.nick = nil }
        }
        expectMessage(result, "Dog.nick")
    }

    // MARK: Finding

    @Test func `objects of the default Realm are found`() async {
        await #expect(processExitsWith: .success) {
            let all: () -> RLMResults<RLMObject> = Dog.allObjects
            let find: (NSPredicate?) -> RLMResults<RLMObject> = Dog.objects(with:)
            let get: (Any?) -> Dog? = Dog.object(forPrimaryKey:)
            RLMRealmConfiguration.setDefault(.dogs("default"))
            let realm = RLMRealm.default()
            try realm.addDogs(["a", "b"])
            #expect(all().count == 2 && find(nil).count == 2 && find(NSPredicate(format: "age > 1")).count == 1)
            #expect(get("b")?.age == 2 && get("c") == nil)
            #expect(Dog.objects(where: "name == %@ OR age == %d", "a", 2).count == 2)
            #expect((all()[0] as? Dog)?.name == "a")
        }
    }

    @Test func `objects of a given Realm are found`() throws {
        let all: (RLMRealm) -> RLMResults<RLMObject> = Dog.allObjects(in:)
        let find: (RLMRealm, NSPredicate?) -> RLMResults<RLMObject> = Dog.objects(in:with:)
        let get: (RLMRealm, Any?) -> Dog? = Dog.object(in:forPrimaryKey:)
        let realm = try RLMRealm.withDogs("a", "b")
        #expect(all(realm).count == 2 && find(realm, nil).count == 2)
        #expect(find(realm, NSPredicate(format: "age == %@", 2)).firstObject() as? Dog == realm.dog("b"))
        #expect(get(realm, "a")?.age == 1 && get(realm, "c") == nil)
        #expect(Dog.objects(in: realm, where: "age IN %@", [1, 5]).count == 1)
        #expect(Dog.objects(in: realm, where: "name == 'b'").count == 1)
    }

    // MARK: Observing

    /// What the observer that `observe` adds to a dog is told while `write` changes it.
    private func told(
        _ observe: (Dog, @escaping RLMObjectChangeBlock, dispatch_queue_t) -> RLMNotificationToken,
        _ write: (RLMRealm, Dog) -> Void
    ) throws -> [String] {
        let (queue, configuration) = (DispatchQueue(label: "observing"), RLMRealmConfiguration.dogs())
        return try queue.sync {
            let realm = try RLMRealm(configuration: configuration, queue: queue)
            try realm.addDogs(["a", "b"])
            let dog = try #require(realm.dog("a"))
            var told: [String] = []
            let block: RLMObjectChangeBlock = { isDeleted, changes, error in
                #expect(error == nil && isDeleted == (changes == nil))
                told.append(changes?.map { "\($0.name) \($0.value ?? "nil")" }.joined() ?? "deleted")
            }
            let token = observe(dog, block, queue)
            try realm.transaction { write(realm, dog) }
            realm.refresh()
            token.invalidate()
            return told
        }
    }

    @Test func `an observer is told of changes, and of the deletion`() throws {
        #expect(try told({ dog, block, _ in dog.addNotificationBlock(block) }) { $1.age = 3 } == ["age 3"])
        #expect(try told({ dog, block, _ in dog.addNotificationBlock(block) }) { $0.delete($1) } == ["deleted"])
    }

    @Test func `an observer of key paths is told of those only`() throws {
        for (keyPath, expected) in [("age", ["age 3"]), ("owner", [])] {
            let observe = { (dog: Dog, block: @escaping RLMObjectChangeBlock, _: dispatch_queue_t) in
                dog.addNotificationBlock(block, keyPaths: [keyPath])
            }
            #expect(try told(observe) { $1.age = 3 } == expected)
        }
    }

    @Test(arguments: [false, true])
    func `an observer in a queue gets values before and after`(hasKeyPaths: Bool) async throws {
        let (writing, observing) = (DispatchQueue(label: "writing"), DispatchQueue(label: "observing"))
        let told: [String] = await withCheckedContinuation { continuation in
            writing.async {
                guard let realm = try? RLMRealm(configuration: .dogs(), queue: writing) else { return }
                try? realm.addDogs(["a"])
                guard let dog = realm.dog("a") else { return }
                nonisolated(unsafe) var token: RLMNotificationToken?
                let block: RLMObjectChangeBlock = { _, changes, _ in
                    dispatchPrecondition(condition: .onQueue(observing))
                    token?.invalidate()
                    continuation.resume(
                        returning: (changes ?? []).map { "\($0.previousValue ?? "nil") \($0.value ?? "nil")" })
                }
                token =
                    hasKeyPaths
                    ? dog.addNotificationBlock(block, keyPaths: ["age"], queue: observing)
                    : dog.addNotificationBlock(block, queue: observing)
                // The observation begins in the other queue.
                observing.sync {}
                try? realm.transaction { dog.age = 3 }
            }
        }
        #expect(told == ["1 3"])
    }

    // MARK: Identity and freezing

    @Test func `two accessors of one row are the same object`() throws {
        let realm = try RLMRealm.withDogs("a", "b")
        let isEqual: (RLMObject) -> Bool = try #require(realm.dog("a")).isEqual(to:)
        let (same, other) = (try #require(realm.dog("a")), try #require(realm.dog("b")))
        #expect(isEqual(same) && !isEqual(other))
        #expect(!isEqual(Dog(value: ["name": "a"])))
    }

    @Test func `a frozen object stays, and is thawed even if it is gone`() throws {
        let realm = try RLMRealm.withDogs("a")
        let dog = try #require(realm.dog("a"))
        let freeze: () -> Dog = dog.freeze
        let frozen = freeze()
        let thaw: () -> Dog = frozen.thaw
        try realm.transaction { dog.age = 50 }
        #expect(frozen.age == 1 && frozen.isFrozen && thaw().age == 50 && !thaw().isFrozen)
        try realm.transaction { realm.delete(dog) }
        #expect(thaw().isInvalidated && frozen.age == 1)
    }

    @Test func `a plain object cannot be frozen`() async {
        await #expect(processExitsWith: .failure) { _ = Dog().freeze() }
    }

    // MARK: Results and schema

    @Test func `results are live, and cast by element`() throws {
        let realm = try RLMRealm.withDogs("a", "b", "c")
        let results: RLMResults<RLMObject> = Dog.objects(in: realm, where: "age > 1")
        let collection: any RLMCollection = results
        #expect((results as NSObject) === results && collection.count == 2)
        try realm.transaction { realm.delete(results[0]) }
        #expect(results.count == 1 && (results.firstObject() as? Dog)?.name == "c")
        #expect(results.typed(as: Dog.self).map(\.age) == [3])
    }

    @Test func `a class is described with its properties`() throws {
        let schema: RLMObjectSchema = try RLMRealm.withDogs().schema["Dog"]
        let (copying, properties): (any NSCopying, [RLMProperty]) = (schema, schema.properties)
        #expect(properties.map(\.name) == ["name", "age", "nick", "owner"])
        #expect(schema.className == "Dog" && schema.primaryKeyProperty?.name == "name")
        #expect(!schema.isEmbedded && !schema.isAsymmetric)
        #expect(schema["age"]?.type == .int && schema["unknown"] == nil)
        let other = try RLMRealm.withDogs().schema
        #expect(schema.isEqual(to: other["Dog"]) && !schema.isEqual(to: other["Owner"]))
        #expect(copying.copy(with: nil) as? RLMObjectSchema == schema)
    }

    @Test func `a descriptor names a class and a property`() {
        let make: (AnyClass, String) -> RLMPropertyDescriptor = RLMPropertyDescriptor.init(with:propertyName:)
        let descriptor = make(Dog.self, "owner")
        let described: (AnyClass, String) = (descriptor.objectClass, descriptor.propertyName)
        #expect(described.0 == Dog.self && described.1 == "owner")
    }
}
