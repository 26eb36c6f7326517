/// A leaf of a cluster tree: up to 256 objects, a node for each column.
///
///     slot 0: tagged number of objects, whose keys are 0, 1, 2 ... (compact), or ref of their keys, unsigned (general)
///     slot 1 + leaf index: the column's leaf
///
/// Keys are relative to the leaf's offset. Source: file-format/clusters.md, "Cluster leaves".
package struct ClusterLeaf {
    package let ref: Ref
    /// Added to every key of the leaf.
    package let offset: UInt64
    /// Number of objects.
    package let count: Int
    private let keys: IntegerArray?
    private let slots: IntegerArray

    package static let fanout = 256

    package init(_ node: Node, offset: UInt64, in space: NodeSpace) throws(FormatError) {
        guard node.kind.hasRefs, !node.kind.isInner, node.kind.scheme == .bits, node.count > 0 else {
            throw FormatError(.badCluster, at: node.ref, "is no cluster")
        }
        slots = IntegerArray(node)
        ref = node.ref
        self.offset = offset
        let first = node.slot(0)
        if let number = first.number {
            guard number <= ClusterLeaf.fanout else {
                throw FormatError(.badCluster, at: node.ref, "says that it holds \(number) objects")
            }
            count = Int(number)
            keys = nil
        } else if let child = first.ref {
            let keys = try space.integers(child, "keys of a cluster")
            guard keys.count <= ClusterLeaf.fanout else {
                throw FormatError(.badCluster, at: node.ref, "holds \(keys.count) objects")
            }
            self.keys = keys
            count = keys.count
        } else {
            throw FormatError(.badCluster, at: node.ref, "has neither keys nor a number of objects")
        }
    }

    /// The key of the object in `row`. Traps outside `0..<count`.
    package func key(_ row: Int) -> ObjectKey {
        precondition(row >= 0 && row < count, "row out of range")
        return ObjectKey(Int64(bitPattern: offset &+ (keys?.unsigned(at: row) ?? UInt64(row))))
    }

    /// The row of the object with that key, or nil.
    ///
    /// - Complexity: O(log count)
    package func row(of key: ObjectKey) -> Int? {
        let relative = UInt64(bitPattern: key.value) &- offset
        guard let keys else { return relative < UInt64(count) ? Int(relative) : nil }
        let row = keys.lowerBoundUnsigned(relative)
        return row < count && keys.unsigned(at: row) == relative ? row : nil
    }

    /// Number of columns for which the leaf has slots.
    var columnCount: Int { slots.count - 1 }

    /// The node of the column with that leaf index.
    package func column(_ leafIndex: Int) throws(FormatError) -> Ref {
        guard leafIndex < columnCount, let child = slots.slot(leafIndex + 1).ref else {
            throw FormatError(.badCluster, at: ref, "lacks the column of leaf index \(leafIndex)")
        }
        return child
    }

    /// True unless the slot of that leaf index is empty, for checking.
    func hasColumn(_ leafIndex: Int) -> Bool { slots[leafIndex + 1] != 0 }

    /// The first leaf index that has a node and is not `known`, for checking.
    func unknownColumn(besides known: Set<Int>) -> Int? {
        (0..<columnCount).first { hasColumn($0) && !known.contains($0) }
    }

    /// The keys, for checking: nil in a compact leaf.
    var storedKeys: IntegerArray? { keys }
}
