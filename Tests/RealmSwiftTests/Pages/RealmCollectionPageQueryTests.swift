import Foundation
import RealmSwift
import Testing

@testable import TestSupport

/// Conditions as text, for `filter` and `index(matching:)` of a `RealmCollection`.
@Suite struct RealmCollectionPageQueryTests {
    private let realm: Realm

    init() throws {
        realm = try Realm.withPets("a", "b", "c")
        let realm = realm
        try realm.write {
            let pets = realm.objects(Pet.self)
            (pets[0].isGood, pets[0].weight, pets[1].weight) = (true, 1.5, 1_000)
            let keeper = realm.create(
                Keeper.self, value: ["name": "Ann", "numbers": [3, 1, 3], "tags": ["x"], "pets": pets])
            realm.create(Keeper.self, value: ["name": "Ärmel"])
            pets[1].keeper = keeper
        }
    }

    private func pets(_ text: String, _ arguments: Any...) -> String {
        let predicate = NSPredicate(format: text, argumentArray: arguments)
        return realm.objects(Pet.self).filter(predicate).map(\.name).joined()
    }

    private func keepers(_ text: String, _ arguments: Any...) -> String {
        let predicate = NSPredicate(format: text, argumentArray: arguments)
        return realm.objects(Keeper.self).filter(predicate).map(\.name).joined(separator: " ")
    }

    @Test func `a predicate is made of a text and arguments`() {
        let variadic = NSPredicate(format: "age > %d AND name != %@", 1, "c")
        let make: (String, [Any]?) -> NSPredicate = NSPredicate.init(format:argumentArray:)
        #expect(realm.objects(Pet.self).filter(variadic).map(\.name) == ["b"])
        #expect(realm.objects(Pet.self).filter(make("%K == %@", ["age", 3])).map(\.name) == ["c"])
        #expect(realm.objects(Pet.self).filter(make("age == 1", nil)).map(\.name) == ["a"])
        let joined = NSCompoundPredicate(notPredicateWithSubpredicate: variadic)
        #expect(realm.objects(Pet.self).filter(joined).map(\.name) == ["a", "c"])
    }

