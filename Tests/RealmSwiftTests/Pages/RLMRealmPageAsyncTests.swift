import Foundation
import RealmSwift
import Testing

@testable import TestSupport

/// Asynchronous transactions of an `RLMRealm`, its versions and observers, its objects, its configuration and its
/// schema.
@Suite struct RLMRealmPageAsyncTests {
    // MARK: Asynchronous transactions

    @Test func `asynchronous transactions run in order, each committed in its own way`() async {
        let queue = DispatchQueue(label: "writing")
        let names: [String] = await withCheckedContinuation { continuation in
            queue.async {
                guard let realm = try? RLMRealm(configuration: .dogs(), queue: queue) else { return }
                let begin: (@escaping () -> Void) -> RLMAsyncTransactionId = realm.beginAsyncWriteTransaction(_:)
                let commitGrouped: ((((any Error)?) -> Void)?, Bool) -> RLMAsyncTransactionId =
                    realm.commitAsyncWriteTransaction(_:allowGrouping:)
                let commitTold: (@escaping ((any Error)?) -> Void) -> RLMAsyncTransactionId =
                    realm.commitAsyncWriteTransaction(_:)
                let commit: () -> RLMAsyncTransactionId = realm.commitAsyncWriteTransaction
                #expect(!realm.isPerformingAsynchronousWriteOperations)
                _ = begin {
                    realm.add(Dog(value: ["name": "a"]))
                    _ = commitGrouped(nil, true)
                }
                _ = begin {
                    realm.add(Dog(value: ["name": "b"]))
                    _ = commitTold { error in #expect(error == nil && realm.names.count >= 2) }
                }
                _ = begin {
                    realm.add(Dog(value: ["name": "c"]))
                    _ = commit()
                }
                _ = begin { realm.add(Dog(value: ["name": "not committed"])) }
                #expect(realm.isPerformingAsynchronousWriteOperations && realm.isEmpty)
                realm.asyncTransaction {
                } onComplete: { error in
                    #expect(error == nil)
                    continuation.resume(returning: realm.names)
                }
            }
        }
        #expect(Set(names) == ["a", "b", "c"])
    }

    @Test func `a block that is cancelled never runs, others are committed`() async {
        #expect(RLMAsyncTransactionId.self == UInt32.self)
        let queue = DispatchQueue(label: "writing")
        let names: [String] = await withCheckedContinuation { continuation in
            queue.async {
                guard let realm = try? RLMRealm(configuration: .dogs(), queue: queue) else { return }
                let cancel: (RLMAsyncTransactionId) -> Void = realm.cancelAsyncTransaction(_:)
                let run: (@escaping () -> Void) -> RLMAsyncTransactionId = realm.asyncTransaction(_:)
                let runTold: (@escaping () -> Void, (((any Error)?) -> Void)?) -> RLMAsyncTransactionId =
                    realm.asyncTransaction(_:onComplete:)
                let first = run { realm.add(Dog(value: ["name": "never"])) }
                #expect(run { realm.add(Dog(value: ["name": "a"])) } > first)
                cancel(first)
                _ = run {
                    realm.add(Dog(value: ["name": "undone"]))
                    realm.cancelWriteTransaction()
                }
                _ = runTold({ realm.add(Dog(value: ["name": "b"])) }, nil)
                _ = runTold({}) { error in
                    #expect(error == nil)
                    continuation.resume(returning: realm.names)
                }
            }
        }
        #expect(Set(names) == ["a", "b"])
    }

    // MARK: Versions and observers

    @Test func `a Realm without autorefresh stays until it is refreshed`() throws {
        let realm = try RLMRealm(configuration: .dogs("refresh"))
        let refresh: () -> Bool = realm.refresh
        #expect(realm.autorefresh && realm.isEmpty)
        realm.autorefresh = false
        #expect(!realm.autorefresh && !refresh())
        try onThread { try RLMRealm(configuration: .dogs("refresh")).addDogs(["a"]) }
        #expect(realm.isEmpty)
        #expect(refresh() && realm.names == ["a"])
    }

    @Test func `invalidating ends what was read`() throws {
        let realm = try RLMRealm.withDogs("a")
        let (dog, dogs) = (try #require(realm.dog("a")), Dog.allObjects(in: realm))
        let invalidate: () -> Void = realm.invalidate
        invalidate()
        #expect(dog.isInvalidated && dogs.isInvalidated && realm.names == ["a"])
    }

    @Test func `observers get the notification and the Realm`() throws {
        let realm = try RLMRealm.withDogs()
        let observe: (@escaping RLMNotificationBlock) -> RLMNotificationToken = realm.addNotificationBlock(_:)
        var told: [RLMNotification] = []
        let token = observe { notification, other in
            #expect(other == realm)
            told.append(notification)
        }
        try realm.transaction {}
        #expect(told == [.DidChange])
        #expect(token.invalidate() && (token as NSObject) is RLMNotificationToken)
    }

    @Test func `notifications are names`() {
        let made = RLMNotification(rawValue: "RLMRealmDidChangeNotification")
        let sendable: any Sendable & Hashable & RawRepresentable = made
        #expect(made == .DidChange && sendable is RLMNotification)
        #expect(RLMNotification.RefreshRequired.rawValue == "RLMRealmRefreshRequiredNotification")
        #expect(Set([made, .RefreshRequired, .DidChange]).count == 2)
    }

    // MARK: Objects

    @Test func `objects are added, alone and as a collection of any kind`() throws {
        let realm = try RLMRealm.withDogs()
        let add: (RLMObject) -> Void = realm.add(_:)
        let addAll: (any NSFastEnumeration) -> Void = realm.addObjects(_:)
        func dog(_ name: String) -> Dog { Dog(value: ["name": name]) }
        try realm.transaction {
            add(dog("a"))
            addAll(NSArray(array: [dog("b")]))
            addAll([dog("c")])
            realm.addObjects([dog("d")].lazy.map(\.self))
        }
        #expect(Set(realm.names) == ["a", "b", "c", "d"])
    }

    @Test func `what is no object cannot be added`() async {
        await #expect(processExitsWith: .failure) {
            let realm = try RLMRealm.withDogs()
            try realm.transaction { realm.addObjects(NSArray(array: [1])) }
        }
    }

    @Test func `objects are updated by primary key`() throws {
        let realm = try RLMRealm.withDogs("a", "b")
        let update: (RLMObject) -> Void = realm.addOrUpdate(_:)
        let updateAll: (any NSFastEnumeration) -> Void = realm.addOrUpdateObjects(_:)
        func dog(_ name: String, _ age: Int) -> Dog { Dog(value: ["name": name, "age": age]) }
        try realm.transaction {
            update(dog("a", 10))
            updateAll(NSArray(array: [dog("b", 20), dog("c", 30)]))
        }
        #expect(["a", "b", "c"].map { realm.dog($0)?.age } == [10, 20, 30])
    }

    @Test func `a class without primary key cannot be updated`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try RLMRealm.withDogs()
            try realm.transaction { realm.addOrUpdate(Owner()) }
        }
        expectMessage(result, "Owner", "primary key")
    }

    @Test func `objects are deleted, one, some or all`() throws {
        let realm = try RLMRealm.withDogs("a", "b", "c", "d")
        let delete: (RLMObject) -> Void = realm.delete(_:)
        let deleteSome: (any NSFastEnumeration) -> Void = realm.deleteObjects(_:)
        let deleteAll: () -> Void = realm.deleteAllObjects
        let (first, third) = (try #require(realm.dog("a")), try #require(realm.dog("c")))
        try realm.transaction {
            delete(first)
            deleteSome(Dog.objects(in: realm, where: "name == 'b'"))
            deleteSome(NSArray(array: [third]))
        }
        #expect(realm.names == ["d"])
        try realm.transaction { deleteAll() }
        #expect(realm.isEmpty)
    }

    // MARK: Configuration

    @Test func `a configuration is copied when it is used`() throws {
        let configuration = RLMRealmConfiguration.dogs("a")
        let copying: any NSCopying = configuration
        let copy = try #require(copying.copy(with: nil) as? RLMRealmConfiguration)
        let realm = try RLMRealm(configuration: configuration)
        configuration.inMemoryIdentifier = "b"
        #expect(copy.inMemoryIdentifier == "a" && realm.configuration.inMemoryIdentifier == "a")
    }

    @Test func `the default configuration is that of both APIs`() async {
        await #expect(processExitsWith: .success) {
            let (get, set) = (RLMRealmConfiguration.default, RLMRealmConfiguration.setDefault(_:))
            let configuration = RLMRealmConfiguration.dogs("a")
            set(configuration)
            configuration.inMemoryIdentifier = "b"
            let found: RLMRealmConfiguration = get()
            found.inMemoryIdentifier = "c"
            #expect(get().inMemoryIdentifier == "a")
            #expect(Realm.Configuration.defaultConfiguration.inMemoryIdentifier == "a")
        }
    }

    @Test func `settings are kept`() throws {
        let configuration = RLMRealmConfiguration()
        let file = URL(fileURLWithPath: "/tmp/a.realm")
        configuration.inMemoryIdentifier = "a"
        #expect(configuration.fileURL == nil && configuration.inMemoryIdentifier == "a")
        configuration.fileURL = file
        #expect(configuration.fileURL == file && configuration.inMemoryIdentifier == nil)
        configuration.encryptionKey = Data(count: 64)
        configuration.schemaVersion = 4
        configuration.maximumNumberOfActiveVersions = 9
        configuration.seedFilePath = file
        configuration.objectClasses = [Dog.self, Owner.self]
        #expect(configuration.encryptionKey?.count == 64 && configuration.schemaVersion == 4)
        #expect(configuration.maximumNumberOfActiveVersions == 9 && configuration.seedFilePath == file)
        #expect((configuration.objectClasses as? [RLMObject.Type])?.map { $0.className() } == ["Dog", "Owner"])
        configuration.readOnly = true
        #expect(configuration.readOnly)
        configuration.readOnly = false
        configuration.deleteRealmIfMigrationNeeded = true
        #expect(configuration.deleteRealmIfMigrationNeeded && !configuration.readOnly)
        let (migration, compaction): (RLMMigrationBlock, RLMShouldCompactOnLaunchBlock) = ({ _, _ in }, { $0 > $1 })
        (configuration.migrationBlock, configuration.shouldCompactOnLaunch) = (migration, compaction)
        #expect(configuration.migrationBlock != nil && configuration.shouldCompactOnLaunch?(2, 1) == true)
    }

    enum BadSetting: String, CaseIterable, Codable {
        case emptyPath, emptyIdentifier, shortKey, reservedVersion, readOnlyAndDeleting, readOnlyAndCompacting
        case noClass

        func apply(to configuration: RLMRealmConfiguration) {
            switch self {
            case .emptyPath: configuration.fileURL = URL(string: "file:")
            case .emptyIdentifier: configuration.inMemoryIdentifier = ""
            case .shortKey: configuration.encryptionKey = Data(count: 3)
            case .reservedVersion: configuration.schemaVersion = RLMNotVersioned
            case .readOnlyAndDeleting:
                configuration.readOnly = true
                configuration.deleteRealmIfMigrationNeeded = true
            case .readOnlyAndCompacting:
                configuration.shouldCompactOnLaunch = { _, _ in true }
                configuration.readOnly = true
            case .noClass: configuration.objectClasses = [Int.self]
            }
        }
    }

    @Test(arguments: BadSetting.allCases)
    func `a setting with which nothing can be opened traps`(setting: BadSetting) async {
        await #expect(processExitsWith: .failure) { [setting = setting as BadSetting] in
            setting.apply(to: .dogs())
        }
    }

    @Test func `what the settings say is done`() throws {
        let directory = try TemporaryDirectory()
        let (seed, file) = (directory.url.appendingPathComponent("seed"), directory.url.appendingPathComponent("a"))
        try RLMRealm.withDogs("a").writeCopy(to: seed, encryptionKey: nil)
        let configuration = RLMRealmConfiguration.dogs(at: file)
        configuration.seedFilePath = seed
        func names() throws -> [String] { try RLMRealm(configuration: configuration).names }
        #expect(try names() == ["a"])
        configuration.readOnly = true
        #expect(try names() == ["a"])
        configuration.readOnly = false
        configuration.encryptionKey = Data(count: 64)
        #expect(throws: Realm.Error(.invalidDatabase)) { try names() }
        configuration.encryptionKey = nil
        (configuration.schemaVersion, configuration.deleteRealmIfMigrationNeeded) = (5, true)
        configuration.seedFilePath = nil
        #expect(try whenFree(names) == [])
        #expect(try RLMRealm.schemaVersion(at: file) == 5)
    }

    // MARK: Schema

    @Test func `a schema has classes by name`() throws {
        let schema: RLMSchema = try RLMRealm.withDogs().schema
        let find: (String) -> RLMObjectSchema? = schema.schema(forClassName:)
        let classes: [RLMObjectSchema] = schema.objectSchema
        #expect(classes.map(\.className) == ["Dog", "Owner"])
        #expect(find("Dog")?.className == "Dog" && find("Cat") == nil && schema["Owner"].className == "Owner")
        let other = try RLMRealm.withDogs().schema
        #expect(schema.isEqual(to: other) && schema == other)
        let few = RLMRealmConfiguration.dogs()
        few.objectClasses = [Realms.Cat.self]
        #expect(!schema.isEqual(to: try RLMRealm(configuration: few).schema))
        let copying: any NSCopying = schema
        #expect(copying.copy(with: nil) as? RLMSchema == schema)
    }

    private enum Realms {
        final class Cat: RLMObject {
            @Persisted var name: String

            override class func shouldIncludeInDefaultSchema() -> Bool { false }
        }
    }

    @Test func `an unknown class traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try RLMRealm.withDogs().schema["Cat"]
        }
        expectMessage(result, "Cat")
    }

    @Test func `a migration is the same class in both APIs`() {
        #expect(RLMMigration.self == Migration.self)
        let base: NSObject.Type = RLMMigration.self
        #expect(base == RLMMigration.self)
    }
}
