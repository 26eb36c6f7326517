import TestSupport
import Testing

@testable import RealmStore

/// The effect of random commits on the file's size: with live data of constant size it stays bounded, and its free list
/// short.
@Suite("Writing: free space") struct FreeSpaceTests {
    private let directory = StorageDirectory()

    /// Commits that each replace `changeCount` of `leafCount` leaves; returns the space that every version took.
    private func run(
        leafCount: Int, changing changeCount: Int, commits: Int, seed: UInt64
    ) throws -> [LeafFile.Usage] {
        var file = try LeafFile(directory, seed: seed)
        var usages = [try LeafFile.Usage(file.begin(leafCount: leafCount))]
        for _ in 0..<commits { usages.append(try LeafFile.Usage(file.change(changeCount))) }
        try checkTiling(file.database.newest())
        return usages
    }

    @Test(arguments: [1, 30, 500]) func `the file stays bounded`(_ changeCount: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let usages = try run(leafCount: 1500, changing: changeCount, commits: 300, seed: seed)
        let largest = try #require(usages.max { $0.fileByteCount < $1.fileByteCount })
        // A commit needs space for its nodes while the previous version still exists.
        let written = changeCount * 208 + 40_000
        #expect(largest.fileByteCount <= largest.liveByteCount * 3 / 2 + 2 * written, "seed \(seed)")
    }

    @Test func `small commits keep the free list short`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        // More leaves than the list may have blocks, so that each could leave a gap.
        let usages = try run(leafCount: 12_000, changing: 40, commits: 500, seed: seed)
        let longest = try #require(usages.map(\.blockCount).max())
        #expect(longest < 1000, "seed \(seed)")
    }

    @Test func `many gaps become few while one leaf after the other changes`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var file = try LeafFile(directory, seed: seed)
        _ = try file.begin(leafCount: 12_000)
        var newest = try file.keep(8000)
        let before = try (LeafFile.Usage(newest).blockCount, LeafFile.leaves(newest))
        for _ in 0..<150 { newest = try file.change(1) }
        try #require(before.0 > 2000, "seed \(seed)")
        #expect(try LeafFile.Usage(newest).blockCount < before.0 / 2, "seed \(seed)")
        let changed = try zip(LeafFile.leaves(newest), before.1).count { $0 != $1 }
        #expect((1...150).contains(changed), "seed \(seed)")
        try checkTiling(newest)
    }

    @Test func `unchanged children of a changed node move where they leave fewer gaps`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var file = try LeafFile(directory, seed: seed)
        _ = try file.begin(leafCount: 3000)
        let top = try #require(file.keep(2000).top)
        let transaction = try file.database.beginWrite()
        let arena = transaction.arena
        var held = HeldVersions()
        let space = try FreeSpace(top, in: transaction.start.space, held: &held, ceiling: .max)
        let before = try SlotEditor(top.tables, in: arena)
        let refs = try (0..<before.count).map { try before.child($0) }
        let better = try refs.indices.filter { index in
            try space.isBetterElsewhere(refs[index].offset, arena.space.node(refs[index]).footprint)
        }
        try #require(better.count > 100, "seed \(seed)")
        func moved() throws -> [Int] { try refs.indices.filter { arena.owns(try before.child($0)) } }
        var part = ChildRelocation(arena, space, space.borders, skipping: 500, bytes: .max, visits: 700)
        #expect(try !part.run(before.ref), "seed \(seed)")
        #expect(try moved() == better.filter { (500..<1200).contains($0) }, "seed \(seed)")
        var all = ChildRelocation(arena, space, space.borders, skipping: 0, bytes: .max, visits: .max)
        #expect(try all.run(before.ref), "seed \(seed)")
        #expect(try moved() == better, "seed \(seed)")
    }

    @Test func `gaps stay where moving nodes is switched off`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var file = try LeafFile(directory, seed: seed)
        _ = try file.begin(leafCount: 12_000)
        let before = try LeafFile.Usage(file.keep(8000)).blockCount
        for _ in 0..<50 { _ = try file.change(1, movedByteCount: 0) }
        #expect(try LeafFile.Usage(file.database.newest()).blockCount > before - 200, "seed \(seed)")
    }

    @Test func `a large commit leaves no free end`() throws {
        let usages = try run(leafCount: 12_000, changing: 1, commits: 1, seed: 1)
        #expect(usages[0].fileByteCount > 2 << 20)
        #expect(usages[0].freeByteCount < 2 * FreeSpace.pageByteCount)
        // The next small one has room for more of its kind.
        #expect(usages[1].freeByteCount > 1 << 19)
    }

    @Test func `a version that is held costs what it holds, not what was written since`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var file = try LeafFile(directory, seed: seed)
        let held = try file.begin(leafCount: 1500)
        let leaves = try LeafFile.leaves(held)
        let before = try LeafFile.Usage(held)
        var newest = held
        for _ in 0..<1500 { newest = try file.change(10) }
        // Both versions whole, and room for commits.
        let usage = try LeafFile.Usage(newest)
        #expect(usage.fileByteCount < (before.liveByteCount + usage.liveByteCount) * 3 / 2, "seed \(seed)")
        #expect(try LeafFile.leaves(held) == leaves, "seed \(seed)")
        try checkTiling(newest)
    }

    @Test func `versions in between that are held stay whole`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var file = try LeafFile(directory, seed: seed)
        var random = SeededGenerator(seed: seed)
        var held: [(Snapshot, [[Int64]])] = []
        _ = try file.begin(leafCount: 200)
        for _ in 0..<600 {
            let snapshot = try file.change(Int.random(in: 1...8, using: &random))
            if Int.random(in: 0..<6, using: &random) == 0 { held.append((snapshot, try LeafFile.leaves(snapshot))) }
            if held.count > 8 { held.remove(at: Int.random(in: 0..<held.count, using: &random)) }
            if let (any, leaves) = held.randomElement(using: &random) {
                #expect(try LeafFile.leaves(any) == leaves, "seed \(seed), version \(any.version)")
            }
            try checkTiling(snapshot)
        }
        for (snapshot, leaves) in held { #expect(try LeafFile.leaves(snapshot) == leaves, "seed \(seed)") }
    }

    @Test func `a long free list does not make a commit a large one`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var file = try LeafFile(directory, seed: seed)
        var newest = try file.begin(leafCount: 1500)
        for _ in 0..<20 { newest = try file.change(30) }
        let top = try #require(newest.top)
        let list = try FreeList(top, in: newest.space)
        var gaps: [Gap] = []
        for index in 0..<list.count { Gap.append(list[index].gap, to: &gaps) }
        let least = try #require(gaps.dropLast().map(\.byteCount).min(), "seed \(seed)")
        var held = HeldVersions()
        var space = try FreeSpace(top, in: newest.space, held: &held, ceiling: .max)
        space.prepare(nodes: 1000, list: 1 << 20)
        let place = space.place(least, remaining: 1 << 20, limit: .max)
        #expect(gaps.contains { $0.position == place && $0.byteCount == least }, "seed \(seed)")
    }
}
