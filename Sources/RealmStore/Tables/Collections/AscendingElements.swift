/// Binary search in a tree whose elements ascend: a set, or the keys of a dictionary.
///
/// Keeps the last leaf, so that the last steps of a search do not descend from the root.
struct AscendingElements {
    private let tree: CollectionTree
    private var leaf: ColumnLeaf?
    private var positions = 0..<0

    init(_ tree: CollectionTree) { self.tree = tree }

    var count: Int { tree.count }

    /// The element at `position`. Traps outside `0..<count`.
    mutating func value(at position: Int) throws(FormatError) -> Value {
        if let leaf, positions.contains(position) { return try leaf.value(position - positions.lowerBound) }
        let (found, range) = try tree.leaf(containing: position)
        leaf = found
        positions = range
        return try found.value(position - range.lowerBound)
    }

    /// Position of the first element that does not come before the wanted value, and whether it is that value.
    ///
    /// - Parameter compare: negative, zero or positive as an element comes before, equals or comes after that value.
    /// - Complexity: O(log count); O(1) for a value after the last element.
    mutating func search(_ compare: (Value) -> Int) throws(FormatError) -> (position: Int, isFound: Bool) {
        var low = 0
        var high = count
        var isFound = false
        // Values often come in order.
        var middle = max(0, high - 1)
        while low < high {
            let order = compare(try value(at: middle))
            if order < 0 {
                low = middle + 1
            } else {
                high = middle
                isFound = order == 0
            }
            middle = (low + high) / 2
        }
        return (low, isFound)
    }
}
