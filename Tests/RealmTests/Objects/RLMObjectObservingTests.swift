import Foundation
import Realm
import Testing

@Suite struct RLMObjectObservingTests {
    /// The changes that are reported to an observer of a dog while `write` changes it.
    private func changes(
        _ observe: (Dog, @escaping RLMObjectChangeBlock) -> RLMNotificationToken, _ write: (RLMRealm, Dog) -> Void
    ) throws -> [String] {
        let queue = DispatchQueue(label: "observing")
        return try queue.sync {
            let realm = try RLMRealm(configuration: .inMemory(), queue: queue)
            try realm.transaction { realm.add(Dog(value: ["name": "a", "age": 1])) }
            let dog = try #require(Dog.object(in: realm, forPrimaryKey: "a"))
            var told: [String] = []
            let token = observe(dog) { isDeleted, changes, error in
                #expect(error == nil)
                let texts = (changes ?? []).map { "\($0.name) \($0.value ?? "nil")" }
                told.append(isDeleted ? "deleted" : texts.joined(separator: ", "))
            }
            try realm.transaction { write(realm, dog) }
            realm.refresh()
            token.invalidate()
            return told
        }
    }

    @Test func `an observer gets the properties that were set`() throws {
        let told = try changes({ $0.addNotificationBlock($1) }) { _, dog in dog.age = 3 }
        #expect(told == ["age 3"])
    }

    @Test func `an observer of key paths gets those only`() throws {
        let told = try changes({ $0.addNotificationBlock($1, keyPaths: ["owner"]) }) { _, dog in dog.age = 3 }
        #expect(told == [])
    }

    @Test func `an observer learns of the deletion`() throws {
        let told = try changes({ $0.addNotificationBlock($1) }) { realm, dog in realm.delete(dog) }
        #expect(told == ["deleted"])
    }

    @Test func `an observer on a queue gets values before and after`() async throws {
        let (writing, observing) = (DispatchQueue(label: "writing"), DispatchQueue(label: "observing"))
        let told: [String] = await withCheckedContinuation { continuation in
            writing.async {
                guard let realm = try? RLMRealm(configuration: .inMemory(), queue: writing) else { return }
                try? realm.transaction { realm.add(Dog(value: ["name": "a", "age": 1])) }
                guard let dog = Dog.object(in: realm, forPrimaryKey: "a") else { return }
                var token: RLMNotificationToken?
                token = dog.addNotificationBlock(
                    { _, changes, _ in
                        dispatchPrecondition(condition: .onQueue(observing))
                        token?.invalidate()
                        continuation.resume(
                            returning: (changes ?? []).map {
                                "\($0.name): \($0.previousValue ?? "nil") -> \($0.value ?? "nil")"
                            })
                    }, keyPaths: ["age"], queue: observing)
                // The observation begins in the other queue.
                observing.sync {}
                try? realm.transaction { dog.age = 3 }
            }
        }
        #expect(told == ["age: 1 -> 3"])
    }
}
