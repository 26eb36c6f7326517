/// Changing lists, sets and dictionaries of objects by element.
///
/// Positions outside of the collection trap. For links to embedded classes use the functions that create the object.
extension ObjectEditor {
    // MARK: Lists

    /// Inserts an element before `position`, or at the end.
    package func insert(
        _ value: Value, at position: Int, into column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        try addElementLinks(in: value, from: key, column, of: table)
        changes.change(.insert(position), in: column.key, of: key, in: table.key)
        try editList(column, of: key, in: table) { (list) throws(FormatError) in try list.insert(value, at: position) }
        try updateListIndex(of: column, value, key, isPresent: true, in: table)
    }

    /// Replaces the element at `position`.
    func setElement(
        _ value: Value, at position: Int, in column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        try addElementLinks(in: value, from: key, column, of: table)
        changes.change(.set(position), in: column.key, of: key, in: table.key)
        let old = try element(at: position, of: column, of: key, in: table)
        try willDrop(old, from: key, column, of: table)
        let oldWord = ValueScratch()
        let copied = oldWord.copy(old)
        try editList(column, of: key, in: table) { (list) throws(FormatError) in try list.set(value, at: position) }
        try didDrop(copied, from: key, column, of: table)
        try updateListIndex(of: column, value, key, isPresent: true, in: table)
    }

    /// Removes the element at `position`; an embedded object is deleted.
    func removeElement(
        at position: Int, from column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        changes.change(.remove(position), in: column.key, of: key, in: table.key)
        try dropElement(at: position, from: column, of: key, in: table)
    }

    /// Removes the element after the embedded object that replaces it.
    func removeReplacedElement(
        at position: Int, from column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        try dropElement(at: position, from: column, of: key, in: table)
    }

    private func dropElement(
        at position: Int, from column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        let old = try element(at: position, of: column, of: key, in: table)
        try willDrop(old, from: key, column, of: table)
        let oldWord = ValueScratch()
        let copied = oldWord.copy(old)
        try editList(column, of: key, in: table) { (list) throws(FormatError) in try list.remove(at: position) }
        try didDrop(copied, from: key, column, of: table)
    }

    /// Moves an element of a list; positions are those before and after the move.
    func moveElement(
        from source: Int, to target: Int, in column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        if source != target { changes.change(.move(source, to: target), in: column.key, of: key, in: table.key) }
        try editList(column, of: key, in: table) { (list) throws(FormatError) in
            try list.move(from: source, to: target)
        }
    }

    /// Creates an embedded object and inserts it before `position` of a list, or at the end.
    ///
    /// - Parameter replaces: whether the caller removes the element after it (`removeReplacedElement`), once that is no
    ///   longer needed.
    package func insertEmbedded(
        at position: Int, into column: Column, of key: ObjectKey, in table: TableEditor, replaces: Bool = false
    ) throws(FormatError) -> ObjectKey {
        let targets = try self.table(column.oppositeTable)
        let embedded = try createEmbedded(in: targets)
        changes.change(replaces ? .set(position) : .insert(position), in: column.key, of: key, in: table.key)
        try addBacklink(to: embedded, in: targets, from: key, column)
        try editList(column, of: key, in: table) { (list) throws(FormatError) in
            try list.insert(.link(targets.key, embedded), at: position)
        }
        return embedded
    }

    // MARK: Sets

    /// Adds an element unless there is an equal one.
    ///
    /// - Returns: whether it was added.
    package func add(
        _ value: Value, to column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) -> Bool {
        var inserted = false
        try editSet(column, of: key, in: table) { (set) throws(FormatError) in
            let found = try set.insert(value)
            inserted = found.inserted
            if inserted { changes.change(.insert(found.position), in: column.key, of: key, in: table.key) }
        }
        if inserted { try addElementLinks(in: value, from: key, column, of: table) }
        return inserted
    }

    /// Removes the element that equals `value`.
    ///
    /// - Returns: whether there was one.
    func remove(
        _ value: Value, from column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) -> Bool {
        var removed = false
        try editSet(column, of: key, in: table) { (set) throws(FormatError) in
            guard let position = try set.remove(value) else { return }
            removed = true
            changes.change(.remove(position), in: column.key, of: key, in: table.key)
        }
        if removed { try willDrop(value, from: key, column, of: table) }
        return removed
    }

