import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Processes of this library that end beside another engine, which cannot undo what they leave behind: what they keep
/// in use must not make the file grow for ever.
@Suite("Sessions: the end of a process") struct ProcessEndTests {
    private let directory = StorageDirectory()

    init() throws { try StorageModel.commit(.numbered(1), to: directory.open()) }

    /// Takes part for as long as the process lives, with a version in use.
    @discardableResult
    private static func takePart(_ path: String) throws -> Database {
        var options = Database.Options()
        options.lockTimeout = .seconds(10)
        let database = try Database.open(path, options)
        _ = Unmanaged.passRetained(database)
        _ = Unmanaged.passRetained(try database.newest())
        return database
    }

    /// Reads for as long as the process lives.
    private static func read(_ path: String) throws {
        _ = Unmanaged.passRetained(try RealmFile.open(path, key: nil, sharing: .locked(timeout: .seconds(10))))
    }

    @Test func `who exits gives up everything that it keeps in use`() async throws {
        let partner = try SessionPartner(beginning: directory.file)
        let before = try partner.state()
        await #expect(processExitsWith: .success) { [path = directory.file as String] in
            try ProcessEndTests.takePart(path)
            try ProcessEndTests.read(path)
            exit(EXIT_SUCCESS)
        }
        let after = try partner.state()
        #expect(after.participants == before.participants)
        #expect(after.versions == before.versions)
    }

    @Test func `who exits after a write gives it up, too`() async throws {
        let partner = try SessionPartner(beginning: directory.file)
        await #expect(processExitsWith: .success) { [path = directory.file as String] in
            try StorageModel.commit(.numbered(2), to: ProcessEndTests.takePart(path))
            exit(EXIT_SUCCESS)
        }
        #expect(try partner.state().participants == 1)
        #expect(try StorageModel.read(directory.open().newest()) == .numbered(2))
        #expect(try partner.send("commit") == "4")
    }

    @Test func `who exits in the middle of a write leaves what a death leaves`() async throws {
        let partner = try SessionPartner(beginning: directory.file)
        await #expect(processExitsWith: .success) { [path = directory.file as String] in
            let transaction = try ProcessEndTests.takePart(path).beginWrite(timeout: .seconds(10))
            _ = Unmanaged.passRetained(transaction)
            exit(EXIT_SUCCESS)
        }
        #expect(try partner.state().participants == 2)
        try StorageModel.commit(.numbered(3), to: directory.open())
        #expect(try partner.state().participants == 1)
    }

    @Test func `a thread that goes on while the process ends keeps nothing in use, and does not write`() async throws {
        let partner = try SessionPartner(beginning: directory.file)
        let before = try partner.state()
        await #expect(processExitsWith: .success) { [path = directory.file as String] in
            let database = try ProcessEndTests.takePart(path)
            Realm.leaveSessions()
            let pins = [try? database.participant.pinNewest(.live), database.participant.pinLive(2)]
            let transaction = try? database.beginWrite(timeout: nil)
            guard pins.allSatisfy({ $0 == nil }), transaction == nil else { _exit(EXIT_FAILURE) }
            _exit(EXIT_SUCCESS)
        }
        #expect(try partner.state().participants == before.participants)
        #expect(try partner.state().versions == before.versions)
        #expect(try partner.send("commit") == "3")
    }

    @Test func `a child that was forked off gives up nothing of its parent`() async throws {
        let partner = try SessionPartner(beginning: directory.file)
        let database = try directory.open()
        let before = try partner.state()
        await #expect(processExitsWith: .success) { [path = directory.file as String] in
            try ProcessEndTests.takePart(path)
            let fork = try #require(dlsym(dlopen(nil, RTLD_NOW), "fork"))
            if unsafeBitCast(fork, to: (@convention(c) () -> pid_t).self)() == 0 { exit(EXIT_SUCCESS) }
            var status: Int32 = 0
            wait(&status)
            _exit(status)
        }
        #expect(try partner.state().participants == before.participants + 1)
        try StorageModel.commit(.numbered(3), to: database)
    }

    @Test func `what a killed reader keeps in use is undone by who only reads`() async throws {
        let partner = try SessionPartner(beginning: directory.file)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.file as String] in
            try ProcessEndTests.read(path)
            kill(getpid(), SIGKILL)
        }
        #expect(try partner.state().participants == 2)
        try partner.send("commit")
        let file = try RealmFile.open(directory.file, key: nil, sharing: .locked(timeout: .seconds(10)))
        #expect(file.top?.version == 3)
        let state = try partner.state()
        #expect(state.participants == 2)
        #expect(state.versions[2].map { $0.live + $0.frozen } ?? 0 == 0)
    }

    @Test func `what a killed reader keeps of the newest version stays until there is another`() async throws {
        let partner = try SessionPartner(beginning: directory.file)
        let before = try partner.state()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.file as String] in
            try ProcessEndTests.read(path)
            kill(getpid(), SIGKILL)
        }
        _ = try RealmFile.open(directory.file, key: nil, sharing: .locked(timeout: .seconds(10)))
        #expect(try partner.state().versions != before.versions)
        try partner.send("commit")
        _ = try RealmFile.open(directory.file, key: nil, sharing: .locked(timeout: .seconds(10)))
        #expect(try partner.state().participants == 1)
    }
}
