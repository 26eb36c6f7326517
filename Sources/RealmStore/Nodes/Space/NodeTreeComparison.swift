/// Proves that two trees of nodes have the same content, without interpreting it: the same elements in nodes of the
/// same shape.
///
/// The trees may lie in two files. Equal content may have trees of different shapes, so only equality is certain. Refs
/// differ and are followed; object keys are ordinary elements.
package struct NodeTreeComparison {
    package let lhs: NodeSpace
    package let rhs: NodeSpace

    package init(lhs: NodeSpace, rhs: NodeSpace) {
        self.lhs = lhs
        self.rhs = rhs
    }

    /// Deeper trees are not compared; a damaged file may have cycles.
    private static let maximumDepth = 512

    /// True if the trees at these refs are the same; false if they differ, or may differ.
    ///
    /// - Complexity: O(bytes of the trees) if they are the same, else less.
    package func isSame(_ lhs: Ref, _ rhs: Ref) throws(FormatError) -> Bool { try isSame(lhs, rhs, 0) }

    private func isSame(_ lhsRef: Ref, _ rhsRef: Ref, _ depth: Int) throws(FormatError) -> Bool {
        let (left, right) = (try lhs.node(lhsRef), try rhs.node(rhsRef))
        guard left.count == right.count, left.kind.hasRefs == right.kind.hasRefs else { return false }
        guard left.kind.hasRefs else { return NormalNode(left) == NormalNode(right) }
        // The width of refs depends only on the offsets of the nodes.
        let widthBits: UInt8 = 7
        guard depth < NodeTreeComparison.maximumDepth, left.kind.byte & ~widthBits == right.kind.byte & ~widthBits
        else { return false }
        for index in 0..<left.count {
            let (first, second) = (left.slot(index), right.slot(index))
            guard let firstRef = first.ref, let secondRef = second.ref else {
                if first == second { continue }
                return false
            }
            let areSame = try LargeStack.descend(from: depth) { () throws(FormatError) in
                try isSame(firstRef, secondRef, depth + 1)
            }
            guard areSame else { return false }
        }
        return true
    }
}
