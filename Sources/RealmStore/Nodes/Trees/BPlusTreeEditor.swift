/// Changes a B+ tree of a write transaction: values by position.
///
/// Every call goes down from the root and leaves a tree that keeps the rules of the format; nodes are split and merged
/// as the reference engine does, so that a tree built by appending stays compact. `root` may change with every call,
/// and every holder of the ref must store it again. After an error the tree is unusable.
///
/// The caller frees what a nested collection or another value refers to. The bytes of an inserted string or binary must
/// not lie in the tree itself. Source: file-format/b-trees.md, "Rules of B+ trees" and "How B+ trees grow and shrink".
struct BPlusTreeEditor {
    /// `Ref.none` for a tree that was never written to.
    private(set) var root: Ref
    /// Number of values.
    private(set) var count: Int

    private let leaves: LeafEditor
    private let arena: Arena
    /// The root's context flag signals unresolved links; in leaves of other types it means something else.
    private let hasLinks: Bool
    /// Older formats kept all origins of backlinks in one leaf, whatever their number.
    private var isOversize: Bool

    /// A leaf or node with fewer entries is merged with its right sibling...
    private static let mergeLimit = 500
    /// ...if both together have fewer than this.
    private static let mergedLimit = 750

    init(root: Ref, of kind: LeafKind, in arena: Arena) throws(FormatError) {
        self.root = root
        self.arena = arena
        leaves = LeafEditor(kind, in: arena)
        if case .link = kind { hasLinks = true } else { hasLinks = false }
        if root.isNone {
            count = 0
            isOversize = false
        } else {
            let leaves = leaves
            let tree = try BPlusTree(root, in: arena.space) { (node) throws(FormatError) in try leaves.count(node.ref) }
            count = tree.count
            isOversize = count > BPlusTree.fanout && !tree.root.kind.isInner
        }
    }

    /// The value at `position`, which points into the tree if it is a string or binary. Traps outside `0..<count`.
    func value(at position: Int) throws(FormatError) -> Value {
        let tree = try BPlusTree(root, in: arena.space) { (node) throws(FormatError) in try leaves.count(node.ref) }
        let leaf = try tree.leaf(containing: position)
        try check(leaf.node.ref, holds: leaf.positions.count)
        return try leaves.value(at: position - leaf.positions.lowerBound, in: leaf.node.ref)
    }

    // MARK: Changes

    /// Inserts `value` before `position`, or at the end. Traps outside `0...count`.
    ///
    /// - Complexity: O(log count), in the middle also the children of a node; appending is cheapest.
    mutating func insert(_ value: Value, at position: Int) throws(FormatError) {
        precondition(position >= 0 && position <= count, "position out of range")
        if position == count, try appendToLastLeaf(value) { return }
        try makeReady()
        let growth = try insert(value, at: position, in: &root, holding: count, level: 0)
        count += 1
        if !growth.sibling.isNone { try addLevel(growth) }
    }

    mutating func append(_ value: Value) throws(FormatError) { try insert(value, at: count) }

    /// Appends several values; those of the only leaf of a new tree at once.
    mutating func append(_ values: UnsafeBufferPointer<Value>) throws(FormatError) {
        guard root.isNone, values.count <= BPlusTree.fanout, !values.isEmpty else {
            for value in values { try append(value) }
            return
        }
        try makeReady()
        try leaves.append(values, to: &root, of: 0)
        count = values.count
    }

    /// Replaces the value at `position`. Traps outside `0..<count`.
    mutating func set(_ value: Value, at position: Int) throws(FormatError) {
        precondition(position >= 0 && position < count, "position out of range")
        let leaves = leaves
        try withLeaf(containing: position) { (leaf, index) throws(FormatError) in
            try leaves.set(value, at: index, in: &leaf)
        }
    }

    /// Removes the value at `position`. Traps outside `0..<count`.
    mutating func remove(at position: Int) throws(FormatError) {
        precondition(position >= 0 && position < count, "position out of range")
        try makeReady()
        _ = try remove(at: position, in: &root, holding: count, level: 0)
        count -= 1
        try dropLevels()
    }

    /// Removes all values and frees what they refer to; an empty leaf remains.
    mutating func removeAll() throws(FormatError) {
        if root.isNone { return }
        try arena.freeTree(root)
        root = try leaves.makeEmpty()
        count = 0
        isOversize = false
    }

