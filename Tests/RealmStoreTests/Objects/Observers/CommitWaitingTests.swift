import Foundation
import RealmStore
import TestSupport
import Testing

/// Realms that notice commits of other sessions, in this process and another.
@Suite struct CommitWaitingTests {
    private let directory: TemporaryDirectory
    private let configuration: Realm.Configuration

    init() throws {
        directory = try TemporaryDirectory()
        var made = Realm.Configuration(fileURL: directory.url.appendingPathComponent("shared.realm"))
        made.schemaMode = .explicit(
            Schema([ObjectSchema(className: "Dog", properties: [Property(name: "age", type: .int)])]))
        _ = try Realm(configuration: made)
        configuration = Realm.Configuration(fileURL: made.fileURL)
    }

    /// Commits in another process; returns when that has ended.
    @MainActor private func commitElsewhere(_ count: Int) async throws {
        let path = try #require(configuration.fileURL?.path)
        await #expect(processExitsWith: .success) { [path = path as String, count = count as Int] in
            let realm = try Realm(configuration: .init(fileURL: URL(fileURLWithPath: path)))
            for age in 0..<count { try realm.write { try realm.create("Dog", value: ["age": age]) } }
        }
    }

    @Test @MainActor func `a refresh shows what another process has committed`() async throws {
        let realm = try await Realm(configuration: configuration)
        realm.autorefresh = false
        try await commitElsewhere(3)
        #expect(realm.isEmpty)
        #expect(realm.refresh())
        #expect(realm.dynamicObjects("Dog").count == 3)
        #expect(!realm.refresh())
    }

    @Test @MainActor func `waiting ends with the commit of another process`() async throws {
        let configuration = configuration
        let opened = DispatchSemaphore(value: 0)
        let waiting = Task.detached {
            let realm: Realm
            do {
                defer { opened.signal() }
                realm = try Realm(configuration: configuration)
            }
            let hasChanged = try realm.waitForChange(timeout: .seconds(600))
            return (hasChanged, realm.refresh(), realm.dynamicObjects("Dog").count)
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                opened.wait()
                continuation.resume()
            }
        }
        try await commitElsewhere(1)
        let (hasChanged, isNewer, count) = try await waiting.value
        #expect(hasChanged)
        #expect(isNewer)
        #expect(count == 1)
    }

    @Test func `waiting ends when time is up, and the Realm stays where it is`() throws {
        let realm = try Realm(configuration: configuration)
        #expect(try !realm.waitForChange(timeout: .milliseconds(10)))
        #expect(!realm.refresh())
    }

    @Test func `a version that is there already is not waited for, nor shown`() throws {
        let (realm, writer) = (try Realm(configuration: configuration), try Realm(configuration: configuration))
        try writer.write { try writer.create("Dog", value: ["age": 1]) }
        #expect(try realm.waitForChange())
        #expect(realm.isEmpty)
    }

    @Test @MainActor func `the stream of commits tells of this process and of another`() async throws {
        let realm = try await Realm(configuration: configuration)
        realm.autorefresh = false
        var commits = try realm.commits().makeAsyncIterator()
        try realm.write { try realm.create("Dog", value: ["age": 1]) }
        try await #require(commits.next()) as Void
        try await commitElsewhere(1)
        try await #require(commits.next()) as Void
        #expect(realm.refresh())
        #expect(realm.dynamicObjects("Dog").count == 2)
    }

    @Test @MainActor func `a stream ends with the task that reads it`() async throws {
        let stream = try await Realm(configuration: configuration).commits()
        let reading = Task { for try await _ in stream {} }
        reading.cancel()
        try await reading.value
    }

    @Test func `without a lock nothing is waited for`() throws {
        var reading = configuration
        reading.readOnly = true
        let realm = try Realm(configuration: reading)
        #expect(throws: RLMError(.invalidInput)) { try realm.waitForChange(timeout: .zero) }
        #expect(throws: RLMError(.invalidInput)) { try realm.commits() }
    }

    @Test @MainActor func `waiting in a write transaction traps`() async throws {
        let path = try #require(configuration.fileURL?.path)
        await #expect(processExitsWith: .failure) { [path = path as String] in
            let realm = try Realm(configuration: .init(fileURL: URL(fileURLWithPath: path)))
            try realm.write { _ = try realm.waitForChange(timeout: .zero) }
        }
    }
}
