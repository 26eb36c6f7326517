import Foundation
import RealmStore
import Testing

/// Classes that become embedded.
@Suite("Migration: becoming embedded") struct MigrationEmbeddingTests {
    private static let name = Property(name: "name", type: .string)

    private static func child(isEmbedded: Bool, _ more: [Property] = []) -> ObjectSchema {
        ObjectSchema(className: "Ch", properties: [name] + more, isEmbedded: isEmbedded)
    }

    private static let parent = ObjectSchema(
        className: "Pa",
        properties: [
            .link("one", to: "Ch"), .link("many", to: "Ch", isArray: true),
            Property(name: "map", type: .object, objectClassName: "Ch", isOptional: true, isMap: true),
        ])
    private static let old = Schema([parent, child(isEmbedded: false)])
    private static let new = Schema([parent, child(isEmbedded: true)])

    @Test func `objects without a link go`() throws {
        let file = try MigratedFile(Self.old) { realm in
            for name in ["a", "b", "c"] { try realm.create("Ch", value: [name]) }
            try realm.create("Pa", value: ["one": realm.dynamicObjects("Ch")[1]])
        }
        let realm = try file.migrated(Self.new)
        #expect(realm.schema == Self.new)
        #expect(realm.texts("Ch", "name") == ["b"])
    }

    @Test(arguments: [true, false])
    func `every link gets an object of its own`(hasBlock: Bool) throws {
        let file = try MigratedFile(Self.old) { realm in
            let (a, b) = (try realm.create("Ch", value: ["a"]), try realm.create("Ch", value: ["b"]))
            try realm.create("Pa", value: ["one": a, "many": [a, b, a], "map": ["x": a, "y": b]])
            try realm.create("Pa", value: ["one": b, "many": [b]])
        }
        let block: MigrationBlock = { _, _ in }
        let realm = try file.migrated(Self.new, hasBlock ? block : nil)
        #expect(realm.texts("Ch", "name").sorted().joined() == "aaaabbbb")
        let parents = realm.dynamicObjects("Pa")
        #expect(parents[0].texts("many", "name") == ["a", "b", "a"])
        #expect(try parents.filter(parsing: "many.@count == 1 AND ANY many.name == 'b' AND one.name == 'b'").count == 1)
        #expect(parents.filter("ANY map.name == 'b' AND ANY map.name == 'a'").count == 1)
        try realm.write { realm.delete(parents[0]) }
        #expect(realm.texts("Ch", "name") == ["b", "b"])
        try file.expectSound()
    }

    @Test func `copies have copies of what they own, and link to the same objects`() throws {
        let parts: [Property] = [
            .link("part", to: "Part"), .link("parts", to: "Part", isArray: true),
            Property(name: "byName", type: .object, objectClassName: "Part", isOptional: true, isMap: true),
            .link("friend", to: "Pa"), Property(name: "mix", type: .any),
            Property(name: "tags", type: .string, isArray: true), Property(name: "numbers", type: .int, isSet: true),
            Property(name: "notes", type: .any, isMap: true), Property(name: "text", type: .string, isIndexed: true),
            .link("friends", to: "Pa", isArray: true),
        ]
        let part = ObjectSchema(className: "Part", properties: [Self.name], isEmbedded: true)
        let file = try MigratedFile(Schema([Self.parent, part, Self.child(isEmbedded: false, parts)])) { realm in
            let friend = try realm.create("Pa", value: [String: Any]())
            let child = try realm.create(
                "Ch",
                value: [
                    "name": "c", "part": ["p"], "parts": [["q"], ["r"]], "byName": ["s": ["s"]], "friend": friend,
                    "mix": ["list": [1, "two", friend] as [Any]], "tags": ["x", "y"], "numbers": [3, 1],
                    "notes": ["k": ["deep"], "none": NSNull()], "text": "indexed", "friends": [friend, friend],
                ])
            for _ in 0..<3 { try realm.create("Pa", value: ["one": child]) }
        }
        let realm = try file.migrated(Schema([Self.parent, part, Self.child(isEmbedded: true, parts)]))
        #expect(realm.dynamicObjects("Ch").count == 3)
        #expect(realm.texts("Part", "name").sorted().joined() == "pppqqqrrrsss")
        for condition in [
            "text == 'indexed'", "friend.one == nil", "part.name == 'p'", "ANY parts.name == 'r'",
            "ANY byName.name == 's'", "mix['list'][1] == 'two'", "ANY tags == 'y'", "ANY numbers == 3",
            "notes['k'][0] == 'deep'", "notes.@count == 2", "friends.@count == 2",
        ] {
            #expect(try realm.dynamicObjects("Ch").filter(parsing: condition).count == 3, "\(condition)")
        }
        try realm.write { realm.delete(realm.dynamicObjects("Pa")[0]) }
        try file.expectSound()
    }

