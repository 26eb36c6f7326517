/// Walks the tree of a table's objects, or of its tombstones, and checks its shape.
///
/// Source: file-format/clusters.md, "Rules of cluster trees".
struct VerificationClusters {
    private let space: NodeSpace
    private let log: VerificationLog
    private let table: Table
    private let tombstones: Bool
    private let verification: Verification

    init(_ verification: Verification, _ table: Table, tombstones: Bool) {
        self.verification = verification
        space = verification.space
        log = verification.log
        self.table = table
        self.tombstones = tombstones
    }

    private var place: VerificationPlace { VerificationPlace(table) }

    /// Calls `body` with each leaf in the order of keys, as unsigned numbers.
    func check(_ root: Ref, _ body: (ClusterLeaf) -> Void) throws(FormatError) {
        _ = try check(Subtree(ref: root, offset: 0, bound: nil, depth: nil), body)
    }

    /// A node and its parent's description of it.
    private struct Subtree {
        let ref: Ref
        let offset: UInt64
        /// The upper bound of the keys below; nil for none.
        let bound: UInt64?
        /// Levels above the leaves; nil if only the node itself tells.
        let depth: Int?
    }

    /// Returns the number of objects below.
    private func check(_ tree: Subtree, _ body: (ClusterLeaf) -> Void) throws(FormatError) -> Int {
        guard verification.meet(tree.ref, place) else { return 0 }
        let node = try space.node(tree.ref)
        if node.kind.context { log.add(.badCluster, at: tree.ref, place, "the kind of the node is no cluster's") }
        guard node.kind.isInner else {
            let leaf = try ClusterLeaf(node, offset: tree.offset, in: space)
            check(leaf, tree)
            try verification.hold(tree.ref) { () throws(FormatError) in body(leaf) }
            return leaf.count
        }
        let inner = try ClusterTree.InnerNode(node, in: space)
        guard tree.depth == nil || tree.depth == inner.depth else {
            throw FormatError(.badCluster, at: tree.ref, "says depth \(inner.depth), its parent \(tree.depth ?? 0)")
        }
        guard inner.offsetsAscend else {
            throw FormatError(.badCluster, at: tree.ref, "has offsets that do not ascend")
        }
        var total = 0
        try verification.hold(tree.ref) { () throws(FormatError) in total = check(inner, tree, body) }
        if total != inner.total {
            log.add(.badCluster, at: tree.ref, place, "the node says \(inner.total) objects, its leaves hold \(total)")
        }
        return total
    }

    /// Returns the number of objects below all children.
    private func check(_ inner: ClusterTree.InnerNode, _ tree: Subtree, _ body: (ClusterLeaf) -> Void) -> Int {
        guard inner.depth == 1, !tombstones else { return checkChildren(of: inner, tree, body) }
        let clusters = (0..<inner.childCount).compactMap { index in
            (try? inner.child(index)).map { (ref: $0, offset: tree.offset &+ inner.offset(index)) }
        }
        var total = 0
        verification.handOver(VerificationBatch(table: table.ref, parent: tree.ref, clusters: clusters)) {
            total = checkChildren(of: inner, tree, body)
        }
        return total
    }

    private func checkChildren(
        of inner: ClusterTree.InnerNode, _ tree: Subtree, _ body: (ClusterLeaf) -> Void
    ) -> Int {
        var total = 0
        for index in 0..<inner.childCount {
            verification.releasePagesIfDue()
            let start = tree.offset &+ inner.offset(index)
            let next = bound(of: index, in: inner, tree, from: start)
            do {
                let child = Subtree(
                    ref: try inner.child(index), offset: start, bound: next, depth: inner.depth - 1)
                total += try check(child, body)
            } catch {
                log.add(error, place)
            }
        }
        return total
    }

    /// The upper bound of the keys below child `index`: the last child of a node has no successor.
    private func bound(
        of index: Int, in inner: ClusterTree.InnerNode, _ tree: Subtree, from start: UInt64
    ) -> UInt64? {
        guard index + 1 < inner.childCount else { return tree.bound }
        let end = tree.offset &+ inner.offset(index + 1)
        // The end of all keys does not fit 64 bits.
        guard end > start else { return tree.bound }
        return min(end, tree.bound ?? end)
    }

    private func check(_ leaf: ClusterLeaf, _ tree: Subtree) {
        if let depth = tree.depth, depth != 0 {
            log.add(.badCluster, at: tree.ref, place, "the cluster stands \(depth) levels above the others")
        }
        if leaf.count == 0, tree.depth != nil {
            log.add(.badCluster, at: tree.ref, place, "the cluster is empty but not the root")
        }
        if let keys = leaf.storedKeys, !keys.isStrictlyAscendingUnsigned {
            log.add(.objectKey, at: tree.ref, place, "object keys do not ascend")
        }
        var isOutside = false
        for row in 0..<leaf.count {
            let key = leaf.key(row)
            let unsigned = UInt64(bitPattern: key.value)
            if key.isNull || (key.value < 0) != tombstones {
                log.add(.objectKey, at: tree.ref, place.of(key), "the object key is of the wrong sign")
            }
            if unsigned < tree.offset || tree.bound.map({ unsigned >= $0 }) ?? false { isOutside = true }
        }
        if isOutside {
            log.add(.objectKey, at: tree.ref, place, "object keys lie outside of the range of their cluster")
        }
        let known = Set((table.columns + table.backlinkColumns).map(\.leafIndex))
        if let index = leaf.unknownColumn(besides: known) {
            log.add(.unknownNode, at: tree.ref, place, "the cluster has values of no property, at index \(index)")
        }
    }
}
