import Foundation
import Realm
import TestSupport
import Testing

@Suite struct RLMSchemaTests {
    private let schema: RLMSchema

    init() throws { schema = try RLMRealm(configuration: .inMemory()).schema }

    @Test func `a schema finds classes by name`() throws {
        #expect(schema.objectSchema.map(\.className) == ["Dog", "Home", "Owner"])
        #expect(schema.schema(forClassName: "Dog")?.className == "Dog")
        #expect(schema.schema(forClassName: "Cat") == nil)
        #expect(schema["Owner"].properties.map(\.name).contains("dogs"))
        let other = try RLMRealm(configuration: .inMemory()).schema
        #expect(schema.isEqual(to: other))
        #expect((schema.copy() as? RLMSchema) == schema)
    }

    @Test func `an unknown class traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try RLMRealm(configuration: .inMemory()).schema["Cat"]
        }
        expectMessage(result, "Cat")
    }

    @Test func `a class tells its properties`() {
        let dog = schema["Dog"]
        #expect(dog.primaryKeyProperty?.name == "name")
        #expect(!dog.isEmbedded && !dog.isAsymmetric && schema["Home"].isEmbedded)
        #expect(dog["none"] == nil)
        #expect(dog.isEqual(to: schema["Dog"]) && !dog.isEqual(to: schema["Home"]))
        #expect((dog.copy() as? RLMObjectSchema) == dog)
    }

    @Test func `a property tells its type`() throws {
        let owner = schema["Owner"]
        let dogs = try #require(owner["dogs"])
        #expect(dogs.type == .object && dogs.objectClassName == "Dog" && dogs.array && dogs.collection)
        #expect(!dogs.set && !dogs.dictionary && !dogs.optional && !dogs.indexed)
        let (tags, byName) = (try #require(owner["tags"]), try #require(owner["byName"]))
        #expect(tags.set && tags.type == .string && byName.dictionary && byName.optional)
        #expect(owner["home"]?.optional == true && owner["home"]?.linkOriginPropertyName == nil)
        #expect(dogs == owner["dogs"] && dogs.isEqual(to: dogs) && !dogs.isEqual(to: tags))
    }

    @Test func `two different origins of linking objects are refused`() throws {
        let configuration = RLMRealmConfiguration.inMemory()
        configuration.objectClasses = [TwiceLinked.self, Linking.self]
        let error = #expect(throws: Realm.Error.self) { try RLMRealm(configuration: configuration) }
        #expect(error?.localizedDescription.contains("TwiceLinked.origins") == true)
    }

    @Test func `a required link is refused`() throws {
        let configuration = RLMRealmConfiguration.inMemory()
        configuration.objectClasses = [RequiredLink.self]
        let error = #expect(throws: Realm.Error.self) { try RLMRealm(configuration: configuration) }
        #expect(error?.localizedDescription.contains("RequiredLink.next") == true)
    }

    @Test func `a required property that does not exist is refused`() throws {
        let configuration = RLMRealmConfiguration.inMemory()
        configuration.objectClasses = [RequiredNothing.self]
        let error = #expect(throws: Realm.Error.self) { try RLMRealm(configuration: configuration) }
        #expect(error?.localizedDescription.contains("nothing") == true)
    }
}

private final class Linking: TestObject {
    @Persisted var first: TwiceLinked?
    @Persisted var second: TwiceLinked?
}

private final class TwiceLinked: TestObject {
    @Persisted var name: String
    @Persisted(originProperty: "first") var origins: LinkingObjects<Linking>
    override class func linkingObjectsProperties() -> [String: RLMPropertyDescriptor] {
        ["origins": RLMPropertyDescriptor(with: Linking.self, propertyName: "second")]
    }
}

private final class RequiredLink: TestObject {
    @Persisted var next: RequiredLink?
    override class func requiredProperties() -> [String] { ["next"] }
}

private final class RequiredNothing: TestObject {
    @Persisted var name: String
    override class func requiredProperties() -> [String] { ["nothing"] }
}
