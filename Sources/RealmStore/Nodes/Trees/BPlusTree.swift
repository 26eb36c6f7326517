/// A B+ tree addressed by position: lists, sets, keys and values of dictionaries, backlinks, key lists of an index.
///
///     inner node: first | refs of n children | tagged total
///     first: tagged number of values below each child (compact), or ref of an unsigned offset array (general)
///
/// The tree knows nothing of its leaves but how many values each must hold; callers read them with the leaf type of
/// their column. Source: file-format/b-trees.md, "Inner nodes of a B+ tree".
package struct BPlusTree {
    private let space: NodeSpace
    let root: Node
    /// The number of values according to the root.
    let count: Int

    /// The maximum depth that is followed: 1000^7 values are more than any file holds, and a damaged file may have
    /// cycles.
    package static let maximumDepth = 8
    package static let fanout = 1000

    /// - Parameter leafCount: the number of values in a leaf node, by the leaf's type.
    init(
        _ ref: Ref, in space: NodeSpace, leafCount: (Node) throws(FormatError) -> Int
    ) throws(FormatError) {
        self.space = space
        root = try space.node(ref)
        count = root.kind.isInner ? try InnerNode(root, in: space).total : try leafCount(root)
    }

    /// A leaf and the positions of its values.
    struct Leaf {
        let node: Node
        let positions: Range<Int>
    }

    /// The leaf that holds `position`. Traps outside `0..<count`.
    ///
    /// - Complexity: O(log count)
    func leaf(containing position: Int) throws(FormatError) -> Leaf {
        precondition(position >= 0 && position < count, "position out of range")
        var node = root
        var first = 0
        var size = count
        for _ in 0..<BPlusTree.maximumDepth {
            guard node.kind.isInner else { return Leaf(node: node, positions: first..<first + size) }
            let inner = try InnerNode(node, in: space)
            guard inner.total == size else {
                throw FormatError(.badTree, at: node.ref, "holds \(inner.total) values, its parent says \(size)")
            }
            let child = try inner.child(containing: position - first)
            node = try space.node(child.ref)
            first += child.positions.lowerBound
            size = child.positions.count
        }
        throw FormatError(.badTree, at: root.ref, "is deeper than \(BPlusTree.maximumDepth) levels")
    }

    /// Calls `body` for each leaf in order.
    func forEachLeaf(_ body: (Leaf) throws(FormatError) -> Void) throws(FormatError) {
        if count == 0 { return }
        var position = 0
        while position < count {
            let leaf = try leaf(containing: position)
            try body(leaf)
            position = leaf.positions.upperBound
        }
    }
}

extension BPlusTree {
    /// An inner node whose shape was checked.
    package struct InnerNode {
        private let slots: IntegerArray
        private let ref: Ref
        private let start: Start
        let total: Int

        private enum Start {
            case every(Int)
            case offsets(IntegerArray)
        }

        package init(_ node: Node, in space: NodeSpace) throws(FormatError) {
            guard node.kind.hasRefs, node.kind.isInner, node.kind.scheme == .bits,
                node.count >= 3, node.count <= BPlusTree.fanout + 2
            else { throw FormatError(.badTree, at: node.ref, "is no inner node of a B+ tree") }
            slots = IntegerArray(node)
            ref = node.ref
            let children = node.count - 2
            // No leaf has more values than its fan-out and none takes less than a header, so a larger total means
            // damage.
            let limit = space.maximumNodeCount(below: node.ref) * BPlusTree.fanout
            // No child is empty.
            guard let number = node.slot(node.count - 1).number, number >= UInt64(children),
                number <= UInt64(limit)
            else {
                throw FormatError(.badTree, at: node.ref, "has an impossible total")
            }
            total = Int(number)
            if let each = node.slot(0).number {
                guard each > 0, each <= UInt64(limit), total > (children - 1) * Int(each), total <= children * Int(each)
                else {
                    throw FormatError(.badTree, at: node.ref, "\(children) children of \(each) make no \(total) values")
                }
                start = .every(Int(each))
            } else if let child = node.slot(0).ref {
                let offsets = try space.integers(child, "offsets of a B+ tree")
                guard offsets.count == children - 1 else {
                    throw FormatError(.badTree, at: node.ref, "\(children) children have \(offsets.count) offsets")
                }
                start = .offsets(offsets)
            } else {
                throw FormatError(.badTree, at: node.ref, "has neither child size nor offsets")
            }
        }

        package var childCount: Int { slots.count - 2 }

        /// The child that holds `position`, counted from the node's first value.
        func child(containing position: Int) throws(FormatError) -> (ref: Ref, positions: Range<Int>) {
            switch start {
            case .every(let each): return try child(min(position / each, childCount - 1))
            case .offsets(let offsets):
                // The first offset beyond `position` belongs to the child after the wanted one.
                return try child(offsets.lowerBoundUnsigned(UInt64(position) + 1))
            }
        }

        /// Child `index` and the positions of its values.
        package func child(_ index: Int) throws(FormatError) -> (ref: Ref, positions: Range<Int>) {
            let first = position(ofChild: index)
            let end = index + 1 < childCount ? position(ofChild: index + 1) : total
            guard let child = Slot(slots[index + 1]).ref, let first, let end, first < end, end <= total else {
                throw FormatError(.badTree, at: ref, "child \(index) is no ref or has no values")
            }
            return (child, first..<end)
        }

        private func position(ofChild index: Int) -> Int? {
            guard index > 0 else { return 0 }
            switch start {
            case .every(let each): return index * each
            case .offsets(let offsets): return Int(exactly: offsets.unsigned(at: index - 1))
            }
        }
    }
}
