import TestSupport
import Testing

@testable import RealmStore

@Suite("Editing backlinks") struct BacklinkEditorTests {
    private let area: TreeArea

    init() throws { area = try TreeArea() }

    private func origins(_ slot: Slot) throws -> [Int64] {
        let list = try BacklinkList(slot, in: area.space)
        return try (0..<list.count).map { try list.origin(at: $0).value }
    }

    private func expect(_ slot: Slot, holds expected: [Int64], _ comment: Comment? = nil) throws {
        #expect(try origins(slot).sorted() == expected.sorted(), comment)
        #expect(slot.isEmpty == expected.isEmpty && (slot.number != nil) == (expected.count == 1), comment)
        if let root = slot.ref { #expect(try TreeShape.of(root, .plainIntegers, in: area.space).count >= 2) }
        try area.expectNothingLost(roots: [slot.ref ?? .none], comment)
    }

    @Test func `one backlink is a number, two are a tree, and back again`() throws {
        var backlinks = BacklinkEditor(.empty, in: area.arena)
        try backlinks.add(ObjectKey(5))
        #expect(backlinks.slot.number == 5)
        try backlinks.add(ObjectKey(0))
        try expect(backlinks.slot, holds: [5, 0])
        #expect(try backlinks.remove(ObjectKey(5)))
        #expect(backlinks.slot.number == 0)
        #expect(try !backlinks.remove(ObjectKey(5)))
        #expect(try backlinks.remove(ObjectKey(0)))
        try expect(backlinks.slot, holds: [])
        #expect(try !backlinks.remove(ObjectKey(0)))
    }

    @Test func `the last entry moves into the gap`() throws {
        var backlinks = BacklinkEditor(.empty, in: area.arena)
        for key in 1...5 { try backlinks.add(ObjectKey(Int64(key))) }
        #expect(try backlinks.remove(ObjectKey(2)))
        #expect(try origins(backlinks.slot) == [1, 5, 3, 4])
    }

    @Test func `an object that links twice has two entries, which go one at a time`() throws {
        var backlinks = BacklinkEditor(.empty, in: area.arena)
        for _ in 0..<3 { try backlinks.add(ObjectKey(1 << 61)) }
        #expect(try backlinks.remove(ObjectKey(1 << 61)))
        try expect(backlinks.slot, holds: [1 << 61, 1 << 61])
    }

    @Test(arguments: 1...3) func `any changes give what a bag would hold`(_ seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var backlinks = BacklinkEditor(.empty, in: area.arena)
        var model: [Int64: Int] = [:]
        for step in 1...9000 {
            let key = Int64(random.below(3000))
            if random.chance(percent: step < 5000 ? 80 : 5) {
                try backlinks.add(ObjectKey(key))
                model[key, default: 0] += 1
            } else {
                let wasThere = model[key, default: 0] > 0
                #expect(try backlinks.remove(ObjectKey(key)) == wasThere, "seed \(seed), step \(step)")
                if wasThere { model[key]! -= 1 }
            }
            if step % 1500 == 0 {
                let expected = model.flatMap { Array(repeating: $0.key, count: $0.value) }
                try expect(backlinks.slot, holds: expected, "seed \(seed), step \(step)")
                let root = try area.commit(backlinks.slot.ref ?? .none)
                backlinks = BacklinkEditor(root.isNone ? backlinks.slot : Slot(root), in: area.arena)
            }
        }
        try backlinks.removeAll()
        try expect(backlinks.slot, holds: [])
    }

    @Test func `an origin that is not an object is refused if it is the only one left`() throws {
        var tree = try BPlusTreeEditor(root: .none, of: .int(isNullable: false), in: area.arena)
        try tree.append(.int(-4))
        try tree.append(.int(3))
        var backlinks = BacklinkEditor(Slot(try area.commit(tree.root)), in: area.arena)
        #expect(throws: FormatError.self) { try backlinks.remove(ObjectKey(3)) }
    }
}
