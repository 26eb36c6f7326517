import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Objects that are found one by one share clusters while nothing is being written.
@Suite("Shared clusters") struct ClusterCacheTests {
    private let models: ModelRealm
    private static let count = 20_000

    init() throws {
        models = try ModelRealm()
        let realm = models.realm
        try realm.write {
            for id in 0..<ClusterCacheTests.count {
                realm.create(ModelPerson.self, value: ["id": id, "name": "\(id)"])
            }
        }
    }

    private func person(_ id: Int) throws -> ModelPerson {
        try #require(models.realm.object(ofType: ModelPerson.self, forPrimaryKey: id))
    }

    @Test func `neighbours that are looked up share their cluster`() throws {
        let (first, second) = (try person(7), try person(8))
        #expect(first.found?.cluster === second.found?.cluster && first.found?.cluster != nil)
    }

    @Test func `objects of all clusters are found in any order, and again`() throws {
        var generator = SeededGenerator(for: #function)
        let ids = (0..<ClusterCacheTests.count).shuffled(using: &generator)
        for id in ids + ids { #expect(try person(id).name == "\(id)") }
    }

    @Test func `a cluster of an earlier version is not used again`() throws {
        let realm = models.realm
        let old = try person(7)
        #expect(old.name == "7")
        try realm.write { try person(8).name = "new" }
        #expect(try person(8).name == "new" && old.name == "7")
        #expect(try person(7).found?.cluster === person(8).found?.cluster)
    }

    @Test func `what a write transaction adds, changes and undoes is seen`() throws {
        let realm = models.realm
        _ = try person(7).name
        realm.beginWrite()
        realm.create(ModelPerson.self, value: ["id": -1, "name": "added"])
        #expect(try person(-1).name == "added")
        try person(7).name = "changed"
        #expect(try person(7).name == "changed" && person(8).name == "8")
        realm.cancelWrite()
        #expect(try person(7).name == "7")
        #expect(realm.object(ofType: ModelPerson.self, forPrimaryKey: -1) == nil)
    }

    @Test func `a leaf that two classes share in a damaged file is not shared here`() throws {
        let session = models.realm.session
        let person = try #require(session.group.table(ofClass: "ModelPerson"))
        let dog = try #require(session.group.table(ofClass: "ModelDog"))
        let leaf = try person.objects().leaf(containing: 0).leaf
        let clusters = [person, dog, person].map { session.cluster($0, leaf) }
        #expect(clusters.map(\.table.name) == [person, dog, person].map(\.name))
    }

    @Test func `a frozen Realm finds objects on several threads at once`() throws {
        let frozen = Frozen(models.realm)
        DispatchQueue.concurrentPerform(iterations: 8) { part in
            for id in stride(from: part, to: ClusterCacheTests.count, by: 80) {
                let person = frozen.value.object(ofType: ModelPerson.self, forPrimaryKey: id)
                #expect(person?.name == "\(id)")
            }
        }
    }
}
