import Foundation
import RealmStore
import TestSupport
import Testing

/// Write transactions on files that Realm Core made.
@Suite("Writing Realms") struct RealmWritingTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func realm(_ url: URL, _ key: Data? = nil) throws -> Realm {
        try Realm(configuration: Realm.Configuration(fileURL: url, encryptionKey: key))
    }

    private func people() throws -> (URL, Realm) {
        let url = try Fixture.named("migrate_v1").copy(into: directory)
        return (url, try realm(url))
    }

    private func expectSound(_ url: URL, _ key: Data? = nil, _ name: String = "") throws {
        let report = try Realm.verify(at: url, encryptionKey: key, level: .full)
        #expect(report.isSound, "\(name): \(report.problems.prefix(5))")
    }

    @Test func `written values are read at once, and after opening again`() throws {
        let (url, realm) = try people()
        let person = try #require(realm.dynamicObjects("Person").first)
        try realm.write {
            person["age"] = 77
            person["firstName"] = "Þórdís"
            #expect(person["age"] as? Int == 77)
        }
        #expect(person["firstName"] as? String == "Þórdís")
        let again = try #require(try self.realm(url).dynamicObjects("Person").first)
        #expect(again["age"] as? Int == 77)
        #expect(again["firstName"] as? String == "Þórdís")
        try expectSound(url)
    }

    @Test func `a cancelled transaction leaves everything as it was`() throws {
        let (url, realm) = try people()
        let before = try Data(contentsOf: url)
        let person = try #require(realm.dynamicObjects("Person").first)
        let age = person["age"] as? Int
        realm.beginWrite()
        person["age"] = -1
        realm.delete(try #require(realm.dynamicObjects("Dog").first))
        realm.cancelWrite()
        #expect(person["age"] as? Int == age)
        #expect(!realm.isInWriteTransaction)
        #expect(try Data(contentsOf: url) == before)
    }

    @Test func `an error thrown in a write block undoes it`() throws {
        struct Failure: Error {}
        let (_, realm) = try people()
        let count = realm.dynamicObjects("Dog").count
        #expect(throws: Failure.self) {
            try realm.write {
                realm.deleteAll()
                throw Failure()
            }
        }
        #expect(realm.dynamicObjects("Dog").count == count)
    }

    @Test func `another Realm sees a commit when it refreshes`() throws {
        let (url, realm) = try people()
        let other = try self.realm(url)
        let person = try #require(other.dynamicObjects("Person").first)
        let age = try #require(person["age"] as? Int)
        try realm.write { realm.dynamicObjects("Person")[0]["age"] = age + 1 }
        #expect(person["age"] as? Int == age)
        #expect(other.refresh())
        #expect(person["age"] as? Int == age + 1)
        #expect(!other.refresh())
    }

    @Test func `deleted objects are invalid and links to them are gone`() throws {
        let (url, realm) = try people()
        let dog = try #require(realm.dynamicObjects("Dog").first { $0["owner"] != nil })
        let owner = try #require(dog["owner"] as? DynamicObject)
        try realm.write { realm.delete(owner) }
        #expect(owner.isInvalidated)
        #expect(dog["owner"] == nil)
        try expectSound(url)
    }

    @Test(arguments: Fixture.all)
    func `every file stays sound when its objects are changed and deleted`(_ fixture: Fixture) throws {
        let url = try fixture.copy(into: directory)
        let realm = try realm(url, fixture.key)
        var changed = 0
        try realm.write {
            for schema in realm.schema.objectSchema where !schema.isEmbedded {
                let objects = realm.dynamicObjects(schema.className)
                for object in objects.prefix(40) {
                    for property in schema.properties where !property.isPrimaryKey && !property.isCollection {
                        switch property.type {
                        case .int: object[property.name] = changed * 1_000_003
                        case .bool: object[property.name] = changed % 2 == 0
                        case .string: object[property.name] = String(repeating: "åb", count: changed % 50)
                        case .double: object[property.name] = Double(changed) / 3
                        case .date: object[property.name] = Date(timeIntervalSince1970: Double(changed) * 1.5)
                        case .any: object[property.name] = changed % 3 == 0 ? ["x": [1, "two"]] : changed
                        default: continue
                        }
                        changed += 1
                    }
                }
            }
        }
        try expectSound(url, fixture.key, fixture.name)
        try realm.write {
            for schema in realm.schema.objectSchema where !schema.isEmbedded {
                let objects = realm.dynamicObjects(schema.className)
                let every = max(3, objects.count / 100)
                realm.delete(objects.enumerated().filter { $0.offset % every == 1 }.map(\.element))
            }
        }
        try expectSound(url, fixture.key, fixture.name)
    }
}
