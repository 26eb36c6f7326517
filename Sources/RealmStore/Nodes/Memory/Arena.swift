/// The nodes of one write transaction: copies of those it changes, and new ones, at refs above the file.
///
/// A committed node is never changed. The first change copies it here (`writable`) and remembers its block as dropped;
/// further changes happen in place. Readers of other versions never see a ref of an arena, so rolling back means
/// discarding it. Nodes with refs are 64 bits wide here, since refs of an arena are large; a commit narrows them.
///
/// A handle without reference counting: every editor of a node has one, and there are many for each stored value. It is
/// valid as long as its `ArenaMemory`. Used by one thread at a time.
package struct Arena {
    /// A block of the file that the transaction no longer needs.
    struct DroppedBlock: Hashable, Sendable {
        let position: Int
        let byteCount: Int
    }

    /// The shared state of the handles of one arena.
    struct State {
        let space: NodeSpace
        let base: UnsafeMutableRawPointer
        /// Of the first node.
        let start: Int
        /// The offset after the last node.
        var used: Int
        /// The offset after the last accessible byte.
        var ready: Int
        var liveByteCount = 0
        var dropped: [DroppedBlock] = []
        var numbers: RepeatableNumbers
        /// First node that can be used again, by size class: a list through the first eight payload bytes.
        var recycled = [Int](repeating: 0, count: Arena.sizeClassCount)
        var isClosed = false
        /// Kept alive by the creator of the arena.
        let range: Unmanaged<AddressRange>
    }

    private let state: UnsafeMutablePointer<State>

    /// - Parameter state: of an `ArenaMemory`.
    init(_ state: UnsafeMutablePointer<State>) { self.state = state }

    /// The committed nodes and those of the arena.
    var space: NodeSpace { state.pointee.space }

    /// Blocks of committed nodes that were copied or freed, in the order in which that happened.
    var dropped: [DroppedBlock] { state.pointee.dropped }

    /// The source of identities and null numbers, which only have to be unique.
    var numbers: RepeatableNumbers {
        get { state.pointee.numbers }
        nonmutating set { state.pointee.numbers = newValue }
    }

    /// Bytes of memory requested from the system at a time.
    private static let growth = 1 << 22

    /// True for nodes created by this transaction.
    @inline(__always)
    func owns(_ ref: Ref) -> Bool { ref.offset >= state.pointee.start && ref.offset < state.pointee.used }

    /// Bytes of the blocks in use: grows with each created node, shrinks with each freed one.
    var liveByteCount: Int { state.pointee.liveByteCount }

    /// Bytes of nodes in the arena, recycled ones included.
    package var byteCount: Int { state.pointee.used - state.pointee.start }

    /// A node of the arena.
    ///
    /// - Precondition: `owns(ref)`.
    @inline(__always)
    func own(_ ref: Ref) -> MutableNode { MutableNode(header: state.pointee.base + ref.offset, ref: ref) }

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

    /// The node at `ref`, made writable: itself if the transaction owns it, else a copy, whose ref is stored into
    /// `ref`.
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
                // A committed node that points into the arena would make the transaction change what it does not own.
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
        // Freeing nodes that are reachable in several ways might never end.
        guard state.pointee.dropped.count < space.end / Node.headerByteCount else {
            throw FormatError(.badTree, at: node.ref, "is one of more nodes than the file has room for")
        }
        state.pointee.dropped.append(DroppedBlock(position: node.ref.offset, byteCount: node.footprint))
    }

    /// Makes room for `capacity` payload bytes; the content is kept. Grows by half at least, so that appending is
    /// cheap.
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

    /// Frees the block of one node, not those of its children.
    func free(_ ref: Ref) throws(FormatError) {
        if owns(ref) {
            recycle(own(ref))
        } else {
            try drop(space.node(ref))
        }
    }

    /// Frees the blocks of a node and of everything below it; does nothing for `Ref.none`.
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
                try LargeStack.descend(from: depth) { () throws(FormatError) in try freeTree(child, depth: depth + 1) }
            }
        }
        try free(ref)
    }

    /// More levels than any structure has; nested collections are limited to 100 levels of a few nodes each.
    static let maximumDepth = 1000

    // MARK: Memory

    /// Sizes of blocks in bytes, header included: multiples of 16 up to 256, then four steps for each doubling.
    fileprivate static let sizeClassCount = 16 + 4 * 24

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
        let recycled = state.pointee.recycled[index]
        if recycled != 0 {
            offset = recycled
            let next = (state.pointee.base + offset + Node.headerByteCount).load(as: Int.self)
            state.pointee.recycled[index] = next
        } else {
            offset = state.pointee.used
            if byteCount > state.pointee.ready - offset { try grow(by: byteCount) }
            state.pointee.used += byteCount
        }
        let node = MutableNode(header: state.pointee.base + offset, ref: Ref(offset))
        node.header.storeBytes(of: UInt32((byteCount - Node.headerByteCount) / 8), as: UInt32.self)
        state.pointee.liveByteCount += byteCount
        return node
    }

    private func recycle(_ node: MutableNode) {
        let (index, byteCount) = Arena.sizeClass(node.capacity + Node.headerByteCount)
        state.pointee.liveByteCount -= byteCount
        node.payload.storeBytes(of: state.pointee.recycled[index], as: Int.self)
        state.pointee.recycled[index] = node.ref.offset
    }

    private func grow(by byteCount: Int) throws(FormatError) {
        precondition(!state.pointee.isClosed, "the write transaction is over")
        let needed = (byteCount + Arena.growth - 1) / Arena.growth * Arena.growth
        do {
            _ = try state.pointee.range.takeUnretainedValue().allocate(byteCount: needed, at: state.pointee.ready)
        } catch {
            throw FormatError(.outOfMemory, at: .none, "a write transaction got no more memory: \(error)")
        }
        state.pointee.ready += needed
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