    // MARK: Dictionaries

    /// Sets the value of a key: a string, or an int if keys are numbers.
    package func setEntry(
        _ value: Value, for entry: Value, in column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        try addElementLinks(in: value, from: key, column, of: table)
        let old = try self.entry(entry, of: column, of: key, in: table)
        if let old { try willDrop(old, from: key, column, of: table) }
        let embedded = embeddedTarget(old, column)
        try editDictionary(column, of: key, in: table) { (dictionary) throws(FormatError) in
            let (position, isNew) = try dictionary.set(value, for: entry)
            changes.change(isNew ? .insert(position) : .set(position), in: column.key, of: key, in: table.key)
        }
        if let embedded { try deleteUnlessOwned(embedded, in: self.table(column.oppositeTable)) }
    }

    /// Creates an embedded object and sets it as the value of a key.
    package func setEmbeddedEntry(
        for entry: Value, in column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) -> ObjectKey {
        let targets = try self.table(column.oppositeTable)
        let embedded = try createEmbedded(in: targets)
        try setEntry(.link(targets.key, embedded), for: entry, in: column, of: key, in: table)
        return embedded
    }

    /// Removes a key and its value.
    ///
    /// - Returns: whether there was one.
    func removeEntry(
        _ entry: Value, from column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) -> Bool {
        guard let old = try self.entry(entry, of: column, of: key, in: table) else { return false }
        try willDrop(old, from: key, column, of: table)
        let embedded = embeddedTarget(old, column)
        try editDictionary(column, of: key, in: table) { (dictionary) throws(FormatError) in
            guard let position = try dictionary.remove(entry) else { return }
            changes.change(.remove(position), in: column.key, of: key, in: table.key)
        }
        if let embedded { try deleteUnlessOwned(embedded, in: self.table(column.oppositeTable)) }
        return true
    }

    // MARK: Any collection

