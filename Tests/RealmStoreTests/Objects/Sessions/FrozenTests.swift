import Foundation
import RealmStore
import Testing

@testable import TestSupport

@Suite("Frozen things on their way") struct FrozenTests {
    private let models: ModelRealm
    private let person: ModelPerson

    init() throws {
        models = try ModelRealm()
        person = ModelPerson(value: ["id": 1, "name": "Ada", "dogs": [["name": "Rex"], ["name": "Max"]]])
        try models.realm.write { models.realm.add(person) }
    }

    private final class NameOfPerson: Projection<ModelPerson> {
        @Projected(\ModelPerson.name) var title
    }

    @Test func `objects, their properties and collections go to any thread`() throws {
        let frozen = Frozen(person)
        try models.realm.write { person.name = "Eva" }
        let read = try onThread { (frozen.name, frozen.dogs.map(\.name), frozen.value.isFrozen) }
        #expect(read == ("Ada", ["Rex", "Max"], true))
    }

    @Test func `everything that belongs to a Realm goes to any thread`() throws {
        let values = ModelValues(value: ["words": ["a"], "counts": ["b": 2], "ints": [3]])
        try models.realm.write { models.realm.add(values) }
        let dogs = models.realm.objects(ModelDog.self)
        let (results, list, linking) = (Frozen(dogs), Frozen(person.dogs), Frozen(dogs[0].owners))
        let (set, map, erased) = (Frozen(values.words), Frozen(values.counts), Frozen(AnyRealmCollection(values.ints)))
        let sections = Frozen(dogs.sectioned(by: \.name))
        let section = Frozen(dogs.sectioned(by: \.name)[0])
        let names = Frozen(person.dogs.projectTo.name)
        let (view, realm) = (Frozen(NameOfPerson(projecting: person)), Frozen(models.realm))
        try models.realm.write { models.realm.deleteAll() }
        let counts = try onThread {
            [
                results.value.count, list.value.count, linking.value.count, set.value.count, map.value.count,
                erased.value.count, sections.value.count, section.value.count, names.value.count, view.title.count,
                realm.value.objects(ModelPerson.self).count,
            ]
        }
        #expect(counts == [2, 2, 1, 1, 1, 1, 2, 1, 2, 3, 1])
    }

    @Test func `an actor and a detached task read what is frozen`() async throws {
        let frozen = Frozen(models.realm.objects(ModelDog.self).sorted(byKeyPath: "name"))
        let names = await Task.detached { frozen.value.map(\.name) }.value
        #expect(names == ["Max", "Rex"])
        let place = try ChangePlace()
        #expect(try await place.run { _, _ in frozen.value.count } == 2)
    }

    @Test func `thawing finds the newest state in the thread that asks`() throws {
        let (object, list, realm) = (Frozen(person), Frozen(person.dogs), Frozen(models.realm))
        try models.realm.write {
            person.name = "Eva"
            person.dogs.removeLast()
        }
        let found = try onThread {
            (object.thaw()?.name, list.thaw()?.count, realm.thaw().objects(ModelDog.self).count)
        }
        #expect(found == ("Eva", 1, 2))
        #expect(object.thaw() === person || object.thaw() == person)
        #expect(realm.thaw() == models.realm)
        try models.realm.write { models.realm.delete(person) }
        #expect(object.thaw() == nil)
        #expect(list.thaw() == nil)
        #expect(object.name == "Ada")
    }

    @Test func `a frozen value is held unchanged`() throws {
        let frozen = person.freeze()
        #expect(Frozen(frozen).value === frozen)
        let realm = models.realm.freeze()
        #expect(Frozen(realm).value == realm)
    }

    @Test func `frozen things are equal as what they hold is`() throws {
        let (first, same) = (Frozen(person), Frozen(person))
        #expect(first == same)
        #expect(Set([first, same]).count == 1)
        #expect(Frozen(person.dogs[0]) != Frozen(person.dogs[1]))
        #expect(Frozen(models.realm) == Frozen(models.realm))
        let before = Frozen(models.realm)
        try models.realm.write { person.name = "Eva" }
        #expect(Frozen(models.realm) != before)
    }

    @Test func `the description is that of what is held`() {
        #expect("\(Frozen(person))".hasPrefix("ModelPerson {"))
    }

    @Test func `the version is in use until the last of it is gone`() throws {
        let url = try #require(models.configuration.fileURL)
        var frozen: Frozen<ModelPerson>? = Frozen(person)
        for number in 0..<3 { try models.realm.write { person.name = "\(number)" } }
        #expect(try Realm.fileInfo(at: url).activeVersions ?? 0 > 1)
        #expect(frozen?.name == "Ada")
        frozen = nil
        try models.realm.write {}
        #expect(try Realm.fileInfo(at: url).activeVersions == 1)
    }
}
