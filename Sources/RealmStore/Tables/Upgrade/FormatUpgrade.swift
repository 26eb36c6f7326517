/// Converts the tables of an older file format to the layout of format 24, in a write transaction.
///
/// What both formats store identically is kept: types in specs, object keys, the order of key lists in indexes. Source:
/// file-format/older-formats.md, "The upgrade" and "What an upgrade leaves as it is".
package struct FormatUpgrade {
    private let objects: ObjectEditor
    /// The format of the version that the transaction began with.
    private let format: Int
    private var arena: Arena { objects.arena }

    /// The last format in which dictionaries were cluster trees of hashes.
    private static let lastFormatOfHashedDictionaries = 22
    /// The format in which objects of asymmetric classes were kept until they were sent.
    private static let formatOfKeptAsymmetricObjects = 22

    package init(_ objects: ObjectEditor, from format: Int) {
        self.objects = objects
        self.format = format
    }

    /// A file of an older format, which is not changed, as the source of a copy of the current format.
    static func source(of file: RealmFile) throws(StorageError) -> SnapshotSource {
        guard let top = file.top else { return try SnapshotSource(file) }
        let arena = FileArena(over: file)
        let lists: (names: Ref, tables: Ref)
        do {
            let tables = try GroupEditor(Group(file), names: top.names, tables: top.tables, in: arena.memory)
            try FormatUpgrade(ObjectEditor(tables), from: file.header.format).run()
            lists = try tables.seal()
        } catch {
            throw StorageError(error, file.path)
        }
        return try SnapshotSource(upgraded: arena, names: lists.names, tables: lists.tables)
    }

    /// - Throws: damage; the transaction can only be rolled back then.
    /// - Complexity: O(objects of tables with dictionaries, with sets of strings, data or mixed values, and with a
    ///   primary key that has no index).
    package func run() throws(FormatError) {
        var tables: [TableEditor] = []
        for key in objects.tables.tableKeys { if let table = try objects.tables.table(key) { tables.append(table) } }
        for table in tables {
            for column in table.columns {
                switch column.collection {
                case .dictionary: try rebuildDictionaries(of: column, in: table)
                case .set: try reorderSets(of: column, in: table)
                case .list, nil: break
                }
            }
        }
        for table in tables where table.kind == .asymmetric && format == FormatUpgrade.formatOfKeptAsymmetricObjects {
            try objects.deleteAll(from: table)
        }
        for table in tables {
            if let key = table.primaryKey, key.indexRoot.isNone {
                try objects.makeIndex(of: key, key.attributes.contains(.indexed) ? .indexed : nil, in: table)
            }
        }
        // Up to this point the old keys of both ends of a link must match.
        for table in tables { try table.upgradeColumnKeys() }
    }

    /// Replaces each collection of the column.
    ///
    /// - Parameter convert: returns the new collection; nil if the old one stays. A replaced one is freed.
    private func replaceCollections(
        of column: Column, in table: TableEditor, _ convert: (Ref) throws(FormatError) -> Ref?
    ) throws(FormatError) {
        var replaced: [(key: ObjectKey, old: Ref, new: Ref)] = []
        // The tree must not change during the walk.
        try table.clusters.tree().forEachLeaf { (leaf) throws(FormatError) in
            let slots = try table.table.slots(of: column, in: leaf)
            for row in 0..<leaf.count {
                let old = try table.table.collectionRoot(slots.slot(row), of: column)
                guard !old.isNone, let new = try convert(old) else { continue }
                replaced.append((leaf.key(row), old, new))
            }
        }
        for (key, old, new) in replaced {
            try table.setSlot(Slot(new), of: column, at: objects.position(of: key, in: table))
            try arena.freeTree(old)
        }
    }

    // MARK: Dictionaries

    private func rebuildDictionaries(of column: Column, in table: TableEditor) throws(FormatError) {
        guard format <= FormatUpgrade.lastFormatOfHashedDictionaries else { return }
        try replaceCollections(of: column, in: table) { (root) throws(FormatError) in
            let old = try DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: arena.space)
            guard old.trees == nil else { return nil }
            var new = try DictionaryEditor(root: .none, in: arena)
            for position in 0..<old.count {
                let value = try old.value(at: position)
                switch value {
                case .list, .dictionary:
                    throw FormatError(.badCollection, at: root, "a value is a collection, which its format cannot hold")
                default: try new.set(value, for: old.key(at: position))
                }
            }
            guard new.count == old.count else {
                throw FormatError(.badCollection, at: root, "two entries of a dictionary have the same key")
            }
            return new.root
        }
    }

    // MARK: Sets

    /// Strings used to be ordered differently, and mixed values interleaved them with data.
    private func reorderSets(of column: Column, in table: TableEditor) throws(FormatError) {
        guard column.type == .string || column.type == .binary || column.type == .mixed else { return }
        let order = ElementOrder(column)
        try replaceCollections(of: column, in: table) { (root) throws(FormatError) in
            var values: [Value] = []
            var isAscending = true
            try CollectionTree(root, of: column, in: arena.space).forEachLeaf { (leaf) throws(FormatError) in
                for row in 0..<leaf.count {
                    let value = try leaf.value(row)
                    if let last = values.last, order.compare(last, value) >= 0 { isAscending = false }
                    values.append(value)
                }
            }
            if isAscending { return nil }
            var new = try ListEditor(root: .none, of: column, in: arena)
            var last: Value?
            for value in values.sorted(by: { order.compare($0, $1) < 0 }) {
                if let last, order.compare(last, value) == 0 { continue }
                try new.append(value)
                last = value
            }
            return new.root
        }
    }
}
