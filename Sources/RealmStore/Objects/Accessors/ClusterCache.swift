/// The clusters that were read last, so that objects found one by one, by keys and links, share them, and what was read
/// of them.
///
/// A table of pairs of slots by a hash of the leaf's ref: a cluster that is met anew takes the place of another of its
/// pair. It begins small, and grows while clusters of one placement displace each other.
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

    /// A cluster takes some hundred bytes, of a class with many properties that are read some thousand.
    private static let (leastBits, mostBits) = (5, 13)

    /// The cluster of a leaf.
    mutating func cluster(_ table: Table, _ leaf: ClusterLeaf, at placement: Int) -> RowCluster {
        if slots.isEmpty { resize(to: ClusterCache.leastBits) }
        let first = firstSlot(of: leaf)
        if let known = known(table, leaf, at: placement, in: first) { return known }
        if let known = known(table, leaf, at: placement, in: first + 1) { return known }
        let made = RowCluster(table, leaf, isShared: false)
        slots[slotToReplace(first, placement)] = Entry(cluster: made, placement: placement)
        if displacedCount > slots.count, bits < ClusterCache.mostBits { resize(to: bits + 1) }
        return made
    }

    /// Releases all clusters.
    mutating func forget() {
        if !slots.isEmpty { self = ClusterCache() }
    }

    @inline(__always)
    private func known(_ table: Table, _ leaf: ClusterLeaf, at placement: Int, in slot: Int) -> RowCluster? {
        guard slots[slot].placement == placement, let known = slots[slot].cluster else { return nil }
        // In a damaged file two classes, or two places in one, may share a leaf.
        return known.leaf.ref == leaf.ref && known.leaf.offset == leaf.offset && known.tableKey == table.key
            ? known : nil
    }

    /// The slot of a pair that is free, else one of both in turn.
    private mutating func slotToReplace(_ first: Int, _ placement: Int) -> Int {
        if slots[first].placement != placement { return first }
        if slots[first + 1].placement != placement { return first + 1 }
        displacedCount += 1
        return first + (displacedCount & 1)
    }

    private mutating func resize(to bits: Int) {
        let old = slots
        self.bits = bits
        displacedCount = 0
        slots = [Entry](repeating: Entry(), count: 1 << bits)
        for entry in old {
            guard let leaf = entry.cluster?.leaf else { continue }
            let first = firstSlot(of: leaf)
            slots[slots[first].cluster == nil ? first : first + 1] = entry
        }
    }

    /// The first slot of a leaf's pair.
    private func firstSlot(of leaf: ClusterLeaf) -> Int {
        let hash = UInt(bitPattern: leaf.ref.offset) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash >> (65 - bits)) << 1
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
