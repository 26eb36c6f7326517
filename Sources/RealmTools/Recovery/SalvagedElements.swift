import RealmStore

/// The elements of a list or set of a damaged file, leaf by leaf, without unreadable leaves.
struct SalvagedElements {
    private struct Piece {
        /// Nil if the elements are lost.
        let leaf: ColumnLeaf?
        let lostRows: SalvageSpace.LostRows
        let count: Int
    }

    private var pieces: [Piece] = []
    /// False if the number of elements lost at some place is unknown.
    private(set) var isCounted = true
    private(set) var count = 0

    /// - Parameter root: `Ref.none` for a collection that was never written to.
    init(_ root: Ref, of column: Column, in space: SalvageSpace) {
        if !root.isNone { visit(root, count: nil, depth: BPlusTree.maximumDepth, column, space) }
    }

    /// - Parameter count: number of elements below, if the node above tells.
    private mutating func visit(_ ref: Ref, count: Int?, depth: Int, _ column: Column, _ space: SalvageSpace) {
        guard let node = space.peek(ref), node.kind.isInner else { return add(ref, count: count, column, space) }
        guard depth > 0, space.take(ref) != nil, let inner = try? BPlusTree.InnerNode(node, in: space.space) else {
            return addLost(count)
        }
        for index in 0..<inner.childCount {
            guard let child = try? inner.child(index) else {
                addLost(nil)
                continue
            }
            visit(child.ref, count: child.positions.count, depth: depth - 1, column, space)
        }
    }

    private mutating func add(_ ref: Ref, count: Int?, _ column: Column, _ space: SalvageSpace) {
        guard let node = space.takeLeaf(ref, of: column, isElement: true),
            let leaf = try? ColumnLeaf.element(column, at: ref, in: space.space), leaf.count <= BPlusTree.fanout,
            count == nil || leaf.count == count
        else { return addLost(count) }
        let lostRows = space.lostRows(of: node, rows: leaf.count)
        pieces.append(Piece(leaf: leaf, lostRows: lostRows, count: leaf.count))
        self.count += leaf.count
    }

    private mutating func addLost(_ count: Int?) {
        // No more than a leaf can have: the number may be damaged.
        guard let count, count <= BPlusTree.fanout else {
            isCounted = false
            return
        }
        pieces.append(Piece(leaf: nil, lostRows: .none, count: count))
        self.count += count
    }

    /// Calls `body` with each element; nil for a lost one.
    func forEach(_ body: (Value?) throws -> Void) rethrows {
        for piece in pieces {
            for row in 0..<piece.count {
                try body(piece.lostRows.contains(row) ? nil : piece.leaf.flatMap { try? $0.value(row) })
            }
        }
    }
}
