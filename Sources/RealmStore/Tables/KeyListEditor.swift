/// The objects below one path of a search index, in a write transaction: a B+ tree of their keys, never empty.
///
/// As with other editors, `root` may change with every call that changes the list.
struct KeyListEditor {
    private let arena: Arena
    private(set) var root: Ref
    private(set) var count: Int

    init(root: Ref, in arena: Arena) throws(FormatError) {
        self.root = root
        self.arena = arena
        count = try KeyListEditor.tree(root, in: arena.space).count
        guard count > 0 else { throw FormatError(.badIndex, at: root, "a list of objects is empty") }
    }

    /// A new list of one object.
    init(of key: ObjectKey, in arena: Arena) throws(FormatError) {
        root = try IntegerEditor(repeating: key.value, count: 1, in: arena).ref
        self.arena = arena
        count = 1
    }

    private static func tree(_ root: Ref, in space: NodeSpace) throws(FormatError) -> BPlusTree {
        try BPlusTree(root, in: space) { (leaf) throws(FormatError) in try keys(leaf.ref, in: space).count }
    }

    private static func keys(_ leaf: Ref, in space: NodeSpace) throws(FormatError) -> IntegerArray {
        try space.integers(leaf, "a list of objects in a search index")
    }

    /// Traps outside `0..<count`.
    ///
    /// - Complexity: O(log count)
    func key(at index: Int) throws(FormatError) -> ObjectKey {
        let leaf = try KeyListEditor.tree(root, in: arena.space).leaf(containing: index)
        let keys = try KeyListEditor.keys(leaf.node.ref, in: arena.space)
        guard keys.count == leaf.positions.count else {
            throw FormatError(.badTree, at: leaf.node.ref, "holds another number of values than its parent says")
        }
        return ObjectKey(keys[index - leaf.positions.lowerBound])
    }

    /// True if `key` stands at `index`, which may be `count`.
    func holds(_ key: ObjectKey, at index: Int) throws(FormatError) -> Bool {
        guard index < count else { return false }
        return try self.key(at: index) == key
    }

    /// The first position in `range` whose key does not satisfy `isBefore`, where all that do come first.
    func partitionPoint(
        of range: Range<Int>, where isBefore: (ObjectKey) throws(FormatError) -> Bool
    ) throws(FormatError) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low &+ high) &>> 1
            if try isBefore(key(at: middle)) { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// The first position from `start` on whose key satisfies `isWanted`, or `count`.
    func firstPosition(
        from start: Int = 0, where isWanted: (ObjectKey) throws(FormatError) -> Bool
    ) throws(FormatError) -> Int {
        for position in start..<count where try isWanted(key(at: position)) { return position }
        return count
    }

    mutating func insert(_ key: ObjectKey, at index: Int) throws(FormatError) {
        var editor = try IntegerEditor(root, in: arena)
        try editor.insert(key.value, at: index)
        root = editor.ref
        count += 1
    }

    mutating func remove(at index: Int) throws(FormatError) {
        var editor = try IntegerEditor(root, in: arena)
        editor.remove(at: index)
        root = editor.ref
        count -= 1
    }

    /// Gives all nodes of the list back.
    func free() throws(FormatError) { try arena.freeTree(root) }
}
