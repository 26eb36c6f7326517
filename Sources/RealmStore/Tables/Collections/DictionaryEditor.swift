/// Changes a dictionary of a write transaction: keys in ascending order beside mixed values.
///
/// Collections nested in values that are replaced or removed are freed; the caller handles their links, see
/// `NestedCollection.forEachLink`. Source: file-format/collections.md, "Dictionaries".
package struct DictionaryEditor {
    /// `Ref.none` for a dictionary that was never written to, or cleared. May change with every call: the holder must
    /// store it again.
    package private(set) var root: Ref

    private let arena: Arena
    private let keyColumn: Column
    private var keys: BPlusTreeEditor
    private var values: ListEditor

    var count: Int { keys.count }

    /// - Parameter hasIntegerKeys: keys are numbers instead of strings.
    /// - Throws: `FormatError` also for a dictionary in the layout of older file formats, which cannot be changed here.
    package init(root: Ref, hasIntegerKeys: Bool = false, in arena: Arena) throws(FormatError) {
        self.root = root
        self.arena = arena
        keyColumn = hasIntegerKeys ? .plainIntegers : .dictionaryKeys
        var parts = (keys: Ref.none, values: Ref.none)
        if !root.isNone {
            let tree = try DictionaryTree(root, hasIntegerKeys: hasIntegerKeys, in: arena.space)
            guard tree.trees != nil else {
                throw FormatError(.badCollection, at: root, "a dictionary has the layout of an older file format")
            }
            let node = try arena.space.node(root)
            parts = (node.slot(0).ref ?? .none, node.slot(1).ref ?? .none)
        }
        keys = try BPlusTreeEditor(root: parts.keys, of: keyColumn.elementLeafKind, in: arena)
        values = try ListEditor(root: parts.values, of: .nestedMixed, in: arena)
    }

    /// The key at `position`, a string or an int. Traps outside `0..<count`.
    func key(at position: Int) throws(FormatError) -> Value { try keys.value(at: position) }

    /// The value at `position`. Traps outside `0..<count`.
    func value(at position: Int) throws(FormatError) -> Value { try values.value(at: position) }

    /// See `ListEditor.identity`.
    func identity(at position: Int) throws(FormatError) -> Int64 { try values.identity(at: position) }

    /// Position of `key`, or nil.
    ///
    /// - Complexity: O(log count)
    func find(_ key: Value) throws(FormatError) -> Int? {
        let found = try search(key)
        return found.isFound ? found.position : nil
    }

    // MARK: Changes

    /// Sets the value of `key`: a string, or an int if keys are numbers.
    ///
    /// - Returns: the position of the key, and whether it is new.
    /// - Complexity: O(log count)
    @discardableResult
    package mutating func set(_ value: Value, for key: Value) throws(FormatError) -> (position: Int, inserted: Bool) {
        checkType(of: key)
        let (position, isFound) = try search(key)
        if isFound {
            try values.set(value, at: position)
        } else {
            try keys.insert(key, at: position)
            try values.insert(value, at: position)
        }
        try storeTrees()
        return (position, !isFound)
    }

    /// Gives a dictionary without entries some.
    ///
    /// - Parameters:
    ///   - keys: ascending, no two equal.
    ///   - values: beside the keys; no collections.
    mutating func fill(
        _ keys: UnsafeBufferPointer<Value>, _ values: UnsafeBufferPointer<Value>
    ) throws(FormatError) {
        precondition(count == 0 && keys.count == values.count, "only a dictionary without entries is filled")
        if keys.isEmpty { return }
        for key in keys { checkType(of: key) }
        try self.keys.append(keys)
        try self.values.append(values)
        try storeTrees()
    }

    /// Replaces the value at `position`. Traps outside `0..<count`.
    mutating func set(_ value: Value, at position: Int) throws(FormatError) {
        try values.set(value, at: position)
        try storeTrees()
    }

    /// Removes `key` and its value.
    ///
    /// - Returns: its former position; nil if there was none.
    mutating func remove(_ key: Value) throws(FormatError) -> Int? {
        guard let position = try find(key) else { return nil }
        try remove(at: position)
        return position
    }

    /// Removes the key and the value at `position`. Traps outside `0..<count`.
    mutating func remove(at position: Int) throws(FormatError) {
        try keys.remove(at: position)
        try values.remove(at: position)
        try storeTrees()
    }

    /// Frees everything; `root` is `Ref.none` afterwards.
    mutating func removeAll() throws(FormatError) {
        try arena.freeTree(root)
        root = .none
        keys = try BPlusTreeEditor(root: .none, of: keyColumn.elementLeafKind, in: arena)
        values = try ListEditor(root: .none, of: .nestedMixed, in: arena)
    }

    /// Stores the new root of the collection nested in the value at `position`; see `ListEditor.setNestedRoot`.
    mutating func setNestedRoot(_ nested: Ref, at position: Int) throws(FormatError) {
        try values.setNestedRoot(nested, at: position)
        try storeTrees()
    }

    private func search(_ key: Value) throws(FormatError) -> (position: Int, isFound: Bool) {
        var elements = AscendingElements(try CollectionTree(keys.root, of: keyColumn, in: arena.space))
        return try elements.search { ValueOrder.compare($0, key) }
    }

    private func checkType(of key: Value) {
        switch (key, keyColumn.type) {
        case (.string, .string), (.int, .int): break
        default: preconditionFailure("a dictionary's key has the type of its other keys")
        }
    }

    private mutating func storeTrees() throws(FormatError) {
        let parts =
            root.isNone
            ? try SlotEditor(.refs(), count: 2, in: arena) : try SlotEditor(root, in: arena)
        parts[0] = Slot(keys.root)
        parts[1] = Slot(values.root)
        root = parts.ref
    }
}
