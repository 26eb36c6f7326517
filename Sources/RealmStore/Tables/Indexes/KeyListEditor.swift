/// The objects below one path of a search index, in a write transaction: a B+ tree of their keys, never empty.
///
/// As with other editors, `root` may change with every call that changes the list.
struct KeyListEditor {
    private let arena: Arena
    private var tree: BPlusTreeEditor

    var root: Ref { tree.root }
    var count: Int { tree.count }

    init(root: Ref, in arena: Arena) throws(FormatError) {
        self.arena = arena
        tree = try BPlusTreeEditor(root: root, of: KeyListEditor.leafKind, in: arena)
        guard count > 0 else { throw FormatError(.badIndex, at: root, "a list of objects is empty") }
    }

    /// A new list of one object.
    init(of key: ObjectKey, in arena: Arena) throws(FormatError) {
        self.arena = arena
        tree = try BPlusTreeEditor(root: .none, of: KeyListEditor.leafKind, in: arena)
        try insert(key, at: 0)
    }

    /// A new list of several objects, in that order.
    init(of keys: [ObjectKey], in arena: Arena) throws(FormatError) {
        self.arena = arena
        tree = try BPlusTreeEditor(root: .none, of: KeyListEditor.leafKind, in: arena)
        let leading = keys.prefix(BPlusTree.fanout).map { Value.int($0.value) }
        try leading.withUnsafeBufferPointer { (values) throws(FormatError) in try tree.append(values) }
        for key in keys.dropFirst(leading.count) { try tree.append(.int(key.value)) }
    }

    private static var leafKind: LeafKind { .int(isNullable: false) }

    /// Traps outside `0..<count`.
    ///
    /// - Complexity: O(log count)
    func key(at index: Int) throws(FormatError) -> ObjectKey {
        var reader = try Reader(root, in: arena.space)
        return try reader.key(at: index)
    }

    /// True if `key` is at `index`, which may be `count`.
    func holds(_ key: ObjectKey, at index: Int) throws(FormatError) -> Bool {
        guard index < count else { return false }
        return try self.key(at: index) == key
    }

    /// The first position in `range` whose key does not satisfy `isBefore`; all keys that do come first.
    func partitionPoint(
        of range: Range<Int>, where isBefore: (ObjectKey) throws(FormatError) -> Bool
    ) throws(FormatError) -> Int {
        var reader = try Reader(root, in: arena.space)
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low &+ high) &>> 1
            if try isBefore(reader.key(at: middle)) { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// The first position from `start` on whose key satisfies `isWanted`, or `count`.
    func firstPosition(
        from start: Int = 0, where isWanted: (ObjectKey) throws(FormatError) -> Bool
    ) throws(FormatError) -> Int {
        var reader = try Reader(root, in: arena.space)
        for position in start..<count where try isWanted(reader.key(at: position)) { return position }
        return count
    }

    mutating func insert(_ key: ObjectKey, at index: Int) throws(FormatError) {
        try tree.insert(.int(key.value), at: index)
    }

    mutating func remove(at index: Int) throws(FormatError) { try tree.remove(at: index) }

    /// Frees all nodes of the list.
    func free() throws(FormatError) { try arena.freeTree(root) }
}

extension KeyListEditor {
    /// Reads many keys of one list: keeps the leaf of the last one.
    private struct Reader {
        private let tree: BPlusTree
        private let space: NodeSpace
        private var keys = IntegerArray.empty
        private var positions = 0..<0

        init(_ root: Ref, in space: NodeSpace) throws(FormatError) {
            self.space = space
            tree = try BPlusTree(root, in: space) { (leaf) throws(FormatError) in
                try Reader.keys(leaf.ref, space).count
            }
        }

        mutating func key(at position: Int) throws(FormatError) -> ObjectKey {
            if !positions.contains(position) {
                let leaf = try tree.leaf(containing: position)
                keys = try Reader.keys(leaf.node.ref, space)
                guard keys.count == leaf.positions.count else {
                    throw FormatError(.badTree, at: leaf.node.ref, "holds another number of keys than its parent says")
                }
                positions = leaf.positions
            }
            return ObjectKey(keys[position &- positions.lowerBound])
        }

        private static func keys(_ leaf: Ref, _ space: NodeSpace) throws(FormatError) -> IntegerArray {
            try space.integers(leaf, "a list of objects in a search index")
        }
    }
}