    /// Calls `body` with the leaf that holds `position` and the value's index in it, to change the value in place.
    mutating func withLeaf(
        containing position: Int, _ body: (inout Ref, Int) throws(FormatError) -> Void
    ) throws(FormatError) {
        precondition(position >= 0 && position < count, "position out of range")
        try makeReady()
        try change(at: position, in: &root, holding: count, level: 0, body)
    }

    /// True if the root says that unresolved links may be among the values.
    func mayHoldUnresolvedLinks() throws(FormatError) -> Bool {
        guard hasLinks, !root.isNone else { return false }
        return try arena.space.node(root).kind.context
    }

    /// Notes at the root of a tree of links whether unresolved ones are among them.
    mutating func setMayHoldUnresolvedLinks(_ holds: Bool) throws(FormatError) {
        guard hasLinks, !root.isNone, try mayHoldUnresolvedLinks() != holds else { return }
        try BPlusTreeEditor.setContext(holds, of: &root, in: arena)
    }

    private static func setContext(_ context: Bool, of ref: inout Ref, in arena: Arena) throws(FormatError) {
        let kind = try arena.space.node(ref).kind
        if kind.context == context { return }
        // Opening an inner node checks what will be trusted in a copy of it.
        if kind.isInner { ref = try BPlusInnerEditor(ref, in: arena).ref }
        let node = try arena.writable(&ref)
        node.kind = node.kind.with(context: context)
    }
}

// MARK: - Appending

extension BPlusTreeEditor {
    /// Appends if only totals change above the last leaf: it has room, and all nodes on the way to it belong to the
    /// transaction.
    private mutating func appendToLastLeaf(_ value: Value) throws(FormatError) -> Bool {
        var parent: MutableNode?
        var leaf = root
        while arena.owns(leaf) {
            let node = arena.own(leaf)
            if node.kind.isInner {
                guard let child = BPlusInnerEditor.lastChildWithRoom(of: node) else { return false }
                parent = node
                leaf = child
                continue
            }
            let index = try leaves.count(leaf)
            guard index < BPlusTree.fanout else { return false }
            let old = leaf
            try leaves.insert(value, at: index, in: &leaf)
            if leaf != old {
                if let parent { BPlusInnerEditor.setLastChild(leaf, of: parent) } else { root = leaf }
            }
            countOneMore(above: leaf)
            return true
        }
        return false
    }

    private mutating func countOneMore(above leaf: Ref) {
        count += 1
        var ref = root
        while ref != leaf { ref = BPlusInnerEditor.addOneToTotal(of: arena.own(ref)) }
    }
}

// MARK: - Going down

extension BPlusTreeEditor {
    /// The effect of an insertion on a node.
    private struct Growth {
        /// The node is an inner one of general form, and so is its new sibling.
        var isGeneral = false
        /// A new node to the right that took over values; `Ref.none` if none was needed.
        var sibling = Ref.none
        var siblingCount = 0
    }

    private func insert(
        _ value: Value, at position: Int, in node: inout Ref, holding count: Int, level: Int
    ) throws(FormatError) -> Growth {
        guard try isInner(node, level: level) else {
            return try insertIntoLeaf(value, at: position, in: &node, holding: count)
        }
        var inner = try openInner(&node, holding: count)
        let index = try inner.index(containing: position)
        let size = try inner.size(of: index)
        let old = inner.child(index)
        var child = old
        let start = try inner.start(of: index)
        let growth = try insert(value, at: position - start, in: &child, holding: size, level: level + 1)
        if child != old { inner.setChild(child, at: index) }
        try inner.resizeChild(index, to: size + 1 - growth.siblingCount, isGeneral: growth.isGeneral)
        var result = Growth()
        if !growth.sibling.isNone { result = try add(growth, after: index, to: &inner) }
        result.isGeneral = inner.isGeneral
        node = inner.ref
        return result
    }

