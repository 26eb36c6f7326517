/// Primary keys whose tombstones would have the same object key, with their substitute keys.
///
///     three arrays of integers: low words | high words | object keys, an entry for each, ordered by (high, low)
///
/// Source: file-format/links.md, "The collision map".
struct CollisionMap {
    /// `Ref.none` after the last entry was removed.
    private(set) var root: Ref
    private let arena: Arena

    init(_ root: Ref, in arena: Arena) throws(FormatError) {
        self.root = root
        self.arena = arena
        let node = try arena.space.refs(root, "a collision map")
        guard node.count == 3 else { throw FormatError(.badTable, at: root, "a collision map has \(node.count) parts") }
    }

    private func part(_ index: Int) throws(FormatError) -> IntegerArray {
        guard let child = try arena.space.node(root).slot(index).ref else {
            throw FormatError(.badTable, at: root, "part \(index) of a collision map is missing")
        }
        return try arena.space.integers(child, "a collision map")
    }

    /// The object key of a primary key.
    func find(_ identity: PrimaryKeyIdentity) throws(FormatError) -> ObjectKey? {
        let (lows, highs, keys) = (try part(0), try part(1), try part(2))
        for index in 0..<min(lows.count, highs.count, keys.count)
        where UInt64(bitPattern: lows[index]) == identity.low && UInt64(bitPattern: highs[index]) == identity.high {
            return ObjectKey(keys[index])
        }
        return nil
    }

    /// Removes the entry of an object key, if there is one.
    mutating func remove(_ key: ObjectKey) throws(FormatError) {
        let keys = try part(2)
        guard let index = (0..<keys.count).first(where: { keys[$0] == key.value }) else { return }
        if keys.count == 1 {
            try arena.freeTree(root)
            root = .none
            return
        }
        let parts = try SlotEditor(root, in: arena)
        root = parts.ref
        for slot in 0..<3 {
            var column = try IntegerEditor(parts.child(slot), in: arena)
            guard index < column.count else {
                throw FormatError(.badTable, at: root, "the parts of a collision map differ in size")
            }
            column.remove(at: index)
            parts[slot] = Slot(column.ref)
        }
    }
}
