/// The memory of one write transaction: copies of the nodes it changes, and new ones, at refs above the file.
///
/// A committed node is never changed. The first change copies it here (`writable`) and remembers its block as dropped;
/// further changes happen in place. Readers of other versions never see a ref of an arena, so rolling back is
/// forgetting. Nodes with refs are 64 bits wide here, since refs of an arena are large; a commit narrows them.
/// Used by one thread at a time.
final class Arena {
    /// A block of the file that the transaction no longer needs.
    struct DroppedBlock: Hashable, Sendable {
        let position: Int
        let byteCount: Int
    }

    /// The committed nodes and those of the arena.
    let space: NodeSpace
    /// Blocks of committed nodes that were copied or freed, in the order in which that happened.
    private(set) var dropped: [DroppedBlock] = []

    /// Where identities and stand-ins for null come from that only have to differ from others.
    var numbers: RepeatableNumbers

    private let range: AddressRange
    private let base: UnsafeMutableRawPointer
    private let start: Int
    /// Offset behind the last node.
    private var used: Int
    /// Offset behind the last byte that can be touched.
    private var ready: Int
    private var isClosed = false
    /// First node that can be used again, by size class: a list through the first eight payload bytes.
    private var recycled = [Int](repeating: 0, count: Arena.sizeClassCount)

    /// Bytes of memory that are asked of the system at once.
    private static let growth = 1 << 22

    /// - Parameters:
    ///   - committed: the version that the transaction begins with.
    ///   - range: the file's address range; the arena takes it from `start` on. Kept alive by the caller.
    ///   - version: the number of the version that is being made.
    init(over committed: NodeSpace, in range: AddressRange, from start: Int, version: UInt64 = 0) {
        numbers = RepeatableNumbers(from: version)
        self.range = range
        self.start = start
        used = start
        ready = start
        base = UnsafeMutableRawPointer(mutating: range.base)
        space = committed.adding(arena: start..<range.byteCount)
    }

    deinit { close() }

    /// Gives the memory back. The range may then be another arena's; this one can make no more nodes.
    func close() {
        if ready > start { range.discard(byteCount: ready - start, at: start) }
        ready = start
        used = start
        isClosed = true
        for index in recycled.indices { recycled[index] = 0 }
    }

    /// True for nodes made by this transaction.
    @inline(__always)
    func owns(_ ref: Ref) -> Bool { ref.offset >= start && ref.offset < used }

    /// Bytes of the blocks in use: grows with each node made, shrinks with each one freed.
    private(set) var liveByteCount = 0

    /// Bytes of nodes in the arena, recycled ones included.
    var byteCount: Int { used - start }

    /// A node of the arena.
    ///
    /// - Precondition: `owns(ref)`.
    @inline(__always)
    func own(_ ref: Ref) -> MutableNode { MutableNode(header: base + ref.offset, ref: ref) }

    // MARK: Making nodes

    /// A new node whose first `kind.payloadByteCount(count:)` payload bytes are zero.
    ///
    /// - Parameter capacity: payload bytes that it must be able to hold, if more than its elements need.
    func make(_ kind: NodeKind, count: Int, capacity: Int = 0) throws(FormatError) -> MutableNode {
        let byteCount = kind.payloadByteCount(count: count)
        let node = try allocate(max(capacity, byteCount))
        node.header.storeBytes(of: kind.byte, toByteOffset: 4, as: UInt8.self)
        node.count = count
        node.payload.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        return node
    }

    /// The node at `ref` as one that may be changed: itself if the transaction owns it, else a copy, whose ref is
    /// stored into `ref`.
    ///
    /// - Parameter extra: payload bytes beyond its own that a copy should have room for.
    @inline(__always)
    func writable(_ ref: inout Ref, extra: Int = 64) throws(FormatError) -> MutableNode {
        if owns(ref) { return own(ref) }
        let copy = try copied(ref, extra: extra)
        ref = copy.ref
        return copy
    }

    @inline(never)
    private func copied(_ ref: Ref, extra: Int) throws(FormatError) -> MutableNode {
        let node = try space.node(ref)
        let copy: MutableNode
        if node.kind.hasRefs {
            copy = try make(node.kind.with(width: 7), count: node.count, capacity: node.count * 8 + extra)
            let slots = IntegerArray(node)
            for index in 0..<node.count {
                let slot = Slot(slots[index])
                // A committed node that points into the arena would make us change what it does not own.
                if let child = slot.ref, child.offset >= space.end {
                    throw FormatError(.badRef, at: ref, "points outside of the file, to \(child)")
                }
                copy.payload.storeBytes(of: slot.raw, toByteOffset: index * 8, as: Int64.self)
            }
        } else {
            copy = try make(node.kind, count: node.count, capacity: node.payloadByteCount + extra)
            copy.payload.copyMemory(from: node.payload, byteCount: node.payloadByteCount)
        }
        try drop(node)
        return copy
    }

