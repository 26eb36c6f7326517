/// Changes an inner node of a B+ tree of a write transaction.
///
/// Keeps the compact form, in which every child but the last holds the same number of values, as long as the children
/// allow it; gives the node an offset array otherwise. A view on the node, as `SlotEditor` is: `ref` may change.
/// Source: file-format/b-trees.md, "Inner nodes of a B+ tree".
struct BPlusInnerEditor {
    private let arena: Arena
    private var slots: SlotEditor
    /// Number of values below each child but the last, which has at most that many; nil in the general form.
    private var each: Int?
    /// Number of values below the node.
    private(set) var total: Int

    var ref: Ref { slots.ref }
    var childCount: Int { slots.count - 2 }
    /// A parent of a general node is general.
    var isGeneral: Bool { each == nil }

    /// Opens the node at `ref`; copies it if it is committed, after checking all that it states about its children.
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        self.arena = arena
        if !arena.owns(ref) { try BPlusInnerEditor.check(ref, in: arena.space) }
        slots = try SlotEditor(ref, in: arena)
        each = slots[0].number.map(Int.init)
        total = Int(slots[slots.count - 1].number ?? 0)
    }

    private static func check(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        let node = try BPlusTree.InnerNode(space.node(ref), in: space)
        for index in 0..<node.childCount { _ = try node.child(index) }
    }

    /// A new node with one child.
    ///
    /// - Parameter each: how many values every child but the last will have in the compact form; nil for the general.
    init(_ child: Ref, holding total: Int, each: Int?, in arena: Arena) throws(FormatError) {
        self.arena = arena
        self.each = each
        self.total = total
        let node = try arena.make(.refs(inner: true), count: 3, capacity: 16 * 8)
        slots = SlotEditor(node, in: arena)
        if let each {
            slots[0] = Slot(number: UInt64(each))
        } else {
            slots[0] = Slot(try IntegerEditor(repeating: 0, count: 0, in: arena).ref)
        }
        slots[1] = Slot(child)
        slots[2] = Slot(number: UInt64(total))
    }

    // MARK: Children

    /// Traps outside `0..<childCount`.
    func child(_ index: Int) -> Ref {
        precondition(index >= 0 && index < childCount, "child index out of range")
        return slots[index + 1].ref ?? .none
    }

    func setChild(_ child: Ref, at index: Int) {
        precondition(index >= 0 && index < childCount, "child index out of range")
        slots[index + 1] = Slot(child)
    }

    /// The child that holds `position`, counted from the node's first value; the last one for `total`.
    func index(containing position: Int) throws(FormatError) -> Int {
        if let each { return min(position / each, childCount - 1) }
        return try offsets().lowerBoundUnsigned(UInt64(position) + 1)
    }

    /// Position of the first value of child `index`.
    func start(of index: Int) throws(FormatError) -> Int {
        if index == 0 { return 0 }
        if let each { return index * each }
        return Int(try offsets().unsigned(at: index - 1))
    }

    /// Number of values below child `index`.
    func size(of index: Int) throws(FormatError) -> Int {
        let end = index + 1 < childCount ? try start(of: index + 1) : total
        return end - (try start(of: index))
    }

    // MARK: Changes

    /// Notes that child `index` now holds `size` values.
    ///
    /// - Parameter isGeneral: the child has become a general node.
    mutating func resizeChild(_ index: Int, to size: Int, isGeneral childIsGeneral: Bool) throws(FormatError) {
        let difference = size - (try self.size(of: index))
        if let each, childIsGeneral || size > each || (size < each && index + 1 < childCount) { try makeGeneral() }
        try shiftChildren(after: index, by: difference)
    }

    /// Adds a child after child `index`. The node has fewer than `BPlusTree.fanout` of them.
    mutating func insertChild(
        _ child: Ref, holding size: Int, after index: Int, isGeneral childIsGeneral: Bool
    ) throws(FormatError) {
        precondition(childCount < BPlusTree.fanout, "an inner node is full")
        let before = try self.size(of: index)
        if let each, index + 1 < childCount || before != each || size > each || childIsGeneral { try makeGeneral() }
        let start = try start(of: index) + before
        try shiftChildren(after: index, by: size)
        try slots.insert(Slot(child), at: index + 2)
        guard isGeneral else { return }
        try editOffsets { (offsets) throws(FormatError) in try offsets.insertUnsigned(UInt64(start), at: index) }
    }

    /// Drops child `index` from the node, not its own nodes.
    mutating func removeChild(_ index: Int) throws(FormatError) {
        if index + 1 < childCount { try makeGeneral() }
        let size = try self.size(of: index)
        try shiftChildren(after: index, by: -size)
        try forgetChild(index, startAt: index + 1 < childCount ? index : index - 1)
    }

    /// Drops child `index + 1`, whose values child `index` has taken over.
    mutating func joinChild(_ index: Int) throws(FormatError) {
        try makeGeneral()
        try forgetChild(index + 1, startAt: index)
    }

    private mutating func forgetChild(_ index: Int, startAt offset: Int) throws(FormatError) {
        slots.remove(at: index + 1)
        if isGeneral, offset >= 0 { try editOffsets { $0.remove(at: offset) } }
    }

    /// A new node for a child that follows the last one of a full node. Compact if this node is and the child fits.
    func makeSibling(of child: Ref, holding size: Int) throws(FormatError) -> BPlusInnerEditor {
        try BPlusInnerEditor(child, holding: size, each: each.flatMap { size <= $0 ? $0 : nil }, in: arena)
    }

    /// Moves the children from `index` on, at least one, to a new node.
    mutating func splitTail(from index: Int) throws(FormatError) -> BPlusInnerEditor {
        precondition(index > 0 && index < childCount, "no child would stay, or go")
        try makeGeneral()
        let old = try offsets()
        let start = Int(old.unsigned(at: index - 1))
        var tail = try BPlusInnerEditor(child(index), holding: total - start, each: nil, in: arena)
        var tailOffsets = try IntegerEditor(tail.offsetsRef, in: arena)
        for moved in (index + 1)..<childCount {
            try tail.slots.insert(slots[moved + 1], at: tail.slots.count - 1)
            try tailOffsets.insertUnsigned(old.unsigned(at: moved - 1) - UInt64(start), at: tailOffsets.count)
        }
        tail.slots[0] = Slot(tailOffsets.ref)
        try editOffsets { $0.truncate(to: index - 1) }
        slots.truncate(to: index + 2)
        setTotal(start)
        return tail
    }

    /// Takes over the children of `other`, the right sibling, and frees it.
    mutating func append(contentsOf other: BPlusInnerEditor) throws(FormatError) {
        precondition(childCount + other.childCount <= BPlusTree.fanout, "too many children for one node")
        try makeGeneral()
        var offsets = try IntegerEditor(offsetsRef, in: arena)
        for index in 0..<other.childCount {
            let start = try total + other.start(of: index)
            try offsets.insertUnsigned(UInt64(start), at: offsets.count)
            try slots.insert(Slot(other.child(index)), at: slots.count - 1)
        }
        slots[0] = Slot(offsets.ref)
        setTotal(total + other.total)
        try other.free()
    }

    /// Frees the node, not its children.
    func free() throws(FormatError) {
        if isGeneral { try arena.free(offsetsRef) }
        try arena.free(ref)
    }

    mutating func makeGeneral() throws(FormatError) {
        guard let each else { return }
        var offsets = try IntegerEditor(repeating: 0, count: 0, in: arena)
        for index in 1..<max(1, childCount) { try offsets.insertUnsigned(UInt64(index * each), at: index - 1) }
        slots[0] = Slot(offsets.ref)
        self.each = nil
    }

    func setContext(_ context: Bool) { slots.setContext(context) }

    // MARK: Parts

    private mutating func shiftChildren(after index: Int, by amount: Int) throws(FormatError) {
        if amount == 0 { return }
        setTotal(total + amount)
        guard isGeneral, index + 1 < childCount else { return }
        try editOffsets { (offsets) throws(FormatError) in try offsets.addToOffsets(amount, from: index) }
    }

    private mutating func setTotal(_ newTotal: Int) {
        total = newTotal
        slots[slots.count - 1] = Slot(number: UInt64(newTotal))
    }

    /// The ref of the offset array of a general node.
    private var offsetsRef: Ref { slots[0].ref ?? .none }

    private func offsets() throws(FormatError) -> IntegerArray {
        IntegerArray(try arena.space.node(offsetsRef))
    }

    private func editOffsets(_ body: (inout IntegerEditor) throws(FormatError) -> Void) throws(FormatError) {
        var offsets = try IntegerEditor(offsetsRef, in: arena)
        try body(&offsets)
        slots[0] = Slot(offsets.ref)
    }
}

