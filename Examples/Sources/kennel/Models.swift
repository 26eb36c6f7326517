import RealmStore

/// A person, with dogs of their own.
class Person: Object {
    @Persisted(primaryKey: true) var id: ObjectId
    @Persisted(indexed: true) var name: String
    @Persisted var dogs: List<Dog>
    @Persisted var home: Address?
    @Persisted var notes: AnyRealmValue
}

/// A dog, which knows who it belongs to.
class Dog: Object {
    @Persisted var name: String
    @Persisted var age = 1
    @Persisted var size: Size
    @Persisted(originProperty: "dogs") var owners: LinkingObjects<Person>
}

/// The address of a person: deleted with the person.
class Address: EmbeddedObject {
    @Persisted var street: String
    @Persisted var city: String
}

/// The size of a dog, stored as text.
enum Size: String, PersistableEnum {
    case small, medium, large
}
