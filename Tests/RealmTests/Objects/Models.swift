import Foundation
import Realm

/// Base of the model classes of the tests: others open files with the classes of the program.
class TestObject: RLMObject {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

final class Dog: TestObject {
    @Persisted var name: String
    @Persisted var age: Int
    @Persisted var owner: Owner?

    override class func primaryKey() -> String? { "name" }
    override class func indexedProperties() -> [String] { ["age"] }
    override class func defaultPropertyValues() -> [AnyHashable: Any]? { ["age": 7] }
}

final class Owner: TestObject {
    @Persisted var name: String
    @Persisted var nick: String?
    @Persisted var notes: String = "none"
    @Persisted var dogs: RLMArray<Dog>
    @Persisted var numbers: List<Int>
    @Persisted var tags: RLMSet<String>
    @Persisted var byName: RLMDictionary<String, Dog?>
    @Persisted var home: Home?
    @Persisted var owned: LinkingObjects<Dog>

    override class func requiredProperties() -> [String] { ["nick"] }
    override class func ignoredProperties() -> [String]? { ["notes"] }
    override class func defaultPropertyValues() -> [AnyHashable: Any]? { ["nick": "nobody"] }
    override class func linkingObjectsProperties() -> [String: RLMPropertyDescriptor] {
        ["owned": RLMPropertyDescriptor(with: Dog.self, propertyName: "owner")]
    }
}

final class Home: RLMEmbeddedObject {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }

    @Persisted var city: String

    override class func defaultPropertyValues() -> [AnyHashable: Any]? { ["city": "Berlin"] }
}

extension RLMRealmConfiguration {
    /// A Realm in memory of its own with the models of these tests.
    static func inMemory(_ name: String = UUID().uuidString) -> RLMRealmConfiguration {
        let configuration = RLMRealmConfiguration()
        configuration.inMemoryIdentifier = name
        configuration.objectClasses = [Dog.self, Owner.self, Home.self]
        return configuration
    }

    /// The Realm of a file with the models of these tests.
    static func file(_ url: URL) -> RLMRealmConfiguration {
        let configuration = inMemory()
        configuration.fileURL = url
        return configuration
    }
}

extension RLMRealm {
    /// A Realm in memory with dogs of these names, aged 1, 2 and so on.
    static func withDogs(_ names: String...) throws -> RLMRealm {
        let realm = try RLMRealm(configuration: .inMemory())
        try realm.transaction {
            for (index, name) in names.enumerated() { realm.add(Dog(value: ["name": name, "age": index + 1])) }
        }
        return realm
    }
}
