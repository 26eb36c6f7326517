import Foundation
import OpenCombine
import RealmSwift
import Testing

@testable import TestSupport

/// Observing a `Realm`, its versions, frozen and handed-over values, asynchronous writing and opening, migrations and
/// files.
@Suite struct RealmPageSharingTests {
    // MARK: Observing

    @Test func `a Realm tells of its own commits at once, and of others when it advances`() throws {
        let observe: (Realm) -> (@escaping Realm.NotificationBlock) -> NotificationToken = Realm.observe(_:)
        let configuration = Realm.Configuration.pets()
        let realm = try Realm(configuration: configuration)
        realm.autorefresh = false
        var told: [Realm.Notification] = []
        let block: Realm.NotificationBlock = { notification, other in
            #expect(other == realm)
            told.append(notification)
        }
        let token = observe(realm)(block)
        try realm.write {}
        #expect(told == [.didChange])
        realm.beginWrite()
        realm.cancelWrite()
        try onThread { try Realm(configuration: configuration).addPets(["a"]) }
        #expect(told == [.didChange])
        #expect(realm.refresh() && told == [.didChange, .didChange])
        token.invalidate()
        try realm.write {}
        #expect(told.count == 2)
    }

    @Test func `without autorefresh a Realm tells that a refresh is due`() throws {
        let stage = PetStage()
        let told = try stage.run { realm in Held(realm) }
        try stage.writeElsewhere { $0.deleteAll() }
        let arrived = told.arrived.wait(timeout: .now() + 60)
        #expect(arrived == .success)
        stage.queue.sync {
            #expect(Set(told.notifications) == [.refreshRequired] && told.realm?.isEmpty == false)
            told.end()
        }
    }

    /// An observer that stays in the queue of a Realm without autorefresh.
    private final class Held: @unchecked Sendable {
        var realm: Realm?
        var notifications: [Realm.Notification] = []
        var token: NotificationToken?
        let arrived = DispatchSemaphore(value: 0)

        init(_ realm: Realm) {
            self.realm = realm
            realm.autorefresh = false
            token = realm.observe { [weak self] notification, _ in
                self?.notifications.append(notification)
                self?.arrived.signal()
            }
        }

        func end() {
            token?.invalidate()
            realm = nil
        }
    }

    @Test func `notifications have the names of the SDK`() {
        let change: Realm.Notification = .didChange
        #expect(change.rawValue == "RLMRealmDidChangeNotification")
        #expect(Realm.Notification(rawValue: "RLMRealmRefreshRequiredNotification") == .refreshRequired)
    }

    @Test func `an observation ends with its token`() throws {
        #expect(NotificationToken.self == RLMNotificationToken.self)
        let invalidate: (NotificationToken) -> () -> Bool = NotificationToken.invalidate
        let realm = try Realm.withPets()
        var told = 0
        var token: NotificationToken? = realm.observe { _, _ in told += 1 }
        try realm.write {}
        token = nil
        try realm.write {}
        #expect(told == 1 && token == nil)
        let other = realm.observe { _, _ in told += 1 }
        #expect(invalidate(other)() && !other.invalidate())
        let dead: any Sendable = NotificationToken()
        #expect((dead as? NotificationToken)?.invalidate() == false)
    }

    // MARK: Versions

    @Test func `autorefresh belongs to the session`() throws {
        let configuration = Realm.Configuration.pets()
        let (realm, other) = (try Realm(configuration: configuration), try Realm(configuration: configuration))
        #expect(realm.autorefresh)
        realm.autorefresh = false
        #expect(!other.autorefresh && !realm.freeze().autorefresh)
    }

    @Test func `autorefresh of a frozen Realm cannot be set`() async {
        await #expect(processExitsWith: .failure) { try Realm.withPets().freeze().autorefresh = true }
    }

    @Test func `a refresh advances once`() throws {
        let refresh: (Realm) -> () -> Bool = Realm.refresh
        let configuration = Realm.Configuration.pets()
        let realm = try Realm(configuration: configuration)
        #expect(realm.isEmpty)
        try onThread { try Realm(configuration: configuration).addPets(["a"]) }
        #expect(refresh(realm)() && !realm.isEmpty)
        #expect(!refresh(realm)() && !realm.freeze().refresh())
        realm.beginWrite()
        #expect(!realm.refresh())
        realm.cancelWrite()
    }

    @Test @MainActor func `a task refreshes a Realm without blocking its thread`() async throws {
        let configuration = Realm.Configuration.pets()
        let realm = try await Realm(configuration: configuration)
        realm.autorefresh = false
        #expect(realm.isEmpty)
        try PetStage.writeElsewhere(configuration) { $0.create(Pet.self, value: ["name": "a"]) }
        #expect(realm.isEmpty)
        let isNew: Bool = await realm.asyncRefresh()
        #expect(isNew && realm.pet("a") != nil)
        let isNewer = await realm.asyncRefresh()
        #expect(!isNewer)
        let cancelled = Task { @MainActor in await realm.asyncRefresh() }
        cancelled.cancel()
        #expect(await !cancelled.value)
    }