    @Test func `a text that is no predicate traps`() async {
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "age >") }
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "age > %@") }
    }

    @Test func `values are compared`() {
        #expect(pets("age == 2") == "b" && pets("age = 2") == "b" && pets("age != 2") == "ac")
        #expect(pets("age <> 2") == "ac" && pets("age < 2") == "a" && pets("age <= 2") == "ab")
        #expect(pets("age =< 2") == "ab" && pets("age > 2") == "c" && pets("age >= 2") == "bc")
        #expect(pets("age => 2") == "bc" && pets("2 < age") == "c" && pets("age == age") == "abc")
        #expect(pets("weight == nil") == "c" && pets("age < age").isEmpty)
    }

    @Test func `links have no order`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try Realm.withPets("a")
            let keeper = try realm.write { realm.create(Keeper.self) }
            _ = realm.objects(Pet.self).filter("keeper > %@", keeper).count
        }
        expectMessage(result, "Only equal (==) and not equal (!=)")
    }

    @Test func `values are between two others, both included`() {
        #expect(pets("age BETWEEN {1, 2}") == "ab" && pets("age BETWEEN %@", [2, 3]) == "bc")
        #expect(keepers("ANY pets.age BETWEEN {2, 2}") == "Ann" && keepers("ANY pets.age BETWEEN {4, 9}").isEmpty)
    }

    @Test func `values are in a list`() {
        #expect(pets("age IN {1, 3}") == "ac" && pets("age IN %@", [2]) == "b" && pets("age IN %@", [Int]()).isEmpty)
        #expect(pets("name IN %@", Set(["a", "x"])) == "a" && keepers("'x' IN tags") == "Ann")
        #expect(keepers("%@ IN pets", realm.objects(Pet.self)[0]) == "Ann")
    }

    @Test func `texts are compared by part and pattern, with or without case and accents`() {
        #expect(keepers("name BEGINSWITH 'A'") == "Ann" && keepers("name ENDSWITH 'nn'") == "Ann")
        #expect(keepers("name CONTAINS 'rm'") == "Ärmel" && keepers("name LIKE 'A?n'") == "Ann")
        #expect(keepers("name LIKE '*n*'") == "Ann" && keepers("name BEGINSWITH[c] 'a'") == "Ann")
        #expect(keepers("name BEGINSWITH[d] 'A'") == "Ann Ärmel" && keepers("name CONTAINS[cd] 'a'") == "Ann Ärmel")
    }

    @Test func `a pattern of regular expressions traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Realm.withPets("a").objects(Pet.self).filter("name MATCHES 'a.*'").count
        }
    }

    @Test func `conditions are joined, NOT before AND before OR`() {
        #expect(pets("age == 1 OR age == 2 AND name == 'c'") == "a" && pets("NOT age == 1 AND age < 3") == "b")
        #expect(pets("age == 1 || age == 2 && name == 'c'") == "a" && pets("!(age == 1 || age == 2)") == "c")
        #expect(pets("(age == 1 OR age == 2) AND name == 'b'") == "b")
        #expect(pets("TRUEPREDICATE") == "abc" && pets("FALSEPREDICATE").isEmpty)
    }

    @Test func `one element of a collection is enough`() {
        #expect(keepers("ANY pets.age > 2") == "Ann" && keepers("SOME numbers == 1") == "Ann")
        #expect(keepers("ANY pets.age > 3").isEmpty && pets("ANY keepers.name == 'Ann'") == "abc")
    }

    @Test func `paths lead over links, and to the element itself`() throws {
        #expect(pets("keeper.name == 'Ann'") == "b" && pets("ANY keeper.pets.age == 3") == "b")
        let keeper = try #require(realm.objects(Keeper.self).first)
        #expect(keeper.numbers.index(matching: "self < 3") == 1 && keeper.numbers.index(matching: "self > 3") == nil)
    }

    @Test func `a path to nowhere traps with the class`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Realm.withPets("a").objects(Pet.self).filter("keeper.age == 1").count
        }
        expectMessage(result, "Keeper", "age")
    }

    @Test func `constants are texts, numbers, truth values and null`() {
        #expect(pets("name == 'a'") == "a" && pets("name == \"a\"") == "a" && pets("age > -3 AND weight < 2.5") == "a")
        #expect(pets("weight == 1e3") == "b" && pets("isGood == true") == "a" && pets("isGood == FALSE") == "bc")
        #expect(pets("isGood == YES") == "a" && pets("isGood == NO") == "bc")
        for null in ["nil", "NULL", "NIL"] { #expect(pets("keeper == \(null)") == "ac") }
        #expect(keepers(#"name != 'it\'s \"so\"'"#) == "Ann Ärmel")
    }

    @Test func `collections are counted and summed up`() {
        #expect(keepers("numbers.@count == 3") == "Ann" && keepers("pets.@count > 0") == "Ann")
        #expect(keepers("numbers.@min == 1") == "Ann" && keepers("numbers.@max == 3") == "Ann")
        #expect(keepers("numbers.@sum == 7") == "Ann" && keepers("numbers.@avg > 2.3") == "Ann")
        #expect(keepers("pets.@avg.age == 2") == "Ann" && keepers("pets.@sum.age > 6").isEmpty)
        #expect(keepers("pets.@min.age == 1 AND pets.@max.age == 3") == "Ann")
    }

    @Test func `two operators in a path trap`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Realm.withPets().objects(Keeper.self).filter("pets.@avg.@sum.age > 1").count
        }
    }

    @Test func `elements that meet a condition are counted`() {
        #expect(keepers("SUBQUERY(pets, $pet, $pet.age > 1 AND $pet.name != 'c').@count == 1") == "Ann")
        #expect(keepers("SUBQUERY(pets, $pet, $pet.age > 1).@count == 0") == "Ärmel")
        #expect(pets("SUBQUERY(keepers, $k, SUBQUERY($k.pets, $p, $p.age > 2).@count > 0).@count > 0") == "abc")
    }

    @Test func `a subquery that is not counted traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Realm.withPets().objects(Keeper.self).filter("SUBQUERY(pets, $pet, $pet.age > 1) == 1").count
        }
    }
}
