import Foundation
import OpenCombine
import RealmSwift

/// A place where publishers of a Realm are observed: a queue, in which values arrive when the Realm is refreshed.
final class PublisherStage: @unchecked Sendable {
    let queue = DispatchQueue(label: "stage")
    private let name = "\(UInt64.random(in: .min ... .max))"

    var configuration: Realm.Configuration {
        Realm.Configuration(inMemoryIdentifier: name, objectTypes: [Person.self, Home.self, Boxed.self])
    }

    /// Runs `body` in the queue with the Realm and a person in it.
    func run(_ body: (Realm, Person) throws -> Void) throws {
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            let person = try realm.write { realm.create(Person.self, value: ["name": "a"]) }
            try body(realm, person)
        }
    }
}

extension Realm {
    /// Writes, and lets observers in the same queue see it.
    func writeAndTell(_ body: () -> Void) throws {
        try write(body)
        refresh()
    }
}
