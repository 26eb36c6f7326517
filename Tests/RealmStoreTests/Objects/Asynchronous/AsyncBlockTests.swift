import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// `writeAsync`, `beginAsyncWrite` and `commitAsyncWrite` in a dispatch queue, whose turns the tests wait for.
@Suite("Writing later, in blocks", .timeLimit(.minutes(5))) struct AsyncBlockTests {
    private let directory: TemporaryDirectory
    private let configuration: Realm.Configuration
    private let queue = DispatchQueue(label: "writing")
    private let log = Log()

    init() throws {
        directory = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("later.realm"), objectTypes: ModelRealm.types)
    }

    /// The events, in order. Used on the queue.
    private final class Log: @unchecked Sendable {
        var all: [String] = []
        var ids: [AsyncTransactionId] = []
        var token: NotificationToken?

        func add(_ text: String) { all.append(text) }
        func add(_ text: String, _ error: (any Error)?) { all.append(error == nil ? text : "\(text) failed") }
    }

    /// Runs `body` in the queue, and runs queue turns until nothing is pending.
    private func onQueue(_ body: @escaping (Realm, Log) throws -> Void) throws {
        try queue.sync { try body(Realm(configuration: configuration, queue: queue), log) }
        try drain()
    }

    private func drain() throws {
        var isBusy = true
        while isBusy {
            isBusy = try queue.sync {
                try Realm(configuration: configuration, queue: queue).isPerformingAsynchronousWriteOperations
            }
            if isBusy { usleep(500) }
        }
        queue.sync {}
    }

    private func names(_ realm: Realm) -> [String] { realm.objects(ModelDog.self).map(\.name) }

    private func names() throws -> [String] {
        try queue.sync { try names(Realm(configuration: configuration, queue: queue)) }
    }

    @Test func `a block writes at a later turn, and is told when that is durable`() throws {
        try onQueue { realm, log in
            realm.writeAsync {
                log.add("block")
                realm.add(ModelDog(value: ["name": "Rex"]))
            } onComplete: {
                log.add("done \(realm.objects(ModelDog.self).count)", $0)
            }
            log.add("returned")
        }
        #expect(log.all == ["returned", "block", "done 1"])
    }

    @Test func `blocks write in the order in which they were given`() throws {
        try onQueue { realm, log in
            for number in 0..<50 {
                realm.writeAsync {
                    realm.add(ModelDog(value: ["name": "\(number)"]))
                } onComplete: { _ in
                    log.add("\(number)")
                }
            }
        }
        #expect(try names() == (0..<50).map(String.init))
        #expect(log.all == (0..<50).map(String.init))
    }

    @Test func `a block that does not commit changes nothing`() throws {
        try onQueue { realm, log in
            realm.beginAsyncWrite {
                realm.add(ModelDog())
                log.add("ran")
            }
        }
        #expect(log.all == ["ran"])
        #expect(try names() == [])
    }

    @Test func `a commit is seen at once, and told when it is durable`() throws {
        try onQueue { realm, log in
            realm.beginAsyncWrite {
                realm.add(ModelDog(value: ["name": "Rex"]))
                realm.commitAsyncWrite { log.add("durable", $0) }
                log.add("\(realm.objects(ModelDog.self).count) \(realm.isInWriteTransaction)")
            }
        }
        #expect(log.all == ["1 false", "durable"])
    }

    @Test func `a block may begin others`() throws {
        try onQueue { realm, log in
            realm.beginAsyncWrite {
                realm.add(ModelDog(value: ["name": "outer"]))
                realm.beginAsyncWrite {
                    realm.add(ModelDog(value: ["name": "inner"]))
                    realm.commitAsyncWrite { log.add("inner", $0) }
                }
                realm.commitAsyncWrite { log.add("outer", $0) }
            }
        }
        #expect(log.all == ["outer", "inner"])
        #expect(try names() == ["outer", "inner"])
    }

    @Test func `a block may end the transaction by itself`() throws {
        try onQueue { realm, log in
            realm.writeAsync {
                realm.add(ModelDog(value: ["name": "first"]))
                try? realm.commitWrite()
                realm.beginWrite()
                realm.add(ModelDog(value: ["name": "second"]))
                realm.cancelWrite()
            } onComplete: { _ in
                log.add("told")
            }
        }
        #expect(try names() == ["first"])
        #expect(log.all == [])
    }

    // MARK: Beside transactions that are begun at once

    @Test func `a transaction that is begun at once does not wait for blocks of its Realm`() throws {
        try onQueue { realm, log in
            for number in 1...2 {
                realm.writeAsync { realm.add(ModelDog(value: ["name": "\(number)"])) }
            }
            realm.beginWrite()
            realm.add(ModelDog(value: ["name": "now"]))
            try realm.commitWrite()
            realm.beginWrite()
            realm.add(ModelDog(value: ["name": "never"]))
            realm.cancelWrite()
        }
        #expect(try names() == ["now", "1", "2"])
    }

    @Test func `a transaction that is open is over before a block writes`() throws {
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            realm.beginWrite()
            realm.add(ModelDog(value: ["name": "open"]))
            realm.beginAsyncWrite {
                realm.add(ModelDog(value: ["name": "later"]))
                realm.commitAsyncWrite()
            }
        }
        usleep(20_000)
        try onQueue { realm, _ in
            #expect(realm.isInWriteTransaction)
            try realm.commitWrite()
        }
        #expect(try names() == ["open", "later"])
    }

    @Test func `any transaction may be committed without waiting`() throws {
        try onQueue { realm, log in
            for name in ["a", "b", "c"] {
                realm.beginWrite()
                realm.add(ModelDog(value: ["name": name]))
                realm.commitAsyncWrite { log.add(name, $0) }
                log.add("\(realm.objects(ModelDog.self).count)")
            }
        }
        #expect(try names() == ["a", "b", "c"])
        #expect(log.all.filter { Int($0) != nil } == ["1", "2", "3"])
        #expect(log.all.filter { Int($0) == nil } == ["a", "b", "c"])
    }

    @Test func `a durable commit takes the commits along that wait for others`() throws {
        try onQueue { realm, log in
            realm.beginWrite()
            realm.add(ModelDog(value: ["name": "waits"]))
            realm.commitAsyncWrite(allowGrouping: true) { log.add("told", $0) }
            try realm.write { realm.add(ModelDog(value: ["name": "durable"])) }
            log.add("returned")
        }
        #expect(log.all == ["returned", "told"])
        #expect(try names() == ["waits", "durable"])
    }

    @Test func `commits that may be grouped are all told, in order`() throws {
        try onQueue { realm, log in
            for number in 0..<45 {
                realm.beginAsyncWrite {
                    realm.add(ModelDog(value: ["name": "\(number)"]))
                    realm.commitAsyncWrite(allowGrouping: true) { log.add("\(number)", $0) }
                }
            }
        }
        #expect(log.all == (0..<45).map(String.init))
        #expect(try names() == log.all)
    }

    @Test func `others write between`() async throws {
        let configuration = configuration
        try onQueue { realm, log in
            for number in 0..<20 {
                realm.writeAsync { realm.add(ModelDog(value: ["name": "\(number)"])) }
            }
        }
        let threads = (0..<3).map { number in
            Task {
                try await onThreadLater {
                    let realm = try Realm(configuration: configuration)
                    for _ in 0..<20 { try realm.write { realm.add(ModelDog(value: ["name": "thread \(number)"])) } }
                }
            }
        }
        try onQueue { realm, log in
            for number in 0..<20 {
                realm.writeAsync { realm.add(ModelDog(value: ["name": "\(number)"])) }
            }
        }
        for thread in threads { try await thread.value }
        try onQueue { realm, _ in realm.refresh() }
        #expect(try names().count == 100)
    }

    /// Runs `body` on a thread of its own, and suspends until it is done.
    private func onThreadLater(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { done.resume(with: Result { try body() }) }
        }
    }

    // MARK: Taking back

    @Test func `a cancelled block never runs`() throws {
        try onQueue { realm, log in
            let id = realm.writeAsync {
                log.add("ran")
            } onComplete: { _ in
                log.add("told")
            }
            try realm.cancelAsyncWrite(id)
            realm.writeAsync { realm.add(ModelDog(value: ["name": "other"])) }
        }
        #expect(log.all == [])
        #expect(try names() == ["other"])
    }

    @Test func `of a commit only the callback is taken back`() throws {
        try onQueue { realm, log in
            realm.beginWrite()
            realm.add(ModelDog(value: ["name": "Rex"]))
            let id = realm.commitAsyncWrite { _ in log.add("told") }
            try realm.cancelAsyncWrite(id)
            try realm.cancelAsyncWrite(4711)
        }
        #expect(log.all == [])
        #expect(try names() == ["Rex"])
    }

    @Test func `a transaction that cannot begin is told`() throws {
        var limited = configuration
        limited.maximumNumberOfActiveVersions = 1
        let (limitedHere, log) = (limited, log)
        let frozen = try queue.sync {
            let realm = try Realm(configuration: limitedHere, queue: queue)
            let frozen = Unchecked(content: realm.freeze())
            try realm.write { realm.add(ModelDog()) }
            realm.writeAsync {
                log.add("ran")
            } onComplete: {
                log.add("told", $0)
            }
            return frozen
        }
        try drain()
        #expect(log.all == ["told failed"])
        #expect(frozen.content.objects(ModelDog.self).isEmpty)
    }

    // MARK: Others that wait in the same place

    /// A Realm of the same file that shares nothing with the one of the model classes.
    private func otherRealm() throws -> Realm {
        var other = configuration
        other.objectTypes = nil
        other.schemaMode = .discovered
        return try Realm(configuration: other, queue: queue)
    }

    @Test func `a commit that waits for others does not keep another Realm of its queue from writing`() throws {
        try onQueue { realm, log in
            realm.beginWrite()
            realm.add(ModelDog(value: ["name": "first"]))
            realm.commitAsyncWrite(allowGrouping: true) { log.add("told", $0) }
            try otherRealm().write {}
            log.add("written")
        }
        #expect(log.all.sorted() == ["told", "written"])
    }

    @Test func `a commit that became durable with another does not keep another Realm from writing`() throws {
        try onQueue { realm, log in
            realm.beginWrite()
            realm.commitAsyncWrite(allowGrouping: true) { log.add("told", $0) }
            try realm.write { realm.add(ModelDog(value: ["name": "first"])) }
            try otherRealm().write {}
            log.add("written")
        }
        #expect(log.all.sorted() == ["told", "written"])
    }

    @Test func `a block that has committed may wait for another writer`() throws {
        let configuration = configuration
        try onQueue { realm, log in
            realm.beginAsyncWrite {
                realm.add(ModelDog(value: ["name": "first"]))
                usleep(30_000)
                realm.commitAsyncWrite()
                try? onThread {
                    let realm = try Realm(configuration: configuration)
                    try realm.write { realm.add(ModelDog(value: ["name": "second"])) }
                }
                log.add("both")
            }
        }
        #expect(log.all == ["both"])
        try onQueue { realm, _ in realm.refresh() }
        #expect(try names() == ["first", "second"])
    }

    @Test(arguments: [false, true])
    func `a copy has what is not durable yet`(_ isEncrypted: Bool) throws {
        var source = configuration
        source.encryptionKey = isEncrypted ? Data(0..<64) : nil
        var target = source
        target.fileURL = directory.url.appendingPathComponent("copy.realm")
        let found = try queue.sync {
            let realm = try Realm(configuration: source, queue: queue)
            for number in 0..<20 {
                try realm.write { realm.add(ModelDog(value: ["name": "\(number)"])) }
            }
            realm.beginWrite()
            for dog in realm.objects(ModelDog.self) { dog.name += "!" }
            realm.commitAsyncWrite(allowGrouping: true)
            try realm.writeCopy(configuration: target)
            return try names(Realm(configuration: target, queue: queue))
        }
        #expect(found == (0..<20).map { "\($0)!" })
    }

    // MARK: What is shown

    @Test func `observers are told as of any commit`() throws {
        try onQueue { realm, log in
            log.token = realm.observe { _, realm in log.add("Realm \(realm.objects(ModelDog.self).count)") }
            realm.writeAsync {
                realm.add(ModelDog())
            } onComplete: {
                log.add("durable", $0)
            }
        }
        #expect(log.all == ["Realm 1", "durable"])
    }

    @Test func `collections are told of each transaction`() throws {
        try onQueue { realm, log in
            log.token = realm.objects(ModelDog.self).observe { change in
                if case .update(_, _, let insertions, _) = change { log.add("\(insertions)") }
            }
            for _ in 0..<2 { realm.writeAsync { realm.add(ModelDog()) } }
        }
        #expect(log.all == ["[0]", "[1]"])
    }

    @Test func `an operation is under way until it is durable`() throws {
        try onQueue { realm, log in
            log.add("\(realm.isPerformingAsynchronousWriteOperations)")
            realm.writeAsync { log.add("\(realm.isPerformingAsynchronousWriteOperations)") }
            log.add("\(realm.isPerformingAsynchronousWriteOperations)")
        }
        #expect(log.all == ["false", "true", "true"])
    }

    @Test func `a Realm stays open for what it is to write`() throws {
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            let dog = ModelDog(value: ["name": "Rex"])
            realm.writeAsync { realm.add(dog) }
        }
        try drain()
        #expect(try names() == ["Rex"])
    }

    @Test func `invalidating waits for the disk`() throws {
        try onQueue { realm, log in
            realm.beginWrite()
            realm.add(ModelDog(value: ["name": "Rex"]))
            realm.commitAsyncWrite { log.add("durable", $0) }
            realm.invalidate()
        }
        #expect(log.all == ["durable"])
        #expect(try names() == ["Rex"])
    }

    @Test func `encrypted files and Realms in memory are written later as well`() throws {
        var encrypted = configuration
        encrypted.encryptionKey = Data(0..<64)
        let memory = Realm.Configuration(
            inMemoryIdentifier: UUID().uuidString, objectTypes: ModelRealm.types)
        for configuration in [encrypted, memory] {
            let count = try queue.sync {
                let realm = try Realm(configuration: configuration, queue: queue)
                for _ in 0..<10 {
                    realm.beginWrite()
                    realm.add(ModelDog())
                    realm.commitAsyncWrite(allowGrouping: true)
                }
                realm.invalidate()
                return realm.objects(ModelDog.self).count
            }
            #expect(count == 10)
        }
    }
}
