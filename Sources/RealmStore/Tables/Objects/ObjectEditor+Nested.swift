/// Changing lists and dictionaries that are nested in mixed values, by element.
///
/// A path leads from the property to the collection: with one step for each collection around it, including that of the
/// property itself; an empty path means the value of a single mixed property. If it leads nowhere, nothing happens.
extension ObjectEditor {
    /// Inserts an element before `position`, or at the end.
    func insert(
        _ value: Value, at position: Int, intoListAt path: [NestedCollection.Step], of column: Column,
        _ key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        try addLinks(in: value, from: key, column, of: table)
        try editNestedList(at: path, of: column, key, in: table) { (list) throws(FormatError) in
            try list.insert(value, at: position)
            return .insert(position)
        }
    }

    /// Replaces the element at `position`.
    func setElement(
        _ value: Value, at position: Int, inListAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        try addLinks(in: value, from: key, column, of: table)
        try removeLinks(ofElement: position, inListAt: path, of: column, key, in: table)
        try editNestedList(at: path, of: column, key, in: table) { (list) throws(FormatError) in
            try list.set(value, at: position)
            return .set(position)
        }
    }

    /// Removes the element at `position`.
    func removeElement(
        at position: Int, fromListAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        try removeLinks(ofElement: position, inListAt: path, of: column, key, in: table)
        try editNestedList(at: path, of: column, key, in: table) { (list) throws(FormatError) in
            try list.remove(at: position)
            return .remove(position)
        }
    }

    /// Moves an element; positions are those before and after the move.
    func moveElement(
        from source: Int, to target: Int, inListAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        try editNestedList(at: path, of: column, key, in: table) { (list) throws(FormatError) in
            try list.move(from: source, to: target)
            return source == target ? nil : .move(source, to: target)
        }
    }

    /// Sets the value of a key, which is a string.
    func setEntry(
        _ value: Value, for entry: Value, inDictionaryAt path: [NestedCollection.Step], of column: Column,
        _ key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        try addLinks(in: value, from: key, column, of: table)
        try removeLinks(ofEntry: entry, inDictionaryAt: path, of: column, key, in: table)
        try editNestedDictionary(at: path, of: column, key, in: table) { (dictionary) throws(FormatError) in
            let (position, isNew) = try dictionary.set(value, for: entry)
            return isNew ? .insert(position) : .set(position)
        }
    }

    /// Removes a key and its value, if it is there.
    func removeEntry(
        _ entry: Value, fromDictionaryAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        try removeLinks(ofEntry: entry, inDictionaryAt: path, of: column, key, in: table)
        try editNestedDictionary(at: path, of: column, key, in: table) { (dictionary) throws(FormatError) in
            try dictionary.remove(entry).map { .remove($0) }
        }
    }

    /// Removes all elements of the list or dictionary.
    func removeAll(
        fromCollectionAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        var old: Value?
        try editNested(at: path, of: column, key, in: table) { (value) throws(FormatError) in
            old = value
            return nil
        }
        if let old { try removeLinks(in: old, from: key, column, of: table) }
        try editNested(at: path, of: column, key, in: table) { (value) throws(FormatError) in
            switch value {
            case .list(let root):
                var list = try ListEditor(root: root, of: .nestedMixed, in: arena)
                let count = list.count
                try list.removeAll()
                value = .list(list.root)
                return .clear(count)
            case .dictionary(let root):
                var dictionary = try DictionaryEditor(root: root, in: arena)
                let count = dictionary.count
                try dictionary.removeAll()
                value = .dictionary(dictionary.root)
                return .clear(count)
            default: return nil
            }
        }
    }

    // MARK: Ways to them

    private func editNestedList(
        at path: [NestedCollection.Step], of column: Column, _ key: ObjectKey, in table: TableEditor,
        _ body: (inout ListEditor) throws(FormatError) -> ChangesetWriter.Change?
    ) throws(FormatError) {
        try editNested(at: path, of: column, key, in: table) { (value) throws(FormatError) in
            guard case .list(let root) = value else { return nil }
            var list = try ListEditor(root: root, of: .nestedMixed, in: arena)
            let change = try body(&list)
            value = .list(list.root)
            return change
        }
    }

    private func editNestedDictionary(
        at path: [NestedCollection.Step], of column: Column, _ key: ObjectKey, in table: TableEditor,
        _ body: (inout DictionaryEditor) throws(FormatError) -> ChangesetWriter.Change?
    ) throws(FormatError) {
        try editNested(at: path, of: column, key, in: table) { (value) throws(FormatError) in
            guard case .dictionary(let root) = value else { return nil }
            var dictionary = try DictionaryEditor(root: root, in: arena)
            let change = try body(&dictionary)
            value = .dictionary(dictionary.root)
            return change
        }
    }

    private func removeLinks(
        ofElement position: Int, inListAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        var old: Value?
        try editNestedList(at: path, of: column, key, in: table) { (list) throws(FormatError) in
            old = try list.value(at: position)
            return nil
        }
        if let old { try removeLinks(in: old, from: key, column, of: table) }
    }

    private func removeLinks(
        ofEntry entry: Value, inDictionaryAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        var old: Value?
        try editNestedDictionary(at: path, of: column, key, in: table) { (dictionary) throws(FormatError) in
            if let position = try dictionary.find(entry) { old = try dictionary.value(at: position) }
            return nil
        }
        if let old { try removeLinks(in: old, from: key, column, of: table) }
    }

    /// Calls `body` with the collection at the end of `path`, stores its new root in its container, and records the
    /// change that `body` returns.
    private func editNested(
        at path: [NestedCollection.Step], of column: Column, _ key: ObjectKey, in table: TableEditor,
        _ body: (inout Value) throws(FormatError) -> ChangesetWriter.Change?
    ) throws(FormatError) {
        let position = try position(of: key, in: table)
        var identities: [Int64] = []
        let old: Value
        if column.collection == nil {
            old = try table.value(of: column, at: position)
        } else {
            precondition(column.collection != .set, "sets hold no collections")
            let root = try table.slot(of: column, at: position).ref ?? .none
            old = column.collection == .list ? .list(root) : .dictionary(root)
        }
        var value = old
        let change = try NestedCollection.edit(&value, at: path[...], in: arena, &identities, body)
        if let change, let change { changes.change(change, in: column.key, path: identities, of: key, in: table.key) }
        guard let root = NestedCollection.changedRoot(old, value) else { return }
        if column.collection == nil {
            try setNestedRoot(root, of: column, of: key, in: table)
        } else {
            try table.setSlot(Slot(root), of: column, at: position)
        }
    }
}
