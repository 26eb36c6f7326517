import Foundation
import RealmStore
import TestSupport
import Testing

@Suite("Conditions on objects that are in no Realm") struct ModelPlainQueryTests {
    private let person: ModelPerson = {
        let person = ModelPerson()
        person.id = 3
        person.name = "Zoë"
        person.city = nil
        person.dogs.append(
            objectsIn: [4, 9].map { age in
                let dog = ModelDog()
                dog.name = "dog\(age)"
                dog.age = age
                return dog
            })
        return person
    }()

    @Test(arguments: [
        "id == 3", "id > 2 AND id < 4", "NOT id == 4", "id IN {1, 3}", "id BETWEEN {3, 5}", "name BEGINSWITH 'Z'",
        "name ==[cd] 'zoe'", "name LIKE 'Z*'", "city == nil", "city != 'Brno'", "favourite == nil",
        "favourite.name == nil",
        "ANY dogs.age > 8", "NONE dogs.age > 9", "dogs.@count == 2", "dogs.@max.age == 9", "dogs.@sum.age == 13",
        "dogs.@avg.age == 6.5", "SUBQUERY(dogs, $dog, $dog.age > 5 AND $dog.name == 'dog9').@count == 1",
        "ANY dogs.name CONTAINS 'g4'", "TRUEPREDICATE",
    ])
    func `a condition that is met is met`(_ text: String) {
        #expect(NSPredicate(format: text).evaluate(with: person))
        #expect(!NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: text)).evaluate(with: person))
    }

    @Test(arguments: [
        "id == 4", "id < 3", "id BETWEEN {4, 5}", "id IN {}", "name == 'Zoe'", "name CONTAINS ''", "city == 'Brno'",
        "ANY dogs.age > 9", "dogs.@count > 2", "dogs.@min.age > 4", "ANY dogs.age BETWEEN {5, 8}", "FALSEPREDICATE",
    ])
    func `a condition that is not met is not met`(_ text: String) {
        #expect(!NSPredicate(format: text).evaluate(with: person))
    }

    @Test func `an object in a Realm gives what the plain one gives`() throws {
        let models = try ModelRealm()
        let predicate = NSPredicate(format: "ANY dogs.age > 8 AND name BEGINSWITH 'Z'")
        #expect(predicate.evaluate(with: person))
        try models.realm.write { models.realm.add(person) }
        #expect(predicate.evaluate(with: person))
    }

    @Test func `constant and compound predicates filter`() throws {
        let models = try ModelRealm()
        try models.realm.write { models.realm.add(person) }
        let people = models.realm.objects(ModelPerson.self)
        #expect(people.filter(NSPredicate(value: true)).count == 1)
        #expect(people.filter(NSPredicate(value: false)).isEmpty)
        #expect(people.filter(NSCompoundPredicate(andPredicateWithSubpredicates: [])).count == 1)
        #expect(people.filter(NSCompoundPredicate(orPredicateWithSubpredicates: [])).isEmpty)
        let isThree = NSPredicate(format: "id == 3")
        #expect(people.filter(NSCompoundPredicate(notPredicateWithSubpredicate: isThree)).isEmpty)
    }

    @Test func `what is no object meets no condition`() {
        #expect(!NSPredicate(format: "id == 3").evaluate(with: "id"))
        #expect(!NSPredicate(format: "TRUEPREDICATE").evaluate(with: nil))
    }

    @Test func `a block predicate is refused`() async {
        await #expect(processExitsWith: .failure) {
            let models = try ModelRealm()
            _ = models.realm.objects(ModelPerson.self).filter(NSPredicate { _, _ in true })
        }
    }
}