    /// Removes all elements of a list, set or dictionary.
    package func removeAll(from column: Column, of key: ObjectKey, in table: TableEditor) throws(FormatError) {
        guard let root = try table.slot(of: column, at: position(of: key, in: table)).ref else { return }
        let size =
            column.collection == .dictionary
            ? try DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: arena.space).count
            : try CollectionTree(root, of: column, in: arena.space).count
        if size > 0 { changes.change(.clear(size), in: column.key, of: key, in: table.key) }
        var links: [(TableKey, ObjectKey)] = []
        if column.type == .link || column.type == .mixed {
            try forEachLink(of: column, of: key, in: table) { (target, key) in links.append((target, key)) }
        }
        for (target, linked) in links { try willDrop(.link(target, linked), from: key, column, of: table) }
        if !column.indexRoot.isNone {
            for position in stride(from: size - 1, through: 0, by: -1) {
                try dropElement(at: position, from: column, of: key, in: table)
            }
        }
        switch column.collection {
        case .list: try editList(column, of: key, in: table) { (list) throws(FormatError) in try list.removeAll() }
        case .set: try editSet(column, of: key, in: table) { (set) throws(FormatError) in try set.removeAll() }
        case .dictionary:
            try editDictionary(column, of: key, in: table) { (all) throws(FormatError) in try all.removeAll() }
        case nil: preconditionFailure("a single value has no elements")
        }
        if column.type == .link {
            for (target, linked) in links { try deleteUnlessOwned(linked, in: self.table(target)) }
        }
    }

    /// Number of elements of a list or set.
    package func count(of column: Column, of key: ObjectKey, in table: TableEditor) throws(FormatError) -> Int {
        let slot = try table.slot(of: column, at: position(of: key, in: table))
        return try CollectionTree(slot.ref ?? .none, of: column, in: arena.space).count
    }

    /// The element of a list or set at `position`.
    func element(
        at position: Int, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) -> Value {
        let slot = try table.slot(of: column, at: self.position(of: key, in: table))
        return try CollectionTree(slot.ref ?? .none, of: column, in: arena.space).value(at: position)
    }

    /// The keys of a dictionary, with their texts in `scratch`.
    func entryKeys(
        of column: Column, of key: ObjectKey, in table: TableEditor, _ scratch: ValueScratch
    ) throws(FormatError) -> [Value] {
        let slot = try table.slot(of: column, at: position(of: key, in: table))
        let tree = try DictionaryTree(slot.ref ?? .none, hasIntegerKeys: column.hasIntegerKeys, in: arena.space)
        var keys: [Value] = []
        for position in 0..<tree.count { keys.append(scratch.copy(try tree.key(at: position))) }
        return keys
    }

    /// The value of a key of a dictionary; nil if there is none.
    func entry(
        _ entry: Value, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) -> Value? {
        let slot = try table.slot(of: column, at: position(of: key, in: table))
        let dictionary = try DictionaryEditor(
            root: slot.ref ?? .none, hasIntegerKeys: column.hasIntegerKeys, in: arena)
        return try dictionary.find(entry).map { (position) throws(FormatError) in try dictionary.value(at: position) }
    }

    // MARK: Links of elements

    func addElementLinks(
        in value: Value, from key: ObjectKey, _ column: Column, of table: TableEditor
    ) throws(FormatError) {
        if column.type == .mixed { return try addLinks(in: value, from: key, column, of: table) }
        guard column.type == .link, case .link(let targetKey, let target) = value else { return }
        try addBacklink(to: target, in: self.table(targetKey), from: key, column)
    }

    /// Removes the backlinks of an element about to be removed.
    private func willDrop(
        _ value: Value, from key: ObjectKey, _ column: Column, of table: TableEditor
    ) throws(FormatError) {
        if column.type == .mixed { return try removeLinks(in: value, from: key, column, of: table) }
        guard column.type == .link, case .link(let targetKey, let target) = value else { return }
        try removeBacklink(to: target, in: self.table(targetKey), from: key, column)
    }

    /// Deletes the embedded object, or removes the word from the index, for a removed element of a list.
    private func didDrop(
        _ value: Value, from key: ObjectKey, _ column: Column, of table: TableEditor
    ) throws(FormatError) {
        if let embedded = embeddedTarget(value, column) {
            return try deleteUnlessOwned(embedded, in: self.table(column.oppositeTable))
        }
        guard column.type == .string, table.column(column.key)?.indexRoot.isNone == false else { return }
        let slot = try table.slot(of: column, at: position(of: key, in: table))
        var isStillThere = false
        try CollectionTree(slot.ref ?? .none, of: column, in: arena.space).forEachLeaf { (leaf) throws(FormatError) in
            for index in 0..<leaf.count where !isStillThere {
                isStillThere = try ValueOrder.compare(leaf.value(index), value) == 0
            }
        }
        if !isStillThere { try updateListIndex(of: column, value, key, isPresent: false, in: table) }
    }

    private func embeddedTarget(_ value: Value?, _ column: Column) -> ObjectKey? {
        guard column.type == .link, case .link(_, let target) = value else { return nil }
        return target
    }

    // MARK: Roots

    private func editList(
        _ column: Column, of key: ObjectKey, in table: TableEditor,
        _ body: (inout ListEditor) throws(FormatError) -> Void
    ) throws(FormatError) {
        try editRoot(column, of: key, in: table) { (root) throws(FormatError) in
            var list = try ListEditor(root: root, of: column, in: arena)
            try body(&list)
            return list.root
        }
    }

    private func editSet(
        _ column: Column, of key: ObjectKey, in table: TableEditor,
        _ body: (inout SetEditor) throws(FormatError) -> Void
    ) throws(FormatError) {
        try editRoot(column, of: key, in: table) { (root) throws(FormatError) in
            var set = try SetEditor(root: root, of: column, in: arena)
            try body(&set)
            return set.root
        }
    }

    private func editDictionary(
        _ column: Column, of key: ObjectKey, in table: TableEditor,
        _ body: (inout DictionaryEditor) throws(FormatError) -> Void
    ) throws(FormatError) {
        try editRoot(column, of: key, in: table) { (root) throws(FormatError) in
            var dictionary = try DictionaryEditor(root: root, hasIntegerKeys: column.hasIntegerKeys, in: arena)
            try body(&dictionary)
            return dictionary.root
        }
    }

    private func editRoot(
        _ column: Column, of key: ObjectKey, in table: TableEditor, _ body: (Ref) throws(FormatError) -> Ref
    ) throws(FormatError) {
        let position = try position(of: key, in: table)
        let old = try table.slot(of: column, at: position).ref ?? .none
        let new = try body(old)
        if new != old { try table.setSlot(Slot(new), of: column, at: position) }
    }
}
