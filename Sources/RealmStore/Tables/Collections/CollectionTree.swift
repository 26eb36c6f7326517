/// A list or set: a B+ tree of the leaves of its column's type. Empty if it was never written to.
package struct CollectionTree {
    private let space: NodeSpace
    private let column: Column
    private let tree: BPlusTree?

    /// - Parameter root: `Ref.none` for a collection that was never written to.
    package init(_ root: Ref, of column: Column, in space: NodeSpace) throws(FormatError) {
        self.space = space
        self.column = column
        if root.isNone {
            tree = nil
        } else {
            tree = try BPlusTree(root, in: space) { (node) throws(FormatError) in
                try ColumnLeaf.element(column, at: node.ref, in: space).count
            }
        }
    }

    var count: Int { tree?.count ?? 0 }

    /// The ref of the root; `Ref.none` for a collection that was never written to.
    var rootRef: Ref { tree?.root.ref ?? .none }

    /// True if the root signals that elements may include links to missing objects. In leaves of other types the flag
    /// means something else.
    var mayHoldUnresolvedLinks: Bool { column.type == .link && tree?.root.kind.context ?? false }

    /// The leaf that holds `position`, and the position of its first element. Traps outside `0..<count`.
    ///
    /// - Complexity: O(log count)
    func leaf(containing position: Int) throws(FormatError) -> (leaf: ColumnLeaf, positions: Range<Int>) {
        guard let tree else { preconditionFailure("position out of range") }
        let found = try tree.leaf(containing: position)
        let leaf = try ColumnLeaf.element(column, at: found.node.ref, in: space)
        guard leaf.count == found.positions.count else {
            throw FormatError(
                .badTree, at: found.node.ref, "holds \(leaf.count) values, its parent says \(found.positions.count)")
        }
        return (leaf, found.positions)
    }

    /// The ref of that leaf, and the positions of its elements. Traps outside `0..<count`.
    func leafPlace(containing position: Int) throws(FormatError) -> (ref: Ref, positions: Range<Int>) {
        guard let tree else { preconditionFailure("position out of range") }
        let found = try tree.leaf(containing: position)
        return (found.node.ref, found.positions)
    }

    /// The element at `position`. Traps outside `0..<count`.
    func value(at position: Int) throws(FormatError) -> Value {
        let (leaf, positions) = try leaf(containing: position)
        return try leaf.value(position - positions.lowerBound)
    }

    /// Calls `body` for each leaf in order.
    func forEachLeaf(_ body: (ColumnLeaf) throws(FormatError) -> Void) throws(FormatError) {
        var position = 0
        while position < count {
            let (leaf, positions) = try leaf(containing: position)
            try body(leaf)
            position = positions.upperBound
        }
    }
}

extension CollectionTree {
    /// A list of mixed values nested in a mixed value.
    package static func nestedList(_ root: Ref, in space: NodeSpace) throws(FormatError) -> CollectionTree {
        try CollectionTree(root, of: .nestedMixed, in: space)
    }
}

extension Column {
    /// Describes the elements of collections inside mixed values, which have no column.
    package static let nestedMixed = Column(elementsOf: .mixed, isNullable: true)

    /// Describes the keys of a dictionary.
    package static let dictionaryKeys = Column(elementsOf: .string, isNullable: false)

    /// Describes the keys of a dictionary that is keyed by numbers, and the origins of a backlink list.
    package static let plainIntegers = Column(elementsOf: .int, isNullable: false)

    /// Describes values that are in no column (yet).
    package convenience init(elementsOf type: ValueType, isNullable: Bool) {
        let attributes: ColumnAttributes = isNullable ? [.nullable] : []
        self.init(
            name: "", key: ColumnKey((Int64(type.rawValue) << 16) | (attributes.rawValue << 22)), type: type,
            attributes: attributes, hasIntegerKeys: false, oppositeTable: .null, oppositeColumn: .null,
            indexRoot: .none, enumeratedValues: nil)
    }
}
