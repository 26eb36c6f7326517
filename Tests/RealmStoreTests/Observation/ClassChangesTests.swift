import Foundation
import RealmStore
import TestSupport
import Testing

/// The changes of objects between two versions of a Realm, by their keys.
@Suite struct ClassChangesTests {
    private let models: ModelRealm
    private var realm: Realm { models.realm }

    init() throws {
        models = try ModelRealm()
        try realm.write {
            for id in 1...20 {
                let person = ModelPerson(value: ["id": id])
                person.city = id % 2 == 0 ? "Brno" : "Oslo"
                person.home = ModelAddress(value: ["street": "Street \(id)"])
                person.dogs.append(ModelDog(value: ["name": "dog \(id)"]))
                person.favourite = person.dogs[0]
                realm.add(person)
            }
        }
    }

    private func person(_ id: Int) throws -> ModelPerson {
        try #require(realm.object(ofType: ModelPerson.self, forPrimaryKey: id))
    }

    private func text(_ changes: ClassChanges) -> String {
        func ids(_ keys: [AnyRealmValue]) -> String { keys.map { "\($0.intValue ?? -1)" }.joined(separator: ",") }
        return
            "\(changes.className) +\(ids(changes.insertions)) ~\(ids(changes.modifications)) -\(ids(changes.deletions))"
    }

    private func changes(_ body: () throws -> Void) throws -> [String] {
        let before = realm.freeze()
        try realm.write(body)
        return try realm.changes(since: before).map(text)
    }

    @Test func `classes are told by name, objects by primary key or object key`() throws {
        let found = try changes {
            realm.add(ModelPerson(value: ["id": 77]))
            try person(3).city = "Bergen"
            realm.delete(try person(5))
            try person(4).dogs[0].name = "Rex"
        }
        #expect(found == ["ModelDog + ~3 -", "ModelPerson +77 ~3 -5"])
    }

    @Test func `an embedded object is a part of its owner`() throws {
        #expect(try changes { try person(9).home?.street = "Other" } == ["ModelPerson + ~9 -"])
        #expect(try changes { try person(9).home = nil } == ["ModelPerson + ~9 -"])
        #expect(try changes { try person(9).addresses.append(ModelAddress()) } == ["ModelPerson + ~9 -"])
    }

    @Test func `several commits are told as one change`() throws {
        let before = realm.freeze()
        let version = realm.commitVersion
        try realm.write { try person(1).city = "A" }
        try realm.write { realm.delete(try person(2)) }
        try realm.write { try person(1).city = "Oslo" }
        #expect(try realm.changes(since: before).map(text) == ["ModelPerson + ~ -2"])
        #expect(realm.commitVersion == version + 3)
        #expect(try realm.freeze().changes(since: before).map(text) == ["ModelPerson + ~ -2"])
        #expect(try realm.changes(since: realm.freeze()).isEmpty)
    }

    /// What another session commits while this one stays where it is.
    private func foreign(_ bodies: ((Realm) throws -> Void)...) throws -> [String] {
        let before = realm.freeze()
        #expect(try !realm.waitForChange(timeout: .zero))
        let queue = DispatchQueue(label: "another session")
        try queue.sync {
            let other = try Realm(configuration: models.configuration, queue: queue)
            for body in bodies { try other.write { try body(other) } }
        }
        #expect(realm.refresh())
        return try realm.changes(since: before).map(text)
    }

    @Test func `a property that is set to the value it has is a modification, as observers are told`() throws {
        #expect(
            try foreign {
                let person = try #require($0.object(ofType: ModelPerson.self, forPrimaryKey: 3))
                person.city = person.city
            } == ["ModelPerson + ~3 -"])
        #expect(
            try foreign {
                let address = try #require($0.object(ofType: ModelPerson.self, forPrimaryKey: 4)?.home)
                address.street = address.street
            } == ["ModelPerson + ~4 -"])
    }

    @Test func `several commits of others are told as one change, and nothing of what came and went between`() throws {
        let told = try foreign(
            { $0.object(ofType: ModelPerson.self, forPrimaryKey: 1)?.city = "A" },
            { $0.add(ModelPerson(value: ["id": 77])) },
            {
                $0.object(ofType: ModelPerson.self, forPrimaryKey: 1)?.city = "Oslo"
                $0.delete($0.objects(ModelPerson.self).where { $0.id == 77 || $0.id == 2 })
            })
        #expect(told == ["ModelPerson + ~1 -2"])
    }

    @Test func `an object that is replaced by one with its primary key went and came`() throws {
        let told = try foreign {
            $0.delete(try #require($0.object(ofType: ModelPerson.self, forPrimaryKey: 5)))
            $0.add(ModelPerson(value: ["id": 5]))
        }
        #expect(told == ["ModelPerson +5 ~ -5"])
    }

    @Test(arguments: ["city == 'Brno'", "city == 'Brno' AND favourite.name != 'none'"])
    func `a condition decides what comes, stays and goes`(predicate: String) throws {
        let objects = try realm.dynamicObjects(parsing: "ModelPerson").filter(parsing: predicate)
        let before = realm.freeze()
        try realm.write {
            try person(1).city = "Brno"
            try person(2).city = "Oslo"
            try person(3).city = "Bergen"
            try person(4).name = "renamed"
            realm.delete(try person(6))
            realm.delete(try person(7))
            for (id, city) in [(30, "Brno"), (31, "Oslo")] {
                let made = ModelPerson(value: ["id": id])
                made.city = city
                made.favourite = try person(8).dogs[0]
                realm.add(made)
            }
        }
        #expect(text(try objects.changes(since: before)) == "ModelPerson +1,30 ~4 -2,6")
    }

    @Test func `objects behind links decide, too, whether others come and go`() throws {
        let objects = try realm.dynamicObjects(parsing: "ModelPerson").filter(parsing: "favourite.name == 'Rex'")
        let before = realm.freeze()
        try realm.write { try person(12).dogs[0].name = "Rex" }
        #expect(text(try objects.changes(since: before)) == "ModelPerson +12 ~ -")
        let later = realm.freeze()
        try realm.write { realm.delete(try person(12).dogs[0]) }
        #expect(text(try objects.changes(since: later)) == "ModelPerson + ~ -12")
    }

    @Test func `changes are told since an older, frozen version of the same Realm only`() throws {
        let before = realm.freeze()
        #expect(throws: Realm.Error.self) { try realm.changes(since: realm) }
        #expect(throws: Realm.Error.self) { try realm.changes(since: ModelRealm().realm.freeze()) }
        try realm.write {
            #expect(throws: Realm.Error.self) { try realm.changes(since: before) }
            try person(1).city = "A"
        }
        #expect(throws: Realm.Error.self) { try before.changes(since: realm.freeze()) }
    }
}
