import TestSupport
import Testing

@testable import RealmStore

/// The space to which a commit may write while versions are in use: all that none of them refers to, and nothing else.
@Suite("Writing: held versions") struct HeldVersionsTests {
    private let directory = StorageDirectory()

    /// Whether a version uses each multiple of 8, up to the end of a newer one. It uses nothing beyond that: only what
    /// no version in use refers to is cut off.
    private func used(_ snapshot: Snapshot, upTo end: Int) throws -> [Bool] {
        let top = try #require(snapshot.top)
        var used = (0..<max(end, top.logicalByteCount) / 8).map { $0 * 8 < top.logicalByteCount }
        let list = try FreeList(top, in: snapshot.space)
        for index in 0..<list.count {
            for place in list[index].position / 8..<list[index].end / 8 { used[place] = false }
        }
        #expect(!used[(end / 8)...].contains(true))
        return Array(used[..<(end / 8)])
    }

    @Test func `a free block is split into what a version in use refers to and the rest`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var file = try LeafFile(directory, seed: seed)
        var random = SeededGenerator(seed: seed)
        var held: [Snapshot] = []
        var versions = HeldVersions()
        var newest = try file.begin(leafCount: 150)
        for round in 0..<200 {
            // Versions are added at the end and removed anywhere, so that a list is both continued and rebuilt.
            if Int.random(in: 0..<3, using: &random) == 0 { held.append(newest) }
            if held.count > 6 { held.remove(at: Int.random(in: 0..<held.count, using: &random)) }
            newest = try file.change(Int.random(in: 1...12, using: &random))
            let top = try #require(newest.top)
            versions.update(held.compactMap(\.top).map { .init($0) }.shuffled(using: &random), before: top.version)
            var isHeld = [Bool](repeating: false, count: top.logicalByteCount / 8)
            let uses = try held.map { (version: $0.version, places: try used($0, upTo: top.logicalByteCount)) }
            for use in uses { for (place, isUsed) in use.places.enumerated() where isUsed { isHeld[place] = true } }
            let list = try FreeList(top, in: newest.space)
            let (usable, locked) = versions.split((0..<list.count).map { list[$0] }, in: newest.space)
            #expect(
                usable.allSatisfy { !isHeld[$0.position / 8..<$0.end / 8].contains(true) },
                "seed \(seed), round \(round)")
            #expect(
                locked.allSatisfy { !isHeld[$0.position / 8..<$0.end / 8].contains(false) },
                "seed \(seed), round \(round)")
            for block in locked {
                let users = uses.filter { $0.places[block.position / 8..<block.end / 8].contains(true) }
                #expect(
                    users.allSatisfy { $0.version < block.version }, "seed \(seed), round \(round): freed too early")
                #expect(
                    uses.contains { $0.version + 1 == block.version },
                    "seed \(seed), round \(round): no version in use needs the block until \(block.version)")
            }
            #expect(
                zip(locked, locked.dropFirst()).allSatisfy { $0.end < $1.position || $0.version != $1.version },
                "seed \(seed), round \(round)")
            let byteCount = usable.reduce(0) { $0 + $1.byteCount } + locked.reduce(0) { $0 + $1.byteCount }
            #expect(byteCount == list.byteCount, "seed \(seed), round \(round)")
        }
    }

    @Test func `nothing is used that a version which cannot be read may refer to`() throws {
        var file = try LeafFile(directory, seed: 1)
        _ = try file.begin(leafCount: 150)
        let old = try file.change(5)
        var newest = old
        for _ in 0..<5 { newest = try file.change(5) }
        let top = try #require(newest.top)
        let known = HeldVersions.Entry(try #require(old.top))
        let list = try FreeList(top, in: newest.space)
        let blocks = (0..<list.count).map { list[$0] }
        for lost in [
            HeldVersions.Entry(number: known.number, top: Ref(known.top.offset + 8), byteCount: known.byteCount),
            HeldVersions.Entry(number: known.number, top: known.top, byteCount: known.byteCount + 8),
            HeldVersions.Entry(number: known.number, top: Ref(1 << 40), byteCount: known.byteCount),
        ] {
            var versions = HeldVersions()
            versions.update([lost], before: top.version)
            let (usable, locked) = versions.split(blocks, in: newest.space)
            #expect(usable.count == blocks.count { $0.version <= old.version })
            #expect(!locked.isEmpty && locked.allSatisfy { $0.version > old.version })
        }
    }

    @Test func `a version without anything holds nothing`() throws {
        var file = try LeafFile(directory, seed: 1)
        _ = try file.begin(leafCount: 150)
        let newest = try file.change(5)
        let top = try #require(newest.top)
        var versions = HeldVersions()
        versions.update([HeldVersions.Entry(number: 1, top: .none, byteCount: 24)], before: top.version)
        let list = try FreeList(top, in: newest.space)
        let (usable, locked) = versions.split((0..<list.count).map { list[$0] }, in: newest.space)
        #expect(locked.isEmpty && usable.count == list.count)
    }

    @Test(arguments: [nil, StorageDirectory.key])
    func `versions that come and go by the hundreds hold what they refer to`(_ key: EncryptionKey?) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var file = try LeafFile(directory, seed: seed, key: key)
        var random = SeededGenerator(seed: seed)
        var held: [(snapshot: Snapshot, leaves: [[Int64]])] = []
        var newest = try file.begin(leafCount: 60)
        for round in 0..<1_500 {
            if round % 3 == 0 { held.append((newest, try LeafFile.leaves(newest))) }
            // A window that moves, with some that stay behind.
            if held.count > 200 { held.remove(at: round % 9 == 0 ? Int.random(in: 0..<200, using: &random) : 20) }
            newest = try file.change(2)
        }
        for (snapshot, leaves) in held { #expect(try LeafFile.leaves(snapshot) == leaves, "seed \(seed)") }
        let usage = try LeafFile.Usage(newest)
        // Each holds a free list of some thousand blocks, and what was replaced since the one before.
        #expect(usage.fileByteCount < held.count * 60_000, "seed \(seed): \(usage)")
    }
}
