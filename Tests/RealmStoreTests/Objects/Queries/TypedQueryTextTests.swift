import Foundation
import RealmStore
import TestSupport
import Testing

/// Typed queries as texts, as logs show them, and as `NSPredicate` reads them.
@Suite("Texts of typed queries") struct TypedQueryTextTests {
    private typealias Condition = (Query<ModelPerson>) -> Query<Bool>
    private let models: ModelRealm

    init() throws {
        models = try ModelRealm()
        try models.realm.write {
            for id in 0..<12 {
                let dogs = (0..<(id % 3)).map { ["name": "dog\(id)\($0)", "age": id + $0] as [String: Any] }
                models.realm.create(
                    ModelPerson.self,
                    value: [
                        "id": id, "name": "p\(9 - id)", "city": id % 2 == 0 ? "Brno" : NSNull(), "dogs": dogs,
                        "home": ["street": "s\(id % 4)", "number": id],
                    ] as [String: Any])
            }
        }
    }

    /// The text; the objects that it finds must be those of the query.
    private func text(_ condition: Condition) -> String {
        let (text, arguments) = condition(Query<ModelPerson>._constructForTesting())._constructPredicate()
        let people = models.realm.objects(ModelPerson.self).sorted(byKeyPath: "id")
        let read = people.filter(NSPredicate(format: text, argumentArray: arguments)).map(\.id)
        #expect(Array(read) == Array(people.where(condition).map(\.id)), "\(text) \(arguments)")
        return text
    }

    private func arguments(_ condition: Condition) -> [Any] {
        condition(Query<ModelPerson>._constructForTesting())._constructPredicate().1
    }

    @Test func `comparisons stand in parentheses, with their values as arguments`() {
        #expect(text { $0.id > 4 } == "(id > %@)")
        #expect(text { $0.city == nil } == "(city == %@)")
        #expect(text { $0.name.starts(with: "P", options: .caseInsensitive) } == "(name BEGINSWITH[c] %@)")
        let folded: StringOptions = [.caseInsensitive, .diacriticInsensitive]
        #expect(text { $0.name.contains("Ó", options: folded) } == "(name CONTAINS[cd] %@)")
        #expect(text { $0.name == $0.favourite.name } == "(name == favourite.name)")
        #expect(text { $0.id.in([1, 2, 40]) } == "(id IN %@)")
        #expect(text { $0.id.contains(2...5) } == "(id BETWEEN {%@, %@})")
        #expect(text { $0.id.contains(2..<5) } == "((id >= %@) && (id < %@))")
    }

    @Test func `conditions are joined from left to right`() {
        let two: Condition = { $0.id > 1 && $0.id < 7 && $0.city == nil || $0.id == 0 }
        #expect(text(two) == "((((id > %@) && (id < %@)) && (city == %@)) || (id == %@))")
        #expect(text { $0.id > 1 && ($0.id < 3 || $0.id > 8) } == "((id > %@) && ((id < %@) || (id > %@)))")
        #expect(text { !($0.id > 4) } == "(NOT id > %@)")
        #expect(text { !($0.id > 4 && $0.city == nil) } == "NOT ((id > %@) && (city == %@))")
        #expect(text { !(!($0.id > 4)) } == "NOT (NOT id > %@)")
        #expect(text { !$0.id.contains(2...5) } == "NOT (id BETWEEN {%@, %@})")
    }

    @Test func `paths through collections have ANY, counts and subqueries`() {
        #expect(text { $0.dogs.age > 7 } == "(ANY dogs.age > %@)")
        #expect(text { $0.dogs.count == 2 } == "(dogs.@count == %@)")
        #expect(text { $0.dogs.age.max >= 8 } == "(dogs.@max.age >= %@)")
        let counts: Condition = { ($0.dogs.age > 4 && $0.dogs.name.ends(with: "0")).count == 1 }
        #expect(text(counts) == "(SUBQUERY(dogs, $col1, (($col1.age > %@) && ($col1.name ENDSWITH %@))).@count == %@)")
        let both: Condition = { ($0.dogs.age > 4).count == 1 && ($0.dogs.age < 4).count == 0 }
        let (first, second) = ("SUBQUERY(dogs, $col1, ($col1.age > %@))", "SUBQUERY(dogs, $col2, ($col2.age < %@))")
        #expect(text(both) == "((\(first).@count == %@) && (\(second).@count == %@))")
    }

