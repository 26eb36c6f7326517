/// A step into a list or dictionary that is nested in a mixed value.
///
/// The collection is identified by its identity, so that it is found again if others are inserted before it, and not
/// mistaken for its replacement.
struct NestedStep: Equatable {
    /// The place of the collection when it was read.
    enum Way: Equatable {
        /// The value of a single mixed property.
        case value
        /// An element of a list.
        case position(Int)
        /// A value of a dictionary.
        case key(String)
    }

    let way: Way
    /// 0 if the file has none.
    let identity: Int64
    private let isList: Bool

    /// The step to the collection `value`; nil if it is not a collection.
    init?(_ way: Way, to value: Value, identity: Int64) {
        switch value {
        case .list: isList = true
        case .dictionary: isList = false
        default: return nil
        }
        self.way = way
        self.identity = identity
    }

    static func == (lhs: NestedStep, rhs: NestedStep) -> Bool {
        guard lhs.identity == rhs.identity, lhs.isList == rhs.isList else { return false }
        if lhs.identity != 0, case .position = lhs.way, case .position = rhs.way { return true }
        return lhs.way == rhs.way
    }

    /// The collection that the step leads to; nil once it is gone.
    func inside(_ holder: NestedHolder) throws(FormatError) -> (value: Value, position: Int)? {
        switch holder {
        case .row(let leaf, let row): try inside(leaf, row)
        case .list(let list): try inside(list)
        case .dictionary(let dictionary): try inside(dictionary)
        case .nothing: nil
        }
    }

    private func inside(_ leaf: ColumnLeaf, _ row: Int) throws(FormatError) -> (value: Value, position: Int)? {
        guard case .value = way else { return nil }
        let value = try leaf.value(row)
        return isMet(value, leaf.identity(row)) ? (value, 0) : nil
    }

    /// - Complexity: O(log count) if it has not moved, else O(count).
    private func inside(_ list: CollectionTree) throws(FormatError) -> (value: Value, position: Int)? {
        guard case .position(let hint) = way else { return nil }
        if hint < list.count {
            let (leaf, positions) = try list.leaf(containing: hint)
            let row = hint - positions.lowerBound
            let value = try leaf.value(row)
            if isMet(value, leaf.identity(row)) { return (value, hint) }
        }
        var next = 0
        while identity != 0, next < list.count {
            let (leaf, positions) = try list.leaf(containing: next)
            for row in 0..<leaf.count where leaf.identity(row) == identity {
                let value = try leaf.value(row)
                if isMet(value, identity) { return (value, next + row) }
            }
            next = positions.upperBound
        }
        return nil
    }

    private func inside(_ dictionary: DictionaryTree) throws(FormatError) -> (value: Value, position: Int)? {
        guard case .key(var key) = way, let position = try dictionary.position(of: &key) else { return nil }
        let value = try dictionary.value(at: position)
        return isMet(value, try dictionary.identity(at: position)) ? (value, position) : nil
    }

    private func isMet(_ value: Value, _ found: Int64) -> Bool {
        switch value {
        case .list: isList && found == identity
        case .dictionary: !isList && found == identity
        default: false
        }
    }
}
