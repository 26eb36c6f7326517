import Foundation
import RealmSwift
import Testing

@testable import TestSupport

/// Opening and closing a `Realm`, writing, adding, creating, deleting and fetching objects.
@Suite struct RealmPageTests {
    // MARK: Opening

    @Test func `a file is open while a handle or an object refers to it`() throws {
        let directory = try TemporaryDirectory()
        let configuration = Realm.Configuration.pets(in: directory)
        var pet: Pet?
        do {
            let realm = try Realm(configuration: configuration)
            pet = try realm.write { realm.create(Pet.self, value: ["name": "Rex"]) }
        }
        #expect(pet?.name == "Rex")
        #expect(throws: Realm.Error(.alreadyOpen)) { try Realm.deleteFiles(for: configuration) }
        pet = nil
        #expect(try whenFree { try Realm.deleteFiles(for: configuration) })
    }

    @Test func `the last handle undoes its write transaction`() throws {
        let directory = try TemporaryDirectory()
        let configuration = Realm.Configuration.pets(in: directory)
        autoreleasepool {
            let realm = try? Realm(configuration: configuration)
            realm?.beginWrite()
            realm?.create(Pet.self, value: ["name": "Rex"])
        }
        #expect(try Realm(configuration: configuration).isEmpty)
    }

    @Test func `handles of one session are equal`() throws {
        let isEqual: (Realm, Realm) -> Bool = (==)
        let configuration = Realm.Configuration.pets()
        let realm = try Realm(configuration: configuration)
        #expect(isEqual(realm, try Realm(configuration: configuration)))
        #expect(!isEqual(realm, realm.freeze()))
        let queue = DispatchQueue(label: "other")
        let other = try queue.sync { Unchecked(content: try Realm(configuration: configuration, queue: queue)) }
        #expect(!isEqual(realm, other.content))
    }

    @Test func `the default configuration is opened, here or in a queue`() async {
        await #expect(processExitsWith: .success) { try RealmPageTests.openDefaults() }
    }

    private static func openDefaults() throws {
        let openDefault: (DispatchQueue?) throws -> Realm = Realm.init(queue:)
        Realm.Configuration.defaultConfiguration = .pets("default")
        let realm = try Realm()
        #expect(try openDefault(nil) == realm)
        #expect(realm.configuration.inMemoryIdentifier == "default")
        let queue = DispatchQueue(label: "queue")
        try queue.sync {
            let own = try openDefault(queue)
            #expect(own.isEmpty && own != realm)
        }
    }

