import Foundation
import RealmSwift

/// The model classes in the form of the Objective-C API.
final class Dog: RLMObject {
    @Persisted var name: String
    @Persisted var age: Int
    @Persisted var nick: String?
    @Persisted var notes: String
    @Persisted var owner: Owner?

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    override class func primaryKey() -> String? { "name" }
    override class func indexedProperties() -> [String] { ["age"] }
    override class func defaultPropertyValues() -> [AnyHashable: Any]? { ["age": 7, "nick": "nobody"] }
    override class func ignoredProperties() -> [String]? { ["notes"] }
    override class func requiredProperties() -> [String] { ["nick"] }
}

final class Owner: RLMObject {
    @Persisted var name: String
    @Persisted var dogs: RLMArray<Dog>
    @Persisted var owned: LinkingObjects<Dog>

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    override class func linkingObjectsProperties() -> [String: RLMPropertyDescriptor] {
        ["owned": RLMPropertyDescriptor(with: Dog.self, propertyName: "owner")]
    }
}

extension RLMRealmConfiguration {
    /// A Realm in memory with dogs and owners.
    static func dogs(_ name: String = UUID().uuidString) -> RLMRealmConfiguration {
        let configuration = RLMRealmConfiguration()
        configuration.inMemoryIdentifier = name
        configuration.objectClasses = [Dog.self, Owner.self]
        return configuration
    }

    /// A file with dogs and owners.
    static func dogs(at file: URL) -> RLMRealmConfiguration {
        let configuration = dogs()
        configuration.fileURL = file
        return configuration
    }
}

extension RLMRealm {
    /// A Realm in memory of its own, with dogs of these names, aged 1, 2 and so on.
    static func withDogs(_ names: String...) throws -> RLMRealm {
        let realm = try RLMRealm(configuration: .dogs())
        try realm.addDogs(names)
        return realm
    }

    func addDogs(_ names: [String]) throws {
        try transaction {
            for (index, name) in names.enumerated() { add(Dog(value: ["name": name, "age": index + 1])) }
        }
    }

    func dog(_ name: String) -> Dog? { Dog.object(in: self, forPrimaryKey: name) }

    /// The names of all dogs.
    var names: [String] { Dog.allObjects(in: self).typed(as: Dog.self).map(\.name) }
}