    // MARK: Freezing

    @Test func `a frozen Realm stays as it is, on all threads`() throws {
        let (freeze, thaw): ((Realm) -> () -> Realm, (Realm) -> () -> Realm) = (Realm.freeze, Realm.thaw)
        let realm = try Realm.withPets("a")
        let frozen = freeze(realm)()
        try realm.addPets(["b"])
        #expect(frozen.isFrozen && !realm.isFrozen && frozen.freeze() == frozen)
        let held = Unchecked(content: frozen)
        #expect(try onThread { held.content.objects(Pet.self).count } == 1)
        #expect(thaw(frozen)() == realm && thaw(realm)() == realm)
    }

    @Test func `objects and collections are frozen and thawed`() throws {
        let realm = try Realm.withPets("a", "b")
        let freezeObject: (Pet) -> Pet = realm.freeze(_:)
        let thawObject: (Pet) -> Pet? = realm.thaw(_:)
        let freezeResults: (Results<Pet>) -> Results<Pet> = realm.freeze(_:)
        let pet = try #require(realm.pet("a"))
        let (frozen, pets) = (freezeObject(pet), freezeResults(realm.objects(Pet.self)))
        try realm.write {
            pet.age = 9
            realm.delete(realm.objects(Pet.self).where { $0.name == "b" })
        }
        #expect(frozen.isFrozen && frozen.age == 1 && pets.isFrozen && pets.map(\.name) == ["a", "b"])
        #expect(thawObject(frozen)?.age == 9 && thawObject(pets[1]) == nil)
    }

    // MARK: Handing over

