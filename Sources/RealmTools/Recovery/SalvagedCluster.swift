import RealmStore

/// A cluster of a damaged file: the readable leaves of its columns.
struct SalvagedCluster {
    let ref: Ref
    /// Number of objects.
    let count: Int
    /// Columns, by leaf index, whose values are lost.
    let lostColumns: Set<Int>
    private let space: SalvageSpace
    /// Nil if the objects are numbered, or their keys are unknown.
    private let keyList: Ref?
    /// Nil if the keys of the objects are unknown.
    private let offset: UInt64?

    /// - Parameters:
    ///   - node: taken.
    ///   - offset: nil for a cluster of unknown position in the tree.
    init?(_ node: Node, offset: UInt64?, of columns: [Column], in space: SalvageSpace) {
        guard SalvagedCluster.looksRight(node) else { return nil }
        ref = node.ref
        self.space = space
        var offset = offset
        var keys: IntegerArray?
        var count: Int?
        if let number = node.slot(0).number, number <= UInt64(ClusterLeaf.fanout) {
            count = Int(number)
        } else if let stored = SalvagedCluster.keys(node, in: space) {
            keys = stored
            count = stored.count
        } else {
            offset = nil
        }
        let counts = columns.map { SalvagedCluster.rowCount(of: $0, in: node, space) }
        guard let count = count ?? SalvagedCluster.mostFrequent(counts.compactMap(\.self)), count <= ClusterLeaf.fanout
        else { return nil }
        keyList = keys == nil ? nil : node.slot(0).ref
        self.count = count
        self.offset = offset
        var lost = Set<Int>()
        for (column, found) in zip(columns, counts) {
            let ref = SalvagedCluster.child(column.leafIndex, of: node)
            let leaf = found == count ? ref.flatMap { space.takeLeaf($0, of: column, isElement: false) } : nil
            if leaf == nil { lost.insert(column.leafIndex) }
        }
        lostColumns = lost
    }

    /// The key of an object; nil if it is unknown.
    func key(_ row: Int) -> ObjectKey? {
        guard let offset else { return nil }
        var relative = UInt64(row)
        if let keyList {
            guard let keys = keys(keyList), row < keys.count else { return nil }
            relative = keys.unsigned(at: row)
        }
        let (key, overflow) = offset.addingReportingOverflow(relative)
        return overflow || key >= 1 << 62 ? nil : ObjectKey(Int64(key))
    }

    /// The row of an object.
    func row(of key: ObjectKey) -> Int? {
        guard let offset, key.value >= 0, UInt64(key.value) >= offset else { return nil }
        let relative = UInt64(key.value) - offset
        guard let keyList else { return relative < UInt64(count) ? Int(relative) : nil }
        guard let keys = keys(keyList) else { return nil }
        let row = keys.lowerBoundUnsigned(relative)
        return row < count && keys.unsigned(at: row) == relative ? row : nil
    }

    private func keys(_ list: Ref) -> IntegerArray? { space.peek(list).map { IntegerArray($0) } }

    /// A possible leaf of a column, unchecked.
    func leaf(_ leafIndex: Int) -> Ref? {
        space.peek(ref).flatMap { SalvagedCluster.child(leafIndex, of: $0) }
    }

    /// The leaf of a column; nil if it is lost.
    func column(_ column: Column) -> Ref? {
        lostColumns.contains(column.leafIndex) ? nil : leaf(column.leafIndex)
    }
}

// MARK: - Likeness

extension SalvagedCluster {
    /// True if the node could be a cluster.
    static func looksRight(_ node: Node) -> Bool {
        node.kind.hasRefs && !node.kind.isInner && !node.kind.context && node.kind.scheme == .bits && node.count > 1
    }

    /// The number of columns whose values could be in the cluster at `node` of an unknown table; nil if it is not a
    /// cluster, or has content that fits none of the columns.
    ///
    /// - Parameter others: leaf indexes of further columns.
    static func likeness(of node: Node, to columns: [Column], others: Set<Int>, _ space: SalvageSpace) -> Int? {
        guard looksRight(node) else { return nil }
        let count: Int
        if let number = node.slot(0).number, (1...UInt64(ClusterLeaf.fanout)).contains(number) {
            count = Int(number)
        } else if let keys = keys(node, in: space), keys.count > 0 {
            count = keys.count
        } else {
            return nil
        }
        let known = others.union(columns.map(\.leafIndex))
        for index in 1..<node.count {
            let slot = node.slot(index)
            if slot.number != nil || (!slot.isEmpty && !known.contains(index - 1)) { return nil }
            // Its leaves belong to another cluster: this one is from an older version.
            if let ref = slot.ref, space.isTaken(ref) { return nil }
        }
        return columns.count { rowCount(of: $0, in: node, space) == count }
    }

    private static func keys(_ node: Node, in space: SalvageSpace) -> IntegerArray? {
        guard let ref = node.slot(0).ref, let keys = space.peek(ref), !keys.kind.hasRefs, keys.kind.scheme == .bits,
            keys.count <= ClusterLeaf.fanout, !space.lost.meets(ref.offset..<ref.offset + keys.footprint)
        else { return nil }
        let array = IntegerArray(keys)
        return array.isStrictlyAscendingUnsigned ? array : nil
    }

    private static func child(_ leafIndex: Int, of node: Node) -> Ref? {
        leafIndex + 1 < node.count ? node.slot(leafIndex + 1).ref : nil
    }

    /// Number of values in a column's leaf; nil if it cannot be one.
    private static func rowCount(of column: Column, in node: Node, _ space: SalvageSpace) -> Int? {
        guard let ref = child(column.leafIndex, of: node), let leaf = space.peek(ref) else { return nil }
        if column.collection != nil || column.isBacklink {
            guard leaf.kind.hasRefs, !leaf.kind.isInner, !leaf.kind.context else { return nil }
            return leaf.count
        }
        return try? ColumnLeaf.rowCount(of: column, at: ref, in: space.space)
    }

    private static func mostFrequent(_ counts: [Int]) -> Int? {
        Dictionary(counts.map { ($0, 1) }, uniquingKeysWith: +)
            .max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }
}
