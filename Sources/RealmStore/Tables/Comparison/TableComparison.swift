/// Finds the differences of two versions of one table: descends both cluster trees at once and skips shared nodes.
struct TableComparison {
    /// A part of a cluster tree: its node, and the offset added to the keys below it.
    private struct Subtree: Equatable {
        let ref: Ref
        let offset: UInt64
    }

    private let old: Table?
    private let new: Table?
    private let columns: [(old: Column, new: Column)]
    private let content: ContentComparison?
    private var changes = ChangeSet()
    private var visitedCount = 0

    init(_ old: Table?, _ new: Table?) {
        self.old = old
        self.new = new
        var columns: [(old: Column, new: Column)] = []
        for column in old?.columns ?? [] {
            if let same = new?.column(column.key) { columns.append((column, same)) }
        }
        self.columns = columns
        content =
            if let old, let new {
                ContentComparison(old.space, new.space, sharesNodes: true) { $0.table == $1.table && $0.key == $1.key }
            } else {
                nil
            }
    }

    mutating func run() throws(FormatError) -> ChangeSet {
        var left = old.map { [Subtree(ref: $0.clusters, offset: 0)] } ?? []
        var right = new.map { [Subtree(ref: $0.clusters, offset: 0)] } ?? []
        // Every round expands the inner nodes of the uppermost level.
        for _ in 0...ClusterTree.maximumDepth {
            TableComparison.dropShared(&left, &right)
            let depth = max(try depth(left, in: old), try depth(right, in: new))
            if depth == 0 {
                try merge(left, right)
                return changes
            }
            left = try children(of: left, at: depth, in: old)
            right = try children(of: right, at: depth, in: new)
        }
        throw FormatError(.badCluster, at: old?.clusters ?? .none, "the tree is deeper than its nodes say")
    }

    // MARK: Trees

    /// Removes common parts; both are in the order of keys.
    private static func dropShared(_ left: inout [Subtree], _ right: inout [Subtree]) {
        var (restLeft, restRight): ([Subtree], [Subtree]) = ([], [])
        var (first, second) = (0, 0)
        while first < left.count, second < right.count {
            if left[first] == right[second] {
                first += 1
                second += 1
            } else if left[first].offset <= right[second].offset {
                // If both begin alike but differ, neither has a counterpart.
                restLeft.append(left[first])
                first += 1
            } else {
                restRight.append(right[second])
                second += 1
            }
        }
        left = restLeft + left[first...]
        right = restRight + right[second...]
    }

    /// The greatest depth of the nodes; 0 if all are leaves.
    private mutating func depth(_ subtrees: [Subtree], in table: Table?) throws(FormatError) -> Int {
        guard let space = table?.space else { return 0 }
        var depth = 0
        for subtree in subtrees {
            let node = try space.node(subtree.ref)
            if node.kind.isInner { depth = max(depth, try ClusterTree.InnerNode(node, in: space).depth) }
        }
        visitedCount += subtrees.count
        // Every subtree is examined once for each level.
        guard visitedCount <= space.maximumNodeCount * (ClusterTree.maximumDepth + 1) else {
            throw FormatError(.badCluster, at: table?.clusters ?? .none, "the tree has more nodes than the file")
        }
        return depth
    }

    /// The nodes with those of the given depth replaced by their children.
    private func children(of subtrees: [Subtree], at depth: Int, in table: Table?) throws(FormatError) -> [Subtree] {
        guard let space = table?.space else { return [] }
        var result: [Subtree] = []
        for subtree in subtrees {
            let node = try space.node(subtree.ref)
            guard node.kind.isInner else {
                result.append(subtree)
                continue
            }
            let inner = try ClusterTree.InnerNode(node, in: space)
            guard inner.depth == depth else {
                result.append(subtree)
                continue
            }
            for index in 0..<inner.childCount {
                let offset = subtree.offset &+ inner.offset(index)
                result.append(Subtree(ref: try inner.child(index), offset: offset))
            }
        }
        return result
    }

    // MARK: Objects

