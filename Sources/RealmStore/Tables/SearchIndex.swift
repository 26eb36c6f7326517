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
    private let space: NodeSpace

    /// No index is deeper than 51 levels of chunks, each with a few levels of inner nodes.
    private static let maximumSteps = 51 * 4

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
        var ref = root
        var offset = 0
        for _ in 0..<SearchIndex.maximumSteps {
            let node = try IndexNode(ref, in: space)
            let wanted = data.chunk(at: offset)
            let position = node.lowerBound(wanted)
            guard position < node.count else { return .none }
            let element = node.element(position)
            if node.isInner {
                ref = try child(element, ref)
                continue
            }
            guard node.key(position) == wanted else { return .none }
            if let key = element.number { return .one(ObjectKey(Int64(bitPattern: key))) }
            let next = try child(element, ref)
            guard try space.node(next).kind.context else {
                return .list(next)
            }
            ref = next
            offset += IndexData.chunkByteCount
        }
        throw FormatError(.badIndex, at: root, "the search index is too deep")
    }

    private func child(_ element: Slot, _ ref: Ref) throws(FormatError) -> Ref {
        guard let child = element.ref else {
            throw FormatError(.badIndex, at: ref, "an element of a search index is empty")
        }
        return child
    }
}

/// One node of a search index, checked: its keys, and an element for each.
struct IndexNode {
    private let keys: UnsafeRawPointer
    private let elements: IntegerArray
    let isInner: Bool
    /// Number of keys.
    let count: Int

    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        let node = try space.node(ref)
        guard node.kind.hasRefs, node.kind.context, node.kind.scheme == .bits, node.count > 0,
            let keyRef = node.slot(0).ref
        else { throw FormatError(.badIndex, at: ref, "is no node of a search index") }
        let keyNode = try space.plain(keyRef, .bits, "keys of a search index")
        guard keyNode.kind.width == 32, keyNode.count == node.count - 1 else {
            throw FormatError(
                .badIndex, at: ref,
                "\(node.count - 1) elements have \(keyNode.count) keys of \(keyNode.kind.width) bits")
        }
        keys = keyNode.payload
        elements = IntegerArray(node)
        isInner = node.kind.isInner
        count = keyNode.count
    }

    /// Traps outside `0..<count`, as `element(_:)` does.
    func key(_ index: Int) -> Int32 {
        precondition(index >= 0 && index < count, "index out of range")
        return keys.load(fromByteOffset: index &* 4, as: Int32.self)
    }

    func element(_ index: Int) -> Slot { Slot(elements[index + 1]) }

    /// Position of the first key that is at least `wanted`; `count` if none is.
    func lowerBound(_ wanted: Int32) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low &+ high) &>> 1
            if keys.load(fromByteOffset: middle &* 4, as: Int32.self) < wanted {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        return low
    }
}