    @Test func `opening for a queue outside of it traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let open: () throws -> Realm = {
                try Realm(configuration: .pets(), queue: DispatchQueue(label: "queue"))
            }
            _ = try open()
        }
        expectMessage(result, "queue")
    }

    @Test func `a configuration is opened once in one place, and not with other settings`() throws {
        let open: (Realm.Configuration, DispatchQueue?) throws -> Realm = Realm.init(configuration:queue:)
        let directory = try TemporaryDirectory()
        let configuration = Realm.Configuration.pets(in: directory)
        let realm = try open(configuration, nil)
        #expect(try open(configuration, nil) == realm)
        var other = configuration
        other.readOnly = true
        #expect(throws: Realm.Error(.fail)) { try open(other, nil) }
        other = configuration
        other.encryptionKey = Data(count: 64)
        #expect(throws: Realm.Error(.fail)) { try open(other, nil) }
    }

    @Test func `a file is opened with the other settings of the default configuration`() async {
        await #expect(processExitsWith: .success) { try RealmPageTests.openFile() }
    }

    private static func openFile() throws {
        let open: (URL) throws -> Realm = Realm.init(fileURL:)
        let directory = try TemporaryDirectory()
        Realm.Configuration.defaultConfiguration = .pets("default")
        Realm.Configuration.defaultConfiguration.schemaVersion = 3
        let file = directory.url.appendingPathComponent("a.realm")
        let realm = try open(file)
        #expect(realm.configuration.fileURL == file && realm.configuration.inMemoryIdentifier == nil)
        #expect(realm.configuration.schemaVersion == 3)
    }

    @Test func `invalidating ends what was read, and the Realm goes on`() throws {
        let realm = try Realm.withPets("a", "b")
        let (pet, pets) = (try #require(realm.pet("a")), realm.objects(Pet.self))
        #expect(pets.count == 2)
        realm.invalidate()
        #expect(pet.isInvalidated && pets.isInvalidated && pets.isEmpty)
        #expect(realm.objects(Pet.self).count == 2)
        realm.beginWrite()
        realm.deleteAll()
        realm.invalidate()
        #expect(!realm.isInWriteTransaction && realm.objects(Pet.self).count == 2)
        realm.invalidate()
        realm.invalidate()
        #expect(realm.objects(Pet.self).count == 2)
    }

    // MARK: Writing

    @Test func `a block is committed, or undone if it throws`() throws {
        let realm = try Realm.withPets()
        var told = 0
        let token = realm.observe { _, _ in told += 1 }
        let count = try realm.write { () -> Int in
            realm.create(Pet.self, value: ["name": "a"])
            return realm.objects(Pet.self).count
        }
        #expect(count == 1 && told == 1)
        try realm.write(withoutNotifying: [token]) { _ = realm.create(Pet.self, value: ["name": "b"]) }
        #expect(realm.objects(Pet.self).count == 2 && told == 1)
        #expect(throws: CancellationError.self) {
            try realm.write {
                realm.deleteAll()
                throw CancellationError()
            }
        }
        #expect(realm.objects(Pet.self).count == 2 && !realm.isInWriteTransaction)
        try realm.write {
            realm.deleteAll()
            realm.cancelWrite()
        }
        #expect(realm.objects(Pet.self).count == 2 && told == 1)
        token.invalidate()
    }

    @Test func `a transaction within another one traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try Realm.withPets()
            try realm.write { try realm.write {} }
        }
        expectMessage(result, "write transaction")
    }

    @Test func `a transaction begins with the newest version, and is committed`() throws {
        let begin: (Realm) -> () -> Void = Realm.beginWrite
        let commit: (Realm) -> ([NotificationToken]) throws -> Void = Realm.commitWrite(withoutNotifying:)
        let configuration = Realm.Configuration.pets()
        let realm = try Realm(configuration: configuration)
        realm.autorefresh = false
        try onThread { try Realm(configuration: configuration).addPets(["a"]) }
        #expect(realm.isEmpty)
        begin(realm)()
        #expect(realm.isInWriteTransaction && realm.pet("a") != nil)
        realm.create(Pet.self, value: ["name": "b"])
        try commit(realm)([])
        #expect(!realm.isInWriteTransaction)
        #expect(try onThread { try Realm(configuration: configuration).objects(Pet.self).count } == 2)
    }

    @Test func `a commit tells observers, also an empty one, but those left out`() throws {
        let realm = try Realm.withPets()
        var (first, second) = (0, 0)
        let tokens = [realm.observe { _, _ in first += 1 }, realm.observe { _, _ in second += 1 }]
        realm.beginWrite()
        try realm.commitWrite()
        realm.beginWrite()
        try realm.commitWrite(withoutNotifying: [tokens[0]])
        #expect((first, second) == (1, 2))
        for token in tokens { token.invalidate() }
    }

    @Test func `a commit without a transaction traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Realm.withPets().commitWrite()
        }
        expectMessage(result, "write transaction")
    }

    @Test func `a cancelled transaction leaves what was there`() throws {
        let cancel: (Realm) -> () -> Void = Realm.cancelWrite
        let realm = try Realm.withPets("a")
        let old = try #require(realm.pet("a"))
        realm.beginWrite()
        let new = realm.create(Pet.self, value: ["name": "b"])
        realm.delete(old)
        cancel(realm)()
        #expect(new.isInvalidated && old.isInvalidated)
        #expect(realm.objects(Pet.self).map(\.name) == ["a"])
        #expect(!realm.isInWriteTransaction)
    }

    // MARK: Adding and creating

    @Test func `policies have the numbers of the SDK`() {
        let error: Realm.UpdatePolicy = .error
        #expect(error.rawValue == 1 && Realm.UpdatePolicy(rawValue: 3) == .modified)
        #expect(Realm.UpdatePolicy.all.rawValue == 2 && Realm.UpdatePolicy(rawValue: 0) == nil)
    }

    @Test func `a primary key that is taken traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try Realm.withPets("Rex")
            try realm.write { realm.add(Pet(value: ["name": "Rex"]), update: .error) }
        }
        expectMessage(result, "Pet", "Rex")
    }

    @Test(arguments: [Realm.UpdatePolicy.modified, .all])
    func `an update reports what differs, or all`(policy: Realm.UpdatePolicy) throws {
        let told = try PetStage().run { realm in
            var names: Set<String> = []
            let pet = try #require(realm.pet("b"))
            let token = pet.observe { (change: ObjectChange<Pet>) in
                if case .change(_, let properties) = change { names.formUnion(properties.map(\.name)) }
            }
            try realm.write { realm.add(Pet(value: ["name": "b", "age": 2, "weight": 3.5]), update: policy) }
            realm.refresh()
            token.invalidate()
            #expect(pet.weight == 3.5)
            return names
        }
        #expect(told.contains("weight") && told.contains("age") == (policy == .all))
    }

    @Test func `an added object is managed with all that it reaches`() throws {
        let realm = try Realm.withPets("Rex")
        let keeper = Keeper(value: ["name": "Ann", "pets": [["name": "Bob"]]])
        let bob = try #require(keeper.pets.first)
        try realm.write {
            realm.add(keeper)
            realm.add(keeper)
        }
        #expect(keeper.realm == realm && bob.realm == realm && bob.keepers.first?.name == "Ann")
        let again = Pet(value: ["name": "Rex", "age": 9])
        try realm.write { realm.add(again, update: .modified) }
        #expect(again.realm == realm && realm.pet("Rex")?.age == 9)
        #expect(realm.objects(Keeper.self).count == 1 && realm.objects(Pet.self).count == 2)
    }

    @Test func `objects of a sequence are added one after the other`() throws {
        let realm = try Realm.withPets("b")
        let add: ([Pet], Realm.UpdatePolicy) -> Void = { realm.add($0, update: $1) }
        try realm.write {
            realm.add(["a", "c"].lazy.map { Pet(value: ["name": $0]) })
            add([Pet(value: ["name": "b", "age": 7])], .all)
        }
        add([], .error)
        #expect(Set(realm.objects(Pet.self).map(\.name)) == ["a", "b", "c"] && realm.pet("b")?.age == 7)
    }

    @Test func `an object is made of a dictionary, an array or another object`() throws {
        let realm = try Realm.withPets("a")
        let create: (Pet.Type, Any, Realm.UpdatePolicy) -> Pet = realm.create(_:value:update:)
        try realm.write {
            let ofDictionary = create(Pet.self, ["name": "b", "weight": NSNull(), "unknown": 1], .error)
            #expect(ofDictionary.weight == nil && ofDictionary.age == 0)
            #expect(create(Pet.self, ["c", 3] as [Any], .error).age == 3)
            #expect(create(Pet.self, Pet(value: ["name": "d", "age": 4]), .error).age == 4)
            #expect(create(Pet.self, ["name": "a"], .modified).age == 1)
            let plain = Pet(value: ["name": "e"])
            let keeper = realm.create(Keeper.self, value: ["pets": [plain, ofDictionary]])
            #expect(plain.realm == nil && keeper.pets.map(\.name) == ["e", "b"])
            #expect(realm.create(Keeper.self).name.isEmpty)
            let pet = try #require(realm.pet("a"))
            #expect(create(Pet.self, pet, .all) === pet)
        }
        #expect(realm.objects(Pet.self).count == 5)
    }

    @Test func `a value of a wrong type traps with the name of the property`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try Realm.withPets()
            try realm.write { _ = realm.create(Pet.self, value: ["name": "a", "age": "old"]) }
        }
        expectMessage(result, "age")
    }

    // MARK: Deleting

    @Test func `a deleted object is invalidated, and links to it are gone`() throws {
        let delete: (Realm) -> (ObjectBase) -> Void = Realm.delete(_:)
        let realm = try Realm.withPets("a", "b")
        let pet = try #require(realm.pet("a"))
        try realm.write {
            let keeper = realm.create(Keeper.self, value: ["pets": [pet]])
            let other = try #require(realm.pet("b"))
            other.keeper = keeper
            delete(realm)(pet)
            #expect(pet.isInvalidated && keeper.pets.isEmpty)
            delete(realm)(keeper)
            #expect(other.keeper == nil)
        }
        #expect(realm.objects(Pet.self).map(\.name) == ["b"])
    }

    @Test func `a plain object cannot be deleted`() async {
        await #expect(processExitsWith: .failure) {
            let realm = try Realm.withPets()
            try realm.write { realm.delete(Pet()) }
        }
    }

    @Test func `objects of a sequence and all objects are deleted`() throws {
        let realm = try Realm.withPets("a", "b", "c", "d")
        let delete: (Results<Pet>) -> Void = realm.delete(_:)
        try realm.write {
            realm.delete(Array(realm.objects(Pet.self).prefix(1)))
            delete(realm.objects(Pet.self).where { $0.name == "c" })
        }
        #expect(realm.objects(Pet.self).map(\.name) == ["b", "d"])
        try realm.write {
            realm.create(Keeper.self)
            realm.deleteAll()
        }
        #expect(realm.isEmpty)
    }

    // MARK: Fetching

    @Test func `the objects of a class are live, and found by primary key`() throws {
        let realm = try Realm.withPets("a", "b")
        let all: (Pet.Type) -> Results<Pet> = realm.objects(_:)
        let views: Results<PetView> = realm.objects(PetView.self)
        let find: (Pet.Type, String) -> Pet? = realm.object(ofType:forPrimaryKey:)
        let pets = all(Pet.self)
        #expect(pets.map(\.name) == ["a", "b"] && views.map(\.age) == [1, 2])
        #expect(find(Pet.self, "b")?.age == 2 && find(Pet.self, "c") == nil)
        try realm.addPets(["c"])
        #expect(pets.count == 3 && views.count == 3 && find(Pet.self, "c") != nil)
    }

    @Test func `a class outside of the schema traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Realm.withPets().objects(Boxed.self)
        }
        expectMessage(result, "Boxed")
    }

    @Test func `a primary key of a class without one traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Realm.withPets().object(ofType: Keeper.self, forPrimaryKey: "a")
        }
        expectMessage(result, "Keeper")
    }
}
