/// Moves unchanged children of the nodes that a transaction changes to better places. Nothing else has to be copied
/// for that, since their parents are written anyway.
///
/// The cost is bounded by `bytes`, `visits` and the nodes of the transaction, whatever the size of the file.
struct ChildRelocation {
    private let arena: Arena
    private let space: FreeSpace
    private let borders: GapBorders
    /// Bytes that may still be moved, and children that may still be looked at.
    private var bytes: Int
    private var visits: Int
    /// Children to pass over first.
    private var skipped: Int
    /// Children that were passed over or looked at.
    private(set) var count = 0

    /// - Parameter skipped: the number of children to pass over, so that consecutive commits look at others.
    init(_ arena: Arena, _ space: FreeSpace, _ borders: GapBorders, skipping skipped: Int, bytes: Int, visits: Int) {
        (self.arena, self.space, self.borders) = (arena, space, borders)
        (self.skipped, self.bytes, self.visits) = (skipped, bytes, visits)
    }

    /// Moves children of the transaction's nodes at and below `ref`.
    ///
    /// - Returns: whether all were looked at.
    /// - Throws: damage. Then the transaction must be rolled back.
    mutating func run(_ ref: Ref, depth: Int = 0) throws(FormatError) -> Bool {
        guard arena.owns(ref) else { return true }
        guard depth < Arena.maximumDepth else {
            throw FormatError(.badTree, at: ref, "is nested deeper than \(Arena.maximumDepth) nodes")
        }
        let parent = arena.own(ref)
        guard parent.kind.hasRefs else { return true }
        for index in 0..<parent.count {
            guard let child = parent.node.slot(index).ref else { continue }
            if arena.owns(child) {
                let isDone = try LargeStack.descend(from: depth) { () throws(FormatError) in
                    try run(child, depth: depth + 1)
                }
                if !isDone { return false }
            } else {
                count += 1
                if skipped > 0 {
                    skipped -= 1
                    continue
                }
                guard visits > 0, bytes > 0 else { return false }
                visits -= 1
                try look(at: child, in: parent, index)
            }
        }
        return true
    }

    private mutating func look(at child: Ref, in parent: MutableNode, _ index: Int) throws(FormatError) {
        // Most nodes are far from any gap: their headers need not be read.
        guard borders.mayBorder(child.offset) else { return }
        let byteCount = try arena.space.node(child).footprint
        guard space.isBetterElsewhere(child.offset, byteCount) else { return }
        bytes -= byteCount
        var moved = child
        _ = try arena.writable(&moved)
        parent.payload.storeBytes(of: Slot(moved).raw, toByteOffset: index * 8, as: Int64.self)
    }
}