// MARK: - The right edge of a tree

/// Appending to a node of the arena without opening it as an editor.
extension BPlusInnerEditor {
    /// The last child, unless one more value in it would end the node's compact form.
    @inline(__always)
    static func lastChildWithRoom(of node: MutableNode) -> Ref? {
        let last = node.count - 1
        if let each = slot(0, of: node).number {
            guard let total = slot(last, of: node).number, total < each * UInt64(last - 1) else { return nil }
        }
        return slot(last - 1, of: node).ref
    }

    @inline(__always)
    static func setLastChild(_ child: Ref, of node: MutableNode) {
        node.payload.storeBytes(of: Slot(child).raw, toByteOffset: (node.count - 2) * 8, as: Int64.self)
    }

    /// Returns the last child.
    @inline(__always)
    static func addOneToTotal(of node: MutableNode) -> Ref {
        let last = node.count - 1
        let total = (slot(last, of: node).number ?? 0) + 1
        node.payload.storeBytes(of: Slot(number: total).raw, toByteOffset: last * 8, as: Int64.self)
        return slot(last - 1, of: node).ref ?? .none
    }

    @inline(__always)
    private static func slot(_ index: Int, of node: MutableNode) -> Slot {
        Slot(node.payload.load(fromByteOffset: index * 8, as: Int64.self))
    }
}
