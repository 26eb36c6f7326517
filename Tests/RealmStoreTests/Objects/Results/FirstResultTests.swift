import Foundation
import RealmStore
import TestSupport
import Testing

/// The first of the objects that meet a condition, for which the others are not looked for.
@Suite("Results: the first object") struct FirstResultTests {
    private let realm: Realm

    init() throws {
        realm = try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: UUID().uuidString, objectTypes: [FirstPlace.self, FirstMap.self]))
        try realm.write {
            for id in 1...1000 { realm.add(FirstPlace(value: ["id": id, "name": "\(id % 7)", "height": 1000 - id])) }
        }
    }

    private func places(_ condition: String) -> Results<FirstPlace> { realm.objects(FirstPlace.self).filter(condition) }

    @Test(arguments: [
        "id > 500", "name == '3'", "height < 10", "id == 700", "id > 300 AND name == '6'", "TRUEPREDICATE",
    ])
    func `it is the first of all`(condition: String) {
        let all = Array(places(condition))
        #expect(places(condition).first?.id == all.first?.id)
        #expect(!places(condition).isEmpty)
    }

    @Test(arguments: ["id > 5000", "name == '8'", "height < 0 AND name == '1'", "FALSEPREDICATE"])
    func `there is none where no object meets the condition`(condition: String) {
        #expect(places(condition).first == nil)
        #expect(places(condition).isEmpty)
    }

    @Test func `it is another one after a change`() throws {
        let found = places("height > 990")
        #expect(found.first?.id == 1)
        try realm.write {
            #expect(found.first?.id == 1)
            found.first?.height = 0
            #expect(found.first?.id == 2)
            realm.delete(realm.objects(FirstPlace.self).where { $0.id < 9 })
            #expect(found.first?.id == 9)
        }
        #expect(found.first?.id == 9)
        try realm.write { realm.delete(found) }
        #expect(found.first == nil && found.isEmpty)
    }

    @Test func `of sorted and of different objects it is the first in their order`() {
        #expect(places("id > 10").sorted(byKeyPath: "height").first?.id == 1000)
        #expect(places("id > 10").distinct(by: ["name"]).first?.id == 11)
        #expect(places("id > 10000").sorted(byKeyPath: "height").first == nil)
    }

    @Test func `of the objects of a list it is the first in the list`() throws {
        let map = FirstMap()
        try realm.write {
            realm.add(map)
            map.places.append(objectsIn: places("id IN {9, 5, 7}").sorted(byKeyPath: "height", ascending: true))
        }
        #expect(map.places.filter("id < 9").first?.id == 7)
        #expect(map.places.filter("id < 5").isEmpty)
    }

    @Test func `of frozen objects it stays`() throws {
        let frozen = places("height > 990").freeze()
        try realm.write { realm.delete(realm.objects(FirstPlace.self)) }
        #expect(frozen.first?.id == 1)
        #expect(!frozen.isEmpty)
    }
}

class FirstPlace: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var name: String
    @Persisted var height: Int

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class FirstMap: Object {
    @Persisted var places: List<FirstPlace>

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