    /// Takes the new sibling of child `index` into `inner`, or into a new sibling of it.
    private func add(
        _ growth: Growth, after index: Int, to inner: inout BPlusInnerEditor
    ) throws(FormatError) -> Growth {
        let (child, size) = (growth.sibling, growth.siblingCount)
        guard inner.childCount == BPlusTree.fanout else {
            try inner.insertChild(child, holding: size, after: index, isGeneral: growth.isGeneral)
            return Growth()
        }
        let sibling: BPlusInnerEditor
        if index + 1 == BPlusTree.fanout {
            sibling = try inner.makeSibling(of: child, holding: size)
        } else {
            sibling = try inner.splitTail(from: index + 1)
            try inner.insertChild(child, holding: size, after: index, isGeneral: growth.isGeneral)
        }
        return Growth(sibling: sibling.ref, siblingCount: sibling.total)
    }

    private func insertIntoLeaf(
        _ value: Value, at position: Int, in leaf: inout Ref, holding count: Int
    ) throws(FormatError) -> Growth {
        try check(leaf, holds: count)
        guard count >= BPlusTree.fanout else {
            try leaves.insert(value, at: position, in: &leaf)
            return Growth()
        }
        var sibling: Ref
        if position == count {
            sibling = try leaves.makeEmpty()
            try leaves.insert(value, at: 0, in: &sibling)
            return Growth(sibling: sibling, siblingCount: 1)
        }
        sibling = try leaves.splitTail(from: position, of: &leaf)
        try leaves.insert(value, at: position, in: &leaf)
        return Growth(sibling: sibling, siblingCount: count - position)
    }

    /// Number of values of a leaf, or children of an inner node, after a removal, and whether it is of general form.
    private typealias Rest = (entryCount: Int, isGeneral: Bool)

    private func remove(
        at position: Int, in node: inout Ref, holding count: Int, level: Int
    ) throws(FormatError) -> Rest {
        guard try isInner(node, level: level) else {
            try check(node, holds: count)
            try leaves.remove(at: position, in: &node)
            return (count - 1, false)
        }
        var inner = try openInner(&node, holding: count)
        let index = try inner.index(containing: position)
        let size = try inner.size(of: index)
        var child = inner.child(index)
        let start = try inner.start(of: index)
        let rest = try remove(at: position - start, in: &child, holding: size, level: level + 1)
        inner.setChild(child, at: index)
        if size == 1 {
            try inner.removeChild(index)
            try arena.freeTree(child)
        } else {
            try inner.resizeChild(index, to: size - 1, isGeneral: rest.isGeneral)
            if rest.entryCount < BPlusTreeEditor.mergeLimit, index + 1 < inner.childCount {
                try mergeChild(index, rest.entryCount, of: &inner, level: level + 1)
            }
        }
        node = inner.ref
        return (inner.childCount, inner.isGeneral)
    }

    /// Lets child `index` take over its right sibling if both are small.
    private func mergeChild(
        _ index: Int, _ entryCount: Int, of parent: inout BPlusInnerEditor, level: Int
    ) throws(FormatError) {
        var left = parent.child(index)
        let right = parent.child(index + 1)
        let rightCount = try parent.size(of: index + 1)
        let childrenAreInner = try isInner(left, level: level)
        guard try isInner(right, level: level) == childrenAreInner else {
            throw FormatError(.badTree, at: right, "is not at the depth of its sibling")
        }
        if childrenAreInner {
            let node = try BPlusTree.InnerNode(arena.space.node(right), in: arena.space)
            guard entryCount + node.childCount < BPlusTreeEditor.mergedLimit else { return }
            var inner = try BPlusInnerEditor(left, in: arena)
            var ref = right
            try inner.append(contentsOf: openInner(&ref, holding: rightCount))
            left = inner.ref
        } else {
            guard entryCount + rightCount < BPlusTreeEditor.mergedLimit else { return }
            try check(right, holds: rightCount)
            try leaves.append(contentsOf: right, to: &left)
        }
        parent.setChild(left, at: index)
        try parent.joinChild(index)
    }

    private func change(
        at position: Int, in node: inout Ref, holding count: Int, level: Int,
        _ body: (inout Ref, Int) throws(FormatError) -> Void
    ) throws(FormatError) {
        guard try isInner(node, level: level) else {
            try check(node, holds: count)
            return try body(&node, position)
        }
        let inner = try openInner(&node, holding: count)
        let index = try inner.index(containing: position)
        var child = inner.child(index)
        let (start, size) = (try inner.start(of: index), try inner.size(of: index))
        try change(at: position - start, in: &child, holding: size, level: level + 1, body)
        inner.setChild(child, at: index)
    }

