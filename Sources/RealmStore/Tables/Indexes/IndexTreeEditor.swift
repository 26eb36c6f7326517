/// The tree of a search index in a write transaction: inserts and removes entries of any kind of index.
///
/// Source: file-format/search-indexes.md, "Inserting into an index" and "Looking up and removing".
struct IndexTreeEditor {
    let arena: Arena
    var root: Ref

    init(root: Ref, in arena: Arena) {
        self.root = root
        self.arena = arena
    }

    /// The root of an index without entries.
    static func makeEmpty(in arena: Arena) throws(FormatError) -> Ref {
        try IndexNodeEditor(inner: false, in: arena).ref
    }

    /// Removes all entries.
    mutating func removeAll() throws(FormatError) {
        try arena.freeTree(root)
        root = try IndexTreeEditor.makeEmpty(in: arena)
    }

    // MARK: Inserting

    /// Adds the entry, unless it is already there.
    ///
    /// - Throws: for a key that no object has, as in a damaged file.
    mutating func insert(_ entry: some IndexEntry) throws(FormatError) {
        guard entry.key.value >= 0 else { throw IndexTreeEditor.noObject(entry.key, at: root) }
        try insert(entry, underRoot: &root, at: 0, depth: 0)
    }

    /// A node split off a full one.
    private struct Sibling {
        let ref: Ref
        let isBefore: Bool
    }

    /// Inserts into the tree of one level of chunks, which may get a new root.
    private func insert(
        _ entry: some IndexEntry, underRoot root: inout Ref, at offset: Int, depth: Int
    ) throws(FormatError) {
        guard let sibling = try insert(entry, into: &root, at: offset, depth: depth) else { return }
        var inner = try IndexNodeEditor(inner: true, in: arena)
        try inner.insert(Slot(root), key: lastKey(of: root), at: 0)
        try inner.insert(Slot(sibling.ref), key: lastKey(of: sibling.ref), at: sibling.isBefore ? 0 : 1)
        root = inner.ref
    }

    private func insert(
        _ entry: some IndexEntry, into ref: inout Ref, at offset: Int, depth: Int
    ) throws(FormatError) -> Sibling? {
        guard depth < SearchIndex.maximumSteps else { throw tooDeep }
        return try LargeStack.descend(from: depth) { () throws(FormatError) in
            try insert(entry, intoNode: &ref, at: offset, depth: depth)
        }
    }

    private func insert(
        _ entry: some IndexEntry, intoNode ref: inout Ref, at offset: Int, depth: Int
    ) throws(FormatError) -> Sibling? {
        var node = try IndexNodeEditor(ref, in: arena)
        defer { ref = node.ref }
        let chunk = entry.data.chunk(at: offset)
        let position = node.keys.lowerBound(chunk)
        if node.isInner {
            return try insert(entry, chunk, intoChild: position, of: &node, at: offset, depth: depth)
        }
        if position < node.count, node.keys[position] == chunk {
            let element = try adding(entry, to: node.element(position), chunk, of: node, at: offset, depth: depth)
            node.set(element, at: position)
            return nil
        }
        let element = try makeElement(for: entry, at: offset, depth: depth)
        return try insert(element, key: chunk, at: position, into: &node)
    }

    private func insert(
        _ entry: some IndexEntry, _ chunk: Int32, intoChild position: Int, of node: inout IndexNodeEditor,
        at offset: Int, depth: Int
    ) throws(FormatError) -> Sibling? {
        guard node.count > 0 else { throw FormatError(.badIndex, at: node.ref, "an inner node has no children") }
        let index = min(position, node.count - 1)
        let old = try node.child(index)
        var child = old
        let sibling = try insert(entry, into: &child, at: offset, depth: depth + 1)
        if child != old { node.set(Slot(child), at: index) }
        guard let sibling else {
            if position > index { try node.set(key: chunk, at: index) }
            return nil
        }
        if !sibling.isBefore { try node.set(key: lastKey(of: child), at: index) }
        return try insert(
            Slot(sibling.ref), key: lastKey(of: sibling.ref), at: sibling.isBefore ? index : index + 1, into: &node)
    }