    private func drop(_ node: Node) throws(FormatError) {
        guard node.ref.offset < space.end else {
            throw FormatError(.badRef, at: node.ref, "is neither in the file nor one of the transaction's nodes")
        }
        // Nodes that are reached in several ways could be freed for ever.
        guard dropped.count < space.end / Node.headerByteCount else {
            throw FormatError(.badTree, at: node.ref, "is one of more nodes than the file has room for")
        }
        dropped.append(DroppedBlock(position: node.ref.offset, byteCount: node.footprint))
    }

    /// Makes room for `capacity` payload bytes; what the node holds is kept. Grows by half at least, so that appending
    /// is cheap.
    ///
    /// - Returns: the node, moved if it had to be.
    func reserve(_ node: MutableNode, capacity: Int) throws(FormatError) -> MutableNode {
        let old = node.capacity
        if capacity <= old { return node }
        let grown = try allocate(max(capacity, old + old / 2))
        let kindAndCount = node.header.load(fromByteOffset: 4, as: UInt32.self)
        grown.header.storeBytes(of: kindAndCount, toByteOffset: 4, as: UInt32.self)
        grown.payload.copyMemory(from: node.payload, byteCount: old)
        recycle(node)
        return grown
    }

    // MARK: Freeing nodes

    /// Gives the block of one node back, not those of its children.
    func free(_ ref: Ref) throws(FormatError) {
        if owns(ref) {
            recycle(own(ref))
        } else {
            try drop(space.node(ref))
        }
    }

    /// Gives the blocks of a node and of everything below it back; nothing for `Ref.none`.
    func freeTree(_ ref: Ref, depth: Int = 0) throws(FormatError) {
        if ref.isNone { return }
        guard depth < Arena.maximumDepth else {
            throw FormatError(.badTree, at: ref, "is nested deeper than \(Arena.maximumDepth) nodes")
        }
        let node = try space.node(ref)
        if node.kind.hasRefs {
            for index in 0..<node.count {
                guard let child = node.slot(index).ref else { continue }
                guard owns(ref) || child.offset < space.end else {
                    throw FormatError(.badRef, at: ref, "points outside of the file, to \(child)")
                }
                try freeTree(child, depth: depth + 1)
            }
        }
        try free(ref)
    }

    /// More levels than any structure has; nested collections are bound to 100 levels of a few nodes each.
    static let maximumDepth = 1000

    // MARK: Memory

    /// Sizes of blocks in bytes, header included: multiples of 16 up to 256, then four steps for each doubling.
    private static let sizeClassCount = 16 + 4 * 24

    private static func sizeClass(_ byteCount: Int) -> (index: Int, byteCount: Int) {
        if byteCount <= 256 {
            let index = max(1, (byteCount + 15) / 16)
            return (index - 1, index * 16)
        }
        let log = Int.bitWidth - 1 - (byteCount - 1).leadingZeroBitCount
        let step = 1 << (log - 2)
        let steps = (byteCount - (1 << log) + step - 1) / step
        return (16 + (log - 8) * 4 + steps - 1, (1 << log) + steps * step)
    }

    private func allocate(_ capacity: Int) throws(FormatError) -> MutableNode {
        let (index, byteCount) = Arena.sizeClass(capacity + Node.headerByteCount)
        let offset: Int
        if recycled[index] != 0 {
            offset = recycled[index]
            recycled[index] = (base + offset + Node.headerByteCount).load(as: Int.self)
        } else {
            offset = used
            if byteCount > ready - used { try grow(by: byteCount) }
            used += byteCount
        }
        let node = MutableNode(header: base + offset, ref: Ref(offset))
        node.header.storeBytes(of: UInt32((byteCount - Node.headerByteCount) / 8), as: UInt32.self)
        liveByteCount += byteCount
        return node
    }

    private func recycle(_ node: MutableNode) {
        let (index, byteCount) = Arena.sizeClass(node.capacity + Node.headerByteCount)
        liveByteCount -= byteCount
        node.payload.storeBytes(of: recycled[index], as: Int.self)
        recycled[index] = node.ref.offset
    }

    private func grow(by byteCount: Int) throws(FormatError) {
        precondition(!isClosed, "the write transaction is over")
        let needed = (byteCount + Arena.growth - 1) / Arena.growth * Arena.growth
        do {
            _ = try range.allocate(byteCount: needed, at: ready)
        } catch {
            throw FormatError(.outOfMemory, at: .none, "a write transaction got no more memory: \(error)")
        }
        ready += needed
    }
}

extension NodeKind {
    /// The kind of a node without refs.
    init(_ scheme: Scheme, widthCode: UInt8 = 0, context: Bool = false) {
        self.init((scheme.rawValue << 3) | widthCode | (context ? 0x20 : 0))
    }

    /// A node with refs, as wide as they are in an arena.
    static func refs(inner: Bool = false, context: Bool = false) -> NodeKind {
        NodeKind(0x47 | (inner ? 0x80 : 0) | (context ? 0x20 : 0))
    }

    func with(width code: UInt8) -> NodeKind { NodeKind((byte & ~7) | code) }

    func with(context: Bool) -> NodeKind { NodeKind((byte & ~0x20) | (context ? 0x20 : 0)) }
}
