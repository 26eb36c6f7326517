/// Changes an inner node of a cluster tree that the transaction owns.
///
/// A view without reference counting; `node` may move with every added child. Offsets are relative to the node. Source:
/// file-format/clusters.md, "Inner nodes of a cluster tree".
struct ClusterInnerEditor {
    private(set) var node: MutableNode

    /// - Precondition: `node` is an inner node of a cluster tree, checked when it was copied.
    init(_ node: MutableNode) { self.node = node }

    /// A new node without children.
    static func makeEmpty(depth: Int, in arena: Arena) throws(FormatError) -> ClusterInnerEditor {
        let inner = ClusterInnerEditor(try arena.make(.refs(inner: true), count: 3, capacity: 16 * 8))
        inner[1] = Slot(number: UInt64(depth))
        inner[2] = Slot(number: 0)
        return inner
    }

    var ref: Ref { node.ref }

    private subscript(index: Int) -> Slot {
        get {
            precondition(index >= 0 && index < node.count, "slot index out of range")
            return Slot(node.payload.load(fromByteOffset: index &* 8, as: Int64.self))
        }
        nonmutating set {
            precondition(index >= 0 && index < node.count, "slot index out of range")
            node.payload.storeBytes(of: newValue.raw, toByteOffset: index &* 8, as: Int64.self)
        }
    }

    var childCount: Int { node.count - 3 }
    var depth: Int { Int(self[1].number ?? 0) }

    /// Number of objects below.
    var total: Int {
        get { Int(self[2].number ?? 0) }
        nonmutating set { self[2] = Slot(number: UInt64(newValue)) }
    }

    func child(_ index: Int) throws(FormatError) -> Ref {
        guard let child = self[index + 3].ref else {
            throw FormatError(.badCluster, at: ref, "child \(index) is not a ref")
        }
        return child
    }

    func setChild(_ index: Int, to child: Ref) { self[index + 3] = Slot(child) }

    // MARK: Offsets

    private var isCompact: Bool { self[0].isEmpty }

    /// The offset of child `index` in a compact node.
    private func regularOffset(_ index: Int) -> UInt64 { UInt64(index) << UInt64(8 * depth) }

    func offset(_ index: Int, in arena: Arena) throws(FormatError) -> UInt64 {
        guard let offsets = self[0].ref else { return regularOffset(index) }
        return try arena.space.integers(offsets, "offsets of a cluster").unsigned(at: index)
    }

    /// Stores the offsets explicitly; needed as soon as they, or the keys below the last child, are not regular.
    func makeGeneral(in arena: Arena) throws(FormatError) { self[0] = Slot(try generalOffsets(in: arena).ref) }

    private func generalOffsets(in arena: Arena) throws(FormatError) -> IntegerEditor {
        if let offsets = self[0].ref { return try IntegerEditor(offsets, in: arena) }
        var offsets = try IntegerEditor(repeating: 0, count: 0, in: arena)
        for index in 0..<childCount { try offsets.insertUnsigned(regularOffset(index), at: index) }
        return offsets
    }

    /// Moves the node's own offset back by `distance`: all children but the first, whose offset stays 0 and which the
    /// caller handles, get greater offsets.
    func shiftOffsets(by distance: UInt64, in arena: Arena) throws(FormatError) {
        var offsets = try generalOffsets(in: arena)
        for index in 1..<max(1, offsets.count) {
            try offsets.setUnsigned(offsets.array.unsigned(at: index) &+ distance, at: index)
        }
        self[0] = Slot(offsets.ref)
    }

    /// Sets the offset of the first child, after the previous first child was removed, to 0.
    ///
    /// - Returns: the old offset.
    func resetFirstOffset(in arena: Arena) throws(FormatError) -> UInt64 {
        var offsets = try generalOffsets(in: arena)
        let first = offsets.array.unsigned(at: 0)
        try offsets.setUnsigned(0, at: 0)
        self[0] = Slot(offsets.ref)
        return first
    }

    // MARK: Children

    /// Adds a child before child `index`; a compact node stays compact if it can. The caller updates the total.
    mutating func insertChild(_ child: Ref, at index: Int, offset: UInt64, in arena: Arena) throws(FormatError) {
        if !isCompact || index < childCount || offset != regularOffset(index) {
            var offsets = try generalOffsets(in: arena)
            try offsets.insertUnsigned(offset, at: index)
            self[0] = Slot(offsets.ref)
        }
        var slots = SlotEditor(node, in: arena)
        try slots.insert(Slot(child), at: index + 3)
        node = slots.node
    }

    /// Removes child `index` without freeing it. The first offset may then differ from 0.
    func removeChild(at index: Int, in arena: Arena) throws(FormatError) {
        if !isCompact || index + 1 < childCount {
            var offsets = try generalOffsets(in: arena)
            offsets.remove(at: index)
            self[0] = Slot(offsets.ref)
        }
        var slots = SlotEditor(node, in: arena)
        slots.remove(at: index + 3)
    }

    /// Moves the children from `index` on to a new node, whose first offset is 0.
    ///
    /// - Returns: the new node, and the offset that child `index` had. The caller updates the totals.
    func splitTail(
        from index: Int, in arena: Arena
    ) throws(FormatError) -> (node: ClusterInnerEditor, offset: UInt64) {
        let first = try offset(index, in: arena)
        var tail = try ClusterInnerEditor.makeEmpty(depth: depth, in: arena)
        for position in index..<childCount {
            let offset = try offset(position, in: arena) &- first
            try tail.insertChild(child(position), at: position - index, offset: offset, in: arena)
        }
        if let offsets = self[0].ref {
            var editor = try IntegerEditor(offsets, in: arena)
            editor.truncate(to: index)
            self[0] = Slot(editor.ref)
        }
        var slots = SlotEditor(node, in: arena)
        slots.truncate(to: index + 3)
        return (tail, first)
    }

    /// Frees the node and its offsets, not its children.
    func free(in arena: Arena) throws(FormatError) {
        if let offsets = self[0].ref { try arena.free(offsets) }
        try arena.free(ref)
    }
}
