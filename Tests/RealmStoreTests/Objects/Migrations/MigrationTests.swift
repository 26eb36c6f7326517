import Foundation
import RealmStore
import Synchronization
import TestSupport
import Testing

/// Migration blocks: their input, and their result.
@Suite("Migration: blocks") struct MigrationTests {
    private static let first = Property(name: "first", type: .string)
    private static let last = Property(name: "last", type: .string)
    private static let age = Property(name: "age", type: .string)
    private static let people = Schema("Person", [first, last, age])
    private static let wanted = Schema(
        "Person", [Property(name: "age", type: .int), last, Property(name: "full", type: .string)])

    private static func file() throws -> MigratedFile {
        try MigratedFile(people) { realm in
            for number in 0..<600 {
                try realm.create("Person", value: ["first": "f\(number)", "last": "l\(number)", "age": "\(number)"])
            }
        }
    }

    /// Counts the runs of blocks, which may run in any thread.
    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test func `old objects have the old properties, new ones those of both schemas`() throws {
        let file = try Self.file()
        let realm = try file.migrated(Self.wanted) { migration, version in
            #expect(version == 1)
            #expect(migration.oldSchema["Person"]?["first"] == Self.first)
            #expect(migration.newSchema == Self.wanted)
            migration.enumerateObjects(ofType: "Person") { old, new in
                guard let old, let new else { return }
                #expect(new["age"] as? Int == 0)
                #expect(new["first"] as? String == old["first"] as? String)
                new["age"] = (old["age"] as? String).flatMap { Int($0) }
                new["full"] = "\(old["first"] ?? "") \(old["last"] ?? "")"
                #expect(old["age"] as? String == "\(new["age"] ?? "")")
            }
        }
        #expect(realm.schema == Self.wanted)
        #expect(realm.schemaVersion == 2)
        #expect(realm.texts("Person", "full") == (0..<600).map { "f\($0) l\($0)" })
        #expect(realm.texts("Person", "age") == (0..<600).map { "\($0)" })
        #expect(realm.texts("Person", "last") == (0..<600).map { "l\($0)" })
    }

    @Test func `a block runs once, only for a lower version, and not for a new file`() throws {
        let file = try MigratedFile()
        let runs = Counter()
        func open(_ schema: Schema, _ version: UInt64) throws {
            _ = try file.migrated(schema, version: version) { _, _ in runs.add() }
        }
        try open(Self.people, 3)
        #expect(runs.value == 0)
        try open(Self.people, 3)
        #expect(runs.value == 0)
        try open(Self.people, 4)
        try open(Self.people, 4)
        #expect(runs.value == 1)
        try open(Self.wanted, 9)
        #expect(runs.value == 2)
    }

    @Test func `a file without a version gets its schema without a block`() throws {
        let file = try MigratedFile()
        try Fixture.named("no_history").bytes().write(to: file.url)
        let runs = Counter()
        let realm = try file.migrated(Self.wanted, version: 5) { _, _ in runs.add() }
        #expect(runs.value == 0)
        #expect(realm.schemaVersion == 5)
    }

    @Test func `objects are created and deleted while they are enumerated`() throws {
        let file = try Self.file()
        let realm = try file.migrated(Self.wanted) { migration, _ in
            var met = 0
            migration.enumerateObjects(ofType: "Person") { old, new in
                met += 1
                guard let old, let new, let number = (old["age"] as? String).flatMap({ Int($0) }) else { return }
                new["age"] = number
                if number % 3 == 0 { migration.delete(new) }
                if number % 100 == 0 { migration.create("Person", value: ["age": -number, "last": "new"]) }
                // One that has not occurred yet.
                if number == 1 { migration.delete(migration.objects("Person").filter("last == 'l500'")[0]) }
            }
            #expect(met == 599)
            migration.enumerateObjects(ofType: "Person") { _, new in
                met -= 1
                #expect((new?["age"] as? Int ?? 0) % 3 != 0)
            }
            #expect(met == 200)
        }
        #expect(realm.dynamicObjects("Person").count == 399 + 5)
        #expect(Set(realm.dynamicObjects("Person").filter("last == 'new'").compactMap { $0["age"] as? Int }).count == 5)
    }

