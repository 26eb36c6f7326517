/// A leaf of byte strings: small blobs (all values in one array) or big blobs (a node for each value).
///
/// Small: refs of end offsets, bytes, null flags. Big: one ref per value, 0 for null.
/// Source: file format, nodes, "Small blobs" and "Big blobs".
struct BlobLeaf {
    private enum Form {
        case small(ends: IntegerArray, bytes: UnsafeRawBufferPointer, nulls: IntegerArray)
        case big(IntegerArray)
    }

    private let form: Form
    private let space: NodeSpace
    private let ref: Ref
    let count: Int

    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        try self.init(space.refs(ref, "a leaf of blobs", context: nil), in: space)
    }

    /// - Parameter node: a node with refs; its context flag tells big from small.
    init(_ node: Node, in space: NodeSpace) throws(FormatError) {
        self.space = space
        ref = node.ref
        if node.kind.context {
            form = .big(IntegerArray(node))
            count = node.count
            return
        }
        guard node.count == 3, let first = node.slot(0).ref, let second = node.slot(1).ref, let third = node.slot(2).ref
        else { throw FormatError(.badLeaf, at: ref, "a leaf of small blobs has \(node.count) parts, not 3") }
        let ends = try space.integers(first, "ends of small blobs")
        let bytes = try space.plain(second, .blob, "bytes of small blobs")
        let nulls = try space.integers(third, "null flags of small blobs")
        guard ends.count == nulls.count else {
            throw FormatError(.badLeaf, at: ref, "\(ends.count) small blobs have \(nulls.count) null flags")
        }
        form = .small(ends: ends, bytes: bytes.bytes, nulls: nulls)
        count = ends.count
    }

    /// The bytes of value `index`, or nil if it is null.
    ///
    /// A value too large for one node is kept in parts; it reads as null, as it does in Realm Core: no property can
    /// hold one, only a list element or a mixed value that Core failed to refuse. See `partsByteCount(_:)`.
    func bytes(_ index: Int) throws(FormatError) -> UnsafeRawBufferPointer? {
        switch form {
        case .small(let ends, let bytes, let nulls):
            let end = ends[index]
            let begin = index == 0 ? 0 : ends[index &- 1]
            guard begin >= 0, begin <= end, end <= Int64(bytes.count) else {
                throw FormatError(
                    .badLeaf, at: ref, "small blob \(index) lies at \(begin)..\(end) of \(bytes.count) bytes")
            }
            if nulls[index] != 0 { return nil }
            return UnsafeRawBufferPointer(rebasing: bytes[Int(begin)..<Int(end)])
        case .big(let slots):
            let slot = Slot(slots[index])
            if slot.isEmpty { return nil }
            guard let child = slot.ref else { throw FormatError(.badLeaf, at: ref, "big blob \(index) is not a ref") }
            let node = try space.node(child)
            if node.kind.hasRefs, node.kind.context, !node.kind.isInner { return nil }
            guard !node.kind.hasRefs, node.kind.scheme == .blob else {
                throw FormatError(.badLeaf, at: child, "a blob has the wrong kind of node")
            }
            return node.bytes
        }
    }

    /// All values one behind the other, each with the position behind its last byte.
    struct Piece {
        let bytes: UnsafeRawBufferPointer
        let ends: IntegerArray
        /// Not 0 for null.
        let nulls: IntegerArray
    }

    /// The values in one piece, unless each has a node.
    var piece: Piece? {
        guard case .small(let ends, let bytes, let nulls) = form else { return nil }
        return Piece(bytes: bytes, ends: ends, nulls: nulls)
    }

    /// Bytes of value `index` if it is kept in parts, else nil.
    func partsByteCount(_ index: Int) throws(FormatError) -> Int? {
        guard case .big(let slots) = form, let child = Slot(slots[index]).ref else { return nil }
        let node = try space.node(child)
        guard node.kind.hasRefs, node.kind.context, !node.kind.isInner else { return nil }
        var total = 0
        for index in 0..<node.count {
            guard let part = node.slot(index).ref else {
                throw FormatError(.badLeaf, at: child, "part \(index) of a blob is not a ref")
            }
            total += try space.plain(part, .blob, "part of a blob").count
        }
        return total
    }
}
