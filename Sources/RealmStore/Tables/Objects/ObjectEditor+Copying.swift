/// Copies of objects, including what they own.
extension ObjectEditor {
    /// The maximum depth of ownership.
    private static let maximumDepth = 100

    /// Creates an object with the same values. Embedded objects, and collections nested in mixed values, are copied;
    /// other linked objects are not.
    ///
    /// - Precondition: the table is not of embedded objects, and has no primary key.
    /// - Returns: its key.
    func copy(_ key: ObjectKey, in table: TableEditor) throws(FormatError) -> ObjectKey {
        let made = try create(in: table)
        try copyValues(of: key, to: made, in: table, depth: 0)
        return made
    }

    private func copyValues(
        of key: ObjectKey, to copy: ObjectKey, in table: TableEditor, depth: Int
    ) throws(FormatError) {
        guard depth < ObjectEditor.maximumDepth else {
            throw FormatError(
                .badValue, at: table.clusters.root, "embedded objects of table '\(table.name)' are nested too deep")
        }
        try LargeStack.descend(from: depth) { () throws(FormatError) in
            for column in table.columns { try copyValue(of: column, of: key, to: copy, in: table, depth: depth) }
        }
    }

    private func copyValue(
        of column: Column, of key: ObjectKey, to copy: ObjectKey, in table: TableEditor, depth: Int
    ) throws(FormatError) {
        switch column.collection {
        case nil:
            let value = try self.value(of: column, of: key, in: table)
            if let owned = try embedded(value, of: column) {
                let made = try setEmbedded(of: column, of: copy, in: table)
                try copyValues(of: owned.key, to: made, in: owned.table, depth: depth + 1)
            } else {
                // The copy may be in the same leaf, which moves values on writes.
                try value.withOwnBytes { (value) throws(FormatError) in
                    try set(duplicate(value), of: column, of: copy, in: table)
                }
            }
        case .list, .set: try copyElements(of: column, of: key, to: copy, in: table, depth: depth)
        case .dictionary: try copyEntries(of: column, of: key, to: copy, in: table, depth: depth)
        }
    }

    private func copyElements(
        of column: Column, of key: ObjectKey, to copy: ObjectKey, in table: TableEditor, depth: Int
    ) throws(FormatError) {
        for index in 0..<(try count(of: column, of: key, in: table)) {
            let value = try element(at: index, of: column, of: key, in: table)
            if let owned = try embedded(value, of: column) {
                let made = try insertEmbedded(at: index, into: column, of: copy, in: table)
                try copyValues(of: owned.key, to: made, in: owned.table, depth: depth + 1)
            } else if column.collection == .set {
                _ = try add(duplicate(value), to: column, of: copy, in: table)
            } else {
                try insert(duplicate(value), at: index, into: column, of: copy, in: table)
            }
        }
    }

    private func copyEntries(
        of column: Column, of key: ObjectKey, to copy: ObjectKey, in table: TableEditor, depth: Int
    ) throws(FormatError) {
        let root = try table.slot(of: column, at: position(of: key, in: table)).ref ?? .none
        let entries = try DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: arena.space)
        for index in 0..<entries.count {
            let (entry, value) = (try entries.key(at: index), try entries.value(at: index))
            if let owned = try embedded(value, of: column) {
                let made = try setEmbeddedEntry(for: entry, in: column, of: copy, in: table)
                try copyValues(of: owned.key, to: made, in: owned.table, depth: depth + 1)
            } else {
                try setEntry(duplicate(value), for: entry, in: column, of: copy, in: table)
            }
        }
    }

    /// The embedded object that a value leads to; nil for any other value.
    private func embedded(
        _ value: Value, of column: Column
    ) throws(FormatError) -> (table: TableEditor, key: ObjectKey)? {
        guard column.type == .link, case .link(let tableKey, let key) = value, !key.isUnresolved else { return nil }
        let targets = try table(tableKey)
        return targets.kind == .embedded ? (targets, key) : nil
    }

    /// The same value with copied nested collections.
    package func duplicate(_ value: Value, depth: Int = 0) throws(FormatError) -> Value {
        guard depth <= NestedCollection.maximumDepth else {
            throw FormatError(.badCollection, at: .none, "collections are nested too deep")
        }
        return try LargeStack.descend(from: depth) { () throws(FormatError) in try copied(value, depth) }
    }

    private func copied(_ value: Value, _ depth: Int) throws(FormatError) -> Value {
        switch value {
        case .list(let root):
            let old = try CollectionTree.nestedList(root, in: arena.space)
            var list = try ListEditor(root: .none, of: .nestedMixed, in: arena)
            for index in 0..<old.count { try list.append(duplicate(old.value(at: index), depth: depth + 1)) }
            return .list(list.root)
        case .dictionary(let root):
            let old = try DictionaryTree(root, hasIntegerKeys: false, in: arena.space)
            var dictionary = try DictionaryEditor(root: .none, in: arena)
            for index in 0..<old.count {
                _ = try dictionary.set(duplicate(old.value(at: index), depth: depth + 1), for: old.key(at: index))
            }
            return .dictionary(dictionary.root)
        default: return value
        }
    }
}
