/// Removes many objects from a search index in one walk over its nodes, whatever their values: much cheaper than
/// finding each one if they are a good part of all.
///
/// Source: file-format/search-indexes.md, "Looking up and removing".
struct IndexSweep {
    /// The entries that were removed so far.
    private(set) var removedCount = 0

    private let arena: Arena
    private let objects: ObjectKeySet
    /// Nodes, and entries of lists, that may still be visited: in a damaged index many paths may lead to one. No node
    /// has less than eight bytes, no entry less than four bits.
    private var patience: Int
    /// What is left of the nodes on the current path, one node after the other.
    private var kept: [(key: Int32, element: Slot)] = []

    init(_ objects: ObjectKeySet, in arena: Arena) {
        self.objects = objects
        self.arena = arena
        patience = 2 * (arena.space.end + arena.byteCount)
    }

    /// Removes the objects from the index at `root`.
    ///
    /// - Returns: its root from now on.
    /// - Complexity: O(number of entries)
    mutating func sweep(_ root: Ref) throws(FormatError) -> Ref {
        guard let rest = try rest(ofNode: root, depth: 0) else { return try IndexTreeEditor.makeEmpty(in: arena) }
        var tree = IndexTreeEditor(root: rest.ref, in: arena)
        try tree.dropSingleParents()
        return tree.root
    }

    /// A node after the objects below it were removed: itself, if there were none.
    private typealias Rest = (ref: Ref, lastKey: Int32)

    /// - Returns: nil if nothing is left.
    private mutating func rest(ofNode ref: Ref, depth: Int) throws(FormatError) -> Rest? {
        guard depth < SearchIndex.maximumSteps else {
            throw FormatError(.badIndex, at: ref, "the search index is too deep")
        }
        try visit(ref, 1)
        let node = try IndexNode(ref, in: arena.space)
        let base = kept.count
        defer { kept.removeLast(kept.count - base) }
        var isChanged = false
        for index in 0..<node.count {
            let old = (key: node.key(index), element: node.element(index))
            guard let new = try rest(of: old, in: node, depth: depth) else {
                isChanged = true
                continue
            }
            isChanged = isChanged || new != old
            kept.append(new)
        }
        // An index of words or lists may have no entries: its node is replaced by another empty one.
        guard isChanged || node.count == 0 else { return (ref, node.key(node.count - 1)) }
        if let keys = try arena.space.packedNode(ref).slot(0).ref { try arena.free(keys) }
        try arena.free(ref)
        guard let last = kept.last, kept.count > base else { return nil }
        return (try IndexNodeEditor(inner: node.isInner, kept[base...], in: arena).ref, last.key)
    }

    private mutating func rest(
        of entry: (key: Int32, element: Slot), in node: IndexNode, depth: Int
    ) throws(FormatError) -> (key: Int32, element: Slot)? {
        if let number = entry.element.number, !node.isInner {
            guard objects.contains(ObjectKey(Int64(bitPattern: number))) else { return entry }
            removedCount += 1
            return nil
        }
        guard let child = entry.element.ref else { throw IndexNode.emptyElement(at: node.ref) }
        if !node.isInner, try !arena.space.packedNode(child).kind.context {
            guard let element = try rest(ofList: child) else { return nil }
            return (entry.key, element)
        }
        let rest: Rest? = try LargeStack.descend(from: depth) { () throws(FormatError) -> Rest? in
            try self.rest(ofNode: child, depth: depth + 1)
        }
        guard let rest else { return nil }
        // The key of an inner node is the last one of the child.
        return (node.isInner ? rest.lastKey : entry.key, Slot(rest.ref))
    }

    private mutating func visit(_ ref: Ref, _ count: Int) throws(FormatError) {
        patience -= count
        guard patience >= 0 else {
            throw FormatError(.badIndex, at: ref, "the search index leads to more than there is in the file")
        }
    }

    /// - Returns: the element of the objects that are left of a list; nil if none are.
    private mutating func rest(ofList root: Ref) throws(FormatError) -> Slot? {
        let list = try IndexMatches(.list(root), in: arena.space)
        let count = list.count
        try visit(root, 1 + count)
        var left: [ObjectKey] = []
        try list.forEach { key in
            if !objects.contains(key) { left.append(key) }
        }
        if left.count == count { return Slot(root) }
        removedCount += count - left.count
        try arena.freeTree(root)
        switch left.count {
        case 0: return nil
        case 1: return Slot(number: UInt64(bitPattern: left[0].value))
        default: return Slot(try KeyListEditor(of: left, in: arena).root)
        }
    }
}
