import Foundation
import RealmSwift
import Testing

@testable import TestSupport

/// What is used with an `RLMRealm`, opening it, its files, and its transactions.
@Suite struct RLMRealmPageTests {
    // MARK: Used with a Realm

    @Test func `a pool closes what was opened in it`() throws {
        let directory = try TemporaryDirectory()
        let configuration = RLMRealmConfiguration.dogs(at: directory.url.appendingPathComponent("a.realm"))
        let isEmpty: Bool = try autoreleasepool { try RLMRealm(configuration: configuration).isEmpty }
        #expect(try isEmpty && whenFree { try RLMRealm.deleteFiles(for: configuration) })
    }

    @Test func `queues have their old name, and confine a Realm`() throws {
        let queue: dispatch_queue_t = DispatchQueue(label: "queue")
        #expect(dispatch_queue_t.self == DispatchQueue.self)
        let configuration = Unchecked(content: RLMRealmConfiguration.dogs())
        let held = try queue.sync {
            Unchecked(content: try RLMRealm(configuration: configuration.content, queue: queue))
        }
        try queue.sync { try held.content.addDogs(["a"]) }
        let names = queue.sync { held.content.names }
        #expect(names == ["a"])
    }

    @Test func `a token ends its observation once`() throws {
        let realm = try RLMRealm.withDogs()
        var told = 0
        let token: RLMNotificationToken = realm.addNotificationBlock { _, _ in told += 1 }
        try realm.transaction {}
        let invalidate: () -> Bool = token.invalidate
        #expect(invalidate() && !invalidate())
        try realm.transaction {}
        #expect(told == 1)
    }

    @Test func `the schema version of a file is read without opening it`() throws {
        let read: (URL, Data?) throws -> UInt64 = schemaVersionAtURL(_:encryptionKey:)
        let directory = try TemporaryDirectory()
        let configuration = RLMRealmConfiguration.dogs(at: directory.url.appendingPathComponent("a.realm"))
        configuration.schemaVersion = 4
        let realm = try RLMRealm(configuration: configuration)
        let file = try #require(configuration.fileURL)
        #expect(try read(file, nil) == 4 && realm.isEmpty)
        let missing = directory.url.appendingPathComponent("b.realm")
        #expect(throws: Realm.Error(.invalidDatabase)) { try read(missing, nil) }
        #expect(!FileManager.default.fileExists(atPath: missing.path))
        #expect(throws: Realm.Error(.fileNotFound)) { try read(missing.appendingPathComponent("c"), nil) }
        #expect(throws: Realm.Error(.invalidInput)) { try read(file, Data(count: 3)) }
        #expect(throws: Realm.Error(.invalidDatabase)) { try read(file, Data(count: 64)) }
    }

    // MARK: Opening

    @Test func `Realms of one file in one thread are equal`() throws {
        let configuration = RLMRealmConfiguration.dogs()
        let realm: NSObject = try RLMRealm(configuration: configuration)
        let again = try RLMRealm(configuration: configuration)
        #expect(realm.isEqual(again) && realm.hash == again.hash)
        #expect(!realm.isEqual(try RLMRealm.withDogs()))
    }

