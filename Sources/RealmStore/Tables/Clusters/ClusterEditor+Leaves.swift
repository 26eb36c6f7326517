/// Iterates over all leaves of a cluster tree.
extension ClusterEditor {
    /// Calls `body` with each leaf, writable, in the order of keys.
    func forEachLeafForWriting(
        _ body: (inout ClusterLeafEditor) throws(FormatError) -> Void
    ) throws(FormatError) {
        forgetPath()
        var remaining = try count()
        root = try visit(root, depth: nil, &remaining, body)
    }

    private func visit(
        _ ref: Ref, depth: Int?, _ remaining: inout Int, _ body: (inout ClusterLeafEditor) throws(FormatError) -> Void
    ) throws(FormatError) -> Ref {
        var ref = ref
        let node = try arena.space.node(ref)
        if node.kind.isInner {
            let found = try ClusterTree.InnerNode(node, in: arena.space)
            guard depth == nil || depth == found.depth else { throw wrongDepth(ref) }
            let inner = ClusterInnerEditor(try arena.writable(&ref))
            for index in 0..<inner.childCount {
                inner.setChild(index, to: try visit(inner.child(index), depth: found.depth - 1, &remaining, body))
            }
            return ref
        }
        guard depth ?? 0 == 0 else { throw wrongDepth(ref) }
        let count = try ClusterLeaf(node, offset: 0, in: arena.space).count
        remaining -= count
        // Otherwise nodes reached many times would make the walk longer than the file can justify.
        guard remaining >= 0, count > 0 || depth == nil else {
            throw FormatError(.badCluster, at: ref, "holds another number of objects than the nodes above say")
        }
        var leaf = ClusterLeafEditor(try arena.writable(&ref))
        try body(&leaf)
        return leaf.ref
    }
}
