import TestSupport
import Testing

@testable import RealmStore

struct ClusterEditorTests {
    @Test func `a new tree is an empty compact leaf`() throws {
        let model = try ClusterModel()
        try model.check()
        #expect(try model.editor.count() == 0)
    }

    @Test func `a leaf stays compact while keys 0, 1, 2 are appended and the last is removed`() throws {
        let model = try ClusterModel()
        for key in 0..<100 { try model.insert(Int64(key), 7) }
        try model.remove(99)
        #expect(ClusterLeafEditor(model.arena.own(model.editor.root)).isCompact)
        try model.check()
    }

    @Test func `a gap between keys makes a leaf general`() throws {
        let model = try ClusterModel()
        for key: Int64 in [0, 2, 5] { try model.insert(key, key) }
        #expect(!ClusterLeafEditor(model.arena.own(model.editor.root)).isCompact)
        try model.check()
    }

    @Test func `inner nodes over appended keys are compact`() throws {
        let model = try ClusterModel()
        for key in 0..<70_000 { try model.insert(Int64(key), Int64(key)) }
        let root = try model.arena.space.node(model.editor.root)
        #expect(try ClusterTree.InnerNode(root, in: model.arena.space).isCompact)
        var shape = ClusterShape(space: model.arena.space)
        try shape.check(model.editor.root)
        #expect(shape.depth == 2)
        #expect(shape.leafCount == 274)
    }

    @Test func `objects added at once make the tree that they make one after the other`() throws {
        let (model, other) = (try ClusterModel(), try ClusterModel())
        for key in 0..<70_000 { try other.insert(Int64(key), Int64(key)) }
        for start in stride(from: 0, to: 70_000, by: 1237) {
            try model.append((start..<min(70_000, start + 1237)).map(Int64.init))
        }
        try model.check()
        var (shape, expected) = (ClusterShape(space: model.arena.space), ClusterShape(space: other.arena.space))
        try shape.check(model.editor.root)
        try expected.check(other.editor.root)
        #expect(shape.depth == expected.depth && shape.leafCount == expected.leafCount)
    }

    @Test func `objects added at once may come between others, and far behind them`() throws {
        let model = try ClusterModel()
        try model.append([5, 6, 900, 70_000, 1 << 40])
        try model.append([0, 7, 8, 899, 901, 60_000, 1 << 39, (1 << 40) + 1, (1 << 62) - 1])
        var generator = SeededGenerator(for: #function)
        for _ in 0..<50 {
            let start = Int64(generator.below(1 << 20))
            let keys = (0..<generator.below(600)).map { start + Int64($0) * 3 }
            try model.append(keys.filter { model.values[$0] == nil })
        }
        try model.check()
    }

    @Test func `objects added at once of which one is taken are refused`() throws {
        let model = try ClusterModel()
        try model.append([3, 4])
        #expect(throws: FormatError.self) { try model.append([4]) }
    }

    @Test func `a key that is taken is refused`() throws {
        let model = try ClusterModel()
        try model.insert(3, 3)
        #expect(throws: FormatError.self) { try model.insert(3, 4) }
    }

    @Test func `a key that does not exist is not removed`() throws {
        let model = try ClusterModel()
        try model.insert(3, 3)
        #expect(try !model.editor.remove(ObjectKey(4)))
        try model.check()
    }

    @Test func `keys far behind a compact node are found`() throws {
        let model = try ClusterModel()
        for key in 0..<300 { try model.insert(Int64(key), 1) }
        for key: Int64 in [5000, 5001, 1 << 20, (1 << 62) - 1] { try model.insert(key, key) }
        try model.check()
    }

    @Test func `keys that another engine left behind the range of a compact node are found`() throws {
        let model = try ClusterModel()
        for key in 0..<300 { try model.insert(Int64(key), 1) }
        for key: Int64 in [5000, 5001, 1 << 20] { try model.insert(key, key) }
        // The offsets that were written down are the regular ones: without them the node is compact.
        SlotEditor(model.arena.own(model.editor.root), in: model.arena)[0] = .empty
        model.editor.forgetPath()
        #expect(try ClusterTree.InnerNode(model.arena.space.node(model.editor.root), in: model.arena.space).isCompact)
        for key in model.values.keys {
            #expect(try model.editor.tree().find(ObjectKey(key)) != nil && model.editor.contains(ObjectKey(key)))
        }
        try model.update(5001, 7)
        try model.remove(5000)
        for key: Int64 in [400, 512, 5002, 1 << 30] { try model.insert(key, key) }
        for key in 520..<900 { try model.insert(Int64(key), 2) }
        try model.check()
    }

    @Test(arguments: [2, 6, 40, 2000]) func `objects removed together leave what is left of them one by one`(
        _ step: Int64
    ) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let model = try ClusterModel()
        for key in 0..<9_000 { try model.insert(Int64(key) * step, Int64(key)) }
        // Some of them do not exist.
        let isGone = (0..<20_000).map { _ in Int.random(in: 0..<3, using: &generator) > 0 }
        let keys = (0..<20_000).filter { isGone[$0] }.map { Int64($0) * step / 2 }
        for key in keys { model.values[key] = nil }
        try model.editor.remove(keys.map { ObjectKey($0) })
        do { try model.check() } catch { Issue.record("seed \(seed): \(error)") }
        try model.editor.remove(model.values.keys.sorted().map { ObjectKey($0) })
        model.values = [:]
        try model.check()
    }

