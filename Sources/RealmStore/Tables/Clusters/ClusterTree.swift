/// The objects of a table, in a tree by object key.
///
///     inner node: 0 (compact) or ref of unsigned offsets (general) | tagged depth | tagged count | children
///
/// Child i of a compact node begins at i << (8 * depth). Source: file-format/clusters.md, "Inner nodes of a cluster
/// tree".
package struct ClusterTree {
    let space: NodeSpace
    let root: Node
    /// The root, checked: nearly every access to the tree begins there.
    private let rootNode: InnerNode?
    /// Number of objects.
    package let count: Int

    /// More levels than 64-bit keys can need (eight of 8 bits).
    package static let maximumDepth = 8

    init(_ root: Ref, in space: NodeSpace) throws(FormatError) {
        self.space = space
        self.root = try space.node(root)
        if self.root.kind.isInner {
            let rootNode = try InnerNode(self.root, in: space)
            self.rootNode = rootNode
            count = rootNode.total
        } else {
            rootNode = nil
            count = try ClusterLeaf(self.root, offset: 0, in: space).count
        }
    }

    /// An object: the leaf that holds it and its row there.
    package struct Position {
        package let leaf: ClusterLeaf
        package let row: Int

        package var key: ObjectKey { leaf.key(row) }
    }

    /// The object with that key, or nil.
    ///
    /// - Complexity: O(log count)
    package func find(_ key: ObjectKey) throws(FormatError) -> Position? {
        let wanted = UInt64(bitPattern: key.value)
        var node = root
        var inner = rootNode
        var offset: UInt64 = 0
        for _ in 0...ClusterTree.maximumDepth {
            guard let current = inner else {
                let leaf = try ClusterLeaf(node, offset: offset, in: space)
                return leaf.row(of: key).map { Position(leaf: leaf, row: $0) }
            }
            let index = current.child(containing: wanted &- offset)
            offset &+= current.offset(index)
            node = try space.packedNode(current.child(index))
            inner = node.kind.isInner ? try InnerNode(node, in: space) : nil
        }
        throw tooDeep()
    }

    /// The leaf that holds the object at `position` in key order, and the position of that leaf's first object.
    ///
    /// Traps outside `0..<count`.
    ///
    /// - Complexity: O(fan-out * log count)
    package func leaf(containing position: Int) throws(FormatError) -> (leaf: ClusterLeaf, first: Int) {
        precondition(position >= 0 && position < count, "position out of range")
        var node = root
        var offset: UInt64 = 0
        var first = 0
        var depth = ClusterTree.maximumDepth
        descent: while depth >= 0 {
            guard node.kind.isInner else {
                let leaf = try ClusterLeaf(node, offset: offset, in: space)
                guard position - first < leaf.count else { break }
                return (leaf, first)
            }
            let inner = try InnerNode(node, in: space)
            depth = min(depth, inner.depth) - 1
            for index in 0..<inner.childCount {
                let child = try space.node(inner.child(index))
                let size = try objectCount(child)
                if position - first < size {
                    offset &+= inner.offset(index)
                    node = child
                    continue descent
                }
                first += size
            }
            break
        }
        throw FormatError(.badCluster, at: root.ref, "the tree says \(count) objects, but its leaves hold fewer")
    }

    /// Calls `body` for each leaf in key order.
    ///
    /// - Throws: at the end, if a node's number of objects differs from that in its leaves; errors of `body`.
    package func forEachLeaf(_ body: (ClusterLeaf) throws(FormatError) -> Void) throws(FormatError) {
        var remaining = count
        _ = try visit(root, offset: 0, depth: ClusterTree.maximumDepth, &remaining, body)
    }

    private func visit(
        _ node: Node, offset: UInt64, depth: Int, _ remaining: inout Int,
        _ body: (ClusterLeaf) throws(FormatError) -> Void
    ) throws(FormatError) -> Int {
        guard node.kind.isInner else {
            let leaf = try ClusterLeaf(node, offset: offset, in: space)
            remaining -= leaf.count
            // Otherwise nodes reached many times would make the walk longer than the file can justify.
            guard remaining >= 0, leaf.count > 0 || node.ref == root.ref else { throw wrongTotal() }
            try body(leaf)
            return leaf.count
        }
        let inner = try InnerNode(node, in: space)
        guard inner.depth <= depth else { throw tooDeep() }
        var total = 0
        for index in 0..<inner.childCount {
            let child = try space.node(inner.child(index))
            total += try visit(child, offset: offset &+ inner.offset(index), depth: inner.depth - 1, &remaining, body)
        }
        guard total == inner.total else { throw wrongTotal() }
        return total
    }

    func objectCount(_ node: Node) throws(FormatError) -> Int {
        node.kind.isInner
            ? try InnerNode(node, in: space).total
            : try ClusterLeaf(node, offset: 0, in: space).count
    }

    @inline(never)
    func tooDeep() -> FormatError {
        FormatError(.badCluster, at: root.ref, "the tree is deeper than its nodes say")
    }

    @inline(never)
    private func wrongTotal() -> FormatError {
        FormatError(.badCluster, at: root.ref, "the tree says \(count) objects, but its leaves hold another number")
    }
}

