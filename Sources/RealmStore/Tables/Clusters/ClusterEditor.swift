/// Changes the tree of a table's objects, or of its tombstones, in a write transaction.
///
/// The path to the last used leaf is kept: work on neighbouring keys does not descend again. Every leaf has a leaf of
/// each column with a value for each object. After an error the tree is inconsistent, and the transaction must be
/// rolled back. Source: file-format/clusters.md, "Rules of cluster trees" and "How cluster trees grow and shrink".
package final class ClusterEditor {
    /// An object in a leaf that the transaction owns; valid until objects or columns are added or removed.
    package struct Position {
        let leaf: ClusterLeafEditor
        let row: Int
    }

    /// An inner node on the path to the leaf.
    struct Level {
        var ref: Ref
        /// The child on the path.
        let index: Int
        /// Absolute offset of the node.
        let offset: UInt64
        let isLastChild: Bool
        /// The key lies beyond the regular range of a compact node's last child.
        let isOutside: Bool
    }

    let arena: Arena
    var root: Ref
    // Accesses to these are loads and stores and never overlap; checking that would cost more than the accesses
    // themselves.
    @exclusivity(unchecked) var columns: [ClusterColumn]
    @exclusivity(unchecked) private(set) var levels: [Level] = []
    /// The last used leaf, if the transaction owns it and all nodes above it.
    @exclusivity(unchecked) private var leaf: ClusterLeafEditor?
    @exclusivity(unchecked) private(set) var leafOffset: UInt64 = 0
    /// The number of keys from `leafOffset` on that belong to the leaf.
    @exclusivity(unchecked) private(set) var leafSpan: UInt64 = 0
    /// The last row found: changing an object needs it several times.
    @exclusivity(unchecked) private var lastRow = 0

    /// - Parameter columns: every column of the table, including those of backlinks.
    init(root: Ref, columns: [ClusterColumn], in arena: Arena) {
        self.root = root
        self.columns = columns
        self.arena = arena
    }

    /// A tree without objects.
    convenience init(columns: [ClusterColumn], in arena: Arena) throws(FormatError) {
        let root = try ClusterEditor.emptyLeaf(of: columns, in: arena)
        self.init(root: root.ref, columns: columns, in: arena)
    }

    /// The tree as readers see it.
    package func tree() throws(FormatError) -> ClusterTree { try ClusterTree(root, in: arena.space) }

    /// Number of objects.
    func count() throws(FormatError) -> Int { try tree().count }

    // MARK: Objects

    /// The object with that key, writable; nil if there is none.
    ///
    /// - Complexity: O(log count), O(1) in the leaf that was used last
    func find(_ key: ObjectKey) throws(FormatError) -> Position? {
        let unsigned = UInt64(bitPattern: key.value)
        if let leaf, unsigned &- leafOffset < leafSpan {
            guard let row = try leaf.row(of: unsigned &- leafOffset, trying: lastRow, in: arena) else { return nil }
            lastRow = row
            return Position(leaf: leaf, row: row)
        }
        let found = try locate(unsigned)
        guard let row = found.row(of: key) else { return nil }
        return Position(leaf: try own(found), row: row)
    }

    /// True if there is an object with that key. Copies nothing.
    package func contains(_ key: ObjectKey) throws(FormatError) -> Bool {
        let unsigned = UInt64(bitPattern: key.value)
        if let leaf, unsigned &- leafOffset < leafSpan {
            return try leaf.row(of: unsigned &- leafOffset, trying: lastRow, in: arena) != nil
        }
        return try tree().find(key) != nil
    }

    /// Adds an object whose columns have the given values, or their initial ones.
    ///
    /// - Parameter given: values by leaf index; nil, or no element, for the column's initial one.
    /// - Throws: `badCluster` if the key is taken.
    /// - Complexity: O(columns * leaf size), O(columns) for a key greater than all others
    func insert(_ key: ObjectKey, _ given: [Value?] = []) throws(FormatError) -> Position {
        let leaf = try leafWithRoom(for: UInt64(bitPattern: key.value))
        let count = try leaf.count(in: arena)
        guard let row = try leaf.insertKey(UInt64(bitPattern: key.value) &- leafOffset, in: arena) else {
            throw FormatError(.badCluster, at: leaf.ref, "already holds object \(key.value)")
        }
        let columns = columns
        for index in columns.indices {
            let leafIndex = columns[index].leafIndex
            let value = leafIndex < given.count ? given[leafIndex] : nil
            var values = try self.values(of: index, in: leaf, count: count)
            if value == nil, row == count, columns[index].isInitiallyZero, arena.owns(values),
                arena.own(values).appendZero()
            {
                continue
            }
            try columns[index].leaves.insert(value ?? columns[index].initial, at: row, in: &values)
            leaf.setColumn(leafIndex, to: values)
        }
        for level in levels { inner(level).total += 1 }
        return Position(leaf: leaf, row: row)
    }

    /// Removes the object with that key; false if there is none. The caller has freed what its slots and nested
    /// collections refer to.
    func remove(_ key: ObjectKey) throws(FormatError) -> Bool {
        guard let position = try find(key) else { return false }
        try remove(RemovedRows([position.row]), from: position.leaf)
        return true
    }

    /// The same for several, a leaf at a time. The keys ascend; missing ones are ignored.
    func remove(_ keys: [ObjectKey]) throws(FormatError) {
        var next = 0
        while next < keys.count {
            let first = try find(keys[next])
            next += 1
            guard let first else { continue }
            var rows = [first.row]
            while next < keys.count, UInt64(bitPattern: keys[next].value) &- leafOffset < leafSpan {
                if let row = try find(keys[next])?.row { rows.append(row) }
                next += 1
            }
            try remove(RemovedRows(rows), from: first.leaf)
        }
    }

    /// - Parameter rows: in the last used leaf.
    private func remove(_ rows: RemovedRows, from leaf: ClusterLeafEditor) throws(FormatError) {
        let count = try leaf.count(in: arena)
        for index in columns.indices {
            var values = try self.values(of: index, in: leaf, count: count)
            try columns[index].leaves.remove(rows, in: &values)
            leaf.setColumn(columns[index].leafIndex, to: values)
        }
        try leaf.removeKeys(rows, in: arena)
        for level in levels {
            let node = inner(level)
            guard node.total >= rows.count else {
                throw FormatError(.badCluster, at: node.ref, "says fewer objects than its leaves hold")
            }
            node.total -= rows.count
        }
        if count - rows.count < Self.mergeBelow, !levels.isEmpty { try shrink(leaf, count: count - rows.count) }
    }

    /// The leaf of a column in an owned cluster, which has a value for each object.
    ///
    /// The transaction's leaves were checked when they were copied; others may come from a damaged file.
    @inline(__always)
    func values(of index: Int, in leaf: ClusterLeafEditor, count: Int) throws(FormatError) -> Ref {
        let values = try leaf.column(columns[index].leafIndex)
        if !arena.owns(values) { try check(values, of: index, count: count) }
        return values
    }

    private func check(_ values: Ref, of index: Int, count: Int) throws(FormatError) {
        let found = try columns[index].leaves.count(values)
        guard found == count else {
            throw FormatError(
                .badCluster, at: values,
                "the column of leaf index \(columns[index].leafIndex) has \(found) values for \(count) objects")
        }
    }

    // MARK: The way to a leaf

    func inner(_ level: Level) -> ClusterInnerEditor { ClusterInnerEditor(arena.own(level.ref)) }

    func forgetPath() {
        leaf = nil
        levels.removeAll(keepingCapacity: true)
    }

    /// Descends to the leaf where `key` is or belongs, and keeps the path. Changes nothing.
    private func locate(_ key: UInt64) throws(FormatError) -> ClusterLeaf {
        forgetPath()
        var node = try arena.space.node(root)
        var offset: UInt64 = 0
        var span = UInt64.max
        var depth: Int?
        while node.kind.isInner {
            let inner = try ClusterTree.InnerNode(node, in: arena.space)
            guard depth == nil || depth == inner.depth else { throw wrongDepth(node.ref) }
            let relative = key &- offset
            let index = inner.child(containing: relative)
            let isLastChild = index + 1 == inner.childCount
            let isOutside = inner.isCompact && relative >= inner.offset(index + 1)
            levels.append(
                Level(ref: node.ref, index: index, offset: offset, isLastChild: isLastChild, isOutside: isOutside))
            if !isLastChild || inner.isCompact { span = min(span, inner.offset(index + 1)) }
            span &-= inner.offset(index)
            offset &+= inner.offset(index)
            depth = inner.depth - 1
            node = try arena.space.node(inner.child(index))
        }
        guard depth ?? 0 == 0 else { throw wrongDepth(node.ref) }
        (leafOffset, leafSpan) = (offset, span)
        return try ClusterLeaf(node, offset: offset, in: arena.space)
    }

    func wrongDepth(_ ref: Ref) -> FormatError {
        FormatError(.badCluster, at: ref, "stands on another level than its parent says")
    }

    /// Copies the unowned part of the path to `found`, which was just located, and returns the leaf.
    private func own(_ found: ClusterLeaf) throws(FormatError) -> ClusterLeafEditor {
        for index in levels.indices where !arena.owns(levels[index].ref) {
            var ref = levels[index].ref
            _ = try arena.writable(&ref)
            levels[index].ref = ref
            setRef(ref, at: index)
        }
        var ref = found.ref
        let leaf = ClusterLeafEditor(try arena.writable(&ref))
        setRef(ref, at: levels.count)
        self.leaf = leaf
        return leaf
    }

    /// Stores a moved node's ref into its parent: that of `levels[depth]`, or of the leaf below them.
    private func setRef(_ ref: Ref, at depth: Int) {
        if depth == 0 {
            root = ref
        } else {
            inner(levels[depth - 1]).setChild(levels[depth - 1].index, to: ref)
        }
    }

    // MARK: Growing

    /// The leaf for a new object of that key, with room for it.
    @inline(__always)
    func leafWithRoom(for key: UInt64) throws(FormatError) -> ClusterLeafEditor {
        if let leaf, key &- leafOffset < leafSpan, try leaf.count(in: arena) < ClusterLeaf.fanout { return leaf }
        return try makeRoom(for: key)
    }

    private func makeRoom(for key: UInt64) throws(FormatError) -> ClusterLeafEditor {
        var found = try locate(key)
        var leaf = try own(found)
        if found.count >= ClusterLeaf.fanout {
            try split(leaf, count: found.count, for: key)
            found = try locate(key)
            leaf = try own(found)
        }
        // Realm Core leaves such keys below a compact node, where not every reader finds them.
        guard levels.contains(where: \.isOutside) else { return leaf }
        for level in levels where level.isOutside { try inner(level).makeGeneral(in: arena) }
        return try own(locate(key))
    }

    /// Splits a full leaf. Moves nothing for a new greatest key, all objects for a new smallest one, else half.
    private func split(_ leaf: ClusterLeafEditor, count: Int, for key: UInt64) throws(FormatError) {
        let row = try leaf.lowerBound(key &- leafOffset, in: arena)
        if row == count, levels.allSatisfy(\.isLastChild) {
            let tail = try ClusterEditor.emptyLeaf(of: columns, in: arena)
            return try insertChild(tail.ref, offset: key, below: levels.count - 1)
        }
        let splitRow = row == 0 ? 0 : count / 2
        let tail = try ClusterLeafEditor.makeEmpty(slotCount: leaf.slotCount, in: arena)
        let distance = try leaf.moveKeys(from: splitRow, to: tail, in: arena)
        for index in columns.indices {
            var values = try self.values(of: index, in: leaf, count: count)
            let moved = try columns[index].leaves.splitTail(from: splitRow, of: &values)
            leaf.setColumn(columns[index].leafIndex, to: values)
            tail.setColumn(columns[index].leafIndex, to: moved)
        }
        try insertChild(tail.ref, offset: leafOffset &+ distance, below: levels.count - 1)
    }

    private static func emptyLeaf(
        of columns: [ClusterColumn], in arena: Arena
    ) throws(FormatError) -> ClusterLeafEditor {
        let slotCount = columns.reduce(1) { max($0, $1.leafIndex + 2) }
        let leaf = try ClusterLeafEditor.makeEmpty(slotCount: slotCount, in: arena)
        for column in columns { leaf.setColumn(column.leafIndex, to: try column.leaves.makeEmpty()) }
        return leaf
    }

    /// Adds a node, whose keys begin at `offset`, after the one on the path below `level`.
    private func insertChild(_ child: Ref, offset: UInt64, below level: Int) throws(FormatError) {
        guard level >= 0 else { return try growRoot(child, offset: offset) }
        var node = inner(levels[level])
        let index = levels[level].index + 1
        let relative = offset &- levels[level].offset
        if node.childCount < ClusterLeaf.fanout {
            try node.insertChild(child, at: index, offset: relative, in: arena)
            levels[level].ref = node.ref
            return setRef(node.ref, at: level)
        }
        var tail: ClusterInnerEditor
        let distance: UInt64
        if index == node.childCount, levels[...level].allSatisfy(\.isLastChild) {
            tail = try ClusterInnerEditor.makeEmpty(depth: node.depth, in: arena)
            distance = relative
            try tail.insertChild(child, at: 0, offset: 0, in: arena)
        } else {
            let half = node.childCount / 2
            (tail, distance) = try node.splitTail(from: half, in: arena)
            if index <= half {
                try node.insertChild(child, at: index, offset: relative, in: arena)
            } else {
                try tail.insertChild(child, at: index - half, offset: relative &- distance, in: arena)
            }
        }
        // Also of a child after all others: it is empty for a new greatest key only, else half of the last one.
        tail.total = try total(below: tail)
        node.total = max(0, node.total - tail.total)
        levels[level].ref = node.ref
        setRef(node.ref, at: level)
        try insertChild(tail.ref, offset: levels[level].offset &+ distance, below: level - 1)
    }

    private func growRoot(_ child: Ref, offset: UInt64) throws(FormatError) {
        let node = try arena.space.node(root)
        let depth = node.kind.isInner ? ClusterInnerEditor(arena.own(root)).depth + 1 : 1
        guard depth <= ClusterTree.maximumDepth else {
            throw FormatError(.badCluster, at: root, "cannot grow beyond depth \(ClusterTree.maximumDepth)")
        }
        var grown = try ClusterInnerEditor.makeEmpty(depth: depth, in: arena)
        try grown.insertChild(root, at: 0, offset: 0, in: arena)
        try grown.insertChild(child, at: 1, offset: offset, in: arena)
        grown.total = try total(below: grown)
        root = grown.ref
    }

    private func total(below node: ClusterInnerEditor) throws(FormatError) -> Int {
        var total = 0
        for index in 0..<node.childCount { total += try ClusterTree(node.child(index), in: arena.space).count }
        return total
    }
}

