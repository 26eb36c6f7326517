/// A list, set or one side of a dictionary, read in order: each leaf is opened once.
package struct CollectionReader {
    private let tree: CollectionTree
    private var current: (leaf: ColumnLeaf, positions: Range<Int>)?

    package init(_ tree: CollectionTree) { self.tree = tree }

    package var count: Int { tree.count }

    /// The leaf that holds `position`, and the index in it.
    package mutating func leaf(_ position: Int) throws(FormatError) -> (leaf: ColumnLeaf, index: Int) {
        if let current, current.positions.contains(position) {
            return (current.leaf, position - current.positions.lowerBound)
        }
        let found = try tree.leaf(containing: position)
        current = found
        return (found.leaf, position - found.positions.lowerBound)
    }
}
