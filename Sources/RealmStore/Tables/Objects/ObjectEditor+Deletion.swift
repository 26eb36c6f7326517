/// Deleting objects, and with them the links to and from them and the embedded objects they own.
extension ObjectEditor {
    /// Deletes an object; does nothing if it does not exist.
    ///
    /// Links to it become null, elements of lists and sets are removed, values of dictionaries become null; the same in
    /// lists and dictionaries nested in mixed values.
    func delete(_ key: ObjectKey, from table: TableEditor) throws(FormatError) { try delete([key], from: table) }

    /// Deletes objects, in any order; missing ones are ignored. Otherwise the same.
    ///
    /// - Returns: the number of deleted objects.
    /// - Complexity: O(count * log count) plus the links. Objects of one leaf, and neighbouring index entries, are
    ///   removed together.
    @discardableResult
    package func delete(_ keys: [ObjectKey], from table: TableEditor) throws(FormatError) -> Int {
        var count: Int?
        // Chains of embedded objects can be longer than the call stack is deep.
        var pending = [(table: table, keys: keys)]
        while let next = pending.popLast() {
            var owned: [(table: TableEditor, key: ObjectKey)] = []
            let keys = try existing(next.keys, in: next.table)
            count = count ?? keys.count
            for key in keys {
                try dropIncomingLinks(of: key, in: next.table)
                try dropOutgoingLinks(of: key, in: next.table, owned: &owned)
                changes.removeObject(key, from: next.table.key)
            }
            try dropIndexEntries(of: keys, in: next.table)
            try next.table.removeObjects(keys)
            while let table = owned.first?.table {
                pending.append((table, owned.filter { $0.table === table }.map(\.key)))
                owned.removeAll { $0.table === table }
            }
        }
        return count ?? 0
    }

    /// Fewer objects are removed from an index one by one.
    private static let fewestToSweep = 256
    /// Objects whose values are held in memory at once.
    private static let batchCount = 1 << 15

    /// The keys that belong to objects, ascending.
    private func existing(_ keys: [ObjectKey], in table: TableEditor) throws(FormatError) -> [ObjectKey] {
        var existing: [ObjectKey] = []
        existing.reserveCapacity(keys.count)
        for key in keys.count > 1 ? keys.sorted() : keys where existing.last != key {
            if try table.find(key) != nil { existing.append(key) }
        }
        return existing
    }

    /// Deletes all objects of a table.
    func deleteAll(from table: TableEditor) throws(FormatError) {
        try delete(keys(of: table), from: table)
    }

    private func dropIndexEntries(of keys: [ObjectKey], in table: TableEditor) throws(FormatError) {
        let isGoodPart = try keys.count >= max(ObjectEditor.fewestToSweep, table.clusters.count() / 16)
        let objects = isGoodPart ? ObjectKeySet(keys) : nil
        for column in table.columns where !column.indexRoot.isNone {
            if let objects {
                try sweepIndex(of: column, objects, keys.count, in: table)
                continue
            }
            if column.collection != nil {
                for key in keys { try dropListIndexEntries(of: column, key, in: table) }
                continue
            }
            guard let lacking = try take(keys, fromIndexOf: column, in: table) else { continue }
            // A rebuilt index contains those again that were removed before.
            try mendIndex(of: column, lacking: lacking, in: table)
            if let lacking = try take(keys, fromIndexOf: column, in: table) { throw lacks(lacking, column, table) }
        }
    }

    /// Removes objects that are a good part of all from an index.
    private func sweepIndex(
        of column: Column, _ objects: ObjectKeySet, _ count: Int, in table: TableEditor
    ) throws(FormatError) {
        guard let now = table.column(column.key), !now.indexRoot.isNone else { return }
        var sweep = IndexSweep(objects, in: arena)
        try store(sweep.sweep(now.indexRoot), now, in: table)
        // An index of words has an object as often as it has words; for mixed ones see `mendIndex`.
        guard column.collection == nil, !column.isFullTextIndexed, column.type != .mixed,
            sweep.removedCount != count
        else { return }
        throw FormatError(
            .badIndex, at: now.indexRoot,
            "the index of '\(table.name).\(column.name)' has \(sweep.removedCount) of \(count) objects")
    }

