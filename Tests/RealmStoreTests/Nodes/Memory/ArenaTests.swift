import TestSupport
import Testing

@testable import RealmStore

@Suite("Arena") struct ArenaTests {
    private let blob = NodeKind(.blob, widthCode: 1)

    @Test(arguments: [0, 1, 7, 8, 9, 248, 249, 500, 504, 505, 4096, 100_000, 5_000_000])
    func `a freed node is used again for one of its size`(_ byteCount: Int) throws {
        let area = try EditingArea()
        let first = try area.arena.make(blob, count: byteCount).ref
        let used = area.arena.byteCount
        try area.arena.free(first)
        #expect(try area.arena.make(blob, count: byteCount).ref == first)
        #expect(area.arena.byteCount == used)
    }

    @Test func `nodes do not overlap`() throws {
        let area = try EditingArea()
        var generator = SeededGenerator(seed: 11)
        var live: [(ref: Ref, byte: UInt8, count: Int)] = []
        for step in 0..<3000 {
            if live.isEmpty || generator.below(3) > 0 {
                let node = try area.arena.make(blob, count: generator.below(generator.chance(oneIn: 20) ? 9000 : 300))
                let byte = UInt8(truncatingIfNeeded: step)
                node.payload.initializeMemory(as: UInt8.self, repeating: byte, count: node.count)
                live.append((node.ref, byte, node.count))
            } else {
                try area.arena.free(live.remove(at: generator.below(live.count)).ref)
            }
        }
        for (ref, byte, count) in live {
            let node = try area.space.node(ref)
            #expect(node.count == count)
            #expect(node.bytes.allSatisfy { $0 == byte })
        }
    }

    @Test func `a node that grows keeps what it holds`() throws {
        let area = try EditingArea()
        var node = try area.arena.make(blob, count: 100)
        for index in 0..<100 { node.payload.storeBytes(of: UInt8(index), toByteOffset: index, as: UInt8.self) }
        for capacity in [101, 1000, 100_000, 10_000_000] { node = try area.arena.reserve(node, capacity: capacity) }
        #expect(node.capacity >= 10_000_000)
        #expect(node.kind == blob)
        #expect(Array(node.node.bytes) == (0..<100).map { UInt8($0) })
    }

    @Test func `new nodes are zero, on used memory too`() throws {
        let area = try EditingArea()
        let node = try area.arena.make(blob, count: 40)
        node.payload.initializeMemory(as: UInt8.self, repeating: 0xFF, count: 40)
        try area.arena.free(node.ref)
        #expect(try area.arena.make(blob, count: 40).node.bytes.allSatisfy { $0 == 0 })
    }

    @Test func `a committed node is dropped once, however often it is changed`() throws {
        let made = try EditingArea()
        let (area, root) = try made.commit(made.arena.make(blob, count: 30).ref)
        var ref = root
        _ = try area.arena.writable(&ref)
        let copy = ref
        _ = try area.arena.writable(&ref)
        #expect(ref == copy)
        #expect(area.arena.dropped == [Arena.DroppedBlock(position: root.offset, byteCount: 40)])
    }

    @Test func `freeing a tree drops every committed node of it`() throws {
        let made = try EditingArea()
        let leaf = try made.arena.make(blob, count: 9).ref
        let inner = try SlotEditor(.refs(), [Slot(leaf), Slot(number: 5)], in: made.arena)
        let top = try SlotEditor(.refs(), [Slot(inner.ref), .empty], in: made.arena)
        let (area, root) = try made.commit(top.ref)
        try area.arena.freeTree(root)
        #expect(area.droppedEverything)
    }

    @Test func `a tree that contains itself is damage`() throws {
        var image = [UInt8](repeating: 0, count: FileLayout.headerByteCount)
        image += [0x41, 0x41, 0x41, 0x41, 0x44, 0, 0, 1, 24, 0, 0, 0, 0, 0, 0, 0]
        let area = try EditingArea(committed: image)
        #expect(throws: FormatError.self) { try area.arena.freeTree(Ref(24)) }
    }

    @Test func `a tree whose nodes are shared over and over is damage`() throws {
        // 60 nodes, each with two slots that lead to the one before: 2^60 paths.
        var image = [UInt8](repeating: 0, count: FileLayout.headerByteCount)
        image += [0x41, 0x41, 0x41, 0x41, 0x40, 0, 0, 0]
        for level in 0..<60 {
            let below = level == 0 ? 24 : 32 + (level - 1) * 24
            image += [0x41, 0x41, 0x41, 0x41, 0x47, 0, 0, 2]
            for _ in 0..<2 { image += withUnsafeBytes(of: Int64(below)) { Array($0) } }
        }
        let area = try EditingArea(committed: image)
        #expect(throws: FormatError.self) { try area.arena.freeTree(Ref(32 + 59 * 24)) }
    }

    @Test func `memory that runs out is an error`() throws {
        let range = try AddressRange(exactly: 1 << 23)
        let memory = ArenaMemory(over: NodeSpace(base: range.base, end: 24, pages: nil), in: range, from: 4096)
        #expect {
            for _ in 0..<1000 { _ = try memory.arena.make(blob, count: 100_000) }
        } throws: { ($0 as? FormatError)?.code == .outOfMemory }
    }
}
