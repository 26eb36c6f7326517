/// Follows links of single objects in one version, in both directions.
struct LinkReader {
    let group: Group
    /// The objects of each table, opened once.
    private var trees: [TableKey: ClusterTree] = [:]

    init(_ group: Group) { self.group = group }

    /// The table, and the position of an object in it; nil if it does not exist.
    mutating func find(
        _ place: ObjectPlace
    ) throws(FormatError) -> (table: Table, position: ClusterTree.Position)? {
        guard let table = group.table(place.table) else { return nil }
        if trees[place.table] == nil { trees[place.table] = try table.objects() }
        guard let position = try trees[place.table]?.find(place.key) else { return nil }
        return (table, position)
    }

    /// Calls `body` with every object that a column of an object links to, until it returns false.
    ///
    /// Ignores nested collections, as Realm Core does.
    ///
    /// - Returns: whether `body` never returned false.
    static func forEachTarget(
        of column: Column, at position: ClusterTree.Position, in table: Table,
        _ body: (ObjectPlace) throws(FormatError) -> Bool
    ) throws(FormatError) -> Bool {
        func pass(_ value: Value) throws(FormatError) -> Bool {
            guard case .link(let target, let key) = value, key.value >= 0 else { return true }
            return try body(ObjectPlace(table: target, key: key))
        }
        let tree: CollectionTree
        switch column.collection {
        case nil: return try pass(table.value(of: column, at: position))
        case .list, .set: tree = try table.list(column, at: position)
        case .dictionary:
            let dictionary = try table.dictionary(column, at: position)
            guard let values = dictionary.trees?.values else {
                for index in 0..<dictionary.count where try !pass(dictionary.value(at: index)) { return false }
                return true
            }
            tree = values
        }
        var first = 0
        while first < tree.count {
            let (leaf, positions) = try tree.leaf(containing: first)
            for row in 0..<leaf.count where try !pass(leaf.value(row)) { return false }
            first = positions.upperBound
        }
        return true
    }

    /// True if the column of the object links to `target`, except for links in nested collections.
    mutating func links(_ origin: ObjectPlace, _ column: ColumnKey, to target: ObjectPlace) throws(FormatError) -> Bool
    {
        guard let (table, position) = try find(origin), let column = table.column(column) else { return false }
        return try !LinkReader.forEachTarget(of: column, at: position, in: table) { $0 != target }
    }
}
