/// The clusters that were read last, so that objects found one by one, by keys and links, share them, and what was read
/// of them.
///
/// A table of slots by a hash of the leaf's ref: a cluster that is met anew takes the place of another. It begins
/// small, and grows while clusters of one placement displace each other.
struct ClusterCache {
    private var slots: [Entry] = []
    private var bits = 0
    /// The displacements in one placement since the last growth.
    private var displacedCount = 0

    private struct Entry {
        var cluster: RowCluster?
        /// The placement in the session for which the cluster is valid.
        var placement = -1
    }

    private static let (leastBits, mostBits) = (5, 12)

    /// The cluster of a leaf.
    mutating func cluster(_ table: Table, _ leaf: ClusterLeaf, at placement: Int) -> RowCluster {
        if slots.isEmpty { resize(to: ClusterCache.leastBits) }
        let slot = slot(of: leaf)
        let entry = slots[slot]
        if entry.placement == placement, let known = entry.cluster {
            // In a damaged file two classes, or two places in one, may share a leaf.
            if known.leaf.ref == leaf.ref, known.leaf.offset == leaf.offset, known.table.key == table.key {
                return known
            }
            displacedCount += 1
        }
        let made = RowCluster(table, leaf, isShared: false)
        slots[slot] = Entry(cluster: made, placement: placement)
        if displacedCount > slots.count, bits < ClusterCache.mostBits { resize(to: bits + 1) }
        return made
    }

    /// Releases all clusters.
    mutating func forget() {
        if !slots.isEmpty { self = ClusterCache() }
    }

    private mutating func resize(to bits: Int) {
        let old = slots
        self.bits = bits
        displacedCount = 0
        slots = [Entry](repeating: Entry(), count: 1 << bits)
        for entry in old {
            if let leaf = entry.cluster?.leaf { slots[slot(of: leaf)] = entry }
        }
    }

    private func slot(of leaf: ClusterLeaf) -> Int {
        Int(truncatingIfNeeded: (UInt(bitPattern: leaf.ref.offset) &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
    }
}

extension Session {
    /// The position of an object that was found.
    func row(_ table: Table, _ position: ClusterTree.Position) -> ObjectRow {
        ObjectRow(cluster: cluster(table, position.leaf), row: position.row)
    }

    /// The cluster of a leaf, shared with other objects in it. None is kept in a session that several threads share,
    /// nor in a write transaction, which changes leaves in their place.
    func cluster(_ table: Table, _ leaf: ClusterLeaf) -> RowCluster {
        if isShared || write != nil { return RowCluster(table, leaf, isShared: isShared) }
        return shownCluster(table, leaf)
    }
}
