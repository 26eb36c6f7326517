import Foundation

/// The elements of a list or set at one version: what `List`, `MutableSet` and their iterators read from.
///
/// Links to objects that do not exist are skipped and not counted, as the SDK does; only collections that say they may
/// hold such links pay for it.
final class CollectionElements {
    let session: Session
    private let tree: CollectionTree?
    /// Positions in the tree that are shown; nil if all are.
    private let shown: [Int]?
    /// The leaf that was read last.
    private var leaf: (leaf: ColumnLeaf, positions: Range<Int>)?

    /// - Parameter tree: nil for a collection that cannot be read.
    init(_ tree: CollectionTree?, _ session: Session) {
        self.session = session
        self.tree = tree
        guard let tree, tree.mayHoldUnresolvedLinks else {
            shown = nil
            return
        }
        shown = session.read([]) { () throws(FormatError) in
            var positions: [Int] = []
            var first = 0
            try tree.forEachLeaf { (leaf) throws(FormatError) in
                for index in 0..<leaf.count {
                    if case .link(_, let key) = try leaf.value(index), !key.isUnresolved {
                        positions.append(first + index)
                    }
                }
                first += leaf.count
            }
            return positions
        }
    }

    var count: Int { shown?.count ?? tree?.count ?? 0 }

    func value(at index: Int) -> Value {
        precondition(index >= 0 && index < count, "Index \(index) is out of bounds (count \(count))")
        guard let tree else { preconditionFailure("an empty collection has no index in bounds") }
        let position = shown?[index] ?? index
        return session.read(.null) { () throws(FormatError) in
            if let leaf, leaf.positions.contains(position) {
                return try leaf.leaf.value(position - leaf.positions.lowerBound)
            }
            let found = try tree.leaf(containing: position)
            leaf = found
            return try found.leaf.value(position - found.positions.lowerBound)
        }
    }
}