// MARK: - Shrinking

extension ClusterEditor {
    /// A node with fewer objects or children takes over those of its right sibling ...
    private static let mergeBelow = ClusterLeaf.fanout / 2
    /// ... if both together have fewer than these.
    private static let mergedLimit = ClusterLeaf.fanout / 4 * 3

    /// Removes an empty leaf, or joins one of few objects with the next.
    private func shrink(_ leaf: ClusterLeafEditor, count: Int) throws(FormatError) {
        let level = levels.count - 1
        let parent = inner(levels[level])
        let index = levels[level].index
        if count == 0 {
            try arena.freeTree(leaf.ref)
            return try removeChild(at: index, of: level)
        }
        guard index + 1 < parent.childCount else { return }
        let nextNode = try arena.space.node(parent.child(index + 1))
        guard !nextNode.kind.isInner else { throw wrongDepth(nextNode.ref) }
        let next = try ClusterLeaf(nextNode, offset: 0, in: arena.space)
        guard count + next.count < ClusterEditor.mergedLimit else { return }
        let distance = try parent.offset(index + 1, in: arena) &- parent.offset(index, in: arena)
        try leaf.appendKeys(next.storedKeys, count: next.count, distance: distance, in: arena)
        for column in columns.indices {
            let leafIndex = columns[column].leafIndex
            var values = try self.values(of: column, in: leaf, count: count)
            let added = try next.column(leafIndex)
            if !arena.owns(added) { try check(added, of: column, count: next.count) }
            try columns[column].leaves.append(contentsOf: added, to: &values)
            leaf.setColumn(leafIndex, to: values)
        }
        if let keys = nextNode.slot(0).ref { try arena.free(keys) }
        try arena.free(next.ref)
        try removeJoined(index + 1, of: level)
    }

