import Glibc
import Testing

@testable import RealmStore
@testable import TestSupport

/// Versions that are written but not durable, and turns of several of them.
@Suite("Writing: placed commits") struct PlacedCommitTests {
    private let directory = StorageDirectory()
    private var random = SeededGenerator(seed: 7)

    /// A file with some content.
    private mutating func start(
        _ key: EncryptionKey? = nil, disk: any Disk = RealDisk()
    ) throws -> (Database, StorageModel) {
        var model = StorageModel()
        let database = try directory.open(key)
        for _ in 0..<10 { try model.changeAndCommit(database, using: &random) }
        return (try directory.open(key, disk: disk), model)
    }

    private func content(_ database: Database) throws -> StorageModel { try StorageModel.read(database.newest()) }

    @Test(arguments: [false, true])
    mutating func `a placed commit is visible only in this process`(_ isEncrypted: Bool) throws {
        let key = isEncrypted ? StorageDirectory.key : nil
        let (database, before) = try start(key)
        let other = try directory.open(key)
        var model = before
        let turn = try database.takeTurn()
        try model.changeAndPlace(in: turn, using: &random)
        #expect(try content(database) == model)
        #expect(try content(other) == before)
        try turn.finish()
        #expect(try content(other) == model)
    }

    @Test(arguments: [false, true])
    mutating func `versions of one turn build on each other, and all stay readable`(_ isEncrypted: Bool) throws {
        let (database, before) = try start(isEncrypted ? StorageDirectory.key : nil)
        var model = before
        var seen = [(try database.newest(), before)]
        let turn = try database.takeTurn()
        for _ in 0..<30 {
            let snapshot = try model.changeAndPlace(in: turn, using: &random)
            seen.append((snapshot, model))
            try checkTiling(snapshot)
        }
        try turn.finish()
        for (snapshot, model) in seen { #expect(try StorageModel.read(snapshot) == model) }
    }

    @Test mutating func `a group of commits is synced as one`() throws {
        let disk = RecordingDisk()
        let (database, before) = try start(disk: disk)
        var model = before
        let turn = try database.takeTurn()
        for _ in 0..<20 { try model.changeAndPlace(in: turn, using: &random) }
        #expect(disk.calls.count { $0 == .sync } == 0)
        try turn.finish()
        #expect(disk.calls.count { $0 == .sync } == 2)
    }

    @Test mutating func `others write when a turn is given back, and build on what it placed`() throws {
        let (database, before) = try start()
        let other = try directory.open()
        var model = before
        do {
            let turn = try database.takeTurn()
            try model.changeAndPlace(in: turn, using: &random)
            let isRefused = #expect(throws: StorageError.self) { _ = try other.takeTurn(timeout: .zero) }
            #expect(isRefused != nil)
        }
        let snapshot = try model.changeAndCommit(other, using: &random)
        #expect(try StorageModel.read(snapshot) == model)
    }

    @Test(arguments: [false, true])
    mutating func `a version that could not be made durable is no longer the newest`(_ isEncrypted: Bool) throws {
        let disk = FailingDisk(unit: 64)
        let (database, before) = try start(isEncrypted ? StorageDirectory.key : nil, disk: disk)
        var model = before
        let turn = try database.takeTurn()
        let lost = try model.changeAndPlace(in: turn, using: &random)
        disk.fail(call: 0, EIO)
        #expect(throws: StorageError.self) { try turn.finish() }
        let newest = try database.newest()
        #expect(newest.version == lost.version - 1)
        #expect(try StorageModel.read(newest) == before)
        #expect(database.isWritingStopped)
        // It stays lost for every later caller.
        #expect(throws: StorageError.self) { try turn.finish() }
        #expect(throws: StorageError.self) { _ = try turn.begin() }
    }

    @Test mutating func `a commit that finds no room leaves the ones that were placed before it`() throws {
        let disk = FailingDisk()
        let (database, before) = try start(disk: disk)
        var model = before
        let turn = try database.takeTurn()
        try model.changeAndPlace(in: turn, using: &random)
        let placed = model
        model.leaves.append([Int64](repeating: 1 << 40, count: 500_000))
        disk.fail(call: 0, ENOSPC)
        let transaction = try turn.begin()
        let top = try #require(transaction.start.top)
        var leaf = try IntegerEditor(repeating: 1 << 40, count: 500_000, in: transaction.arena)
        try leaf.append(1)
        #expect(throws: StorageError.self) { try transaction.place(names: top.names, tables: leaf.ref) }
        try turn.finish()
        #expect(try content(directory.open()) == placed)
        model = placed
        try model.changeAndPlace(in: turn, using: &random)
        try turn.finish()
        #expect(try content(directory.open()) == model)
    }
}