    private func isInner(_ node: Ref, level: Int) throws(FormatError) -> Bool {
        guard level < BPlusTree.maximumDepth else {
            throw FormatError(.badTree, at: root, "is deeper than \(BPlusTree.maximumDepth) levels")
        }
        return arena.owns(node) ? arena.own(node).kind.isInner : try arena.space.node(node).kind.isInner
    }

    /// Opens an inner node that must hold `count` values.
    private func openInner(_ node: inout Ref, holding count: Int) throws(FormatError) -> BPlusInnerEditor {
        let inner = try BPlusInnerEditor(node, in: arena)
        guard inner.total == count else {
            throw FormatError(.badTree, at: node, "holds \(inner.total) values, its parent says \(count)")
        }
        node = inner.ref
        return inner
    }

    private func check(_ leaf: Ref, holds count: Int) throws(FormatError) {
        let held = try leaves.count(leaf)
        guard held == count else {
            throw FormatError(.badTree, at: leaf, "holds \(held) values, its parent says \(count)")
        }
    }
}

// MARK: - Levels

extension BPlusTreeEditor {
    /// Makes the tree editable: with a root, and with leaves of normal size.
    private mutating func makeReady() throws(FormatError) {
        if root.isNone { root = try leaves.makeEmpty() }
        if isOversize { try splitOversizeRoot() }
    }

    /// Puts a new root above the root and its new sibling.
    private mutating func addLevel(_ growth: Growth) throws(FormatError) {
        let leftCount = count - growth.siblingCount
        let isRegular = !growth.isGeneral && BPlusTreeEditor.isFull(leftCount) && growth.siblingCount <= leftCount
        let context = try mayHoldUnresolvedLinks()
        try setMayHoldUnresolvedLinks(false)
        var sibling = growth.sibling
        if hasLinks { try BPlusTreeEditor.setContext(false, of: &sibling, in: arena) }
        var top = try BPlusInnerEditor(root, holding: leftCount, each: isRegular ? leftCount : nil, in: arena)
        try top.insertChild(sibling, holding: growth.siblingCount, after: 0, isGeneral: growth.isGeneral)
        top.setContext(context)
        root = top.ref
    }

    /// True for 1000, 1,000,000 and so on: the capacities of full nodes.
    private static func isFull(_ count: Int) -> Bool {
        var rest = count
        while rest > 1, rest % BPlusTree.fanout == 0 { rest /= BPlusTree.fanout }
        return rest == 1
    }

    /// Replaces a root with a single child by that child, and a root without children by an empty leaf.
    private mutating func dropLevels() throws(FormatError) {
        while try arena.space.node(root).kind.isInner {
            let top = try BPlusInnerEditor(root, in: arena)
            guard top.childCount <= 1 else { return }
            let context = try mayHoldUnresolvedLinks()
            root = top.childCount == 1 ? top.child(0) : try leaves.makeEmpty()
            try top.free()
            try setMayHoldUnresolvedLinks(context)
        }
    }

    /// Cuts a root leaf of too many values into leaves of a thousand below compact nodes.
    private mutating func splitOversizeRoot() throws(FormatError) {
        isOversize = false
        let context = try mayHoldUnresolvedLinks()
        try setMayHoldUnresolvedLinks(false)
        var nodes: [Ref] = []
        let fanout = BPlusTree.fanout
        for start in stride(from: (count - 1) / fanout * fanout, to: 0, by: -fanout) {
            nodes.append(try leaves.splitTail(from: start, of: &root))
        }
        nodes.append(root)
        nodes.reverse()
        var each = fanout
        while nodes.count > 1 {
            var parents: [Ref] = []
            for first in stride(from: 0, to: nodes.count, by: fanout) {
                // All but the last child of the last parent are full.
                func size(_ index: Int) -> Int { min(each, count - index * each) }
                var parent = try BPlusInnerEditor(nodes[first], holding: size(first), each: each, in: arena)
                for index in (first + 1)..<max(first + 1, min(first + fanout, nodes.count)) {
                    try parent.insertChild(
                        nodes[index], holding: size(index), after: index - first - 1, isGeneral: false)
                }
                parents.append(parent.ref)
            }
            nodes = parents
            each *= fanout
        }
        root = nodes[0]
        try setMayHoldUnresolvedLinks(context)
    }
}
