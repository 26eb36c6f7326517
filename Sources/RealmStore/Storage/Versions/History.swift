/// The changesets that a version keeps of the commits before it: one for each commit, without gaps.
///
/// Source: file-format/history.md, "Where the history is".
struct History {
    /// The B+ tree of changesets; `Ref.none` without any.
    private let root: Ref
    /// The root of a history that cannot be read as changesets.
    private let foreign: Ref
    private let version: UInt64

    /// The history of `top`; empty if it is not that of a local file.
    init(_ top: TopArray?) {
        version = top?.version ?? TopArray.firstVersion
        let isLocal =
            top?.historyType == .inRealm && top?.historySchemaVersion == TopArray.currentHistorySchemaVersion
        let history = top?.history ?? .none
        (root, foreign) = isLocal ? (history, .none) : (.none, history)
    }

    private func tree(_ space: NodeSpace) throws(FormatError) -> BPlusTree? {
        if root.isNone { return nil }
        let tree = try BPlusTree(root, in: space) { (node) throws(FormatError) in
            try BlobLeaf(node, in: space).count
        }
        guard UInt64(tree.count) <= version else {
            throw FormatError(.badTree, at: root, "version \(version) has \(tree.count) changesets")
        }
        return tree
    }

    // MARK: Reading

    /// The changesets of the commits after version `first`, in order; nil if some are no longer kept.
    func changesets(after first: UInt64, in space: NodeSpace) throws(FormatError) -> [[UInt8]]? {
        if first == version { return [] }
        // A lost version.
        if first > version { return nil }
        guard let tree = try tree(space), UInt64(tree.count) >= version - first else { return nil }
        var changesets: [[UInt8]] = []
        var position = tree.count - Int(version - first)
        while position < tree.count {
            let found = try tree.leaf(containing: position)
            let leaf = try BlobLeaf(found.node, in: space)
            guard leaf.count == found.positions.count else {
                throw FormatError(.badTree, at: found.node.ref, "a leaf of changesets has another number of them")
            }
            for index in (position - found.positions.lowerBound)..<leaf.count {
                changesets.append(try leaf.wholeBytes(index))
            }
            position = found.positions.upperBound
        }
        return changesets
    }

    // MARK: Writing

    /// The history of the following version: the changesets after version `oldest`, and that of the commit. Earlier
    /// history is dropped, but for the rest of a leaf of small blobs.
    ///
    /// - Parameter space: of the version.
    /// - Returns: the root of the new tree.
    func appending(
        _ changeset: ChangesetBytes?, keepingAfter oldest: UInt64, over space: NodeSpace, in arena: Arena
    ) throws(FormatError) -> Ref {
        let tree = try tree(space)
        let count = tree?.count ?? 0
        let kept = oldest >= version ? 0 : Int(min(UInt64(count), version - oldest))
        guard kept > 0 else {
            try History.drop(root.isNone ? foreign : root, of: space, in: arena)
            // Saves one node per commit compared with grouping short changesets; Core reads both.
            return try SlotEditor(.refs(context: true), [Slot(History.blob(changeset, in: arena))], in: arena).ref
        }
        var editor = try BPlusTreeEditor(root: root, of: .binary, in: arena)
        let left = count - (try History.trim(&editor, count - kept, in: arena))
        try editor.append(.null)
        try editor.withLeaf(containing: left) { (leaf, index) throws(FormatError) in
            var blobs = try BlobLeafEditor(leaf, isTerminated: false, in: arena)
            if index > 0, try History.isShort(blobs.ref, in: arena),
                changeset?.count ?? 0 <= SmallBlobsEditor.maximumByteCount
            {
                // Packed before, or begun by Realm Core.
                try (changeset ?? ChangesetBytes()).withBytes { (bytes) throws(FormatError) in
                    try blobs.set(bytes, at: index)
                }
            } else {
                try blobs.replace(index, with: History.blob(changeset, in: arena))
            }
            leaf = blobs.ref
            if blobs.isBig { leaf = try History.packed(leaf, holding: index + 1, in: arena) }
        }
        return editor.root
    }

    /// Whether a leaf is one of small blobs that are short on average: it is copied with each commit.
    private static func isShort(_ leaf: Ref, in arena: Arena) throws(FormatError) -> Bool {
        let node = try arena.space.node(leaf)
        guard !node.kind.context, node.kind.hasRefs, node.count > 1, let bytes = node.slot(1).ref else { return false }
        let count = try BlobLeaf(node, in: arena.space).count
        return try arena.space.node(bytes).count <= count * SmallBlobsEditor.maximumByteCount
    }

