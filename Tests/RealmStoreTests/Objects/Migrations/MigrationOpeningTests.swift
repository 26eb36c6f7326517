import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// The interaction of migrations with the rest of opening, and with errors.
@Suite("Migration: opening") struct MigrationOpeningTests {
    private static let age = Property(name: "age", type: .int)
    private static let old = Schema("Dog", [age])
    private static let new = Schema("Dog", [age, Property(name: "name", type: .string)])

    private static func file() throws -> MigratedFile {
        try MigratedFile(old) { realm in for age in 0..<50 { try realm.create("Dog", value: [age]) } }
    }

    private static let naming: MigrationBlock = { migration, _ in
        migration.enumerateObjects(ofType: "Dog") { _, new in new?["name"] = "n\(new?["age"] ?? "")" }
    }

    // MARK: performMigration

    @Test func `a file is migrated without being opened`() throws {
        let file = try Self.file()
        try Realm.performMigration(for: file.configuration(Self.new, Self.naming))
        #expect(try file.opened().texts("Dog", "name") == (0..<50).map { "n\($0)" })
    }

    @Test func `a function returns what it found, or nil where nothing is to be migrated`() throws {
        let file = try Self.file()
        func migrate() throws -> Int? {
            try Realm.performMigration(for: file.configuration(Self.new)) { migration, version in
                #expect(version == 1)
                return migration.objects("Dog").count
            }
        }
        #expect(try migrate() == 50)
        #expect(try migrate() == nil)
        #expect(try file.opened().schemaVersion == 2)
    }

    private struct Refusal: Error {}