    @Test func `arguments are in the order of the text`() {
        let condition: Condition = { $0.id > 1 && ($0.dogs.age == 2).count == 3 && $0.name == "x" && $0.id.in([4, 5]) }
        let found = arguments(condition)
        #expect(found.prefix(4).map { "\($0)" } == ["1", "2", "3", "x"])
        #expect(found.last as? [Int] == [4, 5])
        #expect(arguments { $0.city == nil }.first is NSNull)
    }

    @Test func `objects stay in the condition`() {
        let dog = models.realm.objects(ModelDog.self)[0]
        #expect(text { $0.dogs.contains(dog) } == "(%@ IN dogs)")
        #expect(text { !$0.dogs.contains(dog) } == "(NOT %@ IN dogs)")
        #expect(text { $0.dogs == dog } == "(ANY dogs == %@)")
        #expect(text { $0.dogs.containsAny(in: [dog]) } == "(ANY dogs IN %@)")
        #expect(text { $0.favourite == ModelDog() } == "(favourite == %@)")
    }

    @Test func `values of every type come back`() throws {
        let realm = try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: UUID().uuidString, objectTypes: [TypedTextValues.self]))
        try realm.write {
            let values = realm.create(TypedTextValues.self)
            values.map["k"] = 2
            values.any = .fromArray([.fromDictionary(["a": .fromArray([.int(2)])])])
        }
        let all = realm.objects(TypedTextValues.self)
        func check(_ wanted: String, _ condition: (Query<TypedTextValues>) -> Query<Bool>) {
            let (text, arguments) = condition(Query<TypedTextValues>._constructForTesting())._constructPredicate()
            #expect(text == wanted)
            #expect(all.where(condition).count == 1)
            #expect(all.filter(NSPredicate(format: text, argumentArray: arguments)).count == 1, "\(text)")
        }
        let values = try #require(all.first)
        check("(float == %@)") { $0.float == values.float }
        check("(double == %@)") { $0.double == values.double }
        check("(date == %@)") { $0.date == values.date }
        check("(data == %@)") { $0.data == values.data }
        check("(decimal == %@)") { $0.decimal == values.decimal }
        check("(oid == %@)") { $0.oid == values.oid }
        check("(uuid == %@)") { $0.uuid == values.uuid }
        check("(flag == %@)") { $0.flag == true }
        check("flag == true") { $0.flag }
        check("NOT (flag == false && (float == %@))") { !(!$0.flag && $0.float == 9) }
        check("(%@ IN map)") { $0.map.contains(2) }
        check("(ANY map IN %@)") { $0.map.containsAny(in: [2, 3]) }
        check("(map[%@] == %@)") { $0.map["k"] == 2 }
        check("(#any[%@][%@][%K] == %@)") { $0.any[0]["a"].any == .int(2) }
        check("(ANY map.@allKeys == %@)") { $0.map.keys == "k" }
        check("(ANY map.@allValues > %@)") { $0.map.values > 1 }
    }

    @Test func `a nested query of a program is read on a large stack`() {
        var condition = Query<ModelPerson>._constructForTesting().id > 0
        for number in 0..<150 { condition = !(condition && Query<ModelPerson>._constructForTesting().id > number) }
        #expect(condition._constructPredicate().1.count == 151)
    }
}

final class TypedTextValues: TestObject {
    @Persisted var float: Float = 1.5
    @Persisted var double = 0.1
    @Persisted var date = Date(timeIntervalSince1970: 1.25)
    @Persisted var data = Data([1, 2])
    @Persisted var decimal: Decimal128 = 12.5
    @Persisted var oid = ObjectId.generate()
    @Persisted var uuid = UUID()
    @Persisted var flag = true
    @Persisted var map: Map<String, Int>
    @Persisted var any: AnyRealmValue
}
