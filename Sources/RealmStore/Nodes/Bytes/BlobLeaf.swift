/// A leaf of byte strings: small blobs (all values in one array) or big blobs (a node for each value).
///
/// Small: refs of end offsets, bytes, null flags. Big: one ref per value, 0 for null.
/// Source: file-format/strings-and-blobs.md, "Small blobs" and "Big blobs".
struct BlobLeaf {
    private enum Form {
        case small(Piece)
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
        let piece = try Piece(node, in: space)
        form = .small(piece)
        count = piece.ends.count
    }

    /// The bytes of value `index`, or nil if it is null.
    ///
    /// A value too large for one node is kept in parts; it reads as null, as it does in Realm Core: no property can
    /// hold one, only a list element or a mixed value that Core failed to refuse. See `partsByteCount(_:)`.
    func bytes(_ index: Int) throws(FormatError) -> UnsafeRawBufferPointer? {
        switch form {
        case .small(let piece): return try piece.value(index, at: ref)
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

    /// All values back to back, each with the position after its last byte.
    struct Piece {
        let bytes: UnsafeRawBufferPointer
        let ends: IntegerArray
        /// Not 0 for null.
        let nulls: IntegerArray

        /// The values of the leaf at `ref`; nil if it is of another form.
        @inline(__always)
        init?(at ref: Ref, in space: NodeSpace) throws(FormatError) {
            let node = try space.packedNode(ref)
            guard node.kind.hasRefs, !node.kind.context, node.kind.isPacked, !node.kind.isInner else { return nil }
            try self.init(node, in: space)
        }

        /// - Parameter node: one with refs.
        @inline(__always)
        init(_ node: Node, in space: NodeSpace) throws(FormatError) {
            guard node.count == 3, let first = node.slot(0).ref, let second = node.slot(1).ref,
                let third = node.slot(2).ref
            else { throw Piece.wrongParts(node) }
            ends = try space.integers(first, "ends of small blobs")
            bytes = try space.plain(second, .blob, "bytes of small blobs").bytes
            nulls = try space.integers(third, "null flags of small blobs")
            guard ends.count == nulls.count else { throw wrongFlags(at: node.ref) }
        }

        /// The bytes of value `index` of the leaf at `ref`, or nil if it is null.
        @inline(__always)
        func value(_ index: Int, at ref: Ref) throws(FormatError) -> UnsafeRawBufferPointer? {
            let end = ends[index]
            let begin = index == 0 ? 0 : ends[index &- 1]
            guard begin >= 0, begin <= end, end <= Int64(bytes.count) else {
                throw wrongPlace(of: index, at: ref)
            }
            if nulls[index] != 0 { return nil }
            return UnsafeRawBufferPointer(start: bytes.baseAddress.map { $0 + Int(begin) }, count: Int(end &- begin))
        }

        /// The problem with the ends, if any: they must ascend up to the last byte, and each text must end with a zero.
        func problem(ofTexts: Bool) -> String? {
            let ends = ends.unpacked()
            var last: Int64 = 0
            for end in ends {
                guard end >= last else { return "a small blob ends before it begins" }
                last = end
            }
            guard last == Int64(bytes.count) else { return "small blobs end at \(last) of \(bytes.count) bytes" }
            guard ofTexts else { return nil }
            last = 0
            for (index, end) in ends.enumerated() {
                if end == last || bytes[Int(end) - 1] != 0, nulls[index] == 0 {
                    return "string \(index) lacks its final zero byte"
                }
                last = end
            }
            return nil
        }

        @inline(never)
        private static func wrongParts(_ node: Node) -> FormatError {
            FormatError(.badLeaf, at: node.ref, "a leaf of small blobs has \(node.count) parts, not 3")
        }

        @inline(never)
        private func wrongFlags(at ref: Ref) -> FormatError {
            FormatError(.badLeaf, at: ref, "\(ends.count) small blobs have \(nulls.count) null flags")
        }

        @inline(never)
        private func wrongPlace(of index: Int, at ref: Ref) -> FormatError {
            let begin = index == 0 ? 0 : ends[index - 1]
            return FormatError(
                .badLeaf, at: ref, "small blob \(index) lies at \(begin)..\(ends[index]) of \(bytes.count) bytes")
        }
    }

    /// The values in one piece, unless each has its own node.
    var piece: Piece? {
        if case .small(let piece) = form { piece } else { nil }
    }

    /// Bytes of value `index` if it is kept in parts, else nil.
    func partsByteCount(_ index: Int) throws(FormatError) -> Int? {
        try parts(index)?.reduce(0) { $0 + $1.count }
    }

    /// The bytes of value `index`, including one kept in parts; empty for null.
    func wholeBytes(_ index: Int) throws(FormatError) -> [UInt8] {
        if let parts = try parts(index) { return parts.flatMap { Array($0) } }
        return try bytes(index).map { Array($0) } ?? []
    }

    private func parts(_ index: Int) throws(FormatError) -> [UnsafeRawBufferPointer]? {
        guard case .big(let slots) = form, let child = Slot(slots[index]).ref else { return nil }
        let node = try space.node(child)
        guard node.kind.hasRefs, node.kind.context, !node.kind.isInner else { return nil }
        var parts: [UnsafeRawBufferPointer] = []
        for index in 0..<node.count {
            guard let part = node.slot(index).ref else {
                throw FormatError(.badLeaf, at: child, "part \(index) of a blob is not a ref")
            }
            parts.append(try space.plain(part, .blob, "part of a blob").bytes)
        }
        return parts
    }
}
