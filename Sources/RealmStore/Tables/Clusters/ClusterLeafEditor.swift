/// Changes a leaf of a cluster tree that the transaction owns: the keys of its objects and the slots of its columns.
///
/// A view without reference counting. Keys are relative to the leaf's offset. `ClusterEditor` manages what the slots
/// refer to. Source: file-format/clusters.md, "Cluster leaves".
struct ClusterLeafEditor {
    private(set) var node: MutableNode

    /// - Precondition: `node` is a leaf of a cluster tree, checked when it was copied.
    init(_ node: MutableNode) { self.node = node }

    /// A new leaf without objects and columns.
    static func makeEmpty(slotCount: Int, in arena: Arena) throws(FormatError) -> ClusterLeafEditor {
        let leaf = ClusterLeafEditor(try arena.make(.refs(), count: max(1, slotCount)))
        leaf[0] = Slot(number: 0)
        return leaf
    }

    var ref: Ref { node.ref }
    var slotCount: Int { node.count }

    /// Slot `index`: 0 for the keys, 1 + leaf index for a column. Traps outside `0..<slotCount`.
    subscript(index: Int) -> Slot {
        get {
            precondition(index >= 0 && index < node.count, "slot index out of range")
            return Slot(node.payload.load(fromByteOffset: index &* 8, as: Int64.self))
        }
        nonmutating set {
            precondition(index >= 0 && index < node.count, "slot index out of range")
            node.payload.storeBytes(of: newValue.raw, toByteOffset: index &* 8, as: Int64.self)
        }
    }

    // MARK: Columns

    /// The leaf of the column with that leaf index.
    @inline(__always)
    func column(_ leafIndex: Int) throws(FormatError) -> Ref {
        guard leafIndex + 1 < slotCount, let child = self[leafIndex + 1].ref else {
            throw FormatError(.badCluster, at: ref, "lacks the column of leaf index \(leafIndex)")
        }
        return child
    }

    @inline(__always)
    func setColumn(_ leafIndex: Int, to leaf: Ref) { self[leafIndex + 1] = Slot(leaf) }

    /// Makes room for the column with that leaf index. May move the node.
    mutating func addSlot(forColumn leafIndex: Int, in arena: Arena) throws(FormatError) {
        var slots = SlotEditor(node, in: arena)
        while slots.count < leafIndex + 2 { try slots.append(.empty) }
        node = slots.node
    }

    // MARK: Keys

    /// True while the keys are 0, 1, 2 ...
    var isCompact: Bool { self[0].number != nil }

    /// Number of objects.
    @inline(__always)
    func count(in arena: Arena) throws(FormatError) -> Int {
        if let number = self[0].number { return Int(number) }
        return try keys(in: arena).count
    }

    private func keys(in arena: Arena) throws(FormatError) -> IntegerArray {
        guard let child = self[0].ref else { throw FormatError(.badCluster, at: ref, "has no keys") }
        return try arena.space.integers(child, "keys of a cluster")
    }

    /// The key of the object in `row`. Traps outside of the rows.
    func key(at row: Int, in arena: Arena) throws(FormatError) -> UInt64 {
        if isCompact { return UInt64(row) }
        return try keys(in: arena).unsigned(at: row)
    }

    /// The first row whose key is at least `key`; the number of rows if there is none.
    func lowerBound(_ key: UInt64, in arena: Arena) throws(FormatError) -> Int {
        if let number = self[0].number { return Int(min(number, key)) }
        return try keys(in: arena).lowerBoundUnsigned(key)
    }

    /// The row of that key, or nil.
    ///
    /// - Parameter hint: a row likely to have the key, which need not exist.
    func row(of key: UInt64, trying hint: Int = 0, in arena: Arena) throws(FormatError) -> Int? {
        if let number = self[0].number { return key < number ? Int(key) : nil }
        let keys = try keys(in: arena)
        if hint < keys.count, keys.unsigned(at: hint) == key { return hint }
        let row = keys.lowerBoundUnsigned(key)
        return row < keys.count && keys.unsigned(at: row) == key ? row : nil
    }

