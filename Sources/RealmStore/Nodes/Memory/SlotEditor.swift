/// Changes a node with refs of a write transaction: refs, tagged numbers, empty slots, each 64 bits wide.
///
/// As with `IntegerEditor`, `ref` may change with every insertion.
struct SlotEditor {
    private let arena: Arena
    private(set) var node: MutableNode
    private(set) var count: Int

    var ref: Ref { node.ref }

    /// Opens the node at `ref`, copying it if it is committed; refuses one without refs.
    @inline(__always)
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        self.init(arena.owns(ref) ? arena.own(ref) : try SlotEditor.copy(ref, in: arena), in: arena)
    }

    @inline(never)
    private static func copy(_ ref: Ref, in arena: Arena) throws(FormatError) -> MutableNode {
        guard try arena.space.node(ref).kind.hasRefs else {
            throw FormatError(.badNode, at: ref, "a node that should have refs has none")
        }
        var ref = ref
        return try arena.writable(&ref)
    }

    @inline(__always)
    init(_ node: MutableNode, in arena: Arena) {
        self.arena = arena
        self.node = node
        count = node.count
    }

    /// A new node of `count` empty slots.
    init(_ kind: NodeKind, count: Int, in arena: Arena) throws(FormatError) {
        self.init(try arena.make(kind, count: count), in: arena)
    }

    /// A new node of the given slots.
    init(_ kind: NodeKind, _ slots: [Slot], in arena: Arena) throws(FormatError) {
        try self.init(kind, count: slots.count, in: arena)
        for (index, slot) in slots.enumerated() { self[index] = slot }
    }

    /// Slot `index`. Traps outside `0..<count`.
    subscript(index: Int) -> Slot {
        get {
            precondition(index >= 0 && index < count, "slot index out of range")
            return Slot(node.payload.load(fromByteOffset: index &* 8, as: Int64.self))
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "slot index out of range")
            node.payload.storeBytes(of: newValue.raw, toByteOffset: index &* 8, as: Int64.self)
        }
    }

    /// The ref in slot `index`, which is `Ref.none` for an empty slot; a tagged number is damage.
    func child(_ index: Int) throws(FormatError) -> Ref {
        let slot = self[index]
        guard slot.number == nil else { throw FormatError(.badRef, at: ref, "slot \(index) holds a number, not a ref") }
        return slot.ref ?? .none
    }

    /// Inserts before slot `index`, or at the end.
    mutating func insert(_ slot: Slot, at index: Int) throws(FormatError) {
        precondition(index >= 0 && index <= count, "slot index out of range")
        try node.checkRoom(count: count + 1)
        node = try arena.reserve(node, capacity: (count + 1) * 8)
        let place = node.payload + index * 8
        (place + 8).copyMemory(from: place, byteCount: (count - index) * 8)
        count += 1
        node.count = count
        self[index] = slot
    }

    mutating func append(_ slot: Slot) throws(FormatError) { try insert(slot, at: count) }

    /// Makes room for slots at the end, which the caller sets.
    mutating func grow(to newCount: Int) throws(FormatError) {
        try node.checkRoom(count: newCount)
        node = try arena.reserve(node, capacity: newCount * 8)
        count = newCount
        node.count = newCount
    }

    /// Copies slots to others, which may overlap.
    func copy(_ slots: Range<Int>, to target: Int) {
        precondition(slots.lowerBound >= 0 && slots.upperBound <= count, "slot index out of range")
        precondition(target >= 0 && target + slots.count <= count, "slot index out of range")
        (node.payload + target * 8).copyMemory(from: node.payload + slots.lowerBound * 8, byteCount: slots.count * 8)
    }

    mutating func remove(at index: Int) {
        precondition(index >= 0 && index < count, "slot index out of range")
        let place = node.payload + index * 8
        place.copyMemory(from: place + 8, byteCount: (count - index - 1) * 8)
        truncate(to: count - 1)
    }

    mutating func remove(_ rows: RemovedRows) {
        rows.forEachKept(of: count) { (kept, target) in copy(kept, to: target) }
        truncate(to: count - rows.count)
    }

    /// Forgets all slots from `newCount` on; what they refer to is not freed.
    mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count, "slot index out of range")
        count = newCount
        node.count = newCount
    }

    /// Sets or clears the context flag.
    func setContext(_ context: Bool) { node.kind = node.kind.with(context: context) }
}

extension Slot {
    static let empty = Slot(0)

    /// A ref; empty for `Ref.none`.
    init(_ ref: Ref) { self.init(Int64(ref.offset)) }

    /// A tagged number, below 2^63.
    init(number: UInt64) { self.init(Int64(bitPattern: (number << 1) | 1)) }
}
