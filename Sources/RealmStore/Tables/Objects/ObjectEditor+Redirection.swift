/// Removing or redirecting links, anywhere in one column of one object.
extension ObjectEditor {
    /// Redirects every link that equals `link` to `target`, or removes it: then a single value and a value of a
    /// dictionary become null, an element of a list or set is removed. The caller updates backlinks.
    func redirect(
        _ link: Value, to target: Value?, in column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        let position = try position(of: key, in: table)
        var redirection = LinkRedirection(link: link, target: target, column: column, key: key, table: table, self)
        guard column.collection == nil else {
            guard let root = try table.slot(of: column, at: position).ref else { return }
            let changed = try redirection.redirected(root)
            if changed != root { try table.setSlot(Slot(changed), of: column, at: position) }
            return
        }
        let old = try table.value(of: column, at: position)
        if redirection.isMet(old) {
            changes.set(column.key, of: key, in: table.key)
            try removeFromIndex(of: column, old, key, in: table)
            try table.set(target ?? .null, of: column, at: position)
            try insertIntoIndex(of: column, target ?? .null, key, in: table)
        } else if let moved = NestedCollection.changedRoot(old, try redirection.redirected(old, depth: 0)) {
            try setNestedRoot(moved, of: column, of: key, in: table)
        }
    }
}

/// The path of a `redirect` through the collections of a property.
private struct LinkRedirection {
    let link: Value
    let target: Value?
    let column: Column
    let key: ObjectKey
    let table: TableEditor
    let changes: ChangesetWriter
    let arena: Arena
    /// Identities of the collections around the current one.
    private var path: [Int64] = []

    init(
        link: Value, target: Value?, column: Column, key: ObjectKey, table: TableEditor, _ objects: ObjectEditor
    ) {
        (self.link, self.target, self.column, self.key, self.table) = (link, target, column, key, table)
        (changes, arena) = (objects.changes, objects.arena)
    }

    func isMet(_ value: Value) -> Bool {
        if case .link(let table, let key) = value, case .link(table, key) = link { true } else { false }
    }

    private func record(_ change: ChangesetWriter.Change) {
        changes.change(change, in: column.key, path: path, of: key, in: table.key)
    }

    /// The root of a collection property in which links were redirected.
    mutating func redirected(_ root: Ref) throws(FormatError) -> Ref {
        switch column.collection {
        case .list:
            var list = try ListEditor(root: root, of: column, in: arena)
            try redirect(&list, depth: 0)
            return list.root
        case .set:
            var set = try SetEditor(root: root, of: column, in: arena)
            guard let position = try set.remove(link) else { return set.root }
            record(.remove(position))
            if let target {
                let added = try set.insert(target)
                if added.inserted { record(.insert(added.position)) }
            }
            return set.root
        case .dictionary:
            var dictionary = try DictionaryEditor(root: root, hasIntegerKeys: column.hasIntegerKeys, in: arena)
            try redirect(&dictionary, depth: 0)
            return dictionary.root
        case nil: preconditionFailure("a single value has no root")
        }
    }

    /// A value in which links of nested collections were redirected.
    mutating func redirected(_ value: Value, depth: Int) throws(FormatError) -> Value {
        guard depth <= NestedCollection.maximumDepth else {
            throw FormatError(.badCollection, at: .none, "collections are nested too deep")
        }
        switch value {
        case .list(let root) where !root.isNone:
            var list = try ListEditor(root: root, of: .nestedMixed, in: arena)
            try LargeStack.descend(from: depth) { () throws(FormatError) in try redirect(&list, depth: depth) }
            return .list(list.root)
        case .dictionary(let root) where !root.isNone:
            var dictionary = try DictionaryEditor(root: root, in: arena)
            try LargeStack.descend(from: depth) { () throws(FormatError) in try redirect(&dictionary, depth: depth) }
            return .dictionary(dictionary.root)
        default: return value
        }
    }

    private mutating func redirect(_ list: inout ListEditor, depth: Int) throws(FormatError) {
        for index in stride(from: list.count - 1, through: 0, by: -1) {
            let value = try list.value(at: index)
            if isMet(value) {
                record(target == nil ? .remove(index) : .set(index))
                if let target { try list.set(target, at: index) } else { try list.remove(at: index) }
            } else if let moved = try moved(value, depth, { () throws(FormatError) in try list.identity(at: index) }) {
                try list.setNestedRoot(moved, at: index)
            }
        }
    }

    private mutating func redirect(_ dictionary: inout DictionaryEditor, depth: Int) throws(FormatError) {
        for index in 0..<dictionary.count {
            let value = try dictionary.value(at: index)
            if isMet(value) {
                record(.set(index))
                try dictionary.set(target ?? .null, at: index)
            } else if let moved = try moved(
                value, depth, { () throws(FormatError) in try dictionary.identity(at: index) })
            {
                try dictionary.setNestedRoot(moved, at: index)
            }
        }
    }

    /// The root of a nested collection in which links were redirected, if it has moved.
    private mutating func moved(
        _ value: Value, _ depth: Int, _ identity: () throws(FormatError) -> Int64
    ) throws(FormatError) -> Ref? {
        switch value {
        case .list, .dictionary: break
        default: return nil
        }
        path.append(try identity())
        defer { path.removeLast() }
        return NestedCollection.changedRoot(value, try redirected(value, depth: depth + 1))
    }
}
