/// Changes a node whose elements are whole bytes wide: floats, decimals, short strings.
///
/// It moves elements and leaves their content to its users. As with `IntegerEditor`, `ref` may change with every
/// insertion.
struct ElementEditor {
    private let arena: Arena
    private(set) var node: MutableNode
    private(set) var count: Int
    /// Bytes of an element: 0 or a power of two up to 64.
    private(set) var width: Int

    var ref: Ref { node.ref }

    /// Opens the node at `ref`, which a reader has checked, copying it if it is committed.
    @inline(__always)
    init(checked ref: Ref, in arena: Arena) throws(FormatError) {
        var ref = ref
        self.init(try arena.writable(&ref), in: arena)
    }

    /// A new node of `count` elements of zeros.
    init(width: Int, count: Int = 0, context: Bool = false, in arena: Arena) throws(FormatError) {
        let kind = NodeKind(.bytes, widthCode: ElementEditor.widthCode(width), context: context)
        self.init(try arena.make(kind, count: count, capacity: kind.payloadByteCount(count: count + 8)), in: arena)
    }

    @inline(__always)
    private init(_ node: MutableNode, in arena: Arena) {
        self.arena = arena
        self.node = node
        count = node.count
        width = node.kind.width
    }

    private static func widthCode(_ width: Int) -> UInt8 {
        width == 0 ? 0 : UInt8(truncatingIfNeeded: width.trailingZeroBitCount + 1)
    }

    /// The first byte of element `index`.
    subscript(index: Int) -> UnsafeMutableRawPointer {
        precondition(index >= 0 && index < count, "element index out of range")
        return node.payload + index &* width
    }

    /// Makes an element before element `index`, or at the end, whose bytes are arbitrary.
    mutating func insert(at index: Int) throws(FormatError) -> UnsafeMutableRawPointer {
        precondition(index >= 0 && index <= count, "element index out of range")
        try node.checkRoom(count: count + 1)
        node = try arena.reserve(node, capacity: (count + 1) * width)
        let place = node.payload + index * width
        if index < count { (place + width).copyMemory(from: place, byteCount: (count - index) * width) }
        count += 1
        node.count = count
        return place
    }

    /// Removes element `index`; removing the last one resets width and context flag.
    mutating func remove(at index: Int) {
        precondition(index >= 0 && index < count, "element index out of range")
        let place = node.payload + index * width
        place.copyMemory(from: place + width, byteCount: (count - index - 1) * width)
        setCount(count - 1)
    }

    /// Removes several elements; otherwise the same.
    mutating func remove(_ rows: RemovedRows) {
        rows.forEachKept(of: count) { (kept, target) in
            (node.payload + target * width)
                .copyMemory(from: node.payload + kept.lowerBound * width, byteCount: kept.count * width)
        }
        setCount(count - rows.count)
    }

    private mutating func setCount(_ newCount: Int) {
        count = newCount
        node.count = count
        if count == 0 { reset(width: 0) }
    }

    /// Gives a node without elements another width.
    mutating func reset(width: Int, context: Bool = false) {
        precondition(count == 0, "elements have a width")
        self.width = width
        node.kind = NodeKind(.bytes, widthCode: ElementEditor.widthCode(width), context: context)
    }
}
