import Foundation
import TestSupport
import Testing

@testable import RealmStore

@Suite("Writing: commits") struct CommitTests {
    private let directory = StorageDirectory()

    static let keys: [EncryptionKey?] = [nil, StorageDirectory.key]

    @Test(arguments: [false, true]) func `a new file has one page and nothing in it`(_ isEncrypted: Bool) throws {
        let database = try directory.open(isEncrypted ? StorageDirectory.key : nil)
        let snapshot = try database.newest()
        #expect(snapshot.top == nil)
        #expect(snapshot.version == 1)
        #expect(try directory.bytes().count == (isEncrypted ? 8192 : 4096))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == [
                "test.realm", "test.realm.lock",
            ])
    }

    @Test(arguments: [false, true]) func `committed values exist after opening again`(_ isEncrypted: Bool) throws {
        let key = isEncrypted ? StorageDirectory.key : nil
        let model = StorageModel.numbered(7)
        var database: Database? = try directory.open(key)
        #expect(try StorageModel.commit(model, to: database!).version == 2)
        database = nil
        let snapshot = try directory.open(key, creates: false).newest()
        #expect(snapshot.version == 2)
        #expect(try StorageModel.read(snapshot) == model)
        let top = try #require(snapshot.top)
        #expect(top.slotCount == 11)
        #expect(top.historyType == .inRealm)
        #expect(top.historySchemaVersion == 1)
    }

    @Test(arguments: [false, true]) func `random commits keep content and tiling`(_ isEncrypted: Bool) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let key = isEncrypted ? StorageDirectory.key : nil
        var model = StorageModel()
        var database = try directory.open(key)
        for round in 0..<300 {
            let snapshot = try model.changeAndCommit(database, using: &random)
            let found = try StorageModel.read(snapshot)
            #expect(found == model, "seed \(seed), round \(round)")
            try checkTiling(snapshot)
            if round % 50 == 49 { database = try directory.open(key) }
        }
        #expect(try StorageModel.read(try directory.open(key).newest()) == model, "seed \(seed)")
    }

    @Test func `rolling back leaves the file as it was`() throws {
        let database = try directory.open()
        try StorageModel.commit(.numbered(1), to: database)
        let before = try directory.bytes()
        do {
            let transaction = try database.beginWrite()
            _ = try transaction.arena.make(.refs(), count: 100)
        }
        let transaction = try database.beginWrite()
        transaction.rollback()
        #expect(try directory.bytes() == before)
        #expect(try StorageModel.commit(.numbered(2), to: database).version == 3)
    }

    @Test(arguments: [false, true]) func `readers keep their versions while commits go on`(_ isEncrypted: Bool) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let database = try directory.open(isEncrypted ? StorageDirectory.key : nil)
        var model = StorageModel()
        var pinned: [(Snapshot, StorageModel)] = []
        for _ in 0..<200 {
            let snapshot = try model.changeAndCommit(database, using: &random)
            if Int.random(in: 0..<4, using: &random) == 0 { pinned.append((snapshot, model)) }
            if pinned.count > 6 { pinned.remove(at: Int.random(in: 0..<pinned.count, using: &random)) }
            for (snapshot, model) in pinned {
                let found = try StorageModel.read(snapshot)
                #expect(found == model, "seed \(seed), version \(snapshot.version)")
            }
            try checkTiling(snapshot)
        }
        #expect(try database.activeVersionCount() >= pinned.count)
    }

    @Test func `space is reused once it has no readers`() throws {
        let database = try directory.open()
        for number in 0..<200 { try StorageModel.commit(.numbered(number), to: database) }
        #expect(try directory.bytes().count <= 8192)
    }

    @Test func `a large node lies in one section`() throws {
        let database = try directory.open()
        let transaction = try database.beginWrite()
        let arena = transaction.arena
        var slots: [Slot] = []
        for number in 0..<14 {
            let blob = try arena.make(NodeKind(.blob, widthCode: 1), count: 15_000_000)
            blob.payload.storeBytes(of: UInt8(number), as: UInt8.self)
            slots.append(Slot(blob.ref))
        }
        let names = try IntegerEditor(repeating: 0, count: 1, in: arena).ref
        let snapshot = try transaction.commit(names: names, tables: SlotEditor(.refs(), slots, in: arena).ref)
        try checkTiling(snapshot)
        let root = try snapshot.space.refs(try #require(snapshot.top).tables, "blobs")
        for number in 0..<14 {
            let blob = try snapshot.space.node(try #require(root.slot(number).ref))
            #expect(blob.bytes[0] == UInt8(number))
        }
    }

    @Test func `the file becomes smaller when most of it is free`() throws {
        let database = try directory.open()
        let leaf = [Int64](repeating: 1 << 40, count: 1000)
        try StorageModel.commit(StorageModel(leaves: [[Int64]](repeating: leaf, count: 1000)), to: database)
        let full = try directory.bytes().count
        #expect(full > 8_000_000)
        for number in 0..<5 {
            let snapshot = try StorageModel.commit(.numbered(number), to: database)
            try checkTiling(snapshot)
        }
        #expect(try directory.bytes().count < full / 4)
        #expect(try StorageModel.read(database.newest()) == .numbered(4))
        try StorageModel.commit(StorageModel(leaves: [[Int64]](repeating: leaf, count: 1000)), to: database)
        try checkTiling(database.newest())
    }

    @Test func `an encrypted file takes more pages at once than are held in memory`() throws {
        do {
            let transaction = try directory.open(StorageDirectory.key).beginWrite()
            var slots: [Slot] = []
            for number in 0..<3 {
                let blob = try transaction.arena.make(NodeKind(.blob, widthCode: 1), count: 8_000_000)
                for part in 0..<1900 {
                    blob.payload.storeBytes(of: UInt8(number + 1), toByteOffset: part * 4200, as: UInt8.self)
                }
                slots.append(Slot(blob.ref))
            }
            let names = try IntegerEditor(repeating: 0, count: 1, in: transaction.arena).ref
            let root = try SlotEditor(.refs(), slots, in: transaction.arena).ref
            _ = try transaction.commit(names: names, tables: root)
        }
        let snapshot = try directory.open(StorageDirectory.key, creates: false).newest()
        try checkTiling(snapshot)
        let root = try snapshot.space.refs(try #require(snapshot.top).tables, "blobs")
        for number in 0..<3 {
            let blob = try snapshot.space.node(try #require(root.slot(number).ref))
            #expect((0..<1900).allSatisfy { blob.bytes[$0 * 4200] == UInt8(number + 1) })
        }
    }
}