    /// Removes a child whose keys the one before has taken over. In a compact node they lie outside of its range.
    private func removeJoined(_ index: Int, of level: Int) throws(FormatError) {
        try inner(levels[level]).makeGeneral(in: arena)
        try removeChild(at: index, of: level)
    }

    /// Removes a freed child from a node on the path, and keeps the tree in shape.
    private func removeChild(at index: Int, of level: Int) throws(FormatError) {
        let node = inner(levels[level])
        if node.childCount == 1 {
            try node.free(in: arena)
            if level > 0 { return try removeChild(at: levels[level - 1].index, of: level - 1) }
            root = try ClusterEditor.emptyLeaf(of: columns, in: arena).ref
            return forgetPath()
        }
        try node.removeChild(at: index, in: arena)
        if index == 0 {
            let distance = try node.resetFirstOffset(in: arena)
            node.setChild(0, to: try rebase(node.child(0), by: distance, depth: node.depth - 1))
        }
        if level > 0 {
            try joinNext(level)
        } else {
            try collapseRoot()
        }
        forgetPath()
    }

    /// Adds `distance` to the keys below `ref`, whose offset in its parent decreased by that.
    private func rebase(_ ref: Ref, by distance: UInt64, depth: Int) throws(FormatError) -> Ref {
        var ref = ref
        let node = try arena.space.node(ref)
        if node.kind.isInner {
            guard try ClusterTree.InnerNode(node, in: arena.space).depth == depth else { throw wrongDepth(ref) }
            let inner = ClusterInnerEditor(try arena.writable(&ref))
            try inner.shiftOffsets(by: distance, in: arena)
            inner.setChild(0, to: try rebase(inner.child(0), by: distance, depth: depth - 1))
        } else {
            guard depth == 0 else { throw wrongDepth(ref) }
            _ = try ClusterLeaf(node, offset: 0, in: arena.space)
            try ClusterLeafEditor(arena.writable(&ref)).shiftKeys(by: distance, in: arena)
        }
        return ref
    }