    @Test func `chains of classes become embedded together`() throws {
        func schema(isEmbedded: Bool) -> Schema {
            Schema([
                ObjectSchema(className: "A", properties: [.link("b", to: "B")]),
                ObjectSchema(className: "B", properties: [.link("c", to: "C")], isEmbedded: isEmbedded),
                ObjectSchema(className: "C", properties: [Self.name], isEmbedded: isEmbedded),
            ])
        }
        let file = try MigratedFile(schema(isEmbedded: false)) { realm in
            let b = try realm.create("B", value: ["c": ["x"]])
            for _ in 0..<2 { try realm.create("A", value: ["b": b]) }
            try realm.create("B", value: ["c": ["orphan"]])
        }
        let realm = try file.migrated(schema(isEmbedded: true))
        #expect(realm.texts("C", "name") == ["x", "x"])
        #expect(realm.dynamicObjects("B").count == 2)
    }

    @Test func `a link from a mixed property is refused`() throws {
        let parent = ObjectSchema(className: "Pa", properties: [Property(name: "any", type: .any, isArray: true)])
        let file = try MigratedFile(Schema([parent, Self.child(isEmbedded: false)])) { realm in
            try realm.create("Pa", value: ["any": [realm.create("Ch", value: ["a"])]])
        }
        let error = try file.refusal(Schema([parent, Self.child(isEmbedded: true)]))
        #expect(error.code == .fail)
        #expect(
            error.localizedDescription.hasSuffix(
                "Cannot convert 'Ch' to embedded: there is an incoming link from the Mixed property 'Pa.any', which "
                    + "does not support linking to embedded objects."))
    }

    @Test func `strict rules refuse what would change objects`() throws {
        let file = try MigratedFile(Self.old) { realm in try realm.create("Ch", value: ["a"]) }
        let orphan = try file.editError { try $0.setEmbedded("Ch", true, orphans: .error, shared: .duplicate) }
        #expect(orphan.code == .badMigration)
        #expect(
            orphan.localizedDescription
                == "Cannot convert 'Ch' to embedded: at least one object has no incoming links and would be deleted. "
                + "The first has the object key 0.")
        let realm = try file.opened()
        try realm.write {
            let child = realm.dynamicObjects("Ch")[0]
            try realm.create("Pa", value: ["many": [child, child]])
        }
        let shared = try file.editError { try $0.setEmbedded("Ch", true, orphans: .delete, shared: .error) }
        #expect(
            shared.localizedDescription
                == "Cannot convert 'Ch' to embedded: at least one object has more than one incoming link. "
                + "The first has the object key 0.")
        let done = try file.edited { try $0.setEmbedded("Ch", true, orphans: .error, shared: .duplicate) }
        #expect(done.schema == Self.new)
        #expect(done.texts("Ch", "name") == ["a", "a"])
        #expect(try file.edited(version: 3) { try $0.setEmbedded("Ch", false) }.schema == Self.old)
    }

    @Test func `a class with a primary key, and one that a set holds, are refused`() throws {
        let sets = ObjectSchema(
            className: "Pa", properties: [Property(name: "set", type: .object, objectClassName: "Ch", isSet: true)])
        let keyed = ObjectSchema(className: "K", properties: [Self.name], primaryKey: "name")
        let file = try MigratedFile(Schema([sets, keyed, Self.child(isEmbedded: false)]))
        #expect(
            try file.editError { try $0.setEmbedded("K", true) }.localizedDescription
                == "Cannot change 'K' to embedded when using a primary key.")
        #expect(
            try file.editError { try $0.setEmbedded("Ch", true) }.localizedDescription.contains(
                "Set property 'Pa.set' cannot contain embedded object type 'Ch'."))
        // A class that the program does not know may hold them, too.
        #expect(
            try file.refusal(Schema([Self.child(isEmbedded: true)])).localizedDescription.contains(
                "Cannot convert 'Ch' to embedded: the set 'Pa.set' links to it"))
    }
}
