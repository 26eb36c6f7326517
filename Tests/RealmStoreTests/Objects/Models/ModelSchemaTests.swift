import Foundation
import RealmStore
import Synchronization
import Testing

@testable import TestSupport

/// Kept out of the Realms of other tests until a process requests it.
private final class BundledModel: Object {
    static let isWanted = Mutex(false)

    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var colour: ModelColour
    @Persisted(originProperty: "parent") var children: LinkingObjects<BundledModel>
    @Persisted var parent: BundledModel?

    override class func shouldIncludeInDefaultSchema() -> Bool { isWanted.withLock { $0 } }
}

private class GenericModel<Value: _Scalar>: TestObject {
    @Persisted var values: List<Int>
}

private final class NumberModel: GenericModel<Int> {
    @Persisted var name: String
}

private class UnmarkedModel: TestObject {
    var name = "nothing is stored"
}

@Suite("Schemas of model classes") struct ModelSchemaTests {
    @Test func `the classes of a test bundle are found without registration`() async {
        await #expect(processExitsWith: .success) {
            BundledModel.isWanted.withLock { $0 = true }
            let realm = try Realm(configuration: .init(inMemoryIdentifier: "bundle"))
            try realm.write { realm.create(BundledModel.self, value: ["id": 1, "parent": ["id": 2]]) }
            #expect(realm.schema.objectSchema.map(\.className) == ["BundledModel"])
            #expect(realm.object(ofType: BundledModel.self, forPrimaryKey: 2)?.children.first?.id == 1)
        }
    }

    @Test func `a class with type parameters is refused with a remedy`() throws {
        let configuration = Realm.Configuration(
            inMemoryIdentifier: "generic", objectTypes: [GenericModel<Int>.self])
        let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
        #expect(error?.code == .badSchema)
        #expect(error?.localizedDescription.contains("'GenericModel<Int>' has type parameters") == true)
    }

    @Test func `a class below one with type parameters is stored`() throws {
        let realm = try Realm(
            configuration: .init(inMemoryIdentifier: "below generic", objectTypes: [NumberModel.self]))
        try realm.write { realm.create(NumberModel.self, value: ["name": "a", "values": [1, 2]]) }
        #expect(realm.objects(NumberModel.self).first?.values.count == 2)
    }

    @Test func `a class without stored properties is refused with a remedy`() throws {
        let configuration = Realm.Configuration(inMemoryIdentifier: "plain", objectTypes: [UnmarkedModel.self])
        let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
        #expect(error?.localizedDescription.contains("@Persisted") == true)
    }

    @Test func `two classes of one name are stored in two Realms`() throws {
        let types = [ModelDog.self, ModelPerson.self, ModelAddress.self] as [ObjectBase.Type]
        let first = try Realm(configuration: .init(inMemoryIdentifier: "one", objectTypes: types))
        let second = try Realm(
            configuration: .init(inMemoryIdentifier: "two", objectTypes: [OtherModels.ModelDog.self]))
        try first.write { first.create(ModelDog.self, value: ["name": "Rex"]) }
        try second.write { second.create(OtherModels.ModelDog.self, value: ["weight": 2.5]) }
        #expect(first.objects(ModelDog.self).first?.name == "Rex")
        #expect(second.objects(OtherModels.ModelDog.self).first?.weight == 2.5)
    }

    @Test func `two classes of one name in one schema are refused`() throws {
        let configuration = Realm.Configuration(
            inMemoryIdentifier: "both", objectTypes: [OtherModels.ModelDog.self, ModelDog.self])
        let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
        #expect(error?.localizedDescription.contains("both called 'ModelDog'") == true)
    }

    @Test func `a file that is open is not opened with other settings`() throws {
        let models = try ModelRealm()
        let settings: [(inout Realm.Configuration) -> Void] = [
            { $0.readOnly = true }, { $0.encryptionKey = Data(count: 64) }, { $0.schemaVersion = 7 },
        ]
        for change in settings {
            var configuration = models.configuration
            change(&configuration)
            let wanted = configuration
            #expect(throws: Realm.Error(.fail)) { try Realm(configuration: wanted) }
            #expect(throws: Realm.Error(.fail)) { try onThread { _ = try Realm(configuration: wanted) } }
        }
    }

    @Test func `a read-only file may lack classes`() throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appendingPathComponent("few.realm")
        let few = Realm.Configuration(fileURL: url, objectTypes: [OtherModels.ModelDog.self])
        try onThread { _ = try Realm(configuration: few) }
        let realm = try Realm(
            configuration: .init(fileURL: url, readOnly: true, objectTypes: [NestedValues.self]))
        #expect(realm.objects(NestedValues.self).isEmpty)
        #expect(realm.freeze().objects(NestedValues.self).filter("list.@count > 0").isEmpty)
    }

    @Test func `the schema names linking objects and Swift classes`() throws {
        let schema = try #require(try ModelRealm().realm.schema["ModelDog"])
        #expect(schema["owners"]?.type == .linkingObjects)
        #expect(!schema.properties.contains { $0.name == "owners" })
        #expect(schema.objectClass as? ModelDog.Type != nil)
        #expect(ModelAddress.isEmbedded())
    }

    @Test func `create copies objects that are in no Realm`() throws {
        let models = try ModelRealm()
        let dog = ModelDog(value: ["name": "Rex"])
        let person = try models.realm.write {
            models.realm.create(ModelPerson.self, value: ["id": 1, "dogs": [dog, dog], "favourite": dog])
        }
        #expect(dog.realm == nil)
        #expect(person.dogs.map(\.name) == ["Rex", "Rex"])
        #expect(models.realm.objects(ModelDog.self).count == 3)
        try models.realm.write {
            let linked = models.realm.create(ModelPerson.self, value: ["id": 2, "favourite": person.dogs[0]])
            #expect(linked.favourite?.isSameObject(as: person.dogs[0]) == true)
            #expect(models.realm.create(ModelPerson.self, value: person, update: .all) === person)
        }
        #expect(models.realm.objects(ModelDog.self).count == 3)
    }

    @Test func `numbers and texts become decimals and UUIDs`() throws {
        let models = try ModelRealm()
        let uuid = UUID()
        let values = try models.realm.write {
            models.realm.create(ModelValues.self, value: ["decimal": 1.5, "uuid": uuid.uuidString, "float": 2])
        }
        #expect((values.decimal, values.uuid, values.float) == (1.5, uuid, 2))
        try models.realm.write { values["decimal"] = "12.5" }
        #expect(values.decimal == 12.5)
        #expect(throws: Realm.Error(.invalidInput)) {
            try models.realm.write { try values.set(Double.greatestFiniteMagnitude, for: "float") }
        }
    }

    @Test func `collections of links are read by name`() throws {
        let models = try ModelRealm()
        let person = try models.realm.write {
            models.realm.create(ModelPerson.self, value: ["id": 1, "dogs": [["name": "Rex"]]])
        }
        #expect(person.dynamicList("dogs").first?["name"] as? String == "Rex")
        #expect(person.dynamicList("addresses").isEmpty)
        let values = try models.realm.write {
            models.realm.create(ModelValues.self, value: ["dogs": ["a": ["name": "Bo"]]])
        }
        let map: Map<String, DynamicObject?> = values.dynamicMap("dogs")
        #expect(map["a"]??["name"] as? String == "Bo")
    }

    @Test func `deleting the objects of a map empties it`() throws {
        let models = try ModelRealm()
        let values = try models.realm.write {
            models.realm.create(ModelValues.self, value: ["dogs": ["a": ["name": "Bo"], "b": NSNull()]])
        }
        try models.realm.write { models.realm.delete(values.dogs) }
        #expect(values.dogs.count == 0)
        #expect(models.realm.objects(ModelDog.self).isEmpty)
    }

    @Test func `frozen objects are equal by row`() throws {
        let models = try ModelRealm()
        try models.realm.write { models.realm.create(ModelDog.self) }
        let dogs = models.realm.objects(ModelDog.self).freeze()
        #expect(dogs[0] == dogs[0])
        #expect(dogs[0].hash == dogs[0].hash)
    }

    @Test func `an error bridges to one of Foundation with the engine's name`() {
        let error = Realm.Error(.invalidDatabase, userInfo: [NSLocalizedDescriptionKey: "no Realm"])
        let bridged = error as NSError
        #expect((bridged.domain, bridged.code) == ("io.realm", 20))
        #expect(bridged.userInfo[RLMErrorCodeNameKey] as? String == "InvalidDatabase")
        #expect(error as any Error == Realm.Error(.invalidDatabase) as any Error)
    }

    @Test func `key paths have names`() {
        #expect(_name(for: \ModelPerson.favourite?.name) == "favourite.name")
        #expect(_name(for: \ModelPerson.dogs) == "dogs")
    }
}
