/// Changing columns of existing objects.
extension ObjectEditor {
    /// Removes a property of every object, with the embedded objects and the backlinks that belong to it.
    func removeColumn(_ column: Column, from table: TableEditor) throws(FormatError) {
        let target = column.type == .link ? try self.table(column.oppositeTable) : nil
        if column.type == .mixed || target?.kind == .embedded {
            for key in try keys(of: table) {
                if column.collection == nil {
                    try set(.null, of: column, of: key, in: table)
                } else {
                    try removeAll(from: column, of: key, in: table)
                }
            }
        }
        if column.type == .mixed {
            for key in tables.tableKeys {
                let targets = try self.table(key)
                if let backlinks = targets.backlinkColumn(for: column.key, of: table.key) {
                    try targets.removeBacklinkColumn(backlinks)
                }
            }
        }
        try table.removeColumn(column, target: target)
    }

    /// Makes a property other than a link, or the elements of its collections, nullable. Removes its search index.
    func makeNullable(_ column: Column, of table: TableEditor) throws(FormatError) {
        try change(column, to: column.attributes.union(.nullable), of: table) { $0 }
    }

    /// Makes a property other than a link, or the elements of its collections, non-nullable: `value` replaces null.
    /// Removes its search index.
    func makeRequired(_ column: Column, of table: TableEditor, nulls value: Value) throws(FormatError) {
        try change(column, to: column.attributes.subtracting(.nullable), of: table) { old in
            if case .null = old { value } else { old }
        }
    }

    private func change(
        _ column: Column, to attributes: ColumnAttributes, of table: TableEditor, _ convert: (Value) -> Value
    ) throws(FormatError) {
        let attributes = attributes.subtracting([.indexed, .fullText])
        guard column.collection != nil else {
            _ = try table.changeColumn(column, to: column.type, attributes) { convert($0) }
            return
        }
        let changed = Column.elements(of: column, attributes)
        _ = try table.changeCollection(column, to: column.type, attributes) { (root) throws(FormatError) in
            try copy(root, from: column, to: changed, convert)
        }
    }

    /// A copy of a collection whose elements are converted and stored as those of another column.
    private func copy(
        _ root: Ref, from column: Column, to other: Column, _ convert: (Value) -> Value
    ) throws(FormatError) -> Ref {
        switch column.collection {
        case .list:
            let tree = try CollectionTree(root, of: column, in: arena.space)
            var list = try ListEditor(root: .none, of: other, in: arena)
            for position in 0..<tree.count { try list.append(convert(tree.value(at: position))) }
            return list.root
        case .set:
            let tree = try CollectionTree(root, of: column, in: arena.space)
            var set = try SetEditor(root: .none, of: other, in: arena)
            for position in 0..<tree.count { _ = try set.insert(convert(tree.value(at: position))) }
            return set.root
        case .dictionary:
            let tree = try DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: arena.space)
            var dictionary = try DictionaryEditor(root: .none, hasIntegerKeys: column.hasIntegerKeys, in: arena)
            for position in 0..<tree.count {
                try dictionary.set(convert(tree.value(at: position)), for: tree.key(at: position))
            }
            return dictionary.root
        case nil: preconditionFailure("a single value is no collection")
        }
    }

    /// The first object with a null in a property, or among the elements of its collection; nil if there is none.
    func firstNull(in column: Column, of editor: TableEditor) throws(FormatError) -> ObjectKey? {
        let table = editor.table
        var found: ObjectKey?
        try table.objects().forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count where found == nil {
                let position = ClusterTree.Position(leaf: leaf, row: row)
                if try holdsNull(column, of: table, at: position) { found = leaf.key(row) }
            }
        }
        return found
    }

    private func holdsNull(
        _ column: Column, of table: Table, at position: ClusterTree.Position
    ) throws(FormatError) -> Bool {
        func isNull(_ value: Value) -> Bool { if case .null = value { true } else { false } }
        switch column.collection {
        case nil: return isNull(try table.value(of: column, at: position))
        case .dictionary:
            let entries = try table.dictionary(column, at: position)
            for index in 0..<entries.count where try isNull(entries.value(at: index)) { return true }
        case .list, .set:
            let elements = try table.list(column, at: position)
            for index in 0..<elements.count where try isNull(elements.value(at: index)) { return true }
        }
        return false
    }

    /// The link columns that lead to a table, with their tables.
    func linkColumns(to table: TableEditor) throws(FormatError) -> [(table: TableEditor, column: Column)] {
        var columns: [(TableEditor, Column)] = []
        for backlinks in table.backlinkColumns {
            // A column removed by Realm Core may leave backlinks that lead nowhere.
            guard let origins = try tables.table(backlinks.oppositeTable),
                let column = origins.column(backlinks.oppositeColumn), column.type == .link
            else { continue }
            columns.append((origins, column))
        }
        return columns
    }

    /// Removes a table with its objects, and the embedded objects they own.
    ///
    /// - Precondition: no link column of another table leads to it.
    package func removeTable(_ table: TableEditor) throws(FormatError) {
        try deleteAll(from: table)
        for column in table.columns where column.type == .link || column.type == .mixed {
            try removeColumn(column, from: table)
        }
        try tables.removeTable(table)
    }

    /// The number of links to an object: from mixed properties, or from all others. An object that links twice counts
    /// twice.
    func linkCount(of key: ObjectKey, in table: TableEditor, fromMixed: Bool) throws(FormatError) -> Int {
        var count = 0
        for backlinks in table.backlinkColumns {
            guard let column = try tables.table(backlinks.oppositeTable)?.column(backlinks.oppositeColumn),
                (column.type == .mixed) == fromMixed
            else { continue }
            let slot = try table.slot(of: backlinks, at: position(of: key, in: table))
            count += try BacklinkList(slot, in: arena.space).count
        }
        return count
    }

    /// The keys of all objects of a table, ascending.
    package func keys(of table: TableEditor) throws(FormatError) -> [ObjectKey] {
        var keys: [ObjectKey] = []
        let tree = try table.clusters.tree()
        keys.reserveCapacity(tree.count)
        try tree.forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count { keys.append(leaf.key(row)) }
        }
        return keys
    }
}

extension Column {
    /// A column outside of any table whose collections are like those of `column`, with other attributes.
    fileprivate static func elements(of column: Column, _ attributes: ColumnAttributes) -> Column {
        Column(
            name: column.name, key: ColumnKey(leafIndex: 0, type: column.type, attributes: attributes, tag: 0),
            type: column.type, attributes: attributes, hasIntegerKeys: column.hasIntegerKeys, oppositeTable: .null,
            oppositeColumn: .null, indexRoot: .none, enumeratedValues: nil)
    }
}