    @Test func `classes that only one schema has give objects without counterparts`() throws {
        let dogs = Schema("Dog", [Self.first])
        let file = try MigratedFile(Schema(Self.people.objectSchema + dogs.objectSchema)) { realm in
            for name in ["Rex", "Bo"] { try realm.create("Dog", value: [name]) }
        }
        let realm = try file.migrated(Schema("Cat", [Self.first])) { migration, _ in
            #expect(migration.oldSchema["Dog"] != nil)
            #expect(migration.newSchema["Dog"] == nil)
            migration.enumerateObjects(ofType: "Dog") { old, new in
                #expect(new == nil)
                migration.create("Cat", value: ["first": old?["first"] ?? "?"])
            }
            var names: [String] = []
            migration.enumerateObjects(ofType: "Cat") { old, new in
                #expect(old == nil)
                names.append(new?["first"] as? String ?? "?")
            }
            #expect(names == ["Rex", "Bo"])
            migration.enumerateObjects(ofType: "Nobody") { _, _ in Issue.record("there is no such class") }
            migration.enumerateObjects(ofType: "Person") { _, _ in Issue.record("there is no such object") }
        }
        #expect(realm.texts("Cat", "first") == ["Rex", "Bo"])
        #expect(try file.opened().dynamicObjects("Dog").count == 2)
    }

    @Test func `an obsolete class is removed, and another loses its objects`() throws {
        let cats = ObjectSchema(className: "Cat", properties: [.link("owner", to: "Person"), .link("any", to: "Cat")])
        let links = [Self.first, Self.last, Self.age, .link("cat", to: "Cat")]
        let file = try MigratedFile(Schema(Schema("Person", links).objectSchema + [cats])) { realm in
            let person = try realm.create("Person", value: ["a", "b", "c"])
            person["cat"] = try realm.create("Cat", value: ["owner": person])
        }
        let realm = try file.migrated(Self.people) { migration, _ in
            #expect(migration.deleteData(forType: "Cat"))
            #expect(migration.deleteData(forType: "Person"))
            #expect(!migration.deleteData(forType: "Bird"))
            #expect(migration.objects("Person").isEmpty)
        }
        #expect(realm.dynamicObjects("Person").isEmpty)
        #expect(try file.opened().schema == Self.people)
    }

