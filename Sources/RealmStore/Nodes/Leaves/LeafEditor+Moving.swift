// Moving values between leaves, when those of a tree are split and merged.

extension LeafEditor {
    /// Moves the values from `index` on into a new leaf.
    ///
    /// - Complexity: O(number of values moved)
    func splitTail(from index: Int, of leaf: inout Ref) throws(FormatError) -> Ref {
        let count = try count(leaf)
        precondition(index >= 0 && index <= count, "leaf index out of range")
        switch kind {
        case .slots: return try splitSlots(from: index, of: &leaf, .refs())
        case .mixed: return try splitMixed(from: index, of: &leaf)
        case .enumerated(let values):
            var editor = try EnumeratedLeafEditor(leaf, values.takeUnretainedValue(), in: arena)
            let tail = try editor.splitTail(from: index)
            leaf = editor.ref
            return tail
        case .string, .binary:
            if try hasLargeBlob(leaf, from: index) {
                return try splitSlots(from: index, of: &leaf, .refs(context: true))
            }
        default: break
        }
        var tail = try makeEmpty()
        for source in index..<count { try insert(value(at: source, in: leaf), at: source - index, in: &tail) }
        for source in stride(from: count - 1, through: index, by: -1) { try remove(at: source, in: &leaf) }
        return tail
    }

    /// Moves all values of `source` to the end of `leaf` and frees the nodes of `source`.
    ///
    /// - Complexity: O(number of values moved)
    func append(contentsOf source: Ref, to leaf: inout Ref) throws(FormatError) {
        let added = try count(source)
        switch kind {
        case .slots: return try appendSlots(of: source, to: &leaf)
        case .mixed: return try appendMixed(source, to: &leaf)
        case .enumerated(let values):
            var target = try EnumeratedLeafEditor(leaf, values.takeUnretainedValue(), in: arena)
            let moved = try EnumeratedLeafEditor(source, values.takeUnretainedValue(), in: arena)
            try target.append(contentsOf: moved)
            leaf = target.ref
            return try arena.free(moved.ref)
        case .string where try hasLargeBlob(source, from: 0):
            var target = try StringLeafEditor(leaf, in: arena)
            try target.becomeBig()
            leaf = target.ref
            return try appendSlots(of: source, to: &leaf)
        case .binary where try hasLargeBlob(source, from: 0):
            var target = try BlobLeafEditor(leaf, isTerminated: false, in: arena)
            try target.becomeBig()
            leaf = target.ref
            return try appendSlots(of: source, to: &leaf)
        default: break
        }
        let end = try count(leaf)
        for index in 0..<added { try insert(value(at: index, in: source), at: end + index, in: &leaf) }
        try arena.freeTree(source)
    }

    // MARK: Slots

    private func splitSlots(from index: Int, of leaf: inout Ref, _ kind: NodeKind) throws(FormatError) -> Ref {
        var slots = try SlotEditor(leaf, in: arena)
        let tail = try SlotEditor(kind, count: slots.count - index, in: arena)
        for source in index..<slots.count { tail[source - index] = slots[source] }
        slots.truncate(to: index)
        leaf = slots.ref
        return tail.ref
    }

    private func appendSlots(of source: Ref, to leaf: inout Ref) throws(FormatError) {
        let moved = try SlotEditor(source, in: arena)
        var slots = try SlotEditor(leaf, in: arena)
        for index in 0..<moved.count { try slots.append(moved[index]) }
        leaf = slots.ref
        try arena.free(moved.ref)
    }

    /// True if some value from `index` on must stay in a leaf of big blobs: then nodes move, not bytes.
    private func hasLargeBlob(_ leaf: Ref, from index: Int) throws(FormatError) -> Bool {
        let node = try arena.space.node(leaf)
        guard node.kind.hasRefs, node.kind.context else { return false }
        for index in index..<node.count {
            guard let blob = node.slot(index).ref else { continue }
            if try BlobLeafEditor.isLarge(blob, in: arena.space) { return true }
        }
        return false
    }

    // MARK: Mixed

    private func splitMixed(from index: Int, of leaf: inout Ref) throws(FormatError) -> Ref {
        var editor = try MixedLeafEditor(leaf, in: arena)
        var tail = try MixedLeafEditor(makeEmpty(), in: arena)
        try editor.moveTail(from: index, to: &tail)
        leaf = editor.ref
        return tail.ref
    }

    private func appendMixed(_ source: Ref, to leaf: inout Ref) throws(FormatError) {
        var moved = try MixedLeafEditor(source, in: arena)
        var editor = try MixedLeafEditor(leaf, in: arena)
        try moved.moveTail(from: 0, to: &editor)
        try moved.free()
        leaf = editor.ref
    }
}