    @Test func `seventy thousand objects of which two thirds go keep their shape`() throws {
        let model = try ClusterModel()
        for key in 0..<70_000 { try model.insert(Int64(key), Int64(key)) }
        for key in 0..<70_000 where key % 3 != 0 { try model.remove(Int64(key)) }
        try model.check()
    }

    @Test func `objects are found after the last two leaves below a compact node were joined`() throws {
        let model = try ClusterModel()
        for key in 0..<700 { try model.insert(Int64(key), Int64(key)) }
        for key in 300..<500 { try model.remove(Int64(key)) }
        for key in 600..<700 { try model.remove(Int64(key)) }
        try model.remove(299)
        try model.check()
    }

    @Test func `objects are found after the last two inner nodes below a compact node were joined`() throws {
        let model = try ClusterModel()
        for key in 0..<150_000 { try model.insert(Int64(key), Int64(key)) }
        for key in 90_000..<131_072 { try model.remove(Int64(key)) }
        try model.check()
        var shape = ClusterShape(space: model.arena.space)
        try shape.check(model.editor.root)
        #expect(shape.depth == 2)
    }

    @Test(arguments: [false, true])
    func `a tree can be emptied from either end`(isFromFront: Bool) throws {
        let model = try ClusterModel()
        for key in 0..<2_000 { try model.insert(Int64(key) * 3, 1) }
        for step in 0..<2_000 {
            try model.remove(Int64(isFromFront ? step : 1_999 - step) * 3)
            if step % 97 == 0 { try model.check() }
        }
        try model.check()
        #expect(ClusterLeafEditor(model.arena.own(model.editor.root)).isCompact)
    }

    @Test func `descending keys share leaves`() throws {
        let model = try ClusterModel()
        for key in (0..<20_000).reversed() { try model.insert(Int64(key) * 5, Int64(key)) }
        try model.check()
        var shape = ClusterShape(space: model.arena.space)
        try shape.check(model.editor.root)
        #expect(shape.leafCount < 200)
    }

    @Test func `columns come and go in every leaf`() throws {
        let model = try ClusterModel()
        for key in 0..<1_000 { try model.insert(Int64(key) * 2, Int64(key)) }
        let ints = LeafEditor(.int(isNullable: false), in: model.arena)
        try model.editor.addColumn(ClusterColumn(leafIndex: 5, leaves: ints, initial: .int(9)))
        try model.editor.removeColumn(2)
        try model.insert(5, 5)
        var shape = ClusterShape(space: model.arena.space)
        shape.leafIndexes = [0, 5]
        try shape.check(model.editor.root)
        #expect(shape.keys.count == 1_001)
    }

    /// The distribution of random keys: densely, sparsely, hugely, as the interleaved keys of tables, as those of
    /// tombstones.
    enum KeyPattern: CaseIterable {
        case dense, sparse, huge, interleaved, tombstones, ascending

        func key(_ step: Int, using generator: inout SeededGenerator) -> Int64 {
            switch self {
            case .dense: Int64.random(in: 0..<6_000, using: &generator)
            case .sparse: Int64.random(in: 0..<1 << 40, using: &generator)
            case .huge: Int64.random(in: 0..<1 << 62, using: &generator)
            case .interleaved:
                Int64((step & 0xFF) | ((step >> 8) << 16))
            case .tombstones: -2 - Int64.random(in: 0..<1 << 62, using: &generator)
            case .ascending: Int64(step) * Int64.random(in: 1..<3, using: &generator)
            }
        }
    }

    @Test(arguments: KeyPattern.allCases)
    func `random insertions and removals leave what a dictionary holds`(pattern: KeyPattern) throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        print("cluster keys \(pattern), seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let model = try ClusterModel()
        var keys: [Int64] = []
        for step in 0..<30_000 {
            // Phases of growth and of decline, so that nodes split and join.
            let grows = (step / 6_000) % 2 == 0
            if Int.random(in: 0..<10, using: &generator) < (grows ? 8 : 2) || keys.isEmpty {
                let key = pattern.key(step, using: &generator)
                let value = Int64.random(in: -1 << 40..<1 << 40, using: &generator)
                if model.values[key] == nil {
                    try model.insert(key, value)
                    keys.append(key)
                } else {
                    try model.update(key, value)
                }
            } else {
                let index = Int.random(in: keys.indices, using: &generator)
                try model.remove(keys[index])
                keys.swapAt(index, keys.count - 1)
                keys.removeLast()
            }
            if step % 2_999 == 0 { try model.check() }
        }
        try model.check()
    }
}
