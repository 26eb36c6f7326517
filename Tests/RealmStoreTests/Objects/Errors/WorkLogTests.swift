import Foundation
import RealmStore
import Synchronization
import TestSupport
import Testing

/// The messages logged while a Realm works.
@Suite("Messages of work") struct WorkLogTests {
    /// The messages at a level and above while `body` works with an in-memory Realm.
    private static func messages(_ level: LogLevel, _ body: (Realm) throws -> Void) throws -> [String] {
        let told = Mutex<[String]>([])
        let before = RLMLogger.shared
        defer { RLMLogger.shared = before }
        RLMLogger.shared = RLMLogger(level: level) { level, message in
            told.withLock { $0.append("[\(level)] \(message)") }
        }
        let realm = try Realm(
            configuration: Realm.Configuration(inMemoryIdentifier: "logged", objectTypes: [NoteLogged.self]))
        try body(realm)
        return told.withLock { $0 }
    }

    @Test func `a commit is logged with its version and time`() async {
        await #expect(processExitsWith: .success) {
            let messages = try WorkLogTests.messages(.trace) { realm in
                _ = try realm.write { realm.create(NoteLogged.self) }
            }
            let began = messages.contains { $0.contains("[trace] DB: began a write transaction on version") }
            let committed = messages.last { $0.contains("[debug] DB: committed version") } ?? ""
            #expect(began && committed.contains("memory:logged") && committed.contains("seconds"))
        }
    }

    @Test func `a query is logged with its condition, once for each evaluation`() async {
        await #expect(processExitsWith: .success) {
            let messages = try WorkLogTests.messages(.debug) { realm in
                _ = try realm.write { realm.create(NoteLogged.self, value: ["text": "a"]) }
                let found = realm.objects(NoteLogged.self).filter("text == 'a'")
                #expect(found.count == 1 && found.first?.text == "a" && found.first?.text == "a")
            }
            let queries = messages.filter { $0.contains("Query: 1 objects of 'NoteLogged'") }
            #expect(queries.count == 1 && queries.first?.contains("text") == true)
        }
    }

    @Test func `the first rows of an order are logged as these, and all of them once they are asked for`() async {
        await #expect(processExitsWith: .success) {
            let messages = try WorkLogTests.messages(.debug) { realm in
                try realm.write {
                    for number in 0..<2000 { realm.create(NoteLogged.self, value: ["text": "\(number)"]) }
                }
                let found = realm.objects(NoteLogged.self).sorted(byKeyPath: "text")
                #expect(found.first?.text == "0" && found[9].text == "1005" && found.count == 2000)
                #expect(found[128].text == "1112")
            }
            let queries = messages.filter { $0.contains("objects of 'NoteLogged' found") }
            #expect(queries.count == 2)
            #expect(queries.first?.contains("Query: 128 objects") == true)
            #expect(queries.first?.contains("as the first 128") == true)
            #expect(queries.last?.contains("Query: 2000 objects") == true)
            #expect(queries.last?.contains("as the first") == false)
        }
    }

    @Test func `notifying is logged with the number of observations`() async {
        await #expect(processExitsWith: .success) {
            let queue = DispatchQueue(label: "logged")
            let messages = try WorkLogTests.messages(.debug) { _ in
                try queue.sync {
                    let realm = try Realm(
                        configuration: Realm.Configuration(
                            inMemoryIdentifier: "logged", objectTypes: [NoteLogged.self]), queue: queue)
                    let token = realm.objects(NoteLogged.self).observe { _ in }
                    realm.refresh()
                    try realm.write { _ = realm.create(NoteLogged.self) }
                    realm.refresh()
                    token.invalidate()
                }
            }
            let text = "[debug] Notifying: 1 observations of 'memory:logged' told of version"
            #expect(messages.contains { $0.contains(text) })
        }
    }

    @Test func `compaction is logged with its outcome`() async throws {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let file = directory.url.appendingPathComponent("a.realm")
            let messages = try WorkLogTests.messages(.debug) { _ in
                let configuration = Realm.Configuration(fileURL: file, objectTypes: [NoteLogged.self])
                try autoreleasepool { _ = try Realm(configuration: configuration) }
                _ = try Realm.compact(for: configuration)
            }
            #expect(messages.contains { $0.contains("[debug] DB: compaction of '\(file.path)' took") })
        }
    }

    @Test func `nothing of it is logged at the usual level`() async {
        await #expect(processExitsWith: .success) {
            let messages = try WorkLogTests.messages(.info) { realm in
                _ = try realm.write { realm.create(NoteLogged.self) }
                _ = realm.objects(NoteLogged.self).filter("text == ''").count
            }
            #expect(messages.isEmpty)
        }
    }
}

final class NoteLogged: TestObject {
    @Persisted var text: String
}
