/// A search index: a trie over four-byte chunks of values, whose leaves name objects.
///
///     index node: ref of the key array (32 bits each, signed, ascending) | an element for each key
///     inner: refs of children, key i is the last key of child i
///     leaf:  a tagged object key | ref of a sub-index (context) | ref of a key list (no context)
///
/// Objects that share a path need not be equal: whoever looks up compares the values. Source: file format, search
/// indexes, "Nodes" and "Lookup and removal".
struct SearchIndex {
    private let root: Ref
    let space: NodeSpace

    /// No index is deeper than 51 levels of chunks, each with a few levels of inner nodes.
    static let maximumSteps = 51 * 4

    init(_ root: Ref, in space: NodeSpace) {
        self.root = root
        self.space = space
    }

    /// The objects whose values may equal the one looked for.
    enum Candidates {
        case none
        case one(ObjectKey)
        /// The root of a list of keys.
        case list(Ref)
    }

    /// - Complexity: O(length of the value * log of the number of objects)
    func candidates(for data: IndexData) throws(FormatError) -> Candidates {
        var node = try space.packedNode(root)
        var offset = 0
        for _ in 0..<SearchIndex.maximumSteps {
            let keys = try IndexNode.keys(of: node, in: space)
            let wanted = data.chunk(at: offset)
            let position = keys.lowerBound(wanted)
            guard position < keys.count else { return .none }
            let element = node.slot(position &+ 1)
            if !node.kind.isInner {
                guard keys[position] == wanted else { return .none }
                if let key = element.number { return .one(ObjectKey(Int64(bitPattern: key))) }
            }
            guard let child = element.ref else { throw IndexNode.emptyElement(at: node.ref) }
            let next = try space.packedNode(child)
            if !node.kind.isInner {
                guard next.kind.context else { return .list(child) }
                offset &+= IndexData.chunkByteCount
            }
            node = next
        }
        throw FormatError(.badIndex, at: root, "the search index is too deep")
    }
}

/// One node of a search index, checked: its keys, and an element for each.
struct IndexNode {
    let keys: IndexKeys
    private let elements: IntegerArray
    let ref: Ref
    let isInner: Bool
    /// Number of keys.
    var count: Int { keys.count }

    @inline(__always)
    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) { try self.init(space.packedNode(ref), in: space) }

    @inline(__always)
    init(_ node: Node, in space: NodeSpace) throws(FormatError) {
        ref = node.ref
        keys = try IndexNode.keys(of: node, in: space)
        elements = IntegerArray(node)
        isInner = node.kind.isInner
    }

    /// The keys of a node, which are as many as its elements; refuses any other node.
    @inline(__always)
    static func keys(of node: Node, in space: NodeSpace) throws(FormatError) -> IndexKeys {
        guard node.kind.hasRefs, node.kind.context, node.kind.isPacked, node.count > 0, let ref = node.slot(0).ref
        else { throw noIndexNode(node) }
        let keys = try space.packedNode(ref)
        guard keys.kind == IndexKeys.kind, keys.count == node.count &- 1 else {
            throw wrongKeys(keys, of: node, in: space)
        }
        return IndexKeys(start: keys.payload, count: keys.count)
    }

    /// Traps outside `0..<count`, as `element(_:)` does.
    func key(_ index: Int) -> Int32 { keys[index] }

    @inline(__always)
    func element(_ index: Int) -> Slot { elements.slot(index + 1) }

    /// The ref below key `index`, which must not be an object.
    @inline(__always)
    func child(_ index: Int) throws(FormatError) -> Ref {
        guard let child = element(index).ref else { throw IndexNode.emptyElement(at: ref) }
        return child
    }

    @inline(never)
    private static func noIndexNode(_ node: Node) -> FormatError {
        FormatError(.badIndex, at: node.ref, "is no node of a search index")
    }

    @inline(never)
    fileprivate static func emptyElement(at ref: Ref) -> FormatError {
        FormatError(.badIndex, at: ref, "an element of a search index is empty")
    }

    /// What is wrong with the keys of a node.
    @inline(never)
    private static func wrongKeys(_ keys: Node, of node: Node, in space: NodeSpace) -> FormatError {
        do throws(FormatError) { _ = try space.plain(keys.ref, .bits, "keys of a search index") } catch { return error }
        return FormatError(
            .badIndex, at: node.ref, "\(node.count - 1) elements have \(keys.count) keys of \(keys.kind.width) bits")
    }

    /// Position of the first key that is at least `wanted`; `count` if none is.
    func lowerBound(_ wanted: Int32) -> Int { keys.lowerBound(wanted) }
}
