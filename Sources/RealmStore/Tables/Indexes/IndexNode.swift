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

    /// The keys of a node, as many as its elements; refuses any other node.
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
    static func emptyElement(at ref: Ref) -> FormatError {
        FormatError(.badIndex, at: ref, "an element of a search index is empty")
    }

    /// The problem with the keys of a node, if any.
    @inline(never)
    private static func wrongKeys(_ keys: Node, of node: Node, in space: NodeSpace) -> FormatError {
        do { _ = try space.plain(keys.ref, .bits, "keys of a search index") } catch { return error }
        return FormatError(
            .badIndex, at: node.ref, "\(node.count - 1) elements have \(keys.count) keys of \(keys.kind.width) bits")
    }

    /// Position of the first key that is at least `wanted`; `count` if none is.
    func lowerBound(_ wanted: Int32) -> Int { keys.lowerBound(wanted) }
}
