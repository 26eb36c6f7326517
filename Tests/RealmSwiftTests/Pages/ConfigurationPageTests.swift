import Foundation
import RealmSwift
import Synchronization
import Testing

@testable import TestSupport

/// The settings of `Realm.Configuration`. Those of synchronisation and of event recording are kept for programs that
/// name them: they hold what they are given, and have no effect.
@Suite struct ConfigurationPageTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func code(_ configuration: Realm.Configuration) -> Realm.Error.Code? {
        do { _ = try Realm(configuration: configuration) } catch { return (error as? Realm.Error)?.code }
        return nil
    }

    // MARK: The value

    @Test func `a configuration passes to other threads, and a copy is independent`() throws {
        let configuration = Realm.Configuration.pets("a")
        let seen = try onThread { configuration.inMemoryIdentifier }
        var copy = configuration
        copy.inMemoryIdentifier = "b"
        #expect(seen == "a" && configuration.inMemoryIdentifier == "a" && copy.inMemoryIdentifier == "b")
    }

    @Test func `its text is that of CustomStringConvertible, and shows no key`() {
        var configuration = Realm.Configuration.pets("name")
        configuration.encryptionKey = Data("secret".utf8)
        let convertible: any CustomStringConvertible = configuration
        #expect(convertible.description == configuration.description)
        #expect("\(configuration)".contains("inMemoryIdentifier = name"))
        #expect(configuration.description.contains("6 bytes") && !configuration.description.contains("secret"))
    }

    @Test func `equality is of key, place, reading and version`() {
        let isEqual: (Realm.Configuration, Realm.Configuration) -> Bool = (==)
        let configuration = Realm.Configuration.pets("a")
        let changes: [(inout Realm.Configuration) -> Void] = [
            { $0.encryptionKey = Data(count: 64) }, { $0.fileURL = URL(fileURLWithPath: "/a") },
            { $0.inMemoryIdentifier = "b" }, { $0.readOnly = true }, { $0.schemaVersion = 1 },
        ]
        for change in changes {
            var other = configuration
            change(&other)
            #expect(!isEqual(configuration, other))
        }
        var other = configuration
        (other.objectTypes, other.maximumNumberOfActiveVersions) = (nil, 3)
        (other.deleteRealmIfMigrationNeeded, other.shouldCompactOnLaunch) = (true, { _, _ in true })
        #expect(isEqual(configuration, other))
    }

    @Test func `the default can be replaced and changed`() async {
        await #expect(processExitsWith: .success) {
            #expect(Realm.Configuration.defaultConfiguration == Realm.Configuration())
            Realm.Configuration.defaultConfiguration = .pets("a")
            Realm.Configuration.defaultConfiguration.schemaVersion = 2
            var copy = Realm.Configuration.defaultConfiguration
            copy.schemaVersion = 3
            #expect(Realm.Configuration.defaultConfiguration.schemaVersion == 2)
        }
    }

    @Test func `the initialiser sets what it is given`() throws {
        let configuration = Realm.Configuration(
            fileURL: URL(fileURLWithPath: "/a"), inMemoryIdentifier: nil, syncConfiguration: nil,
            encryptionKey: Data(count: 64), readOnly: true, schemaVersion: 5, migrationBlock: { _, _ in },
            deleteRealmIfMigrationNeeded: true, shouldCompactOnLaunch: { $0 > $1 }, objectTypes: [Pet.self],
            seedFilePath: URL(fileURLWithPath: "/seed"))
        #expect(configuration.fileURL?.path == "/a" && configuration.encryptionKey == Data(count: 64))
        #expect(configuration.readOnly && configuration.schemaVersion == 5 && configuration.migrationBlock != nil)
        #expect(configuration.deleteRealmIfMigrationNeeded && configuration.shouldCompactOnLaunch?(2, 1) == true)
        #expect(configuration.objectTypes?.map { $0.className() } == ["Pet"])
        #expect(configuration.seedFilePath?.path == "/seed" && configuration.inMemoryIdentifier == nil)
        let memory = Realm.Configuration(fileURL: URL(fileURLWithPath: "/a"), inMemoryIdentifier: "m")
        #expect(memory.fileURL == nil && memory.inMemoryIdentifier == "m" && memory.syncConfiguration == nil)
    }

    @Test func `the default file is in the default folder, which is made for its owner`() async {
        await #expect(processExitsWith: .success) {
            let place = try TemporaryDirectory()
            setenv("XDG_DATA_HOME", place.url.path, 1)
            let path: (String) -> String = RLMRealmPathForFile(_:)
            let configuration = Realm.Configuration()
            #expect(configuration.fileURL?.path == path("default.realm"))
            #expect(path("a.realm").hasPrefix(place.url.path + "/"))
            let folder = URL(fileURLWithPath: path("a.realm")).deletingLastPathComponent().path
            let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
    }

    // MARK: Places

    @Test func `there is no synchronisation to configure`() {
        var configuration = Realm.Configuration()
        let nothing: SyncConfiguration? = configuration.syncConfiguration
        configuration.syncConfiguration = nothing
        #expect(configuration.syncConfiguration == nil && configuration == Realm.Configuration())
    }

    @Test func `a file and a name in memory exclude each other`() throws {
        var configuration = Realm.Configuration.pets(in: directory)
        let file = configuration.fileURL
        configuration.inMemoryIdentifier = "a"
        #expect(configuration.fileURL == nil)
        configuration.fileURL = file
        #expect(configuration.inMemoryIdentifier == nil && code(configuration) == nil)
        #expect(code(.pets(in: directory, "none/a")) == .fileNotFound)
        configuration.fileURL = nil
        #expect(code(configuration) == .invalidInput)
    }

    @Test func `a Realm in memory is shared by name, and gone with the last`() throws {
        let configuration = Realm.Configuration.pets()
        do {
            let realm = try Realm(configuration: configuration)
            try onThread { try Realm(configuration: configuration).addPets(["a"]) }
            realm.refresh()
            #expect(realm.pet("a") != nil)
        }
        #expect(try Realm(configuration: configuration).isEmpty)
        #expect(code(.pets("")) == .invalidInput)
        var encrypted = configuration
        encrypted.encryptionKey = Data(count: 64)
        #expect(code(encrypted) == .invalidInput)
    }

    @Test func `a key has 64 bytes, and belongs to its file`() throws {
        var configuration = Realm.Configuration.pets(in: directory)
        configuration.encryptionKey = Data(repeating: 1, count: 64)
        try autoreleasepool { try Realm(configuration: configuration).addPets(["a"]) }
        #expect(try Realm(configuration: configuration).pet("a") != nil)
        for key in [nil, Data(count: 64)] {
            configuration.encryptionKey = key
            #expect(code(configuration) == .invalidDatabase)
        }
        configuration.encryptionKey = Data(count: 63)
        #expect(code(configuration) == .invalidInput)
    }

    @Test func `a file that is only read must exist, and stays as it is`() throws {
        var configuration = Realm.Configuration.pets(in: directory)
        configuration.readOnly = true
        #expect(code(configuration) == .fileNotFound)
        configuration.readOnly = false
        try autoreleasepool { try Realm(configuration: configuration).addPets(["a"]) }
        let file = try #require(configuration.fileURL)
        try FileManager.default.removeItem(atPath: file.path + ".lock")
        let content = try Data(contentsOf: file)
        configuration.readOnly = true
        #expect(try Realm(configuration: configuration).pet("a")?.age == 1)
        #expect(try Data(contentsOf: file) == content)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".lock"))
        configuration.schemaVersion = 1
        #expect(code(configuration) == .fail)
        configuration.schemaVersion = 0
        configuration.deleteRealmIfMigrationNeeded = true
        #expect(code(configuration) == .invalidInput)
        configuration.deleteRealmIfMigrationNeeded = false
        configuration.shouldCompactOnLaunch = { _, _ in true }
        #expect(code(configuration) == .invalidInput)
    }

    @Test func `writing to a file that is only read traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let directory = try TemporaryDirectory()
            var configuration = Realm.Configuration.pets(in: directory)
            let open: (Realm.Configuration) throws -> Realm = { try Realm(configuration: $0) }
            _ = try open(configuration)
            configuration.readOnly = true
            try open(configuration).write {}
        }
        expectMessage(result, "read-only")
    }

    // MARK: Migrating

    @Test func `a schema version is kept, not lowered, and may not be that of no version`() throws {
        var configuration = Realm.Configuration.pets(in: directory)
        let file = try #require(configuration.fileURL)
        configuration.schemaVersion = 3
        #expect(code(configuration) == nil)
        #expect(try schemaVersionAtURL(file) == 3)
        configuration.schemaVersion = 2
        #expect(code(configuration) == .fail)
        configuration.schemaVersion = .max
        #expect(code(configuration) == .invalidInput)
    }

    @Test func `a migration block runs once, for a lower version, not for a new file`() throws {
        let calls = Calls()
        var configuration = Realm.Configuration.pets(in: directory)
        configuration.migrationBlock = { migration, version in
            calls.note("\(version) \(migration.oldSchema.objectSchema.count)")
        }
        for version in [1, 1, 4, 4] as [UInt64] {
            configuration.schemaVersion = version
            #expect(code(configuration) == nil)
        }
        #expect(calls.all == ["1 2"])
    }

    @Test func `a file that would need a migration is begun anew`() throws {
        var configuration = Realm.Configuration.pets(in: directory)
        try autoreleasepool { try Realm(configuration: configuration).addPets(["a"]) }
        configuration.deleteRealmIfMigrationNeeded = true
        #expect(try !Realm(configuration: configuration).isEmpty)
        configuration.objectTypes = [Pet.self, Keeper.self, Boxed.self]
        #expect(try !Realm(configuration: configuration).isEmpty)
        configuration.migrationBlock = { _, _ in Issue.record("migrated") }
        configuration.schemaVersion = 1
        let changed = configuration
        #expect(try whenFree { try Realm(configuration: changed).isEmpty })
        #expect(try schemaVersionAtURL(#require(configuration.fileURL)) == 1)
    }

    // MARK: Opening

    @Test func `the first to open a file is asked whether to compact it`() async {
        // In a process of its own: one that another test starts holds all locks of this one for a moment.
        await #expect(processExitsWith: .success) { try ConfigurationPageTests.compact() }
    }

    private static func compact() throws {
        let (calls, directory) = (Calls(), try TemporaryDirectory())
        var configuration = Realm.Configuration.pets(in: directory)
        let file = try #require(configuration.fileURL)
        try autoreleasepool {
            let realm = try Realm(configuration: configuration)
            let photo = Data(repeating: 1, count: 1 << 20)
            try realm.write { _ = realm.create(Keeper.self, value: ["photo": photo]) }
            try realm.write { realm.deleteAll() }
        }
        let before = try Data(contentsOf: file).count
        configuration.shouldCompactOnLaunch = { total, used in
            calls.note(total == before && used < total / 2 ? "much free" : "\(total) \(used)")
            return calls.all.count == 2
        }
        for _ in 1...2 {
            let realm = try Realm(configuration: configuration)
            let other = configuration
            try onThread { _ = try Realm(configuration: other) }
            #expect(realm.isEmpty)
        }
        #expect(calls.all == ["much free", "much free"])
        #expect(try Data(contentsOf: file).count < before / 2)
    }

    @Test func `only the classes listed are there, and links must lead to listed ones`() throws {
        var configuration = Realm.Configuration.pets(in: directory)
        #expect(configuration.objectTypes?.count == 2)
        try autoreleasepool { try Realm(configuration: configuration).addPets(["a"]) }
        configuration.objectTypes = [Boxed.self]
        #expect(try Realm(configuration: configuration).schema.objectSchema.map(\.className) == ["Boxed"])
        configuration.objectTypes = [Pet.self, Keeper.self]
        #expect(try Realm(configuration: configuration).pet("a") != nil)
        configuration.objectTypes = [Pet.self]
        #expect(code(configuration) != nil)
    }

    @Test func `more versions in use than allowed trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var configuration = Realm.Configuration.pets()
            configuration.maximumNumberOfActiveVersions = 3
            let open: (Realm.Configuration) throws -> Realm = { try Realm(configuration: $0) }
            let realm = try open(configuration)
            var frozen: [Realm] = []
            for _ in 1...10 {
                try realm.write { _ = realm.create(Keeper.self) }
                frozen.append(realm.freeze())
            }
        }
        expectMessage(result, "limit of 3")
    }

    @Test func `versions are not limited otherwise`() throws {
        for limit in [nil, 0] as [UInt?] {
            var configuration = Realm.Configuration.pets()
            configuration.maximumNumberOfActiveVersions = limit
            let realm = try Realm(configuration: configuration)
            var frozen: [Realm] = []
            for _ in 1...10 {
                try realm.write { _ = realm.create(Keeper.self) }
                frozen.append(realm.freeze())
            }
            #expect(frozen.map { $0.objects(Keeper.self).count } == Array(1...10))
        }
    }

    @Test func `a missing file begins as a copy of the seed`() throws {
        var configuration = Realm.Configuration.pets(in: directory)
        let seed = directory.url.appendingPathComponent("seed")
        configuration.seedFilePath = seed
        #expect(code(configuration) == .fileNotFound)
        try Realm.withPets("a").writeCopy(toFile: seed)
        try autoreleasepool {
            let realm = try Realm(configuration: configuration)
            #expect(realm.pet("a") != nil)
            try realm.write { realm.deleteAll() }
        }
        #expect(try Realm(configuration: configuration).isEmpty)
        configuration.inMemoryIdentifier = "a"
        #expect(configuration.seedFilePath == nil)
        configuration.seedFilePath = seed
        #expect(configuration.inMemoryIdentifier == nil)
    }

    // MARK: What only a server would use

    @Test func `the recording of events is kept and has no effect`() throws {
        var configuration = Realm.Configuration.pets()
        #expect(configuration.eventConfiguration == nil)
        configuration.eventConfiguration = EventConfiguration()
        let realm = try Realm(configuration: configuration)
        try realm.addPets(["a"])
        #expect(realm.objects(Pet.self).count == 1)
        #expect(realm.configuration.eventConfiguration?.partitionPrefix == "events")
    }

    @Test func `that it has no effect is logged`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var configuration = Realm.Configuration.pets()
            configuration.eventConfiguration = EventConfiguration()
            let open: (Realm.Configuration) throws -> Realm = { try Realm(configuration: $0) }
            try open(configuration).addPets(["a"])
        }
        expectMessage(result, "[warn] eventConfiguration has no effect")
    }

    @Test func `a migration block is a function that may run on any thread`() throws {
        let calls = Calls()
        let block: MigrationBlock = { migration, version in
            let migration: Migration = migration
            calls.note("\(version) \(migration.newSchema.objectSchema.count)")
        }
        let function: @Sendable (Migration, UInt64) -> Void = block
        var configuration = Realm.Configuration.pets(in: directory)
        #expect(code(configuration) == nil)
        (configuration.schemaVersion, configuration.migrationBlock) = (1, function)
        let migrated = configuration
        try onThread { _ = try Realm(configuration: migrated) }
        #expect(calls.all == ["0 2"])
    }

    @Test func `settings of events hold what they are given, and call nothing`() throws {
        let calls = Calls()
        let logger: EventConfiguration.LoggerFunction = { (level: SyncLogLevel, text: String) in calls.note(text) }
        let user: User? = nil
        var events = EventConfiguration(
            metadata: ["app": "pets"], syncUser: user, partitionPrefix: "p", logger: logger,
            errorHandler: { error in calls.note("\(error)") })
        #expect(events.metadata == ["app": "pets"] && events.syncUser == nil && events.partitionPrefix == "p")
        #expect(events.logger != nil && events.errorHandler != nil)
        let passed: any Sendable = events
        #expect(passed is EventConfiguration)
        var configuration = Realm.Configuration.pets()
        configuration.eventConfiguration = events
        try Realm(configuration: configuration).addPets(["a"])
        #expect(calls.all == [])
        (events.metadata, events.syncUser, events.partitionPrefix) = (nil, nil, "q")
        (events.logger, events.errorHandler) = (nil, nil)
        #expect(configuration.eventConfiguration?.partitionPrefix == "p" && events.partitionPrefix == "q")
    }

    /// What was called.
    private final class Calls: Sendable {
        private let texts = Mutex<[String]>([])

        func note(_ text: String) { texts.withLock { $0.append(text) } }
        var all: [String] { texts.withLock { $0 } }
    }
}
