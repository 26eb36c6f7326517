import Foundation
import RealmStore
import TestSupport
import Testing

/// A class of the program's own, with the properties that `ModelDog` has.
private class PlainAnimal {
    var name = "Rex"
}

private final class PlainDog: PlainAnimal {
    var age = 9
}

private struct PlainKennel {
    var title = "North"
    var dogs: [PlainDog]? = [PlainDog()]
    var names: [String: Int]?
}

final class GivenKennel: TestObject {
    @Persisted var title: String
    @Persisted var dogs: List<ModelDog>
    @Persisted var names: Map<String, Int>
}

final class GivenDefaults: TestObject {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var words: MutableSet<String>
    @Persisted var dogs: List<ModelDog>
    @Persisted var counts: Map<String, Int>
}

/// Values that objects are made of.
@Suite("Given objects") struct GivenObjectTests {
    private let realm: Realm

    init() throws {
        realm = try Realm(
            configuration: .init(
                inMemoryIdentifier: UUID().uuidString,
                objectTypes: [ModelPerson.self, ModelDog.self, ModelAddress.self, GivenKennel.self, GivenDefaults.self]
            ))
    }

    @Test func `an object of any class with the properties is copied`() throws {
        let dog = try realm.write { realm.create(ModelDog.self, value: PlainDog()) }
        #expect(dog.name == "Rex" && dog.age == 9)
    }

    @Test func `a struct is copied with what it holds`() throws {
        let kennel = try realm.write { realm.create(GivenKennel.self, value: PlainKennel()) }
        #expect(kennel.title == "North" && kennel.dogs.map(\.age) == [9] && kennel.names.count == 0)
    }

    @Test func `an object that is in no Realm is made of an object of any class`() {
        #expect(ModelDog(value: PlainDog()).age == 9)
    }

    @Test func `objects held by a given object are copied`() {
        #expect(GivenKennel(value: PlainKennel()).dogs.map(\.age) == [9])
    }

    @Test func `an object that lacks a property is refused with its name`() throws {
        realm.beginWrite()
        defer { realm.cancelWrite() }
        let error = #expect(throws: Realm.Error.self) { try realm.create("ModelDog", value: PlainAnimal()) }
        #expect(error?.localizedDescription.contains("missing key 'age'") == true)
    }

    @Test func `an object with none of the properties is refused`() throws {
        realm.beginWrite()
        defer { realm.cancelWrite() }
        for value in [7, "Rex", Date(), URL(fileURLWithPath: "/")] as [Any] {
            #expect(throws: Realm.Error.self) { try realm.create("ModelDog", value: value) }
        }
    }

    @Test(arguments: [true, false]) func `nil for a collection takes the default`(_ isObject: Bool) throws {
        let null: Any = isObject ? NSNull() : String?.none as Any
        let values = ["id": 1, "words": null, "dogs": null, "counts": null]
        let made = try realm.write { realm.create(GivenDefaults.self, value: values) }
        #expect(made.words.isEmpty && made.dogs.isEmpty && made.counts.count == 0)
        #expect(GivenDefaults(value: values).id == 1)
    }

    @Test func `nil for a collection empties that of an object that is updated`() throws {
        try realm.write {
            realm.create(GivenDefaults.self, value: ["id": 1, "words": ["a"], "counts": ["a": 1]])
            realm.create(
                GivenDefaults.self, value: ["id": 1, "words": NSNull(), "counts": NSNull()], update: .modified)
        }
        let updated = try #require(realm.objects(GivenDefaults.self).first)
        #expect(updated.words.isEmpty && updated.counts.count == 0)
    }

    @Test func `a name is suggested once`() throws {
        let error = #expect(throws: Realm.Error.self) {
            try realm.dynamicObjects(parsing: "ModelDog").filter(parsing: "nam == 'Rex'", arguments: [])
        }
        #expect(error?.suggestions == ["name"])
    }
}