    private mutating func merge(_ left: [Subtree], _ right: [Subtree]) throws(FormatError) {
        var (first, second) = (Rows(left, in: old), Rows(right, in: new))
        try first.next()
        try second.next()
        var pair: LeafPair?
        while true {
            switch (first.key, second.key) {
            case (nil, nil): return
            case (let key?, let other) where other.map({ key < $0 }) ?? true:
                changes.deletions.append(key)
                try first.next()
            case (let key, let other?) where key.map({ other < $0 }) ?? true:
                changes.insertions.append(other)
                try second.next()
            case (let key?, _):
                if pair?.isOf(first.leaf, second.leaf) != true { pair = try leafPair(first.leaf, second.leaf) }
                if try pair?.isModified(first.row, second.row) == true { changes.modifications.append(key) }
                try first.next()
                try second.next()
            case (nil, _): preconditionFailure("an object of the newer version alone is an insertion")
            }
        }
    }

    private func leafPair(_ left: ClusterLeaf?, _ right: ClusterLeaf?) throws(FormatError) -> LeafPair? {
        guard let old, let new, let content, let left, let right else { return nil }
        return try LeafPair(left, right, of: old, new, columns, content)
    }

    /// The objects of some clusters, in the order of their keys.
    private struct Rows {
        private let leaves: [Subtree]
        private let table: Table?
        private var nextLeaf = 0
        private(set) var leaf: ClusterLeaf?
        private(set) var row = -1
        /// The key of the current object; nil at the end.
        private(set) var key: ObjectKey?

        init(_ leaves: [Subtree], in table: Table?) {
            self.leaves = leaves
            self.table = table
        }

        mutating func next() throws(FormatError) {
            row += 1
            while row >= leaf?.count ?? 0 {
                guard nextLeaf < leaves.count, let space = table?.space else {
                    key = nil
                    return
                }
                let subtree = leaves[nextLeaf]
                leaf = try ClusterLeaf(space.node(subtree.ref), offset: subtree.offset, in: space)
                nextLeaf += 1
                row = 0
            }
            let last = key
            key = leaf?.key(row)
            if let last, let key, key <= last {
                throw FormatError(.badCluster, at: leaf?.ref ?? .none, "the object keys do not ascend at \(key.value)")
            }
        }
    }
}

/// Two clusters with objects of the same keys, and those of their columns that they do not share.
private struct LeafPair {
    private enum Values {
        case single(ColumnLeaf, ColumnLeaf)
        case collections(Node, Node)
    }

    private struct Property {
        let old: Column
        let new: Column
        let values: Values
        /// Both clusters have the same leaf: objects in the same row are the same.
        let isShared: Bool
    }

    private let left: ClusterLeaf
    private let right: ClusterLeaf
    private let old: Table
    private let new: Table
    private let content: ContentComparison
    private var properties: [Property] = []

    init(
        _ left: ClusterLeaf, _ right: ClusterLeaf, of old: Table, _ new: Table,
        _ columns: [(old: Column, new: Column)], _ content: ContentComparison
    ) throws(FormatError) {
        self.left = left
        self.right = right
        self.old = old
        self.new = new
        self.content = content
        for (oldColumn, newColumn) in columns {
            let (first, second) = (try left.column(oldColumn.leafIndex), try right.column(newColumn.leafIndex))
            let values: Values
            if oldColumn.collection == nil {
                values = .single(
                    try ColumnLeaf.column(oldColumn, at: first, rows: left.count, in: old.space),
                    try ColumnLeaf.column(newColumn, at: second, rows: right.count, in: new.space))
            } else {
                values = .collections(try old.slots(of: oldColumn, in: left), try new.slots(of: newColumn, in: right))
            }
            properties.append(
                Property(old: oldColumn, new: newColumn, values: values, isShared: first == second))
        }
    }

    func isOf(_ left: ClusterLeaf?, _ right: ClusterLeaf?) -> Bool {
        self.left.ref == left?.ref && self.right.ref == right?.ref
    }

    /// Whether the objects in these rows differ.
    func isModified(_ leftRow: Int, _ rightRow: Int) throws(FormatError) -> Bool {
        for property in properties where !property.isShared || leftRow != rightRow {
            switch property.values {
            case .single(let left, let right):
                guard try content.isSame(left.value(leftRow), right.value(rightRow)) else { return true }
            case .collections(let left, let right):
                let (first, second) = (left.slot(leftRow), right.slot(rightRow))
                guard first != second, let kind = property.old.collection else { continue }
                let isSame = try content.isSameCollection(
                    old.collectionRoot(first, of: property.old), property.old,
                    new.collectionRoot(second, of: property.new), property.new, kind: kind)
                guard isSame else { return true }
            }
        }
        return false
    }
}