    /// Removes objects from an index.
    ///
    /// - Returns: the first object that the index does not contain.
    private func take(
        _ keys: [ObjectKey], fromIndexOf column: Column, in table: TableEditor
    ) throws(FormatError) -> ObjectKey? {
        for start in stride(from: 0, to: keys.count, by: ObjectEditor.batchCount) {
            let keys = keys[start..<min(start + ObjectEditor.batchCount, keys.count)]
            // Values do not move while indexes change.
            var entries: [(chunk: Int32, key: ObjectKey, value: Value)] = []
            entries.reserveCapacity(keys.count)
            for key in keys {
                let value = try table.value(of: column, at: position(of: key, in: table))
                entries.append((IndexData(mixed: value).chunk(at: 0), key, value))
            }
            // In the order of the index, neighbours lie in one node, which stays in the processor's caches.
            if entries.count > 1 { entries.sort { $0.chunk < $1.chunk } }
            for entry in entries where try !take(entry.key, under: entry.value, fromIndexOf: column, in: table) {
                return entry.key
            }
        }
        return nil
    }

    private func dropListIndexEntries(
        of column: Column, _ key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        guard let root = try table.slot(of: column, at: position(of: key, in: table)).ref else { return }
        try CollectionTree(root, of: column, in: arena.space).forEachLeaf { (leaf) throws(FormatError) in
            for index in 0..<leaf.count {
                try updateListIndex(of: column, leaf.value(index), key, isPresent: false, in: table)
            }
        }
    }

    // MARK: Links to the object

    private func dropIncomingLinks(of key: ObjectKey, in table: TableEditor) throws(FormatError) {
        for backlinks in table.backlinkColumns {
            // A mixed column removed by Realm Core leaves backlink columns that lead nowhere.
            guard let origins = try tables.table(backlinks.oppositeTable),
                let column = origins.column(backlinks.oppositeColumn)
            else { continue }
            let slot = try table.slot(of: backlinks, at: position(of: key, in: table))
            if slot.isEmpty { continue }
            for origin in try Set(self.origins(slot)) {
                try redirect(.link(table.key, key), to: nil, in: column, of: origin, in: origins)
            }
            var list = try BacklinkEditor(table.slot(of: backlinks, at: position(of: key, in: table)), in: arena)
            try list.removeAll()
            try table.setSlot(list.slot, of: backlinks, at: position(of: key, in: table))
        }
    }

    /// The origins in an element of a backlink column.
    func origins(_ slot: Slot) throws(FormatError) -> [ObjectKey] {
        let list = try BacklinkList(slot, in: arena.space)
        var keys: [ObjectKey] = []
        for position in 0..<list.count { keys.append(try list.origin(at: position)) }
        return keys
    }

    // MARK: Links from the object

    /// Removes the object from the backlinks of everything it links to; collects embedded objects it owns in `owned`.
    private func dropOutgoingLinks(
        of key: ObjectKey, in table: TableEditor, owned: inout [(table: TableEditor, key: ObjectKey)]
    ) throws(FormatError) {
        for column in table.columns where column.type == .link || column.type == .mixed {
            var links: [(TableKey, ObjectKey)] = []
            try forEachLink(of: column, of: key, in: table) { (target, key) in links.append((target, key)) }
            for (targetKey, target) in links {
                let targets = try self.table(targetKey)
                if column.type == .link {
                    try removeBacklink(to: target, in: targets, from: key, column)
                    if targets.kind == .embedded, !target.isUnresolved { owned.append((targets, target)) }
                } else {
                    try removeLinks(in: .link(targetKey, target), from: key, column, of: table)
                }
            }
        }
    }

    /// Calls `body` for each link in a link or mixed column of an object, as often as it occurs.
    func forEachLink(
        of column: Column, of key: ObjectKey, in table: TableEditor,
        _ body: (TableKey, ObjectKey) throws(FormatError) -> Void
    ) throws(FormatError) {
        let position = try position(of: key, in: table)
        guard let collection = column.collection else {
            return try NestedCollection.forEachLink(
                in: table.value(of: column, at: position), in: arena.space, body)
        }
        guard let root = try table.slot(of: column, at: position).ref else { return }
        let elements: CollectionTree
        if collection == .dictionary {
            let dictionary = try DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: arena.space)
            guard let trees = dictionary.trees else {
                throw FormatError(.badCollection, at: root, "a dictionary has the layout of an older file format")
            }
            elements = trees.values
        } else {
            elements = try CollectionTree(root, of: column, in: arena.space)
        }
        try elements.forEachLeaf { (leaf) throws(FormatError) in
            for index in 0..<leaf.count {
                try NestedCollection.forEachLink(in: leaf.value(index), in: arena.space, body)
            }
        }
    }
}
