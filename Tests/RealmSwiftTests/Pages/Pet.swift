import Foundation
import RealmSwift

@testable import TestSupport

/// The model classes of the tests that go through the declarations of a type in order.
final class Pet: TestObject {
    @Persisted(primaryKey: true) var name: String
    @Persisted var age: Int
    @Persisted var weight: Double?
    @Persisted var isGood: Bool
    @Persisted var born: Date?
    @Persisted var keeper: Keeper?
    @Persisted(originProperty: "pets") var keepers: LinkingObjects<Keeper>
}

final class Keeper: TestObject {
    @Persisted var name: String
    @Persisted var pets: List<Pet>
    @Persisted var numbers: List<Int>
    @Persisted var tags: MutableSet<String>
    @Persisted var scores: Map<String, Int>
    @Persisted var photo: Data?
}

final class PetView: Projection<Pet> {
    @Projected(\Pet.name) var name
    @Projected(\Pet.age) var age
}

extension Realm.Configuration {
    /// A Realm in memory with pets and keepers.
    static func pets(_ name: String = UUID().uuidString) -> Realm.Configuration {
        Realm.Configuration(inMemoryIdentifier: name, objectTypes: [Pet.self, Keeper.self])
    }

    /// A file with pets and keepers.
    static func pets(in directory: TemporaryDirectory, _ name: String = "pets.realm") -> Realm.Configuration {
        Realm.Configuration(
            fileURL: directory.url.appendingPathComponent(name), objectTypes: [Pet.self, Keeper.self])
    }
}

extension Realm {
    /// A Realm in memory of its own, with pets of these names, aged 1, 2 and so on.
    static func withPets(_ names: String...) throws -> Realm {
        let realm = try Realm(configuration: .pets())
        try realm.addPets(names)
        return realm
    }

    func addPets(_ names: [String]) throws {
        try write {
            for (index, name) in names.enumerated() { create(Pet.self, value: ["name": name, "age": index + 1]) }
        }
    }

    func pet(_ name: String) -> Pet? { object(ofType: Pet.self, forPrimaryKey: name) }
}

/// A queue with a Realm in it, whose observers are told when it is refreshed.
struct PetStage: Sendable {
    let queue = DispatchQueue(label: "pets")
    let configuration = Realm.Configuration.pets()

    /// Runs `body` in the queue, with a Realm that has the pets a, b and c.
    func run<Result: Sendable>(_ body: (Realm) throws -> Result) throws -> Result {
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            if realm.isEmpty { try realm.addPets(["a", "b", "c"]) }
            return try body(realm)
        }
    }

    /// Changes the same Realm from another thread.
    func writeElsewhere(_ body: @escaping @Sendable (Realm) -> Void) throws {
        try PetStage.writeElsewhere(configuration, body)
    }

    /// Changes a Realm from another thread.
    static func writeElsewhere(
        _ configuration: Realm.Configuration, _ body: @escaping @Sendable (Realm) -> Void
    ) throws {
        try onThread {
            let realm = try Realm(configuration: configuration)
            try realm.write { body(realm) }
        }
    }
}

/// Calls `body` until no file is open: a process that another test starts has all locks of this one for a moment.
func whenFree<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 1...500 {
        do { return try body() } catch Realm.Error.alreadyOpen { usleep(10_000) }
    }
    return try body()
}
