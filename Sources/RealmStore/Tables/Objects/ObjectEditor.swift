/// Changes the objects of a write transaction keeping everything consistent: values and search indexes, both ends of
/// links, embedded objects and their owners, tombstones.
///
/// Objects are named by table and key. After an error the transaction can only be rolled back. Used by one thread at a
/// time. Source: file-format/links.md, "Links in both directions" and "Primary keys".
package final class ObjectEditor {
    package let tables: GroupEditor
    package var arena: Arena { tables.arena }
    /// The record of everything that observers may be told.
    let changes: ChangesetWriter
    /// The objects that are added together; nil as long as there were none.
    @exclusivity(unchecked) var pending: PendingObjects?

    package init(_ tables: GroupEditor) {
        self.tables = tables
        changes = tables.changes
    }

    /// The table of a link's target, a backlink or an origin.
    package func table(_ key: TableKey) throws(FormatError) -> TableEditor {
        if let table = try tables.table(key) { return table }
        throw FormatError(.badTable, at: .none, "a link leads to table \(key.value), which does not exist")
    }

    /// The place of an object that must exist.
    package func position(of key: ObjectKey, in table: TableEditor) throws(FormatError) -> ClusterEditor.Position {
        if let position = try table.find(key) { return position }
        throw FormatError(
            .badValue, at: table.clusters.root, "object \(key.value) of table '\(table.name)' does not exist")
    }

    // MARK: Creating

    /// Adds an object with initial values; `initial` provides values that would otherwise have to be indexed twice.
    ///
    /// Traps for an embedded class, whose objects are created with a link (`createEmbedded`), and for a primary key
    /// that is missing or taken.
    ///
    /// - Parameters:
    ///   - primaryKey: the value of the primary key; nil for a table without.
    ///   - claimed: the object's key, which `claimObjectKey` took; nil for the next one.
    ///   - initial: the value of a single-valued column other than links and mixed; nil for zero, empty or null.
    package func create(
        in table: TableEditor, primaryKey: Value? = nil, key claimed: ObjectKey? = nil,
        initial: (Column) throws(FormatError) -> Value? = { (_) throws(FormatError) in nil }
    ) throws(FormatError) -> ObjectKey {
        precondition(table.kind != .embedded, "an embedded object is made by its owner")
        let keyColumn = table.primaryKey
        precondition((keyColumn == nil) == (primaryKey == nil), "a primary key and its value go together")
        let columns = table.columns
        var given = table.takeRow()
        defer { table.giveBack(&given) }
        for column in columns where column.collection == nil {
            guard let value = column === keyColumn ? primaryKey : try initial(column) else { continue }
            precondition(column.type != .link && column.type != .mixed, "links are set once the object is there")
            given[column.leafIndex] = value
        }
        let key = if let claimed { claimed } else { try table.nextObjectKey() }
        try create(key, given, primaryKey: primaryKey, in: table)
        return key
    }

    /// Adds an object with a key that was taken for it.
    ///
    /// - Parameter given: values of single-valued columns by leaf index; nil for zero, empty or null.
    func create(
        _ key: ObjectKey, _ given: [Value?], primaryKey: Value?, in table: TableEditor
    ) throws(FormatError) {
        let position = try table.createObject(key, given)
        for column in table.columns where column.collection == nil && !column.indexRoot.isNone {
            let value =
                if let value = given[column.leafIndex] { value } else {
                    try table.value(of: column, at: position)
                }
            try insertIntoIndex(of: column, value, key, in: table)
        }
        if let primaryKey { try resolveTombstone(of: primaryKey, by: key, in: table) }
    }

    /// Adds an object of an embedded class; the caller links to it from its owner at once.
    func createEmbedded(in table: TableEditor) throws(FormatError) -> ObjectKey {
        precondition(table.kind == .embedded, "only objects of embedded classes are made by their owners")
        let key = try table.nextObjectKey()
        let position = try table.createObject(key)
        for column in table.columns where column.collection == nil && !column.indexRoot.isNone {
            try insertIntoIndex(of: column, table.value(of: column, at: position), key, in: table)
        }
        return key
    }

    // MARK: Single values

    /// The value of a single-valued column.
    package func value(of column: Column, of key: ObjectKey, in table: TableEditor) throws(FormatError) -> Value {
        try table.value(of: column, at: position(of: key, in: table))
    }

    /// Replaces the value of a single-valued column; a value of the column's type, or null if allowed.
    ///
    /// A link to an embedded object is set to null only, which deletes the object; `setEmbedded` creates another. A
    /// list or dictionary in a mixed column belongs to the object from now on.
    package func set(
        _ value: Value, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        _ = try replace(value, of: column, of: key, in: table)
    }

    /// The same; returns whether the value was replaced in its place, so that all that was read before is where it was.
    func replace(
        _ value: Value, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) -> Bool {
        precondition(column.collection == nil, "a collection is changed by element")
        changes.set(column.key, of: key, in: table.key)
        switch column.type {
        case .link:
            guard case .link(_, let target) = value else {
                try setLink(.null, of: column, of: key, in: table)
                return false
            }
            try setLink(target, of: column, of: key, in: table)
        case .mixed: try setMixed(value, of: column, of: key, in: table)
        default:
            let position = try position(of: key, in: table)
            if column.indexRoot.isNone { return try table.set(value, of: column, at: position) }
            // The old value's bytes must not move before the index has used them.
            try removeFromIndex(of: column, table.value(of: column, at: position), key, in: table)
            try table.set(value, of: column, at: position)
            try insertIntoIndex(of: column, value, key, in: table)
        }
        return false
    }

    private func setMixed(
        _ value: Value, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        // Backlinks of the new value come first: an object that is linked to before and after must not look unlinked,
        // and the first link into a table may add a column to it, which would invalidate positions.
        try addLinks(in: value, from: key, column, of: table)
        let position = try position(of: key, in: table)
        let old = try table.value(of: column, at: position)
        try removeFromIndex(of: column, old, key, in: table)
        try removeLinks(in: old, from: key, column, of: table)
        switch old {
        case .list(let root), .dictionary(let root): try arena.freeTree(root)
        default: break
        }
        try table.set(value, of: column, at: self.position(of: key, in: table))
        try insertIntoIndex(of: column, value, key, in: table)
    }

    /// Stores the new root of the collection nested in a mixed value; it keeps its identity.
    ///
    /// The caller handles links in it.
    func setNestedRoot(
        _ root: Ref, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        let position = try position(of: key, in: table)
        let old = try position.leaf.column(column.leafIndex)
        var leaf = old
        try table.leaves(of: column).setNestedRoot(root, at: position.row, in: &leaf)
        if leaf != old { position.leaf.setColumn(column.leafIndex, to: leaf) }
    }
}
