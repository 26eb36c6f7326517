import RealmSwift

/// Base of the model classes of the tests: others open files with the classes of the program.
class TestObject: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

final class Boxed: TestObject {
    @Persisted(primaryKey: true) var name: String
    let age = RealmProperty<Int?>()
    let small = RealmProperty<Int8?>()
    let weight = RealmProperty<Double?>()
    let isGood = RealmProperty<Bool?>()
    let anything = RealmProperty<AnyRealmValue>()
    let size = RealmProperty<Size?>()
    let next = RealmProperty<Float?>()

    enum Size: Int, PersistableEnum { case small, large }

    override class func indexedProperties() -> [String] { ["age"] }
}

final class Person: TestObject {
    @Persisted var name: String
    @Persisted var friends: List<Person>
    @Persisted var tags: MutableSet<String>
    @Persisted var byName: Map<String, Person?>
    @Persisted var home: Home?
    @Persisted(originProperty: "friends") var befriended: LinkingObjects<Person>
}

final class Home: EmbeddedObject {
    @Persisted var city: String

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

extension Realm {
    /// A Realm in memory of its own with the models of these tests.
    static func inMemory() throws -> Realm {
        try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: "\(UInt64.random(in: .min ... .max))",
                objectTypes: [Boxed.self, Person.self, Home.self]))
    }
}
