import Foundation
import Realm
import Testing

@testable import TestSupport

@Suite struct RLMRealmTransactionTests {
    @Test func `a transaction is committed or cancelled`() throws {
        let realm = try RLMRealm(configuration: .inMemory())
        realm.beginWriteTransaction()
        realm.add(Dog(value: ["name": "Rex"]))
        try realm.commitWriteTransaction()
        realm.beginWriteTransaction()
        realm.add(Dog(value: ["name": "Bob"]))
        realm.cancelWriteTransaction()
        #expect(Dog.allObjects(in: realm).count == 1)
    }

    @Test func `a block may end its transaction`() throws {
        let realm = try RLMRealm(configuration: .inMemory())
        try realm.transaction {
            realm.add(Dog(value: ["name": "Rex"]))
            realm.cancelWriteTransaction()
        }
        #expect(realm.isEmpty && !realm.inWriteTransaction)
    }

    @Test func `commits can be hidden from observers`() throws {
        let realm = try RLMRealm(configuration: .inMemory())
        var told = 0
        let token = realm.addNotificationBlock { _, _ in told += 1 }
        try realm.transaction {}
        realm.transactionWithoutNotifying([token]) { realm.add(Dog(value: ["name": "Rex"])) }
        try realm.transactionWithoutNotifying([token], block: {}, error: ())
        realm.beginWriteTransaction()
        try realm.commitWriteTransactionWithoutNotifying([token])
        #expect(told == 1)
        #expect(token.invalidate())
    }

    @Test func `hiding a commit from an observer of another Realm traps`() async {
        await #expect(processExitsWith: .failure) {
            let (realm, other) = (
                try RLMRealm(configuration: .inMemory()), try RLMRealm(configuration: .inMemory())
            )
            let token = other.addNotificationBlock { _, _ in }
            realm.transactionWithoutNotifying([token]) {}
        }
    }

    @Test func `observers of a Realm get the notification and the Realm`() throws {
        let realm = try RLMRealm(configuration: .inMemory())
        var notifications: [RLMNotification] = []
        let token = realm.addNotificationBlock { notification, told in
            #expect(told == realm)
            notifications.append(notification)
        }
        try realm.transaction {}
        #expect(notifications == [.DidChange])
        #expect(RLMNotification.DidChange.rawValue == "RLMRealmDidChangeNotification")
        #expect(RLMNotification.RefreshRequired.rawValue == "RLMRealmRefreshRequiredNotification")
        token.invalidate()
    }

    @Test func `asynchronous transactions commit in order`() async throws {
        let queue = DispatchQueue(label: "writing")
        let names: [String] = await withCheckedContinuation { continuation in
            queue.async {
                guard let realm = try? RLMRealm(configuration: .inMemory(), queue: queue) else { return }
                realm.asyncTransaction { realm.add(Dog(value: ["name": "a"])) }
                realm.beginAsyncWriteTransaction {
                    realm.add(Dog(value: ["name": "b"]))
                    realm.commitAsyncWriteTransaction()
                }
                realm.beginAsyncWriteTransaction {
                    realm.add(Dog(value: ["name": "c"]))
                    realm.commitAsyncWriteTransaction({ _ in }, allowGrouping: true)
                }
                let cancelled = realm.asyncTransaction { realm.add(Dog(value: ["name": "never"])) }
                realm.cancelAsyncTransaction(cancelled)
                #expect(realm.isPerformingAsynchronousWriteOperations)
                realm.asyncTransaction {
                    realm.add(Dog(value: ["name": "d"]))
                } onComplete: { error in
                    #expect(error == nil)
                    continuation.resume(returning: Dog.allObjects(in: realm).typed(as: Dog.self).map(\.name))
                }
            }
        }
        #expect(names == ["a", "b", "c", "d"])
    }

    @Test func `a Realm without autorefresh advances when it is refreshed`() throws {
        let configuration = RLMRealmConfiguration.inMemory()
        let realm = try RLMRealm(configuration: configuration)
        realm.autorefresh = false
        #expect(!realm.autorefresh)
        #expect(!realm.refresh())
        let name = configuration.inMemoryIdentifier ?? ""
        try onThread {
            let other = try RLMRealm(configuration: .inMemory(name))
            try other.transaction { other.add(Dog(value: ["name": "Rex"])) }
        }
        #expect(realm.isEmpty)
        #expect(realm.refresh())
        #expect(!realm.isEmpty)
    }

    @Test func `invalidating ends what was read`() throws {
        let realm = try RLMRealm.withDogs("Rex")
        let dog = try #require(Dog.allObjects(in: realm).firstObject())
        realm.invalidate()
        #expect(dog.isInvalidated)
        #expect(Dog.allObjects(in: realm).count == 1)
    }
}
