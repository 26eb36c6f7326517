import Foundation
import RealmSwift
import Testing

@testable import TestSupport

/// What comes with a `Realm`: its configuration, its errors, the base classes of objects, and the collections that it
/// returns.
@Suite struct RealmPageTypesTests {
    // MARK: Configuration

    @Test func `a configuration is a value`() throws {
        let configuration: any Sendable & Equatable & CustomStringConvertible = Realm.Configuration.pets("a")
        var copy = try #require(configuration as? Realm.Configuration)
        let realm = try Realm(configuration: copy)
        copy.inMemoryIdentifier = "b"
        #expect(realm.configuration.inMemoryIdentifier == "a")
    }

    @Test func `its text has a line for each setting, and not the key`() {
        let describe = \Realm.Configuration.description
        var configuration = Realm.Configuration.pets("a")
        configuration.encryptionKey = Data(repeating: 7, count: 64)
        let text = configuration[keyPath: describe]
        for name in [
            "fileURL", "inMemoryIdentifier = a", "encryptionKey = 64 bytes", "readOnly = false", "schemaVersion = 0",
            "migrationBlock", "deleteRealmIfMigrationNeeded", "shouldCompactOnLaunch", "dynamic", "customSchema",
        ] {
            #expect(text.contains(name))
        }
        #expect(text.contains("Configuration") && !text.contains("0707"))
        #expect(!Realm.Configuration(fileURL: nil).description.isEmpty)
    }

    @Test func `configurations are equal by what decides about the file`() {
        let isEqual: (Realm.Configuration, Realm.Configuration) -> Bool = (==)
        let configuration = Realm.Configuration.pets("a")
        var other = configuration
        other.objectTypes = [Pet.self]
        other.migrationBlock = { _, _ in }
        #expect(isEqual(configuration, other))
        other.schemaVersion = 1
        #expect(!isEqual(configuration, other))
        #expect(!isEqual(configuration, .pets("b")))
    }

    @Test func `the default configuration is shared by all of the program`() async {
        await #expect(processExitsWith: .success) { try RealmPageTypesTests.shareDefault() }
    }

    private static func shareDefault() throws {
        Realm.Configuration.defaultConfiguration = .pets("default")
        let realm = try Realm()
        let (seen, old) = try onThread {
            let shared = Realm.Configuration.defaultConfiguration
            return (shared.inMemoryIdentifier, RLMRealmConfiguration.default().inMemoryIdentifier)
        }
        #expect(seen == "default" && old == "default" && RLMRealm.default().isEmpty)
        Realm.Configuration.defaultConfiguration.inMemoryIdentifier = "other"
        #expect(realm.configuration.inMemoryIdentifier == "default")
        #expect(try Realm() != realm)
    }

    // MARK: Errors

    @Test func `errors are of RLMError, and bridged to NSError`() throws {
        #expect(Realm.Error.self == RLMError.self)
        let directory = try TemporaryDirectory()
        let missing = Realm.Configuration.pets(in: directory, "none/pets.realm")
        let open: () throws -> Realm = { try Realm(configuration: missing) }
        do {
            _ = try open()
            Issue.record("a file without a directory was opened")
        } catch Realm.Error.fileNotFound {
            // The pattern of most programs.
        }
        let error = #expect(throws: Realm.Error.self) { try open() }
        let bridged = try #require(error) as NSError
        #expect(bridged.domain == "io.realm" && bridged.code == Realm.Error.Code.fileNotFound.rawValue)
    }

    @Test func `errors are equal by code`() {
        let isEqual: (Realm.Error, Realm.Error) -> Bool = (==)
        let equatable: any Equatable = Realm.Error(.fail)
        #expect(equatable is Realm.Error)
        #expect(isEqual(Realm.Error(.fail, userInfo: [NSLocalizedDescriptionKey: "a"]), Realm.Error(.fail)))
        #expect(!isEqual(Realm.Error(.fail), Realm.Error(.fileAccess)))
    }

    @Test func `a lower schema version fails`() throws {
        let fail: Realm.Error.Code = Realm.Error.fail
        #expect(fail == .fail && fail.rawValue == 1)
        let directory = try TemporaryDirectory()
        var configuration = Realm.Configuration.pets(in: directory)
        configuration.schemaVersion = 2
        _ = try Realm(configuration: configuration)
        configuration.schemaVersion = 1
        let lower = configuration
        let error = #expect(throws: Realm.Error.self) { try Realm(configuration: lower) }
        #expect(error?.code == fail)
    }

