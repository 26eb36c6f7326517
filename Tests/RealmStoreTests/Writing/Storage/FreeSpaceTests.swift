import Testing

@testable import RealmStore

/// What random commits do to the file's size: live data that stay as they are keep it bounded, and its free list short.
@Suite("Writing: free space") struct FreeSpaceTests {
    private let directory = StorageDirectory()

    /// A disk that does not wait for anything to become durable.
    private final class HastyDisk: Disk {
        private let real = RealDisk()

        func write(
            _ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor, at offset: Int
        ) throws(SystemError) { try real.write(bytes, to: file, at: offset) }

        func allocate(_ file: borrowing FileDescriptor, from start: Int, to end: Int) throws(SystemError) {
            try real.allocate(file, from: start, to: end)
        }

        func resize(_ file: borrowing FileDescriptor, to byteCount: Int) throws(SystemError) {
            try real.resize(file, to: byteCount)
        }

        func sync(_ file: borrowing FileDescriptor) throws(SystemError) {}

        func create(_ path: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
            try real.create(path, mode: mode)
        }

        func link(_ path: String, to newPath: String) throws(SystemError) { try real.link(path, to: newPath) }
        func rename(_ path: String, to newPath: String) throws(SystemError) { try real.rename(path, to: newPath) }
        func remove(_ path: String) throws(SystemError) { try real.remove(path) }
        func syncDirectory(_ path: String) throws(SystemError) {}
    }

    /// A leaf of a random number of integers of 64 bits.
    private func makeLeaf(_ arena: Arena, _ random: inout StorageRandom) throws -> Slot {
        var editor = try IntegerEditor(repeating: 0, count: 0, in: arena)
        for _ in 0..<Int.random(in: 10...50, using: &random) {
            try editor.append(Int64.random(in: .min ... .max, using: &random))
        }
        return Slot(editor.ref)
    }

    /// What one version takes.
    private struct Usage {
        let fileByteCount: Int
        let freeByteCount: Int
        let blockCount: Int

        var liveByteCount: Int { fileByteCount - freeByteCount }

        init(_ snapshot: Snapshot) throws {
            let top = try #require(snapshot.top)
            let list = try FreeList(top, in: snapshot.space)
            (fileByteCount, freeByteCount, blockCount) = (top.logicalByteCount, list.byteCount, list.count)
        }
    }

    /// Commits `leafCount` leaves as the first version.
    private func begin(_ database: Database, leafCount: Int, _ random: inout StorageRandom) throws -> Snapshot {
        let transaction = try database.beginWrite()
        let arena = transaction.arena
        var slots: [Slot] = []
        for _ in 0..<leafCount { slots.append(try makeLeaf(arena, &random)) }
        let names = try IntegerEditor(repeating: 0, count: 1, in: arena).ref
        return try transaction.commit(names: names, tables: SlotEditor(.refs(), slots, in: arena).ref)
    }

    /// Replaces `count` leaves at random.
    private func change(_ database: Database, _ count: Int, _ random: inout StorageRandom) throws -> Snapshot {
        let transaction = try database.beginWrite()
        let top = try #require(transaction.start.top)
        let root = try SlotEditor(top.tables, in: transaction.arena)
        for _ in 0..<count {
            let index = Int.random(in: 0..<root.count, using: &random)
            try transaction.arena.freeTree(root.child(index))
            root[index] = try makeLeaf(transaction.arena, &random)
        }
        return try transaction.commit(names: top.names, tables: root.ref)
    }

    /// Commits that each replace `changeCount` of `leafCount` leaves; returns what every version took.
    private func run(
        leafCount: Int, changing changeCount: Int, commits: Int, _ random: inout StorageRandom
    ) throws -> [Usage] {
        let database = try directory.open(disk: HastyDisk())
        var usages = [try Usage(begin(database, leafCount: leafCount, &random))]
        for _ in 0..<commits { usages.append(try Usage(change(database, changeCount, &random))) }
        try checkTiling(database.newest())
        return usages
    }

    @Test(arguments: [1, 30, 500]) func `the file stays bounded`(_ changeCount: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = StorageRandom(seed: seed)
        let usages = try run(leafCount: 1500, changing: changeCount, commits: 300, &random)
        let largest = try #require(usages.max { $0.fileByteCount < $1.fileByteCount })
        #expect(largest.fileByteCount <= 3 * largest.liveByteCount + (2 << 20), "seed \(seed)")
    }

    @Test func `small commits keep the free list short`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = StorageRandom(seed: seed)
        // More leaves than the list may have blocks, so that each could leave a gap.
        let usages = try run(leafCount: 12_000, changing: 40, commits: 500, &random)
        let longest = try #require(usages.map(\.blockCount).max())
        #expect(longest > 4000, "seed \(seed): the list never became long")
        #expect(longest < 4600, "seed \(seed)")
    }

    @Test func `a large commit leaves no free end`() throws {
        var random = StorageRandom(seed: 1)
        let usages = try run(leafCount: 12_000, changing: 1, commits: 1, &random)
        #expect(usages[0].fileByteCount > 2 << 20)
        #expect(usages[0].freeByteCount < 2 * FreeSpace.pageByteCount)
        // The next small one has room for more of its kind.
        #expect(usages[1].freeByteCount > 1 << 19)
    }

    @Test func `small commits write to few places`() throws {
        let disk = RecordingDisk()
        let database = try directory.open(disk: disk)
        var model = StorageModel(leaves: (0..<200).map { [Int64](repeating: $0, count: 50) })
        try StorageModel.commit(model, to: database)
        var random = StorageRandom(seed: 3)
        for _ in 0..<50 {
            let before = disk.calls.count
            try model.changeAndCommit(database, using: &random)
            let writes = disk.calls[before...].filter { if case .write = $0 { true } else { false } }
            // Nodes in one or two pieces, free list, header and flags; zeros where the file grows.
            #expect(writes.count <= 6)
        }
    }
}
