/// Changing lists and dictionaries that are nested in mixed values, by element.
///
/// A path leads from the property to the collection: with one step for each collection around it, also for that of the
/// property itself; without steps it is the value of a single mixed property. Where it leads nowhere, nothing happens.
extension ObjectEditor {
    /// Inserts an element before `position`, or at the end.
    func insert(
        _ value: Value, at position: Int, intoListAt path: [NestedCollection.Step], of column: Column,
        _ key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        try addLinks(in: value, from: key, column, of: table)
        try editNestedList(at: path, of: column, key, in: table) { (list) throws(FormatError) in
            try list.insert(value, at: position)
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
        }
    }

    /// Moves an element; both positions count as before and after.
    func moveElement(
        from source: Int, to target: Int, inListAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        try editNestedList(at: path, of: column, key, in: table) { (list) throws(FormatError) in
            try list.move(from: source, to: target)
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
            try dictionary.set(value, for: entry)
        }
    }

    /// Removes a key and its value, if it is there.
    func removeEntry(
        _ entry: Value, fromDictionaryAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        try removeLinks(ofEntry: entry, inDictionaryAt: path, of: column, key, in: table)
        try editNestedDictionary(at: path, of: column, key, in: table) { (dictionary) throws(FormatError) in
            _ = try dictionary.remove(entry)
        }
    }

    /// Removes all elements of the list or dictionary.
    func removeAll(
        fromCollectionAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        let old = try editNested(at: path, of: column, key, in: table) { $0 }
        if let old { try removeLinks(in: old, from: key, column, of: table) }
        try editNested(at: path, of: column, key, in: table) { (value) throws(FormatError) in
            switch value {
            case .list(let root):
                var list = try ListEditor(root: root, of: .nestedMixed, in: arena)
                try list.removeAll()
                value = .list(list.root)
            case .dictionary(let root):
                var dictionary = try DictionaryEditor(root: root, in: arena)
                try dictionary.removeAll()
                value = .dictionary(dictionary.root)
            default: break
            }
        }
    }

    // MARK: Ways to them

    @discardableResult
    private func editNestedList<Result>(
        at path: [NestedCollection.Step], of column: Column, _ key: ObjectKey, in table: TableEditor,
        _ body: (inout ListEditor) throws(FormatError) -> Result
    ) throws(FormatError) -> Result? {
        try editNested(at: path, of: column, key, in: table) { (value) throws(FormatError) in
            guard case .list(let root) = value else { return nil }
            var list = try ListEditor(root: root, of: .nestedMixed, in: arena)
            let result = try body(&list)
            value = .list(list.root)
            return result
        } ?? nil
    }

    @discardableResult
    private func editNestedDictionary<Result>(
        at path: [NestedCollection.Step], of column: Column, _ key: ObjectKey, in table: TableEditor,
        _ body: (inout DictionaryEditor) throws(FormatError) -> Result
    ) throws(FormatError) -> Result? {
        try editNested(at: path, of: column, key, in: table) { (value) throws(FormatError) in
            guard case .dictionary(let root) = value else { return nil }
            var dictionary = try DictionaryEditor(root: root, in: arena)
            let result = try body(&dictionary)
            value = .dictionary(dictionary.root)
            return result
        } ?? nil
    }

    private func removeLinks(
        ofElement position: Int, inListAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        let old = try editNestedList(at: path, of: column, key, in: table) { (list) throws(FormatError) in
            try list.value(at: position)
        }
        if let old { try removeLinks(in: old, from: key, column, of: table) }
    }

    private func removeLinks(
        ofEntry entry: Value, inDictionaryAt path: [NestedCollection.Step], of column: Column, _ key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        let old = try editNestedDictionary(at: path, of: column, key, in: table) { (dictionary) throws(FormatError) in
            try dictionary.find(entry).map { (position) throws(FormatError) in try dictionary.value(at: position) }
        }
        if let old, let old { try removeLinks(in: old, from: key, column, of: table) }
    }

    /// Calls `body` with the collection at the end of `path`, and stores its new root in what holds it.
    @discardableResult
    private func editNested<Result>(
        at path: [NestedCollection.Step], of column: Column, _ key: ObjectKey, in table: TableEditor,
        _ body: (inout Value) throws(FormatError) -> Result
    ) throws(FormatError) -> Result? {
        let position = try position(of: key, in: table)
        guard let collection = column.collection else {
            let old = try table.value(of: column, at: position)
            var value = old
            let result = try NestedCollection.edit(&value, at: path[...], in: arena, body)
            if let root = NestedCollection.changedRoot(old, value) {
                try setNestedRoot(root, of: column, of: key, in: table)
            }
            return result
        }
        precondition(collection != .set, "sets hold no collections")
        let root = try table.slot(of: column, at: position).ref ?? .none
        let old: Value = collection == .list ? .list(root) : .dictionary(root)
        var value = old
        let result = try NestedCollection.edit(&value, at: path[...], in: arena, body)
        if let root = NestedCollection.changedRoot(old, value) {
            try table.setSlot(Slot(root), of: column, at: position)
        }
        return result
    }
}