    /// Joins an inner node of few children with the next.
    private func joinNext(_ level: Int) throws(FormatError) {
        var node = inner(levels[level])
        let parent = inner(levels[level - 1])
        let index = levels[level - 1].index
        guard node.childCount < ClusterEditor.mergeBelow, index + 1 < parent.childCount else { return }
        var nextRef = try parent.child(index + 1)
        let next = try ClusterTree.InnerNode(arena.space.node(nextRef), in: arena.space)
        guard next.depth == node.depth else { throw wrongDepth(nextRef) }
        guard node.childCount + next.childCount < ClusterEditor.mergedLimit else { return }
        let distance = try parent.offset(index + 1, in: arena) &- parent.offset(index, in: arena)
        for position in 0..<next.childCount {
            let offset = next.offset(position) &+ distance
            try node.insertChild(next.child(position), at: node.childCount, offset: offset, in: arena)
        }
        node.total += next.total
        levels[level].ref = node.ref
        setRef(node.ref, at: level)
        try ClusterInnerEditor(arena.writable(&nextRef)).free(in: arena)
        try removeJoined(index + 1, of: level - 1)
    }

    /// Replaces the root by its only child.
    private func collapseRoot() throws(FormatError) {
        var node = try arena.space.node(root)
        var depth = Int.max
        while node.kind.isInner {
            let inner = try ClusterTree.InnerNode(node, in: arena.space)
            guard inner.childCount == 1 else { return }
            guard inner.depth < depth else { throw wrongDepth(root) }
            depth = inner.depth
            let child = try inner.child(0)
            if let offsets = node.slot(0).ref { try arena.free(offsets) }
            try arena.free(root)
            root = child
            node = try arena.space.node(root)
        }
    }
}