    /// Inserts a new key, splitting a full node.
    private func insert(
        _ element: Slot, key: Int32, at position: Int, into node: inout IndexNodeEditor
    ) throws(FormatError) -> Sibling? {
        if node.count < IndexNodeEditor.fanout {
            try node.insert(element, key: key, at: position)
            return nil
        }
        let isBefore = position == 0
        var sibling =
            isBefore ? try IndexNodeEditor(inner: node.isInner, in: arena) : try node.split(from: position)
        try sibling.insert(element, key: key, at: 0)
        return Sibling(ref: sibling.ref, isBefore: isBefore)
    }

    /// The element below a key that only this entry has.
    private func makeElement(for entry: some IndexEntry, at offset: Int, depth: Int) throws(FormatError) -> Slot {
        if entry.ends(at: offset) { return Slot(number: UInt64(entry.key.value)) }
        let next = offset + IndexData.chunkByteCount
        return try subindex(holding: nil, and: entry, at: next, depth: depth)
    }

    /// The element below a key of a leaf after the entry was added to it.
    private func adding(
        _ entry: some IndexEntry, to element: Slot, _ chunk: Int32, of node: IndexNodeEditor, at offset: Int, depth: Int
    ) throws(FormatError) -> Slot {
        let next = offset + IndexData.chunkByteCount
        if let number = element.number {
            let other = ObjectKey(Int64(bitPattern: number))
            // The object itself may be here for another word.
            if let parting = try entry.chunkParting(from: other, under: chunk, at: offset) {
                return try subindex(holding: (element, parting), and: entry, at: next, depth: depth)
            }
            if other == entry.key { return element }
            var list = try KeyListEditor(of: other, in: arena)
            try list.insert(entry.key, at: entry.position(in: list, at: offset))
            return Slot(list.root)
        }
        guard var child = element.ref else {
            throw FormatError(.badIndex, at: node.ref, "an element of a search index is empty")
        }
        if try arena.space.node(child).kind.context {
            guard next <= IndexData.maximumOffset else { throw tooDeep }
            try insert(entry, underRoot: &child, at: next, depth: depth + 1)
            return Slot(child)
        }
        var list = try KeyListEditor(root: child, in: arena)
        if let parting = try entry.chunkParting(from: list.key(at: 0), under: chunk, at: offset) {
            return try subindex(holding: (element, parting), and: entry, at: next, depth: depth)
        }
        let position = try entry.position(in: list, at: offset)
        if try !list.holds(entry.key, at: position) {
            try list.insert(entry.key, at: position)
        }
        return Slot(list.root)
    }

    /// A new level of chunks with the entry and the former sole content of its place.
    private func subindex(
        holding other: (element: Slot, chunk: Int32)?, and entry: some IndexEntry, at offset: Int, depth: Int
    ) throws(FormatError) -> Slot {
        var node = try IndexNodeEditor(inner: false, in: arena)
        if let other { try node.insert(other.element, key: other.chunk, at: 0) }
        var root = node.ref
        try insert(entry, underRoot: &root, at: offset, depth: depth + 1)
        return Slot(root)
    }

    private func lastKey(of ref: Ref) throws(FormatError) -> Int32 {
        let keys = try IndexNode(ref, in: arena.space).keys
        guard keys.count > 0 else { throw FormatError(.badIndex, at: ref, "a node below the root has no keys") }
        return keys[keys.count - 1]
    }

    static func noObject(_ key: ObjectKey, at ref: Ref) -> FormatError {
        FormatError(.badCluster, at: ref, "\(key.value) is the key of no object, and cannot be indexed")
    }

    var tooDeep: FormatError { FormatError(.badIndex, at: root, "the search index is too deep") }

