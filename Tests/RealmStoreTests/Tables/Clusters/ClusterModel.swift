@testable import RealmStore
@testable import TestSupport

/// A cluster tree and a dictionary of its expected content: an int for each key, and a slot column.
final class ClusterModel {
    let memory: EditingMemory
    let editor: ClusterEditor
    var values: [Int64: Int64] = [:]

    private let ints: LeafEditor

    var arena: Arena { memory.arena }

    init() throws {
        memory = try EditingMemory()
        ints = LeafEditor(.int(isNullable: false), in: memory.arena)
        let slots = LeafEditor(.slots, in: memory.arena)
        editor = try ClusterEditor(
            columns: [
                ClusterColumn(leafIndex: 0, leaves: ints, initial: .int(0)),
                ClusterColumn(leafIndex: 2, leaves: slots, initial: .null),
            ], in: memory.arena)
    }

    func insert(_ key: Int64, _ value: Int64) throws {
        set(value, at: try editor.insert(ObjectKey(key)))
        values[key] = value
    }

    /// Adds objects whose values are their keys, all at once.
    func append(_ keys: [Int64]) throws {
        let given = keys.map(Value.int)
        try given.withUnsafeBufferPointer { given in
            try editor.append(keys.map { ObjectKey($0) }[...]) { $0 == 0 ? given : nil }
        }
        for key in keys { values[key] = key }
    }

    func update(_ key: Int64, _ value: Int64) throws {
        guard let position = try editor.find(ObjectKey(key)) else { throw ModelError("object \(key) is not found") }
        set(value, at: position)
        values[key] = value
    }

    private func set(_ value: Int64, at position: ClusterEditor.Position) {
        do throws(FormatError) {
            var leaf = try position.leaf.column(0)
            try ints.set(.int(value), at: position.row, in: &leaf)
            position.leaf.setColumn(0, to: leaf)
        } catch {
            fatalError("\(error)")
        }
    }

    func remove(_ key: Int64) throws {
        guard try editor.remove(ObjectKey(key)) else { throw ModelError("object \(key) is not found") }
        values[key] = nil
    }

    /// Compares the tree with the model and checks the rules of its shape; the first difference is thrown.
    func check() throws {
        var shape = ClusterShape(space: arena.space)
        try shape.check(editor.root)
        let expected = values.keys.map { UInt64(bitPattern: $0) }.sorted()
        guard shape.keys == expected else {
            throw ModelError("\(shape.keys.count) keys, \(expected.count) expected, or others")
        }
        let tree = try editor.tree()
        guard tree.count == values.count else { throw ModelError("says \(tree.count) of \(values.count) objects") }
        for (key, value) in values {
            guard let position = try tree.find(ObjectKey(key)) else { throw ModelError("object \(key) is not found") }
            let stored = try arena.space.integers(position.leaf.column(0), "values")[position.row]
            guard stored == value else { throw ModelError("object \(key) holds \(stored), not \(value)") }
        }
    }
}

/// Walks a cluster tree and throws where it breaks a rule of the format.
struct ClusterShape {
    let space: NodeSpace
    /// All keys, in the order of the tree.
    private(set) var keys: [UInt64] = []
    private(set) var leafCount = 0
    private(set) var depth = 0
    /// Leaf indexes that every leaf must have, and no other.
    var leafIndexes: Set<Int> = [0, 2]
    /// Leaves are arrays of as many elements as there are values.
    var checksCounts = true

    init(space: NodeSpace) { self.space = space }

    mutating func check(_ root: Ref) throws {
        let node = try space.node(root)
        depth = node.kind.isInner ? try ClusterTree.InnerNode(node, in: space).depth : 0
        _ = try walk(root, depth: depth, offset: 0, bound: nil, isRoot: true)
        for (earlier, later) in zip(keys, keys.dropFirst()) where earlier >= later {
            throw ModelError("keys \(earlier), \(later) do not ascend")
        }
    }

    private mutating func walk(
        _ ref: Ref, depth: Int, offset: UInt64, bound: UInt64?, isRoot: Bool
    ) throws -> Int {
        let node = try space.node(ref)
        guard node.kind.isInner == (depth > 0) else { throw ModelError("a leaf at depth \(depth)") }
        guard depth > 0 else { return try leaf(node, offset, bound, isRoot: isRoot) }
        let inner = try ClusterTree.InnerNode(node, in: space)
        guard inner.depth == depth, inner.offsetsAscend else { throw ModelError("\(ref): wrong depth or offsets") }
        guard !isRoot || inner.childCount > 1 else { throw ModelError("the root has one child") }
        var total = 0
        for index in 0..<inner.childCount {
            let isRegularlyBounded = index + 1 < inner.childCount || inner.isCompact
            let next = isRegularlyBounded ? offset &+ inner.offset(index + 1) : bound
            total += try walk(
                inner.child(index), depth: depth - 1, offset: offset &+ inner.offset(index), bound: next, isRoot: false)
        }
        guard total == inner.total else { throw ModelError("\(ref) says \(inner.total) of \(total) objects") }
        return total
    }

    private mutating func leaf(_ node: Node, _ offset: UInt64, _ bound: UInt64?, isRoot: Bool) throws -> Int {
        let leaf = try ClusterLeaf(node, offset: offset, in: space)
        guard leaf.count > 0 || isRoot else { throw ModelError("an empty leaf") }
        leafCount += 1
        for row in 0..<leaf.count {
            let key = UInt64(bitPattern: leaf.key(row).value)
            guard key >= offset, bound.map({ key < $0 }) ?? true else { throw ModelError("\(key) is out of range") }
            keys.append(key)
        }
        for index in 0..<leaf.columnCount {
            guard leaf.hasColumn(index) == leafIndexes.contains(index) else {
                throw ModelError("column \(index) is missing or unknown")
            }
            guard leaf.hasColumn(index), checksCounts else { continue }
            let count = try space.node(leaf.column(index)).count
            guard count == leaf.count else { throw ModelError("\(count) values for \(leaf.count) objects") }
        }
        return leaf.count
    }
}
