import Testing

@testable import RealmStore

/// A file that became larger than it needs to be shrinks while it is in use.
@Suite("Writing: evacuation") struct EvacuationTests {
    private let directory = StorageDirectory()

    /// 10,000 leaves, of which 500 stay, anywhere in the file.
    private func makeSparseFile(seed: UInt64, leafCount: Int = 10_000) throws -> (LeafFile, Snapshot) {
        var file = try LeafFile(directory, seed: seed)
        _ = try file.begin(leafCount: leafCount)
        return (file, try file.keep(leafCount / 20))
    }

    private func ratio(_ snapshot: Snapshot) throws -> Double {
        let usage = try LeafFile.Usage(snapshot)
        return Double(usage.fileByteCount) / Double(usage.liveByteCount)
    }

    @Test func `small commits bring a file back to twice what is used`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var (file, newest) = try makeSparseFile(seed: seed)
        #expect(try ratio(newest) > 10, "seed \(seed)")
        for _ in 0..<300 {
            newest = try file.change(1)
            try checkTiling(newest)
        }
        #expect(try ratio(newest) < 2, "seed \(seed)")
        #expect(try directory.bytes().count == newest.top?.logicalByteCount)
    }

    @Test func `so they do with a file of a hundred kilobytes`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var (file, newest) = try makeSparseFile(seed: seed, leafCount: 400)
        #expect(try ratio(newest) > 10, "seed \(seed)")
        for _ in 0..<100 {
            newest = try file.change(1)
            try checkTiling(newest)
        }
        #expect(try LeafFile.Usage(newest).fileByteCount < 32 << 10, "seed \(seed)")
    }

    @Test func `a version from before the end was cut off holds only what it refers to`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var (file, newest) = try makeSparseFile(seed: seed)
        var held = newest
        for _ in 0..<1000 where try LeafFile.Usage(newest).fileByteCount >= LeafFile.Usage(held).fileByteCount {
            held = newest
            newest = try file.change(1)
        }
        let cut = try LeafFile.Usage(newest).fileByteCount
        try #require(try cut < LeafFile.Usage(held).fileByteCount, "seed \(seed)")
        for _ in 0..<50 { newest = try file.change(1) }
        let locked = try #require(file.database.usage).locked
        // And what the last commit freed.
        #expect(try locked < LeafFile.Usage(held).liveByteCount + 50_000, "seed \(seed)")
        #expect(try LeafFile.leaves(held).count == 500, "seed \(seed)")
    }

    @Test func `readers of newer versions do not keep it from that`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var (file, newest) = try makeSparseFile(seed: seed)
        _ = try file.change(1)
        let held = [try file.change(1), try file.change(1)]
        let leaves = try held.map(LeafFile.leaves)
        for _ in 0..<1000 { newest = try file.change(1) }
        // Nodes held by readers may lie anywhere; the rest of the end is given back once they are gone.
        #expect(try held.map(LeafFile.leaves) == leaves, "seed \(seed)")
        try withExtendedLifetime(held) { try checkTiling(newest) }
    }

    @Test func `the content of the file stays the same`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var (file, newest) = try makeSparseFile(seed: seed)
        let leaves = Set(try LeafFile.leaves(newest))
        for _ in 0..<50 { newest = try file.change(1) }
        #expect(Set(try LeafFile.leaves(newest)).intersection(leaves).count >= 450, "seed \(seed)")
    }

    @Test func `another that opens the file goes on with it`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        do {
            var (file, _) = try makeSparseFile(seed: seed)
            _ = try file.change(1)
            let snapshot = try file.change(1)
            #expect(try #require(snapshot.top).slotCount == 12, "seed \(seed)")
        }
        let database = try directory.open(disk: HastyDisk())
        var newest = try database.newest()
        for _ in 0..<300 {
            let transaction = try database.beginWrite()
            let top = try #require(transaction.start.top)
            newest = try transaction.commit(names: top.names, tables: top.tables)
        }
        #expect(try ratio(newest) < 2, "seed \(seed)")
        #expect(try LeafFile.leaves(newest).count == 500)
    }

    @Test func `a limit that leaves too little room is given up`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var (file, _) = try makeSparseFile(seed: seed)
        _ = try file.change(1)
        // Far more than there is room for below the limit.
        let large = try file.change(400)
        let grown = try file.change(400)
        try checkTiling(large)
        try checkTiling(grown)
        #expect(try LeafFile.leaves(grown).count == 500)
    }

    @Test func `nothing is moved where that is switched off`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var (file, newest) = try makeSparseFile(seed: seed)
        let before = try ratio(newest)
        for _ in 0..<50 { newest = try file.change(1, movedByteCount: 0) }
        #expect(try ratio(newest) > before / 2, "seed \(seed)")
    }

    @Test(arguments: [200_000, 200_001]) func `a limit at which no node could begin is ignored`(_ limit: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var (file, snapshot) = try makeSparseFile(seed: seed)
        // One that has just been begun stands in the top array itself.
        for _ in 0..<10 where snapshot.top?.evacuationLimit == 0 { snapshot = try file.change(1) }
        var bytes = try directory.bytes()
        let top = try #require(snapshot.top)
        let slots = IntegerArray(try snapshot.space.node(top.ref))
        // The last slot is the limit, of which the file holds twice and one more.
        let before = Int64(2 * top.evacuationLimit + 1)
        try #require(slots.count == 12 && slots[11] == before && top.evacuationLimit > 0, "seed \(seed)")
        let width = try snapshot.space.node(top.ref).kind.width / 8
        let place = top.ref.offset + Node.headerByteCount + 11 * width
        for index in 0..<width { bytes[place + index] = UInt8(truncatingIfNeeded: (2 * limit + 1) >> (8 * index)) }
        let other = StorageDirectory()
        try other.write(bytes)
        let database = try other.open(disk: HastyDisk())
        let start = try database.newest()
        #expect(try #require(start.top).evacuationLimit == limit)
        let found = try Evacuation(after: try #require(start.top), in: start.space)
        #expect((found == nil) == (limit % 8 != 0))
        let transaction = try database.beginWrite()
        let old = try #require(transaction.start.top)
        try checkTiling(try transaction.commit(names: old.names, tables: old.tables))
    }

    @Test func `records that Realm Core keeps are understood`() throws {
        var evacuation = Evacuation(limit: 1 << 20)
        #expect(evacuation.record.isEmpty && evacuation.isMoving)
        evacuation.path = [1, 0, 2]
        #expect(evacuation.record == [1 << 20, 0, 1, 0, 2])
        evacuation.finishWalk()
        #expect(evacuation.record == [1 << 20, 1000] && evacuation.ceiling == 1 << 20)
        evacuation.fail()
        #expect(evacuation.record == [0, 10] && evacuation.ceiling == .max)
    }
}