extension ClusterTree {
    /// An inner node whose shape was checked.
    package struct InnerNode {
        private let slots: IntegerArray
        private let offsets: IntegerArray?
        private let ref: Ref
        /// 1 above leaves, one more per level.
        package let depth: Int
        /// Number of objects below.
        package let total: Int

        package init(_ node: Node, in space: NodeSpace) throws(FormatError) {
            guard node.kind.hasRefs, node.kind.isInner, node.kind.scheme == .bits,
                node.count >= 4, node.count <= ClusterLeaf.fanout + 3,
                let depth = node.slot(1).number, (1...UInt64(ClusterTree.maximumDepth)).contains(depth),
                // Every object is in a leaf, which takes a header at least.
                let total = node.slot(2).number,
                total <= space.maximumNodeCount(below: node.ref) * ClusterLeaf.fanout
            else { throw FormatError(.badCluster, at: node.ref, "is no inner node of a cluster tree") }
            slots = IntegerArray(node)
            ref = node.ref
            self.depth = Int(depth)
            self.total = Int(total)
            let first = node.slot(0)
            guard first.isEmpty || first.ref != nil else {
                throw FormatError(.badCluster, at: node.ref, "has a number in place of its offsets")
            }
            offsets = if let child = first.ref { try space.integers(child, "offsets of a cluster") } else { nil }
            guard offsets == nil || offsets?.count == childCount, offsets?.unsigned(at: 0) ?? 0 == 0 else {
                throw FormatError(.badCluster, at: node.ref, "has no proper offset for each child")
            }
        }

        package var childCount: Int { slots.count - 3 }

        /// The offsets are regular and not stored.
        var isCompact: Bool { offsets == nil }

        /// The first key below child `index`, relative to the node.
        package func offset(_ index: Int) -> UInt64 {
            offsets?.unsigned(at: index) ?? UInt64(index) << UInt64(8 * depth)
        }

        package func child(_ index: Int) throws(FormatError) -> Ref {
            guard let child = slots.slot(index + 3).ref else {
                throw FormatError(.badCluster, at: ref, "child \(index) is not a ref")
            }
            return child
        }

        /// The child whose range of keys holds `key`, which is relative to the node. Below the last child there may be
        /// any greater key, even in a compact node.
        func child(containing key: UInt64) -> Int {
            guard let offsets else { return Int(min(key >> UInt64(8 * depth), UInt64(childCount - 1))) }
            return key == .max ? childCount - 1 : offsets.lowerBoundUnsigned(key + 1) - 1
        }

        /// True if the offsets, explicit or computed, begin with 0 and ascend.
        var offsetsAscend: Bool { offsets?.isStrictlyAscendingUnsigned ?? true }
    }
}
