/// Changing columns of objects that are there.
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

    /// Lets a property other than a link be null, or the elements of its collections. Its search index goes.
    func makeNullable(_ column: Column, of table: TableEditor) throws(FormatError) {
        let attributes = column.attributes.union(.nullable).subtracting([.indexed, .fullText])
        guard column.collection != nil else {
            _ = try table.changeColumn(column, to: column.type, attributes) { $0 }
            return
        }
        let nullable = Column.elements(of: column, attributes)
        _ = try table.changeCollection(column, to: column.type, attributes) { (root) throws(FormatError) in
            try copy(root, from: column, to: nullable)
        }
    }

    /// A copy of a collection whose elements are stored as those of another column.
    private func copy(_ root: Ref, from column: Column, to other: Column) throws(FormatError) -> Ref {
        switch column.collection {
        case .list:
            let tree = try CollectionTree(root, of: column, in: arena.space)
            var list = try ListEditor(root: .none, of: other, in: arena)
            for position in 0..<tree.count { try list.append(tree.value(at: position)) }
            return list.root
        case .set:
            let tree = try CollectionTree(root, of: column, in: arena.space)
            var set = try SetEditor(root: .none, of: other, in: arena)
            for position in 0..<tree.count { _ = try set.insert(tree.value(at: position)) }
            return set.root
        case .dictionary:
            let tree = try DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: arena.space)
            var dictionary = try DictionaryEditor(root: .none, hasIntegerKeys: column.hasIntegerKeys, in: arena)
            for position in 0..<tree.count {
                try dictionary.set(tree.value(at: position), for: tree.key(at: position))
            }
            return dictionary.root
        case nil: preconditionFailure("a single value is no collection")
        }
    }

    /// How many links lead to an object: from mixed properties, or from all others. An object that links twice counts
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
    func keys(of table: TableEditor) throws(FormatError) -> [ObjectKey] {
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
    /// A column in no table whose collections are like those of `column`, with other attributes.
    fileprivate static func elements(of column: Column, _ attributes: ColumnAttributes) -> Column {
        Column(
            name: column.name, key: ColumnKey(leafIndex: 0, type: column.type, attributes: attributes, tag: 0),
            type: column.type, attributes: attributes, hasIntegerKeys: column.hasIntegerKeys, oppositeTable: .null,
            oppositeColumn: .null, indexRoot: .none, enumeratedValues: nil)
    }
}
