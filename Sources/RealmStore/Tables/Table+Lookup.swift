extension Table {
    /// Calls `body` with each object whose value in `column` equals `value`, until it returns false.
    ///
    /// The index of a list column or of whole words is no index of values, and that of a mixed column holds equal
    /// numbers under several paths: neither is asked.
    ///
    /// - Precondition: `column` has a search index over single values of its own type.
    func forEachObject(
        where column: Column, equals value: Value, _ body: (ClusterTree.Position) throws(FormatError) -> Bool
    ) throws(FormatError) {
        precondition(column.isIndexed && column.collection == nil && column.type != .mixed, "no index of values")
        guard let data = IndexData(value) else { return }
        let candidates = try SearchIndex(column.indexRoot, in: space).candidates(for: data)
        guard candidates.count > 0 else { return }
        let objects = try objects()
        for index in 0..<candidates.count {
            let key = try candidates.key(at: index)
            guard let position = try objects.find(key) else {
                throw FormatError(
                    .badIndex, at: column.indexRoot, "the index of '\(name).\(column.name)' names object \(key.value), "
                        + "which does not exist")
            }
            guard try Table.equals(self.value(of: column, at: position), value) else { continue }
            if try !body(position) { return }
        }
    }

    /// The object with that primary key, or nil.
    ///
    /// - Precondition: the table has a primary key.
    /// - Complexity: O(log count)
    func find(primaryKey value: Value) throws(FormatError) -> ClusterTree.Position? {
        guard let primaryKey else { preconditionFailure("table '\(name)' has no primary key") }
        var found: ClusterTree.Position?
        guard !primaryKey.indexRoot.isNone else {
            // Formats before 24 may lack the index.
            return try scan(for: value, in: primaryKey)
        }
        try forEachObject(where: primaryKey, equals: value) { (position) throws(FormatError) in
            found = position
            return false
        }
        return found
    }

    private func scan(for value: Value, in column: Column) throws(FormatError) -> ClusterTree.Position? {
        var found: ClusterTree.Position?
        try objects().forEachLeaf { (leaf) throws(FormatError) in
            guard found == nil, leaf.count > 0 else { return }
            let values = try ColumnLeaf.column(
                column, at: leaf.column(column.leafIndex), rows: leaf.count, in: space)
            for row in 0..<leaf.count where try Table.equals(values.value(row), value) {
                found = ClusterTree.Position(leaf: leaf, row: row)
                return
            }
        }
        return found
    }

    /// Equality of two values of one indexable column.
    private static func equals(_ lhs: Value, _ rhs: Value) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.int(let lhs), .int(let rhs)): lhs == rhs
        case (.bool(let lhs), .bool(let rhs)): lhs == rhs
        case (.string(let lhs), .string(let rhs)): ByteOrder.equal(lhs, rhs)
        case (.timestamp(let lhs), .timestamp(let rhs)): lhs == rhs
        case (.objectId(let lhs), .objectId(let rhs)): lhs == rhs
        case (.uuid(let lhs), .uuid(let rhs)): lhs == rhs
        default: false
        }
    }
}
