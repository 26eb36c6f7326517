import RealmStore

/// Everything in a damaged file that looks like a part of the tables' descriptions and trees.
struct SalvageFinds {
    /// Table arrays, by the slot of their key.
    private(set) var tables: [Int: [TableRecord]] = [:]
    private(set) var specs: [Ref] = []
    private(set) var clusters: [Ref] = []
    private(set) var nameLists: [Ref] = []
    /// The parents of clusters and inner nodes of cluster trees: the node above, and the offset in it.
    private(set) var parents: [Ref: (parent: Ref, offset: UInt64)] = [:]
    private var count = 0
    /// The number of names and columns that may still be read: there can be any number in overlapping nodes.
    private var elementBudget: Int

    /// The maximum number of finds kept: a file can consist of them.
    private static let limit = 1 << 21
    /// The maximum depth of a cluster tree.
    private static let maximumDepth = ClusterTree.maximumDepth

    /// - Complexity: O(size of the file)
    init(_ source: DamagedSource, _ space: SalvageSpace) {
        elementBudget = source.byteCount
        NodeScan(source, release: space.releasePagesIfDue).forEachNode { node in
            guard count < SalvageFinds.limit else { return }
            if node.kind.hasRefs { addNode(node, space) } else { addNames(node, space) }
        }
    }

    private mutating func addNode(_ node: Node, _ space: SalvageSpace) {
        guard !node.kind.context else { return }
        if node.kind.isInner {
            guard let inner = try? ClusterTree.InnerNode(node, in: space.space) else { return }
            for index in 0..<inner.childCount {
                if let child = try? inner.child(index) { parents[child] = (node.ref, inner.offset(index)) }
            }
            count += inner.childCount
        } else if let record = TableRecord(node) {
            tables[record.key.slot, default: []].append(record)
            count += 1
        } else if node.count == 6, let keys = node.slot(5).ref.flatMap(space.peek), spend(keys.count),
            SpecRecord(node.ref, in: space)?.isWhole == true
        {
            specs.append(node.ref)
            count += 1
        } else if SalvagedCluster.looksRight(node), !space.isTaken(node.ref) {
            let first = node.slot(0)
            guard first.number.map({ (1...UInt64(ClusterLeaf.fanout)).contains($0) }) ?? (first.ref != nil) else {
                return
            }
            clusters.append(node.ref)
            count += 1
        }
    }

    private mutating func spend(_ count: Int) -> Bool {
        elementBudget -= count
        return elementBudget >= 0
    }

    /// Lists of table names contain names of classes.
    private mutating func addNames(_ node: Node, _ space: SalvageSpace) {
        guard node.kind.scheme == .bytes, node.kind.width > 8, node.count <= GroupEditor.maximumTableCount,
            spend(node.count),
            let names = space.names(node.ref), names.contains(where: { $0.hasPrefix(Table.classPrefix) }),
            names.allSatisfy({ !$0.contains("\u{FFFD}") && !$0.contains("\0") })
        else { return }
        nameLists.append(node.ref)
        count += 1
    }

    /// The key offset of a cluster, from the nodes above it; nil if none is found.
    func offset(of cluster: Ref) -> UInt64? {
        guard var place = parents[cluster] else { return nil }
        var offset = place.offset
        for _ in 0..<SalvageFinds.maximumDepth {
            guard let next = parents[place.parent] else { return offset }
            offset &+= next.offset
            place = next
        }
        return nil
    }
}