    @Test func `a reference hands a value over once`() throws {
        let configuration = Realm.Configuration.pets()
        let realm = try Realm(configuration: configuration)
        try realm.addPets(["a", "b"])
        let (pet, other) = (try #require(realm.pet("a")), try #require(realm.pet("b")))
        let refer: (Pet) -> ThreadSafeReference<Pet> = ThreadSafeReference.init(to:)
        let (kept, gone): (ThreadSafeReference<Pet>, any Sendable) = (refer(pet), refer(other))
        let lost = try #require(gone as? ThreadSafeReference<Pet>)
        try realm.write { realm.delete(other) }
        let names = try onThread {
            let realm = try Realm(configuration: configuration)
            let resolve: (ThreadSafeReference<Pet>) -> Pet? = realm.resolve(_:)
            _ = realm.isEmpty
            return [resolve(kept)?.name, resolve(lost)?.name]
        }
        #expect(names == ["a", nil] && kept.isInvalidated)
    }

    @Test func `a reference is not resolved twice`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try Realm.withPets("a")
            let reference = ThreadSafeReference(to: realm.objects(Pet.self))
            _ = realm.resolve(reference)
            _ = realm.resolve(reference)
        }
        expectMessage(result, "once")
    }

    @Test func `plain objects cannot be handed over`() async {
        await #expect(processExitsWith: .failure) { _ = ThreadSafeReference(to: Pet()) }
    }

    // MARK: Queues

    @Test func `a Realm of a queue is used in any of its blocks`() throws {
        let queue = DispatchQueue(label: "queue")
        let held = try queue.sync { Unchecked(content: try Realm(configuration: .pets(), queue: queue)) }
        try onThread { try queue.sync { try held.content.addPets(["a"]) } }
        let count = queue.sync { held.content.objects(Pet.self).count }
        #expect(count == 1)
    }

    @Test func `a Realm of a queue traps outside of it`() async {
        await #expect(processExitsWith: .failure) {
            let queue = DispatchQueue(label: "queue")
            let held = try queue.sync { Unchecked(content: try Realm(configuration: .pets(), queue: queue)) }
            _ = held.content.isEmpty
        }
    }

    // MARK: Publishing, migrating

    @Test func `a Realm publishes after each change`() throws {
        try PetStage().run { realm in
            let publisher: RealmPublishers.RealmWillChange = realm.objectWillChange
            var told = 0
            let cancellable = publisher.sink { told += 1 }
            try realm.addPets(["d"])
            try realm.write { realm.deleteAll() }
            #expect(told == 2)
            cancellable.cancel()
        }
    }

    @Test func `a migration runs its block once, and leaves the file closed`() throws {
        let migrate: (Realm.Configuration) throws -> Void = Realm.performMigration(for:)
        let directory = try TemporaryDirectory()
        var configuration = Realm.Configuration.pets(in: directory)
        try autoreleasepool { try Realm(configuration: configuration).addPets(["a"]) }
        let block: MigrationBlock = { migration, version in
            migration.enumerateObjects(ofType: "Pet") { old, new in
                new?["age"] = (old?["age"] as? Int ?? 0) + Int(version) + 10
            }
        }
        (configuration.schemaVersion, configuration.migrationBlock) = (2, block)
        try migrate(configuration)
        try migrate(configuration)
        #expect(try schemaVersionAtURL(#require(configuration.fileURL)) == 2)
        #expect(try Realm(configuration: configuration).pet("a")?.age == 11)
        #expect(try whenFree { try Realm.deleteFiles(for: configuration) })
    }

    @Test func `an open file is not migrated`() async {
        await #expect(processExitsWith: .failure) {
            let directory = try TemporaryDirectory()
            let configuration = Realm.Configuration.pets(in: directory)
            let open: () throws -> Realm = { try Realm(configuration: configuration) }
            let realm = try open()
            try Realm.performMigration(for: configuration)
            _ = realm.isEmpty
        }
    }

    // MARK: Files

    @Test func `a copy has what the Realm shows, and may have a key`() throws {
        let copy: (Realm) -> (URL, Data?) throws -> Void = Realm.writeCopy(toFile:encryptionKey:)
        let directory = try TemporaryDirectory()
        let (plain, encrypted) = (
            Realm.Configuration.pets(in: directory, "plain"), Realm.Configuration.pets(in: directory, "encrypted")
        )
        let realm = try Realm.withPets("a")
        try realm.writeCopy(toFile: #require(plain.fileURL))
        let key = Data(repeating: 3, count: 64)
        realm.beginWrite()
        realm.create(Pet.self, value: ["name": "b"])
        try copy(realm)(#require(encrypted.fileURL), key)
        realm.cancelWrite()
        #expect(try Realm(configuration: plain).objects(Pet.self).count == 1)
        var opened = encrypted
        opened.encryptionKey = key
        #expect(try Realm(configuration: opened).objects(Pet.self).count == 2)
        #expect(throws: Realm.Error(.fileExists)) { try realm.writeCopy(toFile: #require(plain.fileURL)) }
        #expect(throws: Realm.Error(.fileNotFound)) {
            try realm.writeCopy(toFile: directory.url.appendingPathComponent("none/a"))
        }
        #expect(throws: Realm.Error(.invalidInput)) {
            try realm.writeCopy(toFile: directory.url.appendingPathComponent("a"), encryptionKey: Data(count: 3))
        }
    }

    @Test func `a configuration gives path and key of a copy`() throws {
        let copy: (Realm) -> (Realm.Configuration) throws -> Void = Realm.writeCopy(configuration:)
        let directory = try TemporaryDirectory()
        var target = Realm.Configuration.pets(in: directory)
        target.encryptionKey = Data(repeating: 3, count: 64)
        try copy(Realm.withPets("a"))(target)
        #expect(try Realm(configuration: target).objects(Pet.self).count == 1)
        #expect(throws: Realm.Error(.invalidInput)) { try copy(Realm.withPets())(.pets("other")) }
    }

    @Test func `files exist until they are deleted`() throws {
        let exists: (Realm.Configuration) -> Bool = Realm.fileExists(for:)
        let delete: (Realm.Configuration) throws -> Bool = Realm.deleteFiles(for:)
        let directory = try TemporaryDirectory()
        let configuration = Realm.Configuration.pets(in: directory)
        #expect(!exists(configuration) && !exists(.pets()))
        #expect(try !delete(configuration))
        #expect(try !delete(.pets(in: directory, "none/pets.realm")))
        try { _ = try Realm(configuration: configuration) }()
        #expect(exists(configuration))
        #expect(try whenFree { try delete(configuration) } && !exists(configuration))
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
        #expect(names == ["pets.realm.lock"])
    }

    @Test func `opening what is no Realm throws what it is`() throws {
        let directory = try TemporaryDirectory()
        let text = try directory.file("text", Data("This is a text, and no Realm at all.".utf8))
        func code(_ configuration: Realm.Configuration) -> Realm.Error.Code? {
            do { _ = try Realm(configuration: configuration) } catch { return (error as? Realm.Error)?.code }
            return nil
        }
        func file(_ name: String) -> Realm.Configuration { .pets(in: directory, name) }
        #expect(code(file("none/a")) == .fileNotFound)
        #expect(code(Realm.Configuration(fileURL: directory.url, objectTypes: [])) == .fileOperationFailed)
        #expect(code(file("text/a")) == .fileOperationFailed)
        #expect(code(.init(fileURL: file("a").fileURL, readOnly: true, objectTypes: [])) == .fileNotFound)
        #expect(code(.init(fileURL: text, objectTypes: [])) == .invalidDatabase)
        var pets = file("pets")
        try { _ = try Realm(configuration: pets) }()
        pets.encryptionKey = Data(count: 64)
        #expect(code(pets) == .invalidDatabase)
        pets = file("encrypted")
        pets.encryptionKey = Data(count: 64)
        try { _ = try Realm(configuration: pets) }()
        #expect(code(file("encrypted")) == .invalidDatabase)
        pets.encryptionKey = Data(repeating: 1, count: 64)
        #expect(code(pets) == .invalidDatabase)
        pets = file("other")
        try { _ = try Realm(configuration: pets) }()
        pets.objectTypes = [OtherPets.Pet.self]
        #expect(code(pets) == .schemaMismatch)
        pets.readOnly = true
        #expect(code(pets) == .fail)
    }

    private enum OtherPets {
        final class Pet: TestObject {
            @Persisted(primaryKey: true) var name: String
            @Persisted var legs: Int
        }
    }
}
