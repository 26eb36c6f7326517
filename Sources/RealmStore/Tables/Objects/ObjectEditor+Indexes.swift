/// Keeping search indexes in step with values.
extension ObjectEditor {
    /// Adds an object to the index of a single-valued column, if it has one.
    func insertIntoIndex(
        of column: Column, _ value: Value, _ key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        guard let now = table.column(column.key), !now.indexRoot.isNone else { return }
        if now.isFullTextIndexed {
            var index = WordIndexEditor(root: now.indexRoot, of: .fullText, in: arena)
            try index.replace(text: .null, by: value, key)
            return try store(index.root, now, in: table)
        }
        let values = TableValues(table, now)
        var index = IndexEditor(root: now.indexRoot, of: values, isMixed: now.type == .mixed, in: arena)
        try index.insert(value, key)
        try store(index.root, now, in: table)
    }

    /// Removes an object from the index of a single-valued column, if it has one.
    ///
    /// - Throws: if the index does not contain it; that of a mixed column is rebuilt first.
    func removeFromIndex(
        of column: Column, _ value: Value, _ key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        if try take(key, under: value, fromIndexOf: column, in: table) { return }
        try mendIndex(of: column, lacking: key, in: table)
        if try !take(key, under: value, fromIndexOf: column, in: table) { throw lacks(key, column, table) }
    }

    /// Removes an object from the index of a single-valued column, if it has one.
    ///
    /// - Returns: false if the index does not contain it.
    func take(
        _ key: ObjectKey, under value: Value, fromIndexOf column: Column, in table: TableEditor
    ) throws(FormatError) -> Bool {
        guard let now = table.column(column.key), !now.indexRoot.isNone else { return true }
        if now.isFullTextIndexed {
            var index = WordIndexEditor(root: now.indexRoot, of: .fullText, in: arena)
            try index.replace(text: value, by: .null, key)
            try store(index.root, now, in: table)
            return true
        }
        let values = TableValues(table, now)
        var index = IndexEditor(root: now.indexRoot, of: values, isMixed: now.type == .mixed, in: arena)
        guard try index.remove(value, key) else { return false }
        try store(index.root, now, in: table)
        return true
    }

    /// Rebuilds the index of a mixed column, with all objects of the table: Realm Core does not move an object whose
    /// mixed value is replaced by an equal one of another type. In any other index a missing object is damage.
    func mendIndex(of column: Column, lacking key: ObjectKey, in table: TableEditor) throws(FormatError) {
        guard column.type == .mixed, let now = table.column(column.key) else { throw lacks(key, column, table) }
        try makeIndex(of: now, .indexed, in: table)
    }

    func lacks(_ key: ObjectKey, _ column: Column, _ table: TableEditor) -> FormatError {
        FormatError(
            .badIndex, at: column.indexRoot, "the index of '\(table.name).\(column.name)' lacks object \(key.value)")
    }

    /// Adds or removes a string of a list that has a search index.
    ///
    /// - Parameter isPresent: whether the list of `key` contains `word` from now on.
    func updateListIndex(
        of column: Column, _ word: Value, _ key: ObjectKey, isPresent: Bool, in table: TableEditor
    ) throws(FormatError) {
        guard let now = table.column(column.key), !now.indexRoot.isNone else { return }
        var index = WordIndexEditor(root: now.indexRoot, of: .list, in: arena)
        if isPresent { try index.insert(word, key) } else { _ = try index.remove(word, key) }
        try store(index.root, now, in: table)
    }

    func store(_ root: Ref, _ column: Column, in table: TableEditor) throws(FormatError) {
        if root != column.indexRoot { try table.setIndexRoot(root, for: column) }
    }

    /// Builds a search index over the existing values of a column, replacing the one it has.
    ///
    /// - Parameters:
    ///   - attribute: `indexed` or `fullText`; nil for a primary key, whose index was not requested separately.
    package func makeIndex(
        of column: Column, _ attribute: ColumnAttributes?, in table: TableEditor
    ) throws(FormatError) {
        try dropIndex(of: column, in: table)
        let isFullText = attribute == .fullText
        if !isFullText, column.collection == nil, column.type != .mixed {
            return try buildIndex(of: column, attribute ?? [], in: table)
        }
        let root =
            isFullText || column.collection != nil
            ? try WordIndexEditor.makeEmpty(in: arena) : try IndexEditor<TableValues>.makeEmpty(in: arena)
        let made = try table.setIndex(attribute ?? [], root: root, for: column)
        try table.clusters.tree().forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count {
                let position = ClusterTree.Position(leaf: leaf, row: row)
                if made.collection == .list {
                    try table.table.list(made, at: position).forEachLeaf { (values) throws(FormatError) in
                        for index in 0..<values.count {
                            try updateListIndex(
                                of: made, values.value(index), leaf.key(row), isPresent: true, in: table)
                        }
                    }
                } else {
                    let value = try table.table.value(of: made, at: position)
                    try insertIntoIndex(of: made, value, leaf.key(row), in: table)
                }
            }
        }
    }

    /// Builds the index of a column in which equal bytes mean equal values.
    private func buildIndex(
        of column: Column, _ attribute: ColumnAttributes, in table: TableEditor
    ) throws(FormatError) {
        var builder = IndexBuilder(in: arena)
        var left: [ObjectKey] = []
        let column = table.column(column.key) ?? column
        try table.clusters.tree().forEachLeaf { (leaf) throws(FormatError) in
            guard leaf.count > 0 else { return }
            let values = try ColumnLeaf.column(
                column, at: leaf.column(column.leafIndex), rows: leaf.count, in: arena.space)
            for row in 0..<leaf.count {
                let key = leaf.key(row)
                guard key.value >= 0 else { throw IndexTreeEditor.noObject(key, at: leaf.ref) }
                if try !builder.add(values.value(row), key) { left.append(key) }
            }
        }
        let made = try table.setIndex(attribute, root: builder.build(), for: column)
        let values = TableValues(table, made)
        for key in left { try insertIntoIndex(of: made, values.value(of: key), key, in: table) }
    }

    /// Removes a column's search index, if it has one.
    func dropIndex(of column: Column, in table: TableEditor) throws(FormatError) {
        guard let now = table.column(column.key), !now.indexRoot.isNone else { return }
        try arena.freeTree(now.indexRoot)
        _ = try table.setIndex([], root: .none, for: now)
    }
}

/// The values of one column in the state of a write transaction, for its search index.
struct TableValues: IndexedValues {
    private let table: TableEditor
    private let column: Column

    init(_ table: TableEditor, _ column: Column) {
        self.table = table
        self.column = column
    }

    func value(of key: ObjectKey) throws(FormatError) -> Value {
        let table = table.table
        guard let position = try table.objects().find(key) else {
            throw FormatError(
                .badIndex, at: column.indexRoot,
                "the index of '\(table.name).\(column.name)' names object \(key.value), which does not exist")
        }
        return try table.value(of: column, at: position)
    }
}