    @Test func `a class that others still link to is not removed`() throws {
        let file = try MigratedFile(
            Schema([
                ObjectSchema(className: "Cat", properties: [Self.first]),
                ObjectSchema(className: "Owner", properties: [.link("cat", to: "Cat")]),
            ]))
        let error = try file.refusal(Self.people) { migration, _ in migration.deleteData(forType: "Cat") }
        #expect(error.code == .fail)
        #expect(
            error.localizedDescription.contains(
                "Class 'Cat' cannot be removed while properties link to it: Owner.cat."))
    }

    @Test func `collections, links and embedded objects are read and written`() throws {
        let home = ObjectSchema(className: "Home", properties: [Self.first], isEmbedded: true)
        let old = ObjectSchema(
            className: "Person",
            properties: [
                Self.first, Property(name: "tags", type: .string, isArray: true), .link("friend", to: "Person"),
                .link("home", to: "Home"), Property(name: "scores", type: .int, isMap: true),
                Property(name: "any", type: .any),
            ])
        let new = ObjectSchema(
            className: "Person",
            properties: [
                Self.first, Property(name: "tags", type: .string, isSet: true), .link("friend", to: "Person"),
                .link("homes", to: "Home", isArray: true), Property(name: "total", type: .int),
                Property(name: "any", type: .any),
            ])
        let file = try MigratedFile(Schema([home, old])) { realm in
            let ann = try realm.create(
                "Person",
                value: ["first": "Ann", "tags": ["a", "b", "a"], "home": ["x"], "scores": ["p": 1, "q": 2]])
            try realm.create("Person", value: ["first": "Bo", "friend": ann, "any": ann])
        }
        let realm = try file.migrated(Schema([home, new])) { migration, _ in
            migration.enumerateObjects(ofType: "Person") { old, new in
                guard let old, let new else { return }
                for tag in old["tags"] as? List<String> ?? List() {
                    (new["tags"] as? MutableSet<String>)?.insert(tag)
                }
                new["total"] = (old["scores"] as? Map<String, Int>)?.values.reduce(0, +)
                if let home = old["home"] as? DynamicObject {
                    new["homes"] = [["first": "old \(home["first"] ?? "")"], home] as [Any]
                }
                let friend = old["friend"] as? DynamicObject
                #expect(friend?.isSameObject(as: old["any"] as? DynamicObject) ?? true)
                #expect((new["any"] as? DynamicObject)?["total"] as? Int == friend.map { _ in 3 })
            }
        }
        let ann = realm.dynamicObjects("Person")[0]
        #expect(Set(try #require(ann["tags"] as? MutableSet<String>)) == ["a", "b"])
        #expect(ann["total"] as? Int == 3)
        #expect((ann["homes"] as? List<DynamicObject>)?.map { $0["first"] as? String } == ["old x", "x"])
        #expect(realm.dynamicObjects("Home").count == 2)
    }

    // MARK: Primary keys

    @Test func `primary keys are properties as others until the block is over`() throws {
        let schema = Schema("Person", [Property(name: "id", type: .int), Self.first], key: "id")
        let file = try MigratedFile(schema) { realm in
            for id in 1...3 { try realm.create("Person", value: [id, "p\(id)"]) }
        }
        let realm = try file.migrated(schema) { migration, _ in
            migration.create("Person", value: [2, "another"])
            migration.enumerateObjects(ofType: "Person") { old, new in
                new?["id"] = (old?["id"] as? Int ?? 0) * 10
            }
        }
        #expect(Set(realm.texts("Person", "id")) == ["10", "20", "30", "2"])
        #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: 2)?["first"] as? String == "another")
        #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: 30)?["first"] as? String == "p3")
    }

    @Test func `a primary key of another type is filled by the block`() throws {
        let old = Schema("Person", [Property(name: "id", type: .int)], key: "id")
        let new = Schema("Person", [Property(name: "id", type: .string)], key: "id")
        func fill(_ realm: Realm) throws { for id in 0..<300 { try realm.create("Person", value: [id]) } }
        let realm = try MigratedFile(old, fill).migrated(new) { migration, _ in
            migration.enumerateObjects(ofType: "Person") { old, new in new?["id"] = "n\(old?["id"] ?? "")" }
        }
        #expect(realm.schema == new)
        #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: "n299") != nil)
        let error = try MigratedFile(old, fill).refusal(new) { _, _ in }
        #expect(error.localizedDescription.contains("Person.id' has duplicate values after migration."))
        #expect(error.localizedDescription.contains("Duplicates: '' (300 objects)."))
    }

    @Test func `duplicates of a primary key are named`() throws {
        let schema = Schema("Person", [Property(name: "id", type: .int), Self.first])
        let file = try MigratedFile(schema) { realm in
            for id in [1, 2, 3, 2, 3, 2] { try realm.create("Person", value: [id, "p"]) }
        }
        let keyed = Schema("Person", schema.objectSchema[0].properties, key: "id")
        for block: MigrationBlock? in [nil, { _, _ in }] {
            let error = try file.refusal(keyed, block)
            #expect(error.code == .fail)
            #expect(
                error.localizedDescription.hasSuffix(
                    "Primary key property 'Person.id' has duplicate values after migration. Duplicates: 2 (3 objects), "
                        + "3 (2 objects)."))
        }
    }

    @Test func `a primary key that was unique must be so behind the block`() throws {
        let schema = Schema("Person", [Property(name: "id", type: .UUID)], key: "id")
        let file = try MigratedFile(schema) { realm in
            for _ in 0..<3 { try realm.create("Person", value: [UUID()]) }
        }
        let error = try file.refusal(schema) { migration, _ in
            migration.enumerateObjects(ofType: "Person") { _, new in
                new?["id"] = UUID(uuidString: "00000000-0000-0000-0000-0000000000aa")
            }
        }
        #expect(error.localizedDescription.contains("00000000-0000-0000-0000-0000000000aa (3 objects)."))
    }

    @Test func `a required primary key of an optional one is set, with a block and without`() throws {
        let old = Schema("Person", [Property(name: "id", type: .int, isOptional: true)], key: "id")
        let new = Schema("Person", [Property(name: "id", type: .int)], key: "id")
        let file = try MigratedFile(old) { realm in try realm.create("Person", value: [4]) }
        let realm = try file.migrated(new) { migration, _ in
            migration.enumerateObjects(ofType: "Person") { old, new in new?["id"] = old?["id"] as? Int ?? -1 }
        }
        #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: 4) != nil)
        #expect(try file.migrated(old, version: 3).dynamicObject(ofType: "Person", forPrimaryKey: 4) != nil)
        #expect(try file.migrated(new, version: 4).dynamicObject(ofType: "Person", forPrimaryKey: 0) != nil)
    }

    // MARK: Search indexes

    @Test func `values written by a block are found through new search indexes`() throws {
        let indexed = Schema("Person", [Self.first, Property(name: "code", type: .int, isIndexed: true)])
        let realm = try Self.file().migrated(indexed) { migration, _ in
            migration.enumerateObjects(ofType: "Person") { old, new in
                new?["code"] = Int(old?["age"] as? String ?? "").map { $0 % 7 }
            }
        }
        #expect(realm.schema == indexed)
        #expect(realm.dynamicObjects("Person").filter("code == 3").count == 86)
    }
}
