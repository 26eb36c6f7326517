import Foundation
import RealmStore
import TestSupport
import Testing

/// Edits of the schema in a migration.
@Suite("Schema editor") struct SchemaEditorTests {
    private static let name = Property(name: "name", type: .string)
    private static let age = Property(name: "age", type: .string)
    private static let person = ObjectSchema(
        className: "Person", properties: [name, age, .link("dogs", to: "Dog", isArray: true)])
    private static let dog = ObjectSchema(className: "Dog", properties: [name, .link("owner", to: "Person")])
    private static let schema = Schema([person, dog])

    private static func file() throws -> MigratedFile {
        try MigratedFile(schema) { realm in
            for number in 0..<600 {
                let person = try realm.create("Person", value: ["name": "p\(number)", "age": "\(number)"])
                person["dogs"] = [try realm.create("Dog", value: ["name": "d\(number)", "owner": person])]
            }
        }
    }

    // MARK: Classes

    @Test func `each edit is seen at once`() throws {
        let file = try Self.file()
        try Realm.performMigration(for: file.configuration(nil, version: 7)) { migration, version in
            #expect(version == 1)
            try migration.edit { editor in
                try editor.addClass(
                    ObjectSchema(className: "City", properties: [Self.name, .link("mayor", to: "Person")]))
                #expect(migration.newSchema["City"]?["mayor"]?.objectClassName == "Person")
                migration.create("City", value: ["Ulm", migration.objects("Person")[0]])
                try editor.renameClass("Person", to: "Contact")
                #expect(migration.newSchema["City"]?["mayor"]?.objectClassName == "Contact")
                #expect(migration.newSchema["Person"] == nil)
                #expect(migration.objects("City").filter("mayor.name == 'p0'").count == 1)
                try editor.addProperty(
                    Property(name: "rank", type: .int, isIndexed: true), to: "Contact", fill: .int(4))
                let contact = migration.objects("Contact").filter("rank == 4 AND name == 'p7'")[0]
                contact["rank"] = 8
                #expect(migration.objects("Contact").filter("rank == 8").count == 1)
                try editor.renameProperty("rank", on: "Contact", to: "level")
                #expect(contact["level"] as? Int == 8)
                try editor.removeProperty("age", from: "Contact")
                #expect(migration.newSchema["Contact"]?.properties.map(\.name) == ["name", "dogs", "level"])
                #expect(editor.schema == migration.newSchema)
            }
            #expect(migration.oldSchema == Self.schema)
            var count = 0
            migration.enumerateObjects(ofType: "Contact") { old, new in
                count += old?["name"] as? String == new?["name"] as? String ? 1 : 0
            }
            #expect(count == 600)
        }
        try file.expectSound()
        let realm = try file.opened()
        #expect(realm.schemaVersion == 7)
        #expect(realm.schema["Dog"]?["owner"]?.objectClassName == "Contact")
        #expect(realm.dynamicObjects("Contact").filter("level == 8 AND ANY dogs.name == 'd7'").count == 1)
        #expect(realm.dynamicObjects("Contact").sum(ofProperty: "level") == 600 * 4 + 4)
    }

