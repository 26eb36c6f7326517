extension Table {
    /// Calls `body` with each object whose value in `column` equals `value`, until it returns false.
    ///
    /// An index of a list column or of words is not an index of values, and that of a mixed column has equal numbers
    /// under several paths: neither is used.
    ///
    /// - Parameter objects: the table's objects, so that a caller with many look-ups opens them only once.
    /// - Precondition: `column` has a search index over single values of its own type.
    func forEachObject(
        where column: Column, equals value: Value, in objects: ClusterTree,
        _ body: (ClusterTree.Position) throws(FormatError) -> Bool
    ) throws(FormatError) {
        precondition(column.isIndexed && column.collection == nil && column.type != .mixed, "no index of values")
        guard let data = IndexData(value) else { return }
        switch try SearchIndex(column.indexRoot, in: space).candidates(for: data) {
        case .none: return
        case .one(let key):
            let position = try candidate(key, in: objects, of: column)
            if try Table.equals(self.value(of: column, at: position), value) { _ = try body(position) }
        case .list(let root):
            let keys = try CollectionTree(root, of: .plainIntegers, in: space)
            for index in 0..<keys.count {
                guard case .int(let key) = try keys.value(at: index) else { preconditionFailure("keys are integers") }
                let position = try candidate(ObjectKey(key), in: objects, of: column)
                guard try Table.equals(self.value(of: column, at: position), value) else { continue }
                if try !body(position) { return }
            }
        }
    }

    /// The object that the index of `column` finds.
    func candidate(
        _ key: ObjectKey, in objects: ClusterTree, of column: Column
    ) throws(FormatError) -> ClusterTree.Position {
        if let position = try objects.find(key) { return position }
        throw FormatError(
            .badIndex, at: column.indexRoot,
            "the index of '\(name).\(column.name)' names object \(key.value), which does not exist")
    }

    /// The object with that primary key, or nil.
    ///
    /// - Precondition: the table has a primary key.
    /// - Complexity: O(log count)
    package func find(primaryKey value: Value) throws(FormatError) -> ClusterTree.Position? {
        try find(primaryKey: value, in: objects())
    }

    /// The same for callers that look up many keys, opening the table's objects only once.
    func find(primaryKey value: Value, in objects: ClusterTree) throws(FormatError) -> ClusterTree.Position? {
        guard let primaryKey else { preconditionFailure("table '\(name)' has no primary key") }
        var found: ClusterTree.Position?
        guard !primaryKey.indexRoot.isNone else {
            // Formats before 24 may lack the index.
            return try scan(for: value, in: primaryKey, of: objects)
        }
        try forEachObject(where: primaryKey, equals: value, in: objects) { (position) throws(FormatError) in
            found = position
            return false
        }
        return found
    }

    private func scan(
        for value: Value, in column: Column, of objects: ClusterTree
    ) throws(FormatError) -> ClusterTree.Position? {
        var position: ClusterTree.Position?
        try objects.forEachLeaf { (leaf) throws(FormatError) in
            guard position == nil, leaf.count > 0 else { return }
            let values = try ColumnLeaf.column(
                column, at: leaf.column(column.leafIndex), rows: leaf.count, in: space)
            for row in 0..<leaf.count where try Table.equals(values.value(row), value) {
                position = ClusterTree.Position(leaf: leaf, row: row)
                return
            }
        }
        return position
    }

    /// Whether the object at `position` has a value.
    func hasValue(_ value: Value, in column: Column, _ position: ClusterTree.Position) throws(FormatError) -> Bool {
        // Texts are compared in place: a generic leaf would first have to determine which of its many forms it has.
        if column.type == .string, case .string(let text) = value {
            let ref = try position.leaf.column(column.leafIndex)
            let stored = try ColumnLeaf.text(
                position.row, of: column, at: ref, rows: position.leaf.count, in: space)
            return stored.map { ByteOrder.equal($0, text) } ?? false
        }
        return Table.equals(try self.value(of: column, at: position), value)
    }

    /// Equality of two values of one indexable column.
    static func equals(_ lhs: Value, _ rhs: Value) -> Bool {
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
