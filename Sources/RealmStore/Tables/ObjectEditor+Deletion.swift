/// Deleting objects, and with them the links to and from them and the embedded objects they own.
extension ObjectEditor {
    /// Deletes an object; nothing if it does not exist.
    ///
    /// Links to it become null, elements of lists and sets go, values of dictionaries become null; of lists and
    /// dictionaries nested in mixed values the same.
    func delete(_ key: ObjectKey, from table: TableEditor) throws(FormatError) {
        // Chains of embedded objects can be longer than the call stack is deep.
        var pending: [(table: TableEditor, key: ObjectKey)] = [(table, key)]
        while let next = pending.popLast() {
            guard try next.table.find(next.key) != nil else { continue }
            try dropIncomingLinks(of: next.key, in: next.table)
            try dropOutgoingLinks(of: next.key, in: next.table, owned: &pending)
            try dropIndexEntries(of: next.key, in: next.table)
            _ = try next.table.removeObject(next.key)
        }
    }

    /// Deletes all objects of a table.
    func deleteAll(from table: TableEditor) throws(FormatError) {
        var keys: [ObjectKey] = []
        let tree = try table.clusters.tree()
        keys.reserveCapacity(tree.count)
        try tree.forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count { keys.append(leaf.key(row)) }
        }
        // From the end, where removing moves nothing.
        for key in keys.reversed() { try delete(key, from: table) }
    }

    private func dropIndexEntries(of key: ObjectKey, in table: TableEditor) throws(FormatError) {
        let position = try position(of: key, in: table)
        for column in table.columns where !column.indexRoot.isNone {
            if column.collection == nil {
                try removeFromIndex(of: column, table.value(of: column, at: position), key, in: table)
            } else if let root = try table.slot(of: column, at: position).ref {
                try CollectionTree(root, of: column, in: arena.space).forEachLeaf { (leaf) throws(FormatError) in
                    for index in 0..<leaf.count {
                        try updateListIndex(of: column, leaf.value(index), key, isPresent: false, in: table)
                    }
                }
            }
        }
    }

    // MARK: Links to the object

    private func dropIncomingLinks(of key: ObjectKey, in table: TableEditor) throws(FormatError) {
        for backlinks in table.backlinkColumns {
            // A mixed column that was removed by Realm Core leaves columns of backlinks behind that lead nowhere.
            guard let origins = tables.table(backlinks.oppositeTable),
                let column = origins.column(backlinks.oppositeColumn)
            else { continue }
            let slot = try table.slot(of: backlinks, at: position(of: key, in: table))
            if slot.isEmpty { continue }
            for origin in try Set(self.origins(slot)) {
                try nullify(column, of: origin, in: origins, target: key, of: table)
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

    /// Takes every link to `target` out of one column of one object; its backlinks are the caller's.
    private func nullify(
        _ column: Column, of key: ObjectKey, in table: TableEditor, target: ObjectKey, of targets: TableEditor
    ) throws(FormatError) {
        let position = try position(of: key, in: table)
        let link = Value.link(targets.key, target)
        guard column.collection == nil else {
            let slot = try table.slot(of: column, at: position)
            guard let root = slot.ref else { return }
            let emptied = try self.emptied(root, of: column, of: link)
            if emptied != root { try table.setSlot(Slot(emptied), of: column, at: position) }
            return
        }
        let old = try table.value(of: column, at: position)
        switch old {
        case .link(_, let found) where column.type == .link:
            if found == target { try table.set(.null, of: column, at: position) }
        case .link(targets.key, target):
            try removeFromIndex(of: column, old, key, in: table)
            try table.set(.null, of: column, at: position)
            try insertIntoIndex(of: column, .null, key, in: table)
        case .list, .dictionary:
            let emptied = try self.emptied(old, of: link, depth: 0)
            try setNestedRoot(emptied, of: column, of: key, in: table)
        default: break
        }
    }

    /// The root of a collection property after all links that equal `link` were taken out.
    private func emptied(_ root: Ref, of column: Column, of link: Value) throws(FormatError) -> Ref {
        switch column.collection {
        case .list:
            var list = try ListEditor(root: root, of: column, in: arena)
            try empty(&list, of: link, depth: 0)
            return list.root
        case .set:
            var set = try SetEditor(root: root, of: column, in: arena)
            _ = try set.remove(link)
            return set.root
        case .dictionary:
            var dictionary = try DictionaryEditor(root: root, hasIntegerKeys: column.hasIntegerKeys, in: arena)
            try empty(&dictionary, of: link, depth: 0)
            return dictionary.root
        case nil: preconditionFailure("a single value has no root")
        }
    }

    /// A collection nested in a mixed value after all links that equal `link` were taken out.
    private func emptied(_ value: Value, of link: Value, depth: Int) throws(FormatError) -> Value {
        guard depth < NestedCollection.maximumDepth else {
            throw FormatError(.badCollection, at: .none, "collections are nested too deep")
        }
        switch value {
        case .list(let root) where !root.isNone:
            var list = try ListEditor(root: root, of: .nestedMixed, in: arena)
            try empty(&list, of: link, depth: depth)
            return .list(list.root)
        case .dictionary(let root) where !root.isNone:
            var dictionary = try DictionaryEditor(root: root, in: arena)
            try empty(&dictionary, of: link, depth: depth)
            return .dictionary(dictionary.root)
        default: return value
        }
    }

    private func empty(_ list: inout ListEditor, of link: Value, depth: Int) throws(FormatError) {
        for index in stride(from: list.count - 1, through: 0, by: -1) {
            let value = try list.value(at: index)
            if ObjectEditor.isSame(value, link) {
                try list.remove(at: index)
            } else if let moved = try movedRoot(value, emptied(value, of: link, depth: depth + 1)) {
                try list.setNestedRoot(moved, at: index)
            }
        }
    }

    private func empty(_ dictionary: inout DictionaryEditor, of link: Value, depth: Int) throws(FormatError) {
        for index in 0..<dictionary.count {
            let value = try dictionary.value(at: index)
            if ObjectEditor.isSame(value, link) {
                try dictionary.set(.null, at: index)
            } else if let moved = try movedRoot(value, emptied(value, of: link, depth: depth + 1)) {
                try dictionary.setNestedRoot(moved, at: index)
            }
        }
    }

    private func movedRoot(_ old: Value, _ new: Value) -> Ref? {
        switch (old, new) {
        case (.list(let old), .list(let new)), (.dictionary(let old), .dictionary(let new)): old == new ? nil : new
        default: nil
        }
    }

    private static func isSame(_ value: Value, _ link: Value) -> Bool {
        if case .link(let table, let key) = value, case .link(table, key) = link { true } else { false }
    }

    // MARK: Links from the object

    /// Takes the object out of the backlinks of everything it links to; embedded objects it owns come into `owned`.
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