    @Test func `a class is removed once nothing links to it`() throws {
        let file = try Self.file()
        let error = try file.editError { try $0.removeClass("Dog") }
        #expect(error.code == .badMigration)
        #expect(
            error.localizedDescription
                == "Class 'Dog' cannot be removed while properties link to it: Person.dogs.")
        let realm = try file.edited { editor in
            try editor.removeProperty("dogs", from: "Person")
            try editor.removeClass("Dog")
        }
        #expect(realm.schema == Schema("Person", [Self.name, Self.age]))
        #expect(realm.dynamicObjects("Person").count == 600)
    }

    @Test func `a class that was removed may be added again`() throws {
        let file = try Self.file()
        try Realm.performMigration(for: file.configuration(nil)) { migration, _ in
            try migration.edit { editor in
                try editor.removeProperty("dogs", from: "Person")
                try editor.removeClass("Dog")
                try editor.addClass(ObjectSchema(className: "Dog", properties: [Self.age]))
            }
            migration.create("Dog", value: ["1"])
            migration.enumerateObjects(ofType: "Dog") { _, new in #expect(new == nil) }
        }
        try file.expectSound()
        #expect(try file.opened().texts("Dog", "age") == ["1"])
    }

    // MARK: Primary keys and search indexes

    @Test func `primary keys and search indexes come and go`() throws {
        let file = try Self.file()
        let realm = try file.edited { editor in
            try editor.setPrimaryKey("name", on: "Person")
            try editor.setIndexed("age", on: "Person", true)
            try editor.setFullTextIndexed("name", on: "Dog", true)
        }
        #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: "p77")?["age"] as? String == "77")
        #expect(realm.schema["Person"]?["age"]?.isIndexed == true)
        #expect(realm.dynamicObjects("Dog").filter("name TEXT 'd77'").count == 1)
        let next = try file.edited(version: 3) { editor in
            try editor.setPrimaryKey("age", on: "Person")
            try editor.setIndexed("name", on: "Dog", true)
        }
        #expect(next.schema["Person"]?["name"]?.isIndexed == false)
        #expect(next.schema["Dog"]?["name"]?.isFullTextIndexed == false)
        #expect(next.dynamicObject(ofType: "Person", forPrimaryKey: "77")?["name"] as? String == "p77")
        let last = try file.edited(version: 4) { editor in
            try editor.setPrimaryKey(nil, on: "Person")
            try editor.setIndexed("name", on: "Dog", false)
        }
        #expect(last.schema == Self.schema)
    }

    @Test func `duplicates of a new primary key are named`() throws {
        let file = try MigratedFile(Schema("Person", [Self.name])) { realm in
            for name in ["a", "b", "a"] { try realm.create("Person", value: [name]) }
        }
        let error = try file.editError { try $0.setPrimaryKey("name", on: "Person") }
        #expect(error.code == .badMigration)
        #expect(error.localizedDescription.hasSuffix("Duplicates: 'a' (2 objects)."))
    }

    @Test func `duplicates that are made after an edit are found at the end`() throws {
        let file = try Self.file()
        #expect(throws: RLMError(.fail)) {
            try Realm.performMigration(for: file.configuration(nil)) { migration, _ in
                try migration.edit { try $0.setPrimaryKey("name", on: "Person") }
                for person in migration.objects("Person").prefix(2) { person["name"] = "same" }
            }
        }
        #expect(try file.opened().schema == Self.schema)
    }

    // MARK: What is refused

    private static let refused: [(edit: @Sendable (inout SchemaEditor) throws -> Void, words: String)] = [
        ({ try $0.addClass(dog) }, "Class 'Dog' exists already."),
        ({ try $0.removeClass("Cat") }, "There is no class 'Cat'."),
        ({ try $0.renameClass("Dog", to: "Person") }, "Class 'Person' exists already."),
        ({ try $0.renameClass("Dog", to: String(repeating: "x", count: 58)) }, "Name too long"),
        ({ try $0.renameClass("Cat", to: "Lion") }, "There is no class 'Cat'."),
        ({ try $0.addProperty(name, to: "Dog") }, "Property 'name' appears more than once"),
        ({ try $0.addProperty(.link("x", to: "Nope"), to: "Dog") }, "has unknown object type 'Nope'"),
        ({ try $0.addProperty(Property(name: "x", type: .int), to: "Dog", fill: .string("1")) }, "cannot be filled"),
        (
            { try $0.addProperty(Property(name: "x", type: .int, isArray: true), to: "Dog", fill: .int(1)) },
            "Collection 'Dog.x' cannot be filled"
        ),
        ({ try $0.removeProperty("x", from: "Dog") }, "Class 'Dog' has no property 'x'."),
        ({ try $0.renameProperty("x", on: "Dog", to: "y") }, "Class 'Dog' has no property 'x'."),
        ({ try $0.renameProperty("name", on: "Dog", to: "owner") }, "Property 'owner' appears more than once"),
        ({ try $0.setPrimaryKey("owner", on: "Dog") }, "cannot be made the primary key"),
        ({ try $0.setPrimaryKey("x", on: "Dog") }, "Class 'Dog' has no property 'x'."),
        ({ try $0.setIndexed("owner", on: "Dog", true) }, "cannot be indexed"),
        ({ try $0.setFullTextIndexed("owner", on: "Dog", true) }, "cannot be indexed for full-text search"),
        ({ try $0.setOptional("owner", on: "Dog", false) }, "must be nullable"),
        ({ try $0.setEmbedded("Cat", true) }, "There is no class 'Cat'."),
        (
            {
                try $0.setEmbedded("Person", true); try $0.setEmbedded("Dog", true)
            }, "Cycles containing embedded objects are not currently supported"
        ),
    ]

    @Test(arguments: Self.refused.indices)
    func `a schema that no file can have is refused`(index: Int) throws {
        let (edit, words) = Self.refused[index]
        let file = try MigratedFile(Self.schema) { realm in
            try realm.create("Dog", value: ["owner": realm.create("Person", value: ["a"])])
        }
        let error = try file.editError { try edit(&$0) }
        #expect(error.code == .badMigration)
        #expect(error.localizedDescription.contains(words), "\(error.localizedDescription)")
    }

    @Test func `an error of an edit ends a migration block that goes on`() throws {
        let error = try Self.file().refusal(nil) { migration, _ in
            try? migration.edit { editor in
                try editor.removeProperty("age", from: "Person")
                try editor.removeClass("Nope")
            }
            migration.create("Dog", value: ["more"])
        }
        #expect(error.code == .badMigration)
        #expect(error.localizedDescription == "There is no class 'Nope'.")
    }

    @Test func `an editor traps behind its migration`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let file = try SchemaEditorTests.file()
            var kept: SchemaEditor?
            try Realm.performMigration(for: file.configuration(nil)) { migration, _ in
                try migration.edit { kept = $0 }
            }
            try kept?.removeClass("Dog")
        }
        expectMessage(result, "A migration can be used in its block only.")
    }

    @Test func `the schema of the program's classes is reached regardless of the edits`() throws {
        let file = try Self.file()
        let realm = try file.migrated(Self.schema) { migration, _ in
            try? migration.edit { editor in
                try editor.removeProperty("name", from: "Dog")
                try editor.addProperty(Property(name: "size", type: .int), to: "Dog")
                try editor.setIndexed("age", on: "Person", true)
            }
            #expect(migration.newSchema == Self.schema)
        }
        #expect(realm.schema == Self.schema)
        #expect(try Set(file.opened().schema["Dog"]?.properties.map(\.name) ?? []) == ["name", "owner"])
        #expect(Set(realm.texts("Dog", "name")) == [""])
    }
}