    /// Removes changesets that nobody needs; of a packed leaf that is not changed otherwise, all or none.
    ///
    /// - Returns: the number of those that were removed.
    private static func trim(
        _ editor: inout BPlusTreeEditor, _ excess: Int, in arena: Arena
    ) throws(FormatError) -> Int {
        var removed = 0
        while removed < excess {
            let all = editor.count
            var count = excess - removed
            var isNeeded = false
            try editor.withLeaf(containing: 0) { (leaf, _) throws(FormatError) in
                let leafCount = try BlobLeaf(leaf, in: arena.space).count
                guard try !arena.space.node(leaf).kind.context, leafCount < all else {
                    return count = min(count, leafCount)
                }
                isNeeded = leafCount > count
                count = leafCount
                if isNeeded { return }
                try arena.freeTree(leaf)
                leaf = try SlotEditor(.refs(context: true), count: count, in: arena).ref
            }
            if isNeeded { break }
            for _ in 0..<count { try editor.remove(at: 0) }
            removed += count
        }
        return removed
    }

    /// With so many, changesets that are not longer than small blobs become one node: many small nodes that stay where
    /// they are leave as many gaps between them, in which little finds a place.
    private static let packedCount = 32
    /// The same for those of a full leaf, whatever their length, up to this many bytes.
    private static let packedByteCount = 1 << 18

    /// A leaf of big blobs as one of small blobs, if it is to be one.
    private static func packed(_ leaf: Ref, holding count: Int, in arena: Arena) throws(FormatError) -> Ref {
        guard count == packedCount || count == BPlusTree.fanout else { return leaf }
        let longest = count == packedCount ? SmallBlobsEditor.maximumByteCount : packedByteCount
        let big = try BlobLeaf(leaf, in: arena.space)
        var byteCount = 0
        for index in 0..<big.count {
            guard let bytes = try big.bytes(index), bytes.count <= longest else { return leaf }
            byteCount += bytes.count
        }
        guard byteCount <= packedByteCount else { return leaf }
        var small = try SmallBlobsEditor(isTerminated: false, in: arena)
        for index in 0..<big.count { try small.insert(big.bytes(index), at: index) }
        try arena.freeTree(leaf)
        return small.ref
    }

    private static func drop(_ root: Ref, of space: NodeSpace, in arena: Arena) throws(FormatError) {
        if root.isNone { return }
        if let blob = try onlyBlob(root, in: space) {
            try arena.free(blob)
            return try arena.free(root)
        }
        var walk = NodeTreeWalk(space, path: "")
        var dropping = DroppingVisitor(arena: arena)
        do {
            _ = try walk.run(root, &dropping)
        } catch {
            throw error.formatError ?? FormatError(.badTopArray, at: root, "the history cannot be read")
        }
    }

    /// The node of the only changeset, if it has its own: the usual case.
    private static func onlyBlob(_ root: Ref, in space: NodeSpace) throws(FormatError) -> Ref? {
        let leaf = try space.node(root)
        guard leaf.kind.hasRefs, !leaf.kind.isInner, leaf.count == 1, let child = leaf.slot(0).ref else { return nil }
        return try space.node(child).kind.hasRefs ? nil : child
    }

    /// The node of a changeset; of one that is too long for a node, the node of its parts.
    private static func blob(_ changeset: ChangesetBytes?, in arena: Arena) throws(FormatError) -> Ref {
        guard let changeset, changeset.count > 0 else { return try BlobEditor(in: arena).ref }
        return try changeset.withBytes { (bytes) throws(FormatError) in
            if bytes.count <= BlobEditor.maximumByteCount {
                return try BlobEditor(bytes, isTerminated: false, in: arena).ref
            }
            var parts: [Slot] = []
            for start in stride(from: 0, to: bytes.count, by: BlobEditor.maximumByteCount) {
                let end = min(start + BlobEditor.maximumByteCount, bytes.count)
                let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                parts.append(Slot(try BlobEditor(part, isTerminated: false, in: arena).ref))
            }
            return try SlotEditor(.refs(context: true), parts, in: arena).ref
        }
    }
}

/// Drops the nodes of a tree.
private struct DroppingVisitor: NodeTreeVisitor {
    let arena: Arena

    mutating func visit(_ node: Node) throws(StorageError) -> Ref {
        do { try arena.free(node.ref) } catch { throw StorageError(error, "") }
        return node.ref
    }

    mutating func visit(_ node: Node, slots: [Int64]) throws(StorageError) -> Ref { try visit(node) }
}
