// The positions of objects among all, without iterating over them.
extension ClusterTree {
    /// The positions of some objects in the order of keys; nil for those that do not exist.
    ///
    /// Of the nodes beside the path to an object, only the number of objects below them is read.
    ///
    /// - Parameter keys: ascending.
    /// - Complexity: O(fan-out · log count) for each key, less for many that are close together.
    func positions(of keys: [ObjectKey]) throws(FormatError) -> [Int?] {
        var search = PositionSearch(tree: self, keys: keys)
        try search.visit(root, offset: 0, depth: ClusterTree.maximumDepth)
        return search.found
    }

    private struct PositionSearch {
        let tree: ClusterTree
        let keys: [ObjectKey]
        var found: [Int?]
        /// The first key not searched yet.
        var next = 0
        /// The number of objects passed so far.
        var passed = 0

        init(tree: ClusterTree, keys: [ObjectKey]) {
            (self.tree, self.keys) = (tree, keys)
            found = Array(repeating: nil, count: keys.count)
        }

        private func isNext(below end: UInt64?) -> Bool {
            next < keys.count && (end.map { UInt64(bitPattern: keys[next].value) < $0 } ?? true)
        }

        /// Searches the keys below `end`; the remaining ones are greater.
        mutating func visit(_ node: Node, offset: UInt64, end: UInt64? = nil, depth: Int) throws(FormatError) {
            guard node.kind.isInner else {
                let leaf = try ClusterLeaf(node, offset: offset, in: tree.space)
                while isNext(below: end) {
                    found[next] = leaf.row(of: keys[next]).map { passed + $0 }
                    next += 1
                }
                passed += leaf.count
                return
            }
            let inner = try InnerNode(node, in: tree.space)
            guard inner.depth <= depth else { throw tree.tooDeep() }
            for index in 0..<inner.childCount {
                guard next < keys.count else { return }
                let child = try tree.space.node(inner.child(index))
                let limit = index + 1 < inner.childCount ? offset &+ inner.offset(index + 1) : end
                if isNext(below: limit) {
                    try visit(child, offset: offset &+ inner.offset(index), end: limit, depth: inner.depth - 1)
                } else {
                    passed += try tree.objectCount(child)
                }
            }
        }
    }
}