    @Test func `the default Realm has the default configuration, in a thread or a queue`() async {
        await #expect(processExitsWith: .success) {
            let openDefault: () -> RLMRealm = RLMRealm.default
            let openFor: (dispatch_queue_t) -> RLMRealm = RLMRealm.defaultRealm(for:)
            RLMRealmConfiguration.setDefault(.dogs("default"))
            let realm = openDefault()
            #expect(realm.configuration.inMemoryIdentifier == "default" && realm == RLMRealm.default())
            let queue = DispatchQueue(label: "queue")
            try queue.sync { try openFor(queue).addDogs(["a"]) }
            realm.refresh()
            #expect(realm.names == ["a"])
        }
    }

    @Test func `the default Realm of a queue traps outside of it`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            RLMRealmConfiguration.setDefault(.dogs())
            _ = RLMRealm.defaultRealm(for: DispatchQueue(label: "queue"))
        }
        expectMessage(result, "queue")
    }

    @Test func `a configuration is opened, or what prevents it is thrown`() throws {
        let open: (RLMRealmConfiguration) throws -> RLMRealm = RLMRealm.init(configuration:)
        let openFor: (RLMRealmConfiguration, dispatch_queue_t?) throws -> RLMRealm =
            RLMRealm.init(configuration:queue:)
        let directory = try TemporaryDirectory()
        let configuration = RLMRealmConfiguration.dogs(at: directory.url.appendingPathComponent("a.realm"))
        let realm = try open(configuration)
        #expect(try openFor(configuration, nil) == realm)
        let broken = RLMRealmConfiguration.dogs(at: try directory.file("b", Data("no Realm".utf8)))
        #expect(throws: Realm.Error(.invalidDatabase)) { try open(broken) }
    }

    @Test func `opening by URL takes the other settings of the default configuration`() async {
        await #expect(processExitsWith: .success) {
            let open: (URL) -> RLMRealm = RLMRealm.init(url:)
            let directory = try TemporaryDirectory()
            let configuration = RLMRealmConfiguration.dogs("url")
            configuration.schemaVersion = 3
            RLMRealmConfiguration.setDefault(configuration)
            let realm = open(directory.url.appendingPathComponent("a.realm"))
            #expect(realm.configuration.schemaVersion == 3)
            #expect(realm.configuration.fileURL?.lastPathComponent == "a.realm")
        }
    }

    @Test func `opening by URL traps for a directory`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let directory = try TemporaryDirectory()
            _ = RLMRealm(url: directory.url)
        }
        expectMessage(result, "cannot be opened")
    }

    @Test func `opening later calls back in the queue with a Realm or an error`() async throws {
        let queue = DispatchQueue(label: "callback")
        let directory = try TemporaryDirectory()
        for (name, isOpened) in [("a.realm", true), ("none/a.realm", false)] {
            let configuration = RLMRealmConfiguration.dogs(at: directory.url.appendingPathComponent(name))
            let found: Bool = await withCheckedContinuation { continuation in
                let callback: RLMAsyncOpenRealmCallback = { realm, error in
                    dispatchPrecondition(condition: .onQueue(queue))
                    #expect((realm == nil) == (error != nil))
                    continuation.resume(returning: realm?.isEmpty ?? false)
                }
                let task: RLMAsyncOpenTask = RLMRealm.asyncOpen(
                    with: configuration, callbackQueue: queue, callback: callback)
                _ = task
            }
            #expect(found == isOpened)
        }
    }

    // MARK: About the Realm

    @Test func `a Realm tells its schema, configuration and state`() throws {
        let realm = try RLMRealm(configuration: .dogs("state"))
        let (schema, configuration): (RLMSchema, RLMRealmConfiguration) = (realm.schema, realm.configuration)
        #expect(schema.objectSchema.map(\.className) == ["Dog", "Owner"])
        #expect(configuration.inMemoryIdentifier == "state")
        #expect(realm.isEmpty && !realm.inWriteTransaction && !realm.isFrozen)
        realm.beginWriteTransaction()
        realm.add(Dog())
        #expect(realm.inWriteTransaction && !realm.isEmpty)
        realm.cancelWriteTransaction()
        #expect(realm.isEmpty)
    }

    @Test func `a frozen Realm stays as it is`() throws {
        let realm = try RLMRealm.withDogs("a")
        let (freeze, thaw): (() -> RLMRealm, (RLMRealm) -> () -> RLMRealm) = (realm.freeze, RLMRealm.thaw)
        let frozen = freeze()
        try realm.addDogs(["b"])
        #expect(frozen.isFrozen && frozen.names == ["a"] && thaw(frozen)() == realm)
        #expect(thaw(realm)() == realm)
    }

    // MARK: Files

    @Test func `a copy has what the Realm shows`() throws {
        let realm = try RLMRealm.withDogs("a")
        let copy: (URL, Data?) throws -> Void = realm.writeCopy(to:encryptionKey:)
        let copyFor: (RLMRealmConfiguration) throws -> Void = realm.writeCopy(for:)
        let directory = try TemporaryDirectory()
        let (plain, encrypted) = (
            RLMRealmConfiguration.dogs(at: directory.url.appendingPathComponent("a")),
            RLMRealmConfiguration.dogs(at: directory.url.appendingPathComponent("b"))
        )
        try copy(#require(plain.fileURL), nil)
        encrypted.encryptionKey = Data(repeating: 1, count: 64)
        try copyFor(encrypted)
        #expect(try RLMRealm(configuration: plain).names == ["a"])
        #expect(try RLMRealm(configuration: encrypted).names == ["a"])
        #expect(throws: Realm.Error(.fileExists)) { try copyFor(encrypted) }
        encrypted.encryptionKey = nil
        #expect(throws: Realm.Error.self) { try RLMRealm(configuration: encrypted) }
    }

    @Test func `files exist until they are deleted`() throws {
        let exists: (RLMRealmConfiguration) -> Bool = RLMRealm.fileExists(for:)
        let delete: (RLMRealmConfiguration) throws -> Bool = RLMRealm.deleteFiles(for:)
        let directory = try TemporaryDirectory()
        let configuration = RLMRealmConfiguration.dogs(at: directory.url.appendingPathComponent("a"))
        #expect(try !exists(configuration) && !delete(configuration))
        try autoreleasepool {
            let realm = try RLMRealm(configuration: configuration)
            #expect(throws: Realm.Error(.alreadyOpen)) { try delete(configuration) }
            #expect(realm.isEmpty && exists(configuration))
        }
        #expect(try whenFree { try delete(configuration) } && !exists(configuration))
    }

    @Test func `a migration runs without keeping the file open`() throws {
        let migrate: (RLMRealmConfiguration) throws -> Void = RLMRealm.performMigration(for:)
        let version: (URL, Data?) throws -> UInt64 = RLMRealm.schemaVersion(at:usingEncryptionKey:)
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("a")
        let configuration = RLMRealmConfiguration.dogs(at: file)
        #expect(throws: Realm.Error(.invalidDatabase)) { try version(file, nil) }
        try autoreleasepool { try RLMRealm(configuration: configuration).addDogs(["a"]) }
        #expect(try RLMRealm.schemaVersion(at: file) == 0)
        configuration.schemaVersion = 2
        configuration.migrationBlock = { migration, _ in
            let migration: RLMMigration = migration
            migration.enumerateObjects(ofType: "Dog") { _, dog in dog?["nick"] = "migrated" }
        }
        try migrate(configuration)
        #expect(try version(file, nil) == 2 && RLMNotVersioned == UInt64.max)
        #expect(try RLMRealm(configuration: configuration).dog("a")?.nick == "migrated")
    }

    // MARK: Transactions

    @Test func `a transaction is committed or cancelled`() throws {
        let realm = try RLMRealm.withDogs()
        let (begin, cancel): (() -> Void, () -> Void) = (realm.beginWriteTransaction, realm.cancelWriteTransaction)
        let commit: () throws -> Void = realm.commitWriteTransaction
        let run: (() -> Void) throws -> Void = realm.transaction(_:)
        begin()
        realm.add(Dog(value: ["name": "a"]))
        try commit()
        begin()
        realm.add(Dog(value: ["name": "b"]))
        cancel()
        try run { realm.add(Dog(value: ["name": "c"])) }
        try run {
            realm.deleteAllObjects()
            realm.cancelWriteTransaction()
        }
        #expect(Set(realm.names) == ["a", "c"] && !realm.inWriteTransaction)
    }

    @Test func `a commit can be hidden from observers`() throws {
        let realm = try RLMRealm.withDogs()
        let commit: ([RLMNotificationToken]) throws -> Void = realm.commitWriteTransactionWithoutNotifying(_:)
        let run: ([RLMNotificationToken], () -> Void) -> Void = realm.transactionWithoutNotifying(_:block:)
        let runThrowing: ([RLMNotificationToken], () -> Void, ()) throws -> Void =
            realm.transactionWithoutNotifying(_:block:error:)
        var (hidden, told) = (0, 0)
        let tokens = [
            realm.addNotificationBlock { _, _ in hidden += 1 }, realm.addNotificationBlock { _, _ in told += 1 },
        ]
        realm.beginWriteTransaction()
        try commit([tokens[0]])
        run([tokens[0]]) { realm.add(Dog(value: ["name": "a"])) }
        try runThrowing([tokens[0]], { realm.add(Dog(value: ["name": "b"])) }, ())
        #expect((hidden, told) == (0, 3) && realm.names.count == 2)
        for token in tokens { token.invalidate() }
    }

    @Test func `a commit is not hidden from an observer of another Realm`() async {
        await #expect(processExitsWith: .failure) {
            let token = try RLMRealm.withDogs().addNotificationBlock { _, _ in }
            try RLMRealm.withDogs().transactionWithoutNotifying([token]) {}
        }
    }
}
