import Foundation
import RealmStore
import TestSupport
import Testing

/// Properties that get another name in a migration block.
@Suite("Migration: renaming") struct MigrationRenamingTests {
    private static let name = Property(name: "name", type: .string)
    private static let old = Schema("Person", [name, Property(name: "age", type: .int)])

    private static func file() throws -> MigratedFile {
        try MigratedFile(old) { realm in
            for age in 0..<300 { try realm.create("Person", value: ["n\(age)", age]) }
        }
    }

    @Test func `values stay under the new name`() throws {
        let new = Schema("Person", [name(of: "title", isIndexed: true), Property(name: "age", type: .int)])
        let realm = try Self.file().migrated(new) { migration, _ in
            migration.renameProperty(onType: "Person", from: "name", to: "title")
            migration.enumerateObjects(ofType: "Person") { old, new in
                #expect(old?["name"] as? String == new?["title"] as? String)
            }
        }
        #expect(realm.schema == new)
        #expect(realm.texts("Person", "title") == (0..<300).map { "n\($0)" })
        #expect(realm.dynamicObjects("Person").filter("title == 'n123'").count == 1)
    }

    private func name(of name: String, isIndexed: Bool) -> Property {
        Property(name: name, type: .string, isIndexed: isIndexed)
    }

    @Test func `a property becomes optional with its new name`() throws {
        let new = Schema("Person", [Self.name, Property(name: "years", type: .int, isOptional: true)])
        let realm = try Self.file().migrated(new) { migration, _ in
            migration.renameProperty(onType: "Person", from: "age", to: "years")
        }
        #expect(realm.schema == new)
        #expect(realm.texts("Person", "years") == (0..<300).map { "\($0)" })
    }

    @Test func `names are exchanged through a third`() throws {
        let pair = Schema("Pair", [Property(name: "a", type: .int), Property(name: "b", type: .int)])
        let file = try MigratedFile(pair) { realm in try realm.create("Pair", value: ["a": 1, "b": 2]) }
        let new = Schema("Pair", [Property(name: "b2", type: .int), Property(name: "a2", type: .int)])
        let realm = try file.migrated(new) { migration, _ in
            migration.renameProperty(onType: "Pair", from: "a", to: "between")
            migration.renameProperty(onType: "Pair", from: "b", to: "a2")
            migration.renameProperty(onType: "Pair", from: "between", to: "b2")
        }
        #expect(realm.texts("Pair", "b2") == ["1"])
        #expect(realm.texts("Pair", "a2") == ["2"])
    }

    @Test func `a primary key keeps its values under another name`() throws {
        let keyed = Schema("Person", [Self.name], key: "name")
        let file = try MigratedFile(keyed) { realm in
            for name in ["x", "y"] { try realm.create("Person", value: [name]) }
        }
        let new = Schema("Person", [Property(name: "id", type: .string)], key: "id")
        let realm = try file.migrated(new) { migration, _ in
            migration.renameProperty(onType: "Person", from: "name", to: "id")
        }
        #expect(realm.schema == new)
        #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: "y") != nil)
    }

    @Test func `links and their backlinks stay`() throws {
        let file = try MigratedFile(
            Schema("Dog", [.link("mother", to: "Dog"), .link("pups", to: "Dog", isArray: true)])
        ) {
            realm in
            let mother = try realm.create("Dog", value: [String: Any]())
            mother["pups"] = [try realm.create("Dog", value: ["mother": mother])]
        }
        let new = Schema("Dog", [.link("dam", to: "Dog"), .link("litter", to: "Dog", isArray: true)])
        let realm = try file.migrated(new) { migration, _ in
            migration.renameProperty(onType: "Dog", from: "mother", to: "dam")
            migration.renameProperty(onType: "Dog", from: "pups", to: "litter")
        }
        #expect(realm.dynamicObjects("Dog").filter("litter.@count == 1").count == 1)
        #expect(realm.dynamicObjects("Dog").filter("dam.litter.@count == 1").count == 1)
        try realm.write { realm.delete(realm.dynamicObjects("Dog")[1]) }
        try file.expectSound()
    }

    @Test func `a name that no schema has is refused at the end`() throws {
        let error = try Self.file().refusal(Schema("Person", [Self.name])) { migration, _ in
            migration.renameProperty(onType: "Person", from: "age", to: "nope")
        }
        #expect(error.code == .fail)
        #expect(error.localizedDescription.hasSuffix("Renamed property 'Person.nope' does not exist."))
    }

    // MARK: Refusals, which end the process

    /// Migrates to a schema with another property in the place of `age`.
    private static func rename(
        to property: Property?, _ from: String, _ to: String, of className: String = "Person"
    ) throws {
        let others = [name] + (property.map { [$0] } ?? [])
        let file = try file()
        _ = try Realm(
            configuration: file.configuration(Schema("Person", others)) { migration, _ in
                migration.renameProperty(onType: className, from: from, to: to)
            })
    }

    @Test func `a class that does not exist traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try MigrationRenamingTests.rename(to: nil, "age", "years", of: "Q")
        }
        expectMessage(result, "Cannot rename properties for type 'Q' because it does not exist.")
    }

    @Test func `a class that the new schema does not have traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let file = try MigrationRenamingTests.file()
            _ = try file.migrated(Schema("Dog", [])) { migration, _ in
                migration.renameProperty(onType: "Person", from: "age", to: "years")
            }
        }
        expectMessage(
            result, "Cannot rename properties for type 'Person' because it has been removed from the Realm.")
    }

    @Test func `a property that stays traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try MigrationRenamingTests.rename(to: Property(name: "t", type: .string), "name", "t")
        }
        expectMessage(
            result, "Cannot rename property 'Person.name' to 't' because the source property still exists.")
    }

    @Test func `a property that does not exist traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try MigrationRenamingTests.rename(to: Property(name: "t", type: .string), "zz", "t")
        }
        expectMessage(result, "Cannot rename property 'Person.zz' because it does not exist.")
    }

    @Test func `another type traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try MigrationRenamingTests.rename(to: Property(name: "t", type: .string), "age", "t")
        }
        expectMessage(
            result,
            "Cannot rename property 'Person.age' to 't' because it would change from type 'int' to 'string'.")
    }

    @Test func `a property that becomes required traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let file = try MigratedFile(Schema("Person", [Property(name: "age", type: .int, isOptional: true)]))
            let new = Schema("Person", [Property(name: "t", type: .int)])
            _ = try Realm(
                configuration: file.configuration(new) { migration, _ in
                    migration.renameProperty(onType: "Person", from: "age", to: "t")
                })
        }
        expectMessage(
            result,
            "Cannot rename property 'Person.age' to 't' because it would change from optional to required.")
    }
}