    @Test func `an error of a function undoes everything`() throws {
        let file = try Self.file()
        let bytes = try Data(contentsOf: file.url)
        for schema in [Self.new, nil] {
            #expect(throws: Refusal.self) {
                try Realm.performMigration(for: file.configuration(schema)) { migration, _ in
                    migration.deleteData(forType: "Dog")
                    throw Refusal()
                }
            }
        }
        #expect(try Data(contentsOf: file.url) == bytes)
    }

    @Test func `a file that is open is not migrated`() throws {
        let file = try Self.file()
        let realm = try file.opened()
        #expect(throws: RLMError(.alreadyOpen)) {
            try Realm.performMigration(for: file.configuration(Self.new)) { _, _ in }
        }
        #expect(realm.schemaVersion == 1)
    }

    @Test func `performing a migration of an open file traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let file = try MigrationOpeningTests.file()
            let realm = try file.opened()
            try Realm.performMigration(for: file.configuration(MigrationOpeningTests.new))
            _ = realm.isEmpty
        }
        expectMessage(result, "Cannot migrate Realms that are already open.")
    }

    @Test func `a configuration that cannot migrate is refused`() throws {
        let file = try Self.file()
        for setting: (inout Realm.Configuration) -> Void in [
            { $0.readOnly = true }, { $0.lockMode = .immutable }, { $0.deleteRealmIfMigrationNeeded = true },
        ] {
            var configuration = file.configuration(nil)
            setting(&configuration)
            #expect(throws: RLMError(.invalidInput)) { try Realm.performMigration(for: configuration) { _, _ in } }
        }
    }

    @Test func `a higher version is refused, whatever the schema mode`() throws {
        let file = try Self.file()
        for schema in [Self.old, nil] {
            let error = #expect(throws: RLMError(.fail)) {
                try Realm.performMigration(for: file.configuration(schema, version: 0)) { _, _ in }
            }
            #expect(
                error?.localizedDescription.hasSuffix("Provided schema version 0 is less than last set version 1.")
                    == true)
        }
    }

    @Test func `with the file's own schema a file without a version stays as it is`() throws {
        let file = try MigratedFile()
        try Fixture.named("no_history").bytes().write(to: file.url)
        let bytes = try Data(contentsOf: file.url)
        let result = try Realm.performMigration(for: file.configuration(nil)) { _, _ in true }
        #expect(result == nil)
        #expect(try Data(contentsOf: file.url) == bytes)
    }

    // MARK: Other settings

    @Test func `a block is not run for a file that is made anew`() throws {
        let file = try Self.file()
        var configuration = file.configuration(Self.new) { _, _ in Issue.record("the block was run") }
        configuration.deleteRealmIfMigrationNeeded = true
        #expect(try Realm(configuration: configuration).isEmpty)
    }

    @Test func `a file is compacted and migrated as it is opened`() throws {
        let file = try Self.file()
        try {
            let realm = try file.opened()
            try realm.write { for _ in 0..<20_000 { try realm.create("Dog", value: [1 << 40]) } }
            try realm.write { realm.delete(realm.dynamicObjects("Dog").filter("age > 50")) }
        }()
        let size = try Data(contentsOf: file.url).count
        var configuration = file.configuration(Self.new, Self.naming)
        configuration.shouldCompactOnLaunch = { total, used in used < total }
        try {
            let realm = try Realm(configuration: configuration)
            #expect(realm.schema == Self.new)
            #expect(realm.dynamicObjects("Dog").filter("name == 'n7'").count == 1)
        }()
        #expect(try Data(contentsOf: file.url).count < size)
        try file.expectSound()
    }

    @Test func `for reading, another version is refused with a message about the block`() throws {
        let file = try Self.file()
        var configuration = file.configuration(Self.old, Self.naming)
        configuration.readOnly = true
        let error = #expect(throws: RLMError(.fail)) { try Realm(configuration: configuration) }
        #expect(
            error?.localizedDescription.hasSuffix(
                "Provided schema version 2 does not equal last set version 1. Realms opened in immutable mode do not "
                    + "use a migration function.") == true)
        configuration.schemaVersion = 1
        #expect(try Realm(configuration: configuration).dynamicObjects("Dog").count == 50)
    }

    @Test func `an in-memory Realm is migrated while others have it open`() throws {
        var configuration = Realm.Configuration(inMemoryIdentifier: "migrated \(UUID())", schemaVersion: 1)
        configuration.schemaMode = .explicit(Self.old)
        let first = try Realm(configuration: configuration)
        try first.write { try first.create("Dog", value: [4]) }
        configuration.schemaVersion = 2
        configuration.schemaMode = .explicit(Self.new)
        configuration.migrationBlock = Self.naming
        #expect(try Realm(configuration: configuration).texts("Dog", "name") == ["n4"])
    }

    @Test(arguments: [10, 20, 21, 22, 23])
    func `a file of an older format is upgraded and migrated`(format: Int) throws {
        var details: Set<AgedFile.Detail> = [.reversedSets, .oldColumnKeys]
        if format < 22 { details.insert(.primaryKeysWithoutIndex) }
        if format == 21 || format == 22 { details.insert(.hashedDictionaries) }
        let aged = try AgedFile(details, format: format)
        let file = try MigratedFile()
        try Data(aged.bytes).write(to: file.url)
        let stored = try #require(try file.opened().schemaVersion)
        let classes = AgedFile.schema.objectSchema.map { schema in
            ObjectSchema(
                className: schema.className, properties: schema.properties + [Property(name: "added", type: .string)],
                primaryKey: schema.primaryKeyProperty?.name, isEmbedded: schema.isEmbedded)
        }
        let realm = try file.migrated(Schema(classes), version: stored + 1) { migration, _ in
            migration.enumerateObjects(ofType: "Person") { old, new in
                new?["added"] = "\(old?["name"] ?? "") \((old?["scores"] as? Map<String, Int>)?.count ?? -1)"
            }
        }
        #expect(realm.texts("Person", "added") == ["Ada 3", "Bob 0", "Cleo 0"])
        #expect(try Realm.fileInfo(at: file.url).fileFormat == 24)
    }

    @Test func `a real file is migrated by typed blocks`() throws {
        let file = try MigratedFile()
        try Fixture.named("migrate_v1").bytes().write(to: file.url)
        let old = try file.opened()
        let names: [String] = old.dynamicObjects("Person").map { "\($0["firstName"] ?? "") \($0["lastName"] ?? "")" }
        let ages = old.texts("Person", "age")
        let dogs: [Int64?] = old.dynamicObjects("Dog").map { ($0["owner"] as? DynamicObject)?.objectKey }
        let configuration = Realm.Configuration(
            fileURL: file.url, schemaVersion: 2,
            migrationBlock: { migration, version in
                #expect(version == 1)
                migration.renameProperty(onType: "Dog", from: "owner", to: "human")
                migration.enumerateObjects(ofType: "Person") { old, new in
                    guard let old, let new else { return }
                    new["fullName"] = "\(old["firstName"] ?? "") \(old["lastName"] ?? "")"
                    new["years"] = old["age"].map { "\($0)" }
                }
            }, objectTypes: [MigratedPerson.self, MigratedDog.self])
        let realm = try Realm(configuration: configuration)
        #expect(realm.objects(MigratedPerson.self).map(\.fullName) == names)
        #expect(realm.objects(MigratedPerson.self).map { $0.years ?? "nil" } == ages)
        #expect(realm.objects(MigratedDog.self).map { $0.human?.objectKey } == dogs)
        try file.expectSound()
    }

    // MARK: Behind the block

    @Test(arguments: ["enumerate", "create", "objects", "rename", "delete"])
    func `a migration traps behind its block`(what: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [what = what as String] in
            var kept: Migration?
            let file = try MigrationOpeningTests.file()
            try Realm.performMigration(for: file.configuration(nil)) { migration, _ in
                kept = migration
            }
            switch what {
            case "enumerate": kept?.enumerateObjects(ofType: "Dog") { _, _ in }
            case "create": kept?.create("Dog")
            case "objects": _ = kept?.objects("Dog")
            case "rename": kept?.renameProperty(onType: "Dog", from: "age", to: "x")
            default: kept?.deleteData(forType: "Dog")
            }
        }
        expectMessage(result, "A migration can be used in its block only.")
    }

    @Test func `an object of a migration traps behind its block`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var kept: DynamicObject?
            let file = try MigrationOpeningTests.file()
            try Realm.performMigration(for: file.configuration(nil)) { migration, _ in
                kept = migration.objects("Dog").first
            }
            _ = kept?["age"]
        }
        expectMessage(result, "has been deleted or invalidated")
    }

    @Test func `writing to an old object traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let file = try MigrationOpeningTests.file()
            try Realm.performMigration(for: file.configuration(nil)) { migration, _ in
                migration.enumerateObjects(ofType: "Dog") { old, _ in old?["age"] = 1 }
            }
        }
        expectMessage(result, "the old ones of a migration, cannot be changed")
    }

    @Test func `committing in a block traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let file = try MigrationOpeningTests.file()
            try Realm.performMigration(for: file.configuration(nil)) { migration, _ in
                try migration.realm.commitWrite()
            }
        }
        expectMessage(result, "The write transaction of a migration ends with its block.")
    }

    @Test func `creating an object of an unknown class traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let file = try MigrationOpeningTests.file()
            try Realm.performMigration(for: file.configuration(nil)) { migration, _ in
                migration.create("Cat")
            }
        }
        expectMessage(result, "Class 'Cat' is not in the new schema of the migration.")
    }

    @Test func `a block that traps leaves the file as it was`() async throws {
        let file = try Self.file()
        let before = try file.content()
        await #expect(processExitsWith: .failure) { [path = file.url.path as String] in
            var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path), schemaVersion: 2)
            configuration.schemaMode = .discovered
            configuration.lockTimeout = .seconds(10)
            configuration.migrationBlock = { migration, _ in
                migration.deleteData(forType: "Dog")
                fatalError("in the middle of a migration")
            }
            _ = try Realm(configuration: configuration)
        }
        #expect(try file.content() == before)
        try file.expectSound()
    }
}

final class MigratedPerson: TestObject {
    @Persisted var fullName: String
    @Persisted var years: String?

    override class func _realmObjectName() -> String? { "Person" }
    override class func propertiesMapping() -> [String: String] { ["fullName": "full_name"] }
}

final class MigratedDog: TestObject {
    @Persisted var name: String
    @Persisted var human: MigratedPerson?

    override class func _realmObjectName() -> String? { "Dog" }
}
