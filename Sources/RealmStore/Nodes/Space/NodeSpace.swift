/// The nodes of one version: turns a ref into a node.
///
/// This is the border between bytes and views. It checks that a ref is aligned and inside the version, that the header
/// makes sense, and that the whole payload is there (for an encrypted file: decrypted). Beyond it, views trust what
/// they are given. A view: valid as long as the file it was made for.
package struct NodeSpace {
    let base: UnsafeRawPointer
    /// The logical size of the version: every node lies in 24..<end.
    let end: Int
    /// The offsets of the nodes of the current write transaction, above all committed ones; empty for a reader.
    let arena: Range<Int>
    private let pages: Unmanaged<EncryptedPages>?

    /// - Parameter pages: makes pages of an encrypted file readable; nil when all bytes up to `end` are. The caller
    ///   keeps it alive.
    init(base: UnsafeRawPointer, end: Int, pages: EncryptedPages?) {
        self.init(base: base, end: end, arena: 0..<0, pages: pages.map { Unmanaged.passUnretained($0) })
    }

    /// The same bytes with another end, for readers.
    func limited(to end: Int) -> NodeSpace {
        NodeSpace(base: base, end: end, arena: 0..<0, pages: pages)
    }

    /// The same version with the nodes of a write transaction, which lie at offsets in `arena`.
    func adding(arena: Range<Int>) -> NodeSpace {
        NodeSpace(base: base, end: end, arena: arena, pages: pages)
    }

    private init(base: UnsafeRawPointer, end: Int, arena: Range<Int>, pages: Unmanaged<EncryptedPages>?) {
        self.base = base
        self.end = end
        self.arena = arena
        self.pages = pages
    }

    /// An upper bound of the number of nodes: none is smaller than a header. In a write transaction it is that of all
    /// the room there is, which bounds no walk.
    package var maximumNodeCount: Int { (end + arena.count) / Node.headerByteCount }

    /// An upper bound of the number of committed nodes.
    package var maximumCommittedNodeCount: Int { end / Node.headerByteCount }

    /// An upper bound of the number of nodes below the one at `ref`: committed ones lead to committed ones only.
    @inline(__always)
    func maximumNodeCount(below ref: Ref) -> Int {
        ref.offset < end ? maximumCommittedNodeCount : maximumNodeCount
    }

    /// The node at `ref`, of any kind.
    package func node(_ ref: Ref) throws(FormatError) -> Node {
        let offset = ref.offset
        guard offset & 7 == 0, offset >= FileLayout.headerByteCount, offset <= end &- Node.headerByteCount else {
            return try ownNode(ref)
        }
        if pages != nil { try makeReadable(ref) }
        let node = decode(ref)
        guard isWhole(node) else { throw badHeader(node) }
        return node
    }

    /// The same node, found without a call if it has packed elements and is committed in a plain file or belongs to the
    /// write transaction, as the nodes on a search path do.
    @inline(__always)
    func packedNode(_ ref: Ref) throws(FormatError) -> Node {
        let offset = ref.offset
        let isCommitted = pages == nil && offset >= FileLayout.headerByteCount && offset < end
        let limit = isCommitted ? end : arena.upperBound
        if offset & 7 == 0, isCommitted || arena.contains(offset), offset <= limit &- Node.headerByteCount {
            let node = decode(ref)
            let byteCount = ((node.count &* node.kind.width &+ 63) &>> 6) &* 8
            if node.kind.isPacked, byteCount <= limit &- offset &- Node.headerByteCount { return node }
        }
        return try anyNode(ref)
    }

    @inline(never)
    private func anyNode(_ ref: Ref) throws(FormatError) -> Node { try node(ref) }

    /// The node of the write transaction at `ref`.
    private func ownNode(_ ref: Ref) throws(FormatError) -> Node {
        guard ref.offset & 7 == 0, arena.contains(ref.offset) else { throw badRef(ref) }
        let node = decode(ref)
        // The bytes were written by an arena, but the ref may come from a damaged file.
        guard node.kind.isPossible, node.footprint <= arena.upperBound &- ref.offset else { throw badHeader(node) }
        return node
    }

    /// The node at `ref` as described by its header, which is readable.
    @inline(__always)
    private func decode(_ ref: Ref) -> Node {
        let header = base + ref.offset
        let word = UInt32(bigEndian: header.load(fromByteOffset: 4, as: UInt32.self))
        let kind = NodeKind(UInt8(truncatingIfNeeded: word >> 24))
        return Node(payload: header + Node.headerByteCount, ref: ref, count: word & 0xFF_FFFF, kind: kind)
    }

    @inline(__always)
    private func isWhole(_ node: Node) -> Bool {
        node.kind.isPossible && node.footprint <= end &- node.ref.offset
    }

    /// The node at `ref`, which must be a leaf without refs of the given scheme.
    func plain(
        _ ref: Ref, _ scheme: NodeKind.Scheme, _ what: StaticString, contextAllowed: Bool = false
    ) throws(FormatError) -> Node {
        let node = try node(ref)
        guard node.kind.isPlain(scheme, contextAllowed: contextAllowed) else { throw wrongKind(node, what) }
        return node
    }

    /// The node at `ref`, which must have refs and not be inner; `context` nil accepts either.
    func refs(_ ref: Ref, _ what: StaticString, context: Bool? = false) throws(FormatError) -> Node {
        let node = try node(ref)
        guard node.kind.hasRefs, !node.kind.isInner, node.kind.scheme == .bits,
            context == nil || context == node.kind.context
        else { throw wrongKind(node, what) }
        return node
    }

    /// The plain integers at `ref`.
    func integers(_ ref: Ref, _ what: StaticString, contextAllowed: Bool = false) throws(FormatError) -> IntegerArray {
        let node = try packedNode(ref)
        guard node.kind.isPlain(.bits, contextAllowed: contextAllowed) else { throw wrongKind(node, what) }
        return IntegerArray(node)
    }

    /// Decrypts the pages of a node: those of its header first, which gives its length.
    @inline(never)
    private func makeReadable(_ ref: Ref) throws(FormatError) {
        guard let pages else { return }
        try makeReadable(ref, Node.headerByteCount, pages)
        let node = decode(ref)
        if isWhole(node) { try makeReadable(ref, node.footprint, pages) }
    }

    /// Several threads read the same pages: their references are not counted while nothing is to be decrypted.
    @inline(__always)
    private func makeReadable(
        _ ref: Ref, _ byteCount: Int, _ pages: Unmanaged<EncryptedPages>
    ) throws(FormatError) {
        if pages._withUnsafeGuaranteedRef({ $0.isPresent(ref.offset, byteCount) }) { return }
        do {
            try pages.takeUnretainedValue().makePresent(ref.offset, byteCount)
        } catch {
            throw FormatError(.unreadablePage, at: ref, "\(error)")
        }
    }

    @inline(never)
    private func badRef(_ ref: Ref) -> FormatError {
        FormatError(
            .badRef, at: ref, "ref \(ref) is unaligned or outside \(FileLayout.headerByteCount)..\(end)")
    }

    @inline(never)
    private func badHeader(_ node: Node) -> FormatError {
        let kind = node.kind
        let kindText = "0x\(String(kind.byte, radix: 16))"
        let problem = kind.isPossible ? "runs past the end \(end)" : "has the kind \(kindText), which no node has"
        return FormatError(
            .badNode, at: node.ref, "a node of \(node.count) elements of width \(kind.width) \(problem)")
    }

    @inline(never)
    private func wrongKind(_ node: Node, _ what: StaticString) -> FormatError {
        FormatError(
            .badNode, at: node.ref, "\(what) has the wrong kind of node, 0x\(String(node.kind.byte, radix: 16))")
    }
}

/// The bytes of a version never change while it can be read, and pages are made readable under a lock.
extension NodeSpace: @unchecked Sendable {}

/// Positions in the surrounding file that the Nodes floor needs.
enum FileLayout {
    /// Bytes of the file header, where no node can be.
    static let headerByteCount = 24
}
