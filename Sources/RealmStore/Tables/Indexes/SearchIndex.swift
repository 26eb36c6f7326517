/// A search index: a trie over four-byte chunks of values, whose leaves name objects.
///
///     index node: ref of the key array (32 bits each, signed, ascending) | an element for each key
///     inner: refs of children, key i is the last key of child i
///     leaf:  a tagged object key | ref of a sub-index (context) | ref of a key list (no context)
///
/// Objects that share a path need not have equal values: look-ups must compare the values. Source:
/// file-format/search-indexes.md, "Index nodes" and "Looking up and removing".
struct SearchIndex {
    private let root: Ref
    let space: NodeSpace

    /// No index is deeper than 51 levels of chunks, each with a few levels of inner nodes.
    static let maximumSteps = 51 * 4

    init(_ root: Ref, in space: NodeSpace) {
        self.root = root
        self.space = space
    }

    /// The objects whose values may equal the wanted one.
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
