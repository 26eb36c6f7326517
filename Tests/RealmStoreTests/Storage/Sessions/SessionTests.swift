import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RealmStore

/// Several open files of one path: they behave like separate processes, since locks belong to the open file.
@Suite("Writing: sessions") struct SessionTests {
    private let directory = StorageDirectory()

    private func key(_ isEncrypted: Bool) -> EncryptionKey? { isEncrypted ? StorageDirectory.key : nil }

    @Test(arguments: [false, true]) func `a process sees what another commits`(_ isEncrypted: Bool) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let databases = [try directory.open(key(isEncrypted)), try directory.open(key(isEncrypted))]
        var model = StorageModel()
        for round in 0..<200 {
            let writer = Int.random(in: 0...1, using: &random)
            let committed = try model.changeAndCommit(databases[writer], using: &random)
            let snapshot = try databases[1 - writer].newest()
            #expect(snapshot.version == committed.version)
            let found = try StorageModel.read(snapshot)
            #expect(found == model, "seed \(seed), round \(round)")
            try checkTiling(snapshot)
        }
    }

    @Test(arguments: [false, true])
    func `a version that the header names and nobody registered is taken back, whatever was read in its pages before`(
        _ isEncrypted: Bool
    ) throws {
        let (first, second) = (try directory.open(key(isEncrypted)), try directory.open(key(isEncrypted)))
        for number in 1...6 {
            try StorageModel.commit(.numbered(number), to: second)
            #expect(try StorageModel.read(first.newest()) == .numbered(number))
        }
        let before = try first.newest()
        // As a writer of another engine leaves it that dies between the header and the registration.
        try StorageModel.commit(.numbered(7), to: second)
        let memory = first.participant.memory
        let lost = try #require(memory.newestIndex)
        second.participant.withdraw([], for: before.version)
        memory.clear(lost)
        let snapshot = try StorageModel.commit(.numbered(8), to: first)
        #expect(snapshot.version == before.version + 1)
        #expect(try StorageModel.read(first.newest()) == .numbered(8))
        try checkTiling(first.newest())
        withExtendedLifetime(second) {}
    }

    @Test(arguments: [false, true]) func `versions in use elsewhere are not overwritten`(_ isEncrypted: Bool) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let writer = try directory.open(key(isEncrypted))
        let readers = [try directory.open(key(isEncrypted)), try directory.open(key(isEncrypted))]
        var model = StorageModel()
        var pinned: [(Snapshot, StorageModel)] = []
        for _ in 0..<150 {
            try model.changeAndCommit(writer, using: &random)
            if Int.random(in: 0..<4, using: &random) == 0 {
                pinned.append((try readers.randomElement(using: &random)!.newest(), model))
            }
            if pinned.count > 4 { pinned.remove(at: Int.random(in: 0..<pinned.count, using: &random)) }
            for (snapshot, model) in pinned {
                let found = try StorageModel.read(snapshot)
                #expect(found == model, "seed \(seed), version \(snapshot.version)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `bytes that another process wrote after truncating the file are read again`(_ isEncrypted: Bool) throws {
        let (writer, other) = (try directory.open(key(isEncrypted)), try directory.open(key(isEncrypted)))
        func large(_ number: Int64) -> StorageModel {
            StorageModel(leaves: (0..<20).map { [Int64](repeating: (number << 40) + $0, count: 20_000) })
        }
        for number in 1...3 {
            try StorageModel.commit(large(Int64(number)), to: writer)
            let found = try StorageModel.read(other.newest())
            #expect(found == large(Int64(number)))
            let full = try directory.bytes().count
            while try directory.bytes().count > full / 2 { try StorageModel.commit(.numbered(1), to: writer) }
        }
    }

    @Test(arguments: [false, true]) func `a reader that does not write keeps its version`(_ isEncrypted: Bool) throws {
        let writer = try directory.open(key(isEncrypted))
        let model = StorageModel.numbered(3)
        try StorageModel.commit(model, to: writer)
        let reader = Snapshot(
            try RealmFile.open(directory.file, key: key(isEncrypted), sharing: .locked(timeout: .seconds(1))))
        for number in 0..<50 { try StorageModel.commit(.numbered(number), to: writer) }
        #expect(try StorageModel.read(reader) == model)
    }

    @Test func `the space of a version that a dead process used is free`() throws {
        let database = try directory.open()
        let other: Database? = try directory.open()
        try StorageModel.commit(.numbered(1), to: database)
        let snapshot = try other!.newest()
        // The lock on its slot ends with a process, and nothing else.
        database.participant.keepRecords()
        try #require(other?.participant.ownSlot).leave()
        for number in 0..<200 { try StorageModel.commit(.numbered(number), to: database) }
        #expect(try directory.bytes().count <= 8192)
        let memory = database.participant.memory
        #expect(memory.participantCount == 1)
        #expect((0..<memory.entryCount).filter { memory.version($0) == snapshot.version }.isEmpty)
        withExtendedLifetime(snapshot) {}
    }

    @Test func `a writer waits for the writer of another process, and names it`() throws {
        let first = try directory.open()
        let second = try directory.open()
        let transaction = try first.beginWrite()
        #expect {
            _ = try second.beginWrite(timeout: .milliseconds(30))
        } throws: { ($0 as? StorageError)?.kind == .inUse([ProcessIdentity.current]) }
        transaction.rollback()
        try second.beginWrite(timeout: .milliseconds(30)).rollback()
    }

    @Test func `a participation whose undoing was cut short is not undone twice`() throws {
        let (database, other) = (try directory.open(), try directory.open())
        database.participant.keepRecords()
        let slot = try #require(other.participant.ownSlot)
        slot.state = .dropping
        slot.leave()
        try StorageModel.commit(.numbered(1), to: database)
        #expect(database.participant.memory.participantCount == 2)
        withExtendedLifetime(other) {}
    }

    @Test func `the companion goes with the last participant, whoever that is`() throws {
        var first: Database? = try directory.open()
        try StorageModel.commit(.numbered(1), to: #require(first))
        var second: Database? = try directory.open()
        #expect(FileManager.default.fileExists(atPath: directory.file + HolderTable.suffix))
        second = nil
        first = nil
        #expect(first == nil && second == nil)
        #expect(!FileManager.default.fileExists(atPath: directory.file + HolderTable.suffix))
    }

    @Test func `a turn that is kept between two is given back while the next one begins`() async throws {
        let database = try directory.open()
        let participant = database.participant
        async let turns: Void = Task.detached {
            for _ in 0..<5000 {
                try participant.beginWriting(until: .now + .seconds(30))
                participant.endWriting()
            }
        }.value
        async let returns: Void = Task.detached { for _ in 0..<20_000 { participant.giveBackLease() } }.value
        _ = try await (turns, returns)
        participant.giveBackLease()
        try directory.open().beginWrite(timeout: .seconds(30)).rollback()
    }

    @Test func `a writer waits for the writer of its own process`() throws {
        let database = try directory.open()
        let transaction = try database.beginWrite()
        #expect {
            _ = try database.beginWrite(timeout: .milliseconds(30))
        } throws: { ($0 as? StorageError)?.kind == .inUse([ProcessIdentity.current]) }
        transaction.rollback()
        try database.beginWrite(timeout: .zero).rollback()
    }

    @Test(arguments: [false, true])
    func `threads of two processes write and read at once`(_ isEncrypted: Bool) async throws {
        let databases = [try directory.open(key(isEncrypted)), try directory.open(key(isEncrypted))]
        try StorageModel.commit(.numbered(0), to: databases[0])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for database in databases {
                for _ in 0..<2 {
                    group.addTask {
                        for number in 0..<40 { try StorageModel.commit(.numbered(number), to: database) }
                    }
                    group.addTask { try await SessionTests.read(database, until: 162) }
                }
            }
            try await group.waitForAll()
        }
        let snapshot = try databases[1].newest()
        #expect(snapshot.version == 162)
        try checkTiling(snapshot)
    }

    /// Reads version after version up to `last`, for a minute at most.
    private static func read(_ database: Database, until last: UInt64) async throws {
        let begin = ContinuousClock.now
        var version: UInt64 = 0
        while version < last, ContinuousClock.now - begin < .seconds(60) {
            let snapshot = try database.newest()
            let model = try StorageModel.read(snapshot)
            #expect(snapshot.version >= version)
            #expect(model == .numbered(Int(model.leaves[0][0])))
            version = snapshot.version
            await Task.yield()
        }
    }

    @Test func `a process learns of the commits of another`() async throws {
        let writer = try directory.open()
        let reader = try directory.open()
        try StorageModel.commit(.numbered(1), to: writer)
        #expect(try reader.waitForChange(since: 2, timeout: .milliseconds(20)) == nil)
        let watch = try ChangeWatch(reader)
        async let snapshot = Task.detached { try watch.wait(since: 2, timeout: .seconds(20)) }.value
        try StorageModel.commit(.numbered(2), to: writer)
        #expect(try await snapshot?.version == 3)
        watch.cancel()
        #expect(try watch.wait(since: 3) == nil)
    }

    @Test func `one database serves all users of a process`() throws {
        let first = try Database.open(directory.file)
        #expect(try Database.open(directory.path + "/./test.realm") === first)
        let link = directory.path + "/link.realm"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.file)
        #expect(try Database.open(link) === first)
        #expect {
            _ = try Database.open(directory.file, .init(key: StorageDirectory.key))
        } throws: { ($0 as? StorageError)?.kind == .wrongKey }
    }

    @Test func `a version is active while it has readers`() throws {
        let database = try directory.open()
        var first: Snapshot? = try StorageModel.commit(.numbered(1), to: database)
        #expect(try database.activeVersionCount() == 1)
        try StorageModel.commit(.numbered(2), to: database)
        #expect(try database.activeVersionCount() == 2)
        first = nil
        #expect(first == nil)
        #expect(try database.activeVersionCount() == 1)
    }
}
