import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// The changes of the objects of a table between two versions; random histories are compared in `ModelTests`.
@Suite struct ChangeSetTests {
    private let directory: TemporaryDirectory
    private let realm: Realm

    init() throws {
        directory = try TemporaryDirectory()
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent("changes.realm"))
        configuration.objectTypes = [ModelDog.self, ModelPerson.self, ModelAddress.self]
        realm = try Realm(configuration: configuration)
        try realm.write { for index in 0..<2000 { realm.add(ModelDog(value: ["name": "dog \(index)"])) } }
    }

    /// The changes of class `ModelDog` that `body` makes.
    private func changes(_ body: () throws -> Void) throws -> ChangeSet {
        let before = realm.freeze()
        try realm.write(body)
        let table = try #require(realm.session.group.table(ofClass: "ModelDog"))
        return try ChangeSet(from: before.session.group.table(table.key), to: table)
    }

    private func key(_ index: Int) -> ObjectKey { realm.objects(ModelDog.self).objectKeys[index] }

    @Test func `each object is told once, under what became of it`() throws {
        let (deleted, modified) = (key(3), key(1500))
        let changes = try changes {
            let dogs = realm.objects(ModelDog.self)
            dogs[1500].name = "Rex"
            realm.delete(dogs[3])
            realm.add(ModelDog(value: ["name": "new"]))
        }
        #expect(changes.deletions == [deleted])
        #expect(changes.modifications == [modified])
        #expect(changes.insertions.count == 1)
        #expect(!changes.isEmpty)
    }

    @Test func `an object that is written with the values it had is not modified`() throws {
        let changes = try changes {
            for dog in realm.objects(ModelDog.self) {
                let name = dog.name
                dog.name = "other"
                dog.name = name
            }
        }
        #expect(changes.isEmpty)
    }

    @Test func `a version without changes has none, and an empty transaction neither`() throws {
        #expect(try changes {}.isEmpty)
        let table = realm.session.group.table(ofClass: "ModelDog")
        #expect(try ChangeSet(from: table, to: table).isEmpty)
    }

    @Test func `an object that was made and deleted again was never there`() throws {
        let changes = try changes {
            let dog = ModelDog()
            realm.add(dog)
            realm.delete(dog)
        }
        #expect(changes.isEmpty)
    }

    @Test func `deleting all objects deletes each`() throws {
        let keys = realm.objects(ModelDog.self).objectKeys
        #expect(try changes { realm.delete(realm.objects(ModelDog.self)) }.deletions == Array(keys))
    }

    @Test func `all objects of a table that is new are insertions`() throws {
        let table = try #require(realm.session.group.table(ofClass: "ModelDog"))
        #expect(try ChangeSet(from: nil, to: table).insertions.count == 2000)
        #expect(try ChangeSet(from: table, to: nil).deletions.count == 2000)
    }
}