    @Test func `a lock file of another layout that is held is incompatible`() async throws {
        #expect(Realm.Error.Code.incompatibleLockFile.rawValue == 8)
        let directory = try TemporaryDirectory()
        let configuration = Realm.Configuration.pets(in: directory)
        try { _ = try Realm(configuration: configuration) }()
        let path = try #require(configuration.fileURL?.path) + ".lock"
        var header = Data(count: 1728)
        (header[0], header[6]) = (1, 14)
        try header.write(to: URL(fileURLWithPath: path))
        let lock = open(path, O_RDWR)
        #expect(flock(lock, LOCK_SH | LOCK_NB) == 0)
        do {
            let realm = try await Realm(configuration: configuration)
            try realm.write {}
            Issue.record("a file in use by another engine was written")
        } catch Realm.Error.incompatibleLockFile {
            // Thrown when the file would be written.
        }
        close(lock)
    }

    @Test func `the files of an open Realm are not deleted`() throws {
        #expect(Realm.Error.Code.alreadyOpen.rawValue == 12 && Realm.Error.alreadyOpen == .alreadyOpen)
        let directory = try TemporaryDirectory()
        let realm = try Realm(configuration: .pets(in: directory))
        let error = #expect(throws: Realm.Error.self) { try Realm.deleteFiles(for: realm.configuration) }
        #expect(error?.code == .alreadyOpen)
    }

    // MARK: Pools

    @Test func `a pool returns the result of its block, and a Realm opened in it is closed`() throws {
        let directory = try TemporaryDirectory()
        let configuration = Realm.Configuration.pets(in: directory)
        let count = try autoreleasepool { () -> Int in
            let realm = try Realm(configuration: configuration)
            try realm.addPets(["a"])
            return realm.objects(Pet.self).count
        }
        #expect(count == 1)
        #expect(throws: CancellationError.self) { try autoreleasepool { throw CancellationError() } }
        #expect(try whenFree { try Realm.deleteFiles(for: configuration) })
    }

    // MARK: Base classes

    @Test func `models are below Object, by any of its names`() throws {
        #expect(Object.self == RealmSwiftObject.self && ObjectBase.self == RLMObjectBase.self)
        let pet: RealmSwiftObject = Pet()
        let base: ObjectBase = pet
        let root: NSObject = base
        #expect(root === pet && pet.realm == nil && !pet.isInvalidated)
        let realm = try Realm.withPets()
        try realm.write { realm.add(pet) }
        #expect(pet.realm == realm && !pet.isFrozen && pet.freeze().isFrozen)
        try realm.write { realm.delete(base) }
        #expect(pet.isInvalidated)
    }

    @Test func `a class is named by its own name, without module or outer type`() throws {
        let name: (Object.Type) -> String = { $0.className() }
        #expect(name(Pet.self) == "Pet" && name(Inner.self) == "Inner")
        let realm = try Realm(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Inner.self]))
        #expect(realm.schema["Inner"]?.properties.map(\.name) == ["number"])
    }

    private final class Inner: TestObject {
        @Persisted var number: Int
    }

    // MARK: Collections

    @Test func `results are evaluated again after each write, and are equal as queries`() throws {
        let realm = try Realm.withPets("a", "b")
        let old: Results<Pet> = realm.objects(Pet.self).where { $0.age > 1 }
        #expect(old.count == 1)
        try realm.write { realm.pet("a")?.age = 5 }
        #expect(old.map(\.name) == ["a", "b"])
        let same = old
        #expect(same == old && old != realm.objects(Pet.self).where { $0.age > 1 })
    }

    @Test func `a list keeps its order and duplicates, alone or in its property`() throws {
        let plain = List<Int>()
        plain.append(objectsIn: [3, 1, 3])
        let base: RLMSwiftCollectionBase = plain
        #expect(base === plain && Array(plain) == [3, 1, 3] && plain.realm == nil)
        let realm = try Realm.withPets("a", "b")
        try realm.write {
            let pets = realm.create(Keeper.self, value: ["numbers": plain]).pets
            pets.append(objectsIn: realm.objects(Pet.self).sorted(by: \.age, ascending: false))
            pets.append(pets[0])
            #expect(pets.map(\.name) == ["b", "a", "b"] && pets.realm == realm)
        }
        let keeper = try #require(realm.objects(Keeper.self).first)
        #expect(keeper.numbers === keeper.numbers && Array(keeper.numbers) == [3, 1, 3])
    }
}
