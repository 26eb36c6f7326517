import TestSupport
import Testing

@testable import RealmStore

@Suite("Editing B+ trees") struct BPlusTreeEditorTests {
    private let area: TreeArea

    init() throws { area = try TreeArea() }

    private func open(_ root: Ref = .none) throws -> BPlusTreeEditor {
        try BPlusTreeEditor(root: root, of: .int(isNullable: false), in: area.arena)
    }

    private func values(_ root: Ref) throws -> [Int64] {
        var values: [Int64] = []
        try CollectionTree(root, of: .plainIntegers, in: area.space).forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count {
                if case .int(let value) = try leaf.value(row) { values.append(value) }
            }
        }
        return values
    }

    private func shape(_ root: Ref) throws -> TreeShape { try .of(root, .plainIntegers, in: area.space) }

    private func append(_ range: Range<Int64>, to tree: inout BPlusTreeEditor) throws {
        for value in range { try tree.append(.int(value)) }
    }

    private func expect(_ tree: BPlusTreeEditor, holds expected: [Int64], _ comment: Comment? = nil) throws {
        let found = try values(tree.root)
        #expect(found == expected, comment)
        #expect(tree.count == expected.count, comment)
        #expect(try shape(tree.root).count == expected.count, comment)
        try area.expectNothingLost(roots: [tree.root], comment)
    }

    // MARK: Forms

    @Test func `a tree that was only appended to is compact with full leaves`() throws {
        var tree = try open()
        try append(0..<2500, to: &tree)
        let shape = try shape(tree.root)
        #expect(shape.levels == 1 && shape.leafCount == 3 && !shape.isGeneral)
        try expect(tree, holds: Array(0..<2500))
    }

    @Test func `a million values have two levels above the leaves`() throws {
        var tree = try open()
        try append(0..<1_050_000, to: &tree)
        let shape = try shape(tree.root)
        #expect(shape.levels == 2 && shape.leafCount == 1050 && !shape.isGeneral)
        #expect(try values(tree.root) == Array(0..<1_050_000))
        try tree.insert(.int(-1), at: 500_500)
        try tree.remove(at: 1_000_000)
        #expect(try self.shape(tree.root).isGeneral)
        #expect(try tree.value(at: 500_500).optionalInt == -1)
        #expect(try tree.value(at: 1_000_000).optionalInt == 1_000_000)
        try tree.removeAll()
        try area.expectNothingLost(roots: [tree.root])
    }

    @Test func `removing the last values keeps the compact form`() throws {
        var tree = try open()
        try append(0..<2001, to: &tree)
        try tree.remove(at: 2000)
        #expect(try !shape(tree.root).isGeneral)
        try tree.remove(at: 1999)
        #expect(try !shape(tree.root).isGeneral)
        try expect(tree, holds: Array(0..<1999))
    }

    @Test func `an insertion into a full leaf moves the values behind it to a new one`() throws {
        var tree = try open()
        try append(0..<1000, to: &tree)
        try tree.insert(.int(-1), at: 300)
        let root = try BPlusTree.InnerNode(area.space.node(tree.root), in: area.space)
        #expect(try root.child(0).positions == 0..<301)
        #expect(try root.child(1).positions == 301..<1001)
        try expect(tree, holds: Array(0..<300) + [-1] + Array(300..<1000))
    }

    @Test func `small neighbours become one leaf, and a root with one child goes`() throws {
        var tree = try open()
        try append(0..<1500, to: &tree)
        for _ in 0..<750 { try tree.remove(at: 0) }
        #expect(try shape(tree.root).levels == 1)
        try tree.remove(at: 0)
        #expect(try shape(tree.root).levels == 0)
        try expect(tree, holds: Array(751..<1500))
    }

    @Test func `removing every value leaves an empty leaf`() throws {
        var tree = try open()
        try append(0..<1200, to: &tree)
        for _ in 0..<1200 { try tree.remove(at: tree.count / 2) }
        try expect(tree, holds: [])
        #expect(try shape(tree.root).levels == 0)
    }

    @Test func `the first change cuts an oversize root leaf into full ones`() throws {
        var leaf = try IntegerEditor(repeating: 0, count: 0, in: area.arena)
        for value in 0..<4321 { try leaf.append(Int64(value)) }
        let root = try area.commit(leaf.ref)
        var tree = try open(root)
        #expect(try tree.value(at: 4000).optionalInt == 4000)
        try tree.append(.int(4321))
        let shape = try shape(tree.root)
        #expect(shape.leafCount == 5 && !shape.isGeneral)
        try expect(tree, holds: Array(0..<4322))
    }

    // MARK: Models

    @Test(arguments: 1...6) func `any changes give what an array would hold`(_ seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var tree = try open()
        var model: [Int64] = []
        // Grows for a while, then shrinks, and so on.
        var growing = true
        for step in 1...12_000 {
            if model.count > 5000 { growing = false }
            if model.isEmpty { growing = true }
            let value = Int64(bitPattern: random.next() >> (random.next() % 64))
            if random.chance(percent: growing ? 80 : 15) || model.isEmpty {
                let position = random.chance(percent: 50) ? model.count : random.below(model.count + 1)
                try tree.insert(.int(value), at: position)
                model.insert(value, at: position)
            } else if random.chance(percent: 20) {
                let position = random.below(model.count)
                try tree.set(.int(value), at: position)
                model[position] = value
            } else {
                let position = random.chance(percent: 30) ? model.count - 1 : random.below(model.count)
                try tree.remove(at: position)
                model.remove(at: position)
            }
            if step % 1500 == 0 {
                try expect(tree, holds: model, "seed \(seed), step \(step)")
                tree = try open(area.commit(tree.root))
            }
        }
        try area.arena.freeTree(tree.root)
        try area.expectNothingLost()
    }

    /// A tree of leaves of the given sizes below general nodes, whose numbers of children are those of `nodes`.
    private func tree(leaves: [Int], nodes: [Int]) throws -> (root: Ref, values: [Int64]) {
        var values: [Int64] = []
        var sizes = leaves[...]
        var top: BPlusInnerEditor?
        for childCount in nodes {
            var node: BPlusInnerEditor?
            for _ in 0..<childCount {
                let size = sizes.removeFirst()
                var leaf = try IntegerEditor(repeating: 0, count: 0, in: area.arena)
                for _ in 0..<size {
                    try leaf.append(Int64(values.count))
                    values.append(Int64(values.count))
                }
                if node == nil {
                    node = try BPlusInnerEditor(leaf.ref, holding: size, each: nil, in: area.arena)
                } else {
                    try node!.insertChild(leaf.ref, holding: size, after: node!.childCount - 1, isGeneral: false)
                }
            }
            let (ref, total) = (node!.ref, node!.total)
            if top == nil {
                top = try BPlusInnerEditor(ref, holding: total, each: nil, in: area.arena)
            } else {
                try top!.insertChild(ref, holding: total, after: top!.childCount - 1, isGeneral: true)
            }
        }
        return (top!.ref, values)
    }

    @Test(arguments: 1...4) func `full inner nodes are split and small ones merged`(_ seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let nodes = [1000, 300, 420, 1000]
        // Three full leaves among many of a single value.
        var leaves = [Int](repeating: 1, count: nodes.reduce(0, +))
        for place in [0, 700, 2719] { leaves[place] = 1000 }
        let made = try tree(leaves: leaves, nodes: nodes)
        var model = made.values
        var tree = try open(area.commit(made.root))
        try expect(tree, holds: model, "seed \(seed)")
        for start in [model.count, 1700, 500] {
            try tree.insert(.int(-1), at: start)
            model.insert(-1, at: start)
        }
        try expect(tree, holds: model, "seed \(seed)")
        for _ in 0..<2500 {
            let position = random.below(model.count)
            if random.chance(percent: 80) {
                try tree.remove(at: position)
                model.remove(at: position)
            } else {
                try tree.insert(.int(Int64(position)), at: position)
                model.insert(Int64(position), at: position)
            }
        }
        try expect(tree, holds: model, "seed \(seed)")
    }

    // MARK: Damage

    @Test func `a leaf of another size than its parent says is refused`() throws {
        var tree = try open()
        try append(0..<1200, to: &tree)
        let node = try BPlusInnerEditor(tree.root, in: area.arena)
        node.setChild(try IntegerEditor(repeating: 1, count: 9, in: area.arena).ref, at: 1)
        let damaged = try area.commit(node.ref)
        tree = try open(damaged)
        #expect(throws: FormatError.self) { try tree.remove(at: 1100) }
        #expect(throws: FormatError.self) { try tree.insert(.int(0), at: 1200) }
        #expect(throws: FormatError.self) { try tree.set(.int(0), at: 1005) }
    }

    @Test func `a node that is its own child is refused`() throws {
        let node = try BPlusInnerEditor(Ref(24), holding: 5, each: 5, in: area.arena)
        let root = try area.commit(node.ref, keeping: Ref(24))
        var tree = try open(root)
        #expect(throws: FormatError.self) { try tree.append(.int(1)) }
    }
}
