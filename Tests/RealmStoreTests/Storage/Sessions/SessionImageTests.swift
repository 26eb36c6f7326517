import Foundation
import TestSupport
import Testing

@testable import RealmStore

private var isOfImages: Bool {
    #if arch(x86_64)
        return true
    #else
        return false
    #endif
}

/// Sessions of Realm Core as its processes left them in the lock file, and what those processes said of them.
@Suite(.enabled(if: isOfImages, "The images are of sessions on x86-64.")) struct SessionImageTests {
    struct Image: Decodable, Sendable, CustomTestStringConvertible {
        struct Pins: Decodable, Sendable, Equatable {
            let version: UInt64
            let live: UInt32
            let frozen: UInt32
        }

        let name: String
        let participants: Int
        let latest: UInt64
        let newest: UInt64
        /// The process that is writing; 0 for none.
        let writer: Int32
        let hasDeadWriter: Bool
        let nextTicket: UInt32
        let served: UInt32
        let pins: [Pins]
        /// Of the only object.
        let value: Int
        let lock: Data
        let realm: Data

        var testDescription: String { name }
    }

    static let images = (try? JSONDecoder().decode([Image].self, from: Fixture.document("session_images.json"))) ?? []
    private static let writable = images.filter { $0.writer == 0 }

    private let directory = StorageDirectory()

    /// Puts an image in place. As long as the result lives, somebody takes part in its session.
    private func begin(_ image: Image) throws -> SessionLock {
        let lockFile = SessionLock.path(for: directory.file)
        try image.realm.write(to: URL(fileURLWithPath: directory.file))
        try image.lock.write(to: URL(fileURLWithPath: lockFile))
        let file = try FileDescriptor.open(lockFile, .readWrite)
        #expect(try file.lock(.shared, blocking: false))
        return SessionLock(file: file)
    }

    private func check(_ memory: SessionMemory, _ image: Image, more: [UInt64: UInt32] = [:]) {
        var found: [Image.Pins] = []
        for index in 0..<memory.entryCount where memory.isPinned(index) && memory.version(index) != 0 {
            let frozen = memory.pins(index, .frozen) - (more[memory.version(index)] ?? 0)
            let pins = Image.Pins(version: memory.version(index), live: memory.pins(index, .live), frozen: frozen)
            if pins.live + pins.frozen > 0 { found.append(pins) }
        }
        #expect(found.sorted { $0.version < $1.version } == image.pins.sorted { $0.version < $1.version })
        #expect(memory.newestVersion == image.newest)
        #expect(memory[long: LockLayout.latest] == image.latest)
    }

    @Test func `there are images`() { #expect(SessionImageTests.images.count == 5) }

    @Test(arguments: images) func `the lock file says what the processes said`(_ image: Image) throws {
        let holder = try begin(image)
        let memory = try SessionMemory(holder.file, directory.file)
        #expect(memory.isValid)
        #expect(memory.participantCount == image.participants)
        #expect(memory[short: memory.layout.nextTicket] == image.nextTicket)
        #expect(memory[short: memory.layout.nextServed] == image.served)
        #expect(memory.writing.hasDeadOwner == image.hasDeadWriter)
        if !image.hasDeadWriter { #expect(memory.writing.owner == image.writer) }
        #expect(memory.control.owner == 0 && memory.versions.owner == 0)
        check(memory, image)
    }

    @Test(arguments: images) func `the newest version is read, and nothing of the session is left changed`(
        _ image: Image
    ) throws {
        let holder = try begin(image)
        let memory = try SessionMemory(holder.file, directory.file)
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: directory.file))
        configuration.schemaMode = .discovered
        do {
            let realm = try Realm(configuration: configuration)
            #expect(realm.dynamicObjects("Counter").map { $0["n"] as? Int } == [image.value])
            #expect(memory.participantCount == image.participants + 1)
            check(memory, image, more: [image.newest: 1])
        }
        #expect(memory.participantCount == image.participants)
        check(memory, image)
    }

    @Test(arguments: writable) func `a commit keeps what is in use`(_ image: Image) throws {
        let holder = try begin(image)
        let database = try directory.open()
        let transaction = try database.beginWrite(timeout: .seconds(10))
        let top = try #require(transaction.start.top)
        let snapshot = try transaction.commit(names: top.names, tables: top.tables)
        #expect(snapshot.version == image.newest + 1)
        let memory = database.participant.memory
        #expect(memory.newestVersion == image.newest + 1)
        #expect(memory[long: LockLayout.latest] == image.newest + 1)
        for pins in image.pins {
            let index = try #require((0..<memory.entryCount).first { memory.version($0) == pins.version })
            // The transaction keeps the version with which it began.
            let own: UInt32 = pins.version == image.newest ? memory.pins(index, .frozen) - pins.frozen : 0
            #expect(memory.pins(index, .live) == pins.live && memory.pins(index, .frozen) == pins.frozen + own)
            #expect(own <= 1)
            #expect(try database.contents.topArray(memory.entry(index).top).version == pins.version)
        }
        let followed = image.pins.filter { $0.live > 0 }.map(\.version).min() ?? image.newest
        let changes = try History(snapshot.top).changesets(after: followed, in: snapshot.space)
        #expect(changes?.count == Int(image.newest + 1 - followed))
        withExtendedLifetime(holder) {}
    }

    @Test func `a writer who is writing is waited for, and named`() throws {
        let image = try #require(SessionImageTests.images.first { $0.writer != 0 })
        let holder = try begin(image)
        let database = try directory.open()
        #expect {
            _ = try database.beginWrite(timeout: .milliseconds(20))
        } throws: { ($0 as? StorageError)?.kind == .inUse([image.writer]) }
        withExtendedLifetime(holder) {}
    }
}