    // MARK: Removing

    /// Removes the entry.
    ///
    /// - Returns: false if it was not there.
    mutating func remove(_ entry: some IndexEntry) throws(FormatError) -> Bool {
        switch try remove(entry, from: root, at: 0, depth: 0) {
        case .absent: return false
        case .emptied:
            root = try IndexTreeEditor.makeEmpty(in: arena)
        case .changed(let ref):
            root = ref
            try dropSingleParents()
        }
        return true
    }

    /// An inner root with one child is replaced by the child.
    mutating func dropSingleParents() throws(FormatError) {
        for _ in 0..<SearchIndex.maximumSteps {
            let node = try IndexNode(root, in: arena.space)
            guard node.isInner, node.count == 1 else { return }
            let child = try node.child(0)
            try IndexNodeEditor(root, in: arena).free()
            root = child
        }
    }

    private enum Removal {
        case absent
        /// The node is still needed; this is its ref now.
        case changed(Ref)
        /// The last entry was removed, and the node was freed.
        case emptied
    }

    private func remove(
        _ entry: some IndexEntry, from ref: Ref, at offset: Int, depth: Int
    ) throws(FormatError) -> Removal {
        guard depth < SearchIndex.maximumSteps else { throw tooDeep }
        return try LargeStack.descend(from: depth) { () throws(FormatError) in
            try remove(entry, fromNode: ref, at: offset, depth: depth)
        }
    }

    private func remove(
        _ entry: some IndexEntry, fromNode ref: Ref, at offset: Int, depth: Int
    ) throws(FormatError) -> Removal {
        let node = try IndexNode(ref, in: arena.space)
        let chunk = entry.data.chunk(at: offset)
        let position = node.lowerBound(chunk)
        guard position < node.count, node.isInner || node.key(position) == chunk else { return .absent }
        if let number = node.element(position).number {
            let isThere = number == UInt64(bitPattern: entry.key.value) && entry.mayStand(at: offset)
            return isThere && !node.isInner ? try removeKey(at: position, of: ref) : .absent
        }
        let child = try node.child(position)
        let removal =
            node.isInner
            ? try remove(entry, from: child, at: offset, depth: depth + 1)
            : try remove(entry, fromElement: child, at: offset, depth: depth)
        switch removal {
        case .absent: return .absent
        case .emptied: return try removeKey(at: position, of: ref)
        case .changed(let changed):
            let isLast = node.isInner && node.key(position) == chunk
            if changed == child, !isLast { return .changed(ref) }
            var editor = try IndexNodeEditor(ref, in: arena)
            editor.set(Slot(changed), at: position)
            if isLast { try editor.set(key: lastKey(of: changed), at: position) }
            return .changed(editor.ref)
        }
    }

    /// Removes a key whose element is gone, and the node with its last key.
    private func removeKey(at position: Int, of ref: Ref) throws(FormatError) -> Removal {
        var node = try IndexNodeEditor(ref, in: arena)
        try node.remove(at: position)
        if node.count > 0 { return .changed(node.ref) }
        try node.free()
        return .emptied
    }

    /// Removes from a sub-index or a list.
    private func remove(
        _ entry: some IndexEntry, fromElement child: Ref, at offset: Int, depth: Int
    ) throws(FormatError) -> Removal {
        if try arena.space.node(child).kind.context {
            return try remove(entry, from: child, at: offset + IndexData.chunkByteCount, depth: depth + 1)
        }
        guard entry.mayStand(at: offset) else { return .absent }
        var list = try KeyListEditor(root: child, in: arena)
        var position = try entry.position(in: list, at: offset)
        if try !list.holds(entry.key, at: position) {
            // Lists in files of older formats have another order.
            position = try list.firstPosition { key in key == entry.key }
            if position == list.count { return .absent }
        }
        try list.remove(at: position)
        if list.count > 0 { return .changed(list.root) }
        try list.free()
        return .emptied
    }
}