    /// Adds a key and returns its row; nil if it already exists.
    @inline(__always)
    func insertKey(_ key: UInt64, in arena: Arena) throws(FormatError) -> Int? {
        if let number = self[0].number, number == key {
            self[0] = Slot(number: number + 1)
            return Int(number)
        }
        return try insertKeyBetween(key, in: arena)
    }

    private func insertKeyBetween(_ key: UInt64, in arena: Arena) throws(FormatError) -> Int? {
        guard try row(of: key, in: arena) == nil else { return nil }
        let row = try lowerBound(key, in: arena)
        var keys = try generalKeys(in: arena)
        try keys.insertUnsigned(key, at: row)
        self[0] = Slot(keys.ref)
        return row
    }

    /// Removes the keys of several rows. An empty leaf becomes compact again, and the last row of a compact one leaves
    /// it so.
    func removeKeys(_ rows: RemovedRows, in arena: Arena) throws(FormatError) {
        if let number = self[0].number, rows.areLast(of: Int(number)) {
            self[0] = Slot(number: number - UInt64(rows.count))
            return
        }
        var keys = try generalKeys(in: arena)
        keys.remove(rows)
        if keys.count == 0 {
            try arena.free(keys.ref)
            self[0] = Slot(number: 0)
        } else {
            self[0] = Slot(keys.ref)
        }
    }

    /// Moves the keys from `row` on to `target`, an empty leaf, whose first key becomes 0.
    ///
    /// - Returns: the key that was in `row`.
    func moveKeys(from row: Int, to target: ClusterLeafEditor, in arena: Arena) throws(FormatError) -> UInt64 {
        let count = try count(in: arena)
        let first = try key(at: row, in: arena)
        if isCompact {
            target[0] = Slot(number: UInt64(count - row))
            self[0] = Slot(number: UInt64(row))
            return first
        }
        var keys = try generalKeys(in: arena)
        var moved = try IntegerEditor(repeating: 0, count: 0, in: arena)
        for index in row..<count { try moved.insertUnsigned(keys.array.unsigned(at: index) &- first, at: index - row) }
        target[0] = Slot(moved.ref)
        keys.truncate(to: row)
        if row == 0 {
            try arena.free(keys.ref)
            self[0] = Slot(number: 0)
        } else {
            self[0] = Slot(keys.ref)
        }
        return first
    }

    /// Appends `keys`, or the keys 0, 1, 2 ... `count` - 1, each increased by `distance`.
    func appendKeys(
        _ added: IntegerArray?, count: Int, distance: UInt64, in arena: Arena
    ) throws(FormatError) {
        if added == nil, let number = self[0].number, number == distance {
            self[0] = Slot(number: number + UInt64(count))
            return
        }
        var keys = try generalKeys(in: arena)
        for index in 0..<count {
            try keys.insertUnsigned((added?.unsigned(at: index) ?? UInt64(index)) &+ distance, at: keys.count)
        }
        self[0] = Slot(keys.ref)
    }

    /// Adds `distance` to every key.
    func shiftKeys(by distance: UInt64, in arena: Arena) throws(FormatError) {
        var keys = try generalKeys(in: arena)
        for row in 0..<keys.count { try keys.setUnsigned(keys.array.unsigned(at: row) &+ distance, at: row) }
        self[0] = Slot(keys.ref)
    }

    /// The keys as a writable array; the caller stores its ref.
    private func generalKeys(in arena: Arena) throws(FormatError) -> IntegerEditor {
        if let ref = self[0].ref { return try IntegerEditor(ref, in: arena) }
        let count = Int(self[0].number ?? 0)
        var keys = try IntegerEditor(repeating: 0, count: 0, in: arena)
        try keys.appendUnsigned(0..<UInt64(count))
        return keys
    }
}
