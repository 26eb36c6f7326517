/// A dictionary: a B+ tree of keys in ascending order beside one of mixed values.
///
/// Source: file format, group and tables, "Dictionaries".
struct DictionaryTree {
    let keys: CollectionTree
    let values: CollectionTree

    /// - Parameters:
    ///   - root: `Ref.none` for a dictionary that was never written to, or cleared.
    ///   - hasIntegerKeys: keys are numbers instead of strings.
    init(_ root: Ref, hasIntegerKeys: Bool, in space: NodeSpace) throws(FormatError) {
        let keyColumn = hasIntegerKeys ? Column.plainIntegers : Column.dictionaryKeys
        guard !root.isNone else {
            keys = try CollectionTree(.none, of: keyColumn, in: space)
            values = try CollectionTree(.none, of: .nestedMixed, in: space)
            return
        }
        let node = try space.refs(root, "a dictionary")
        guard node.count == 2, let first = node.slot(0).ref, let second = node.slot(1).ref else {
            throw FormatError(.badCollection, at: root, "a dictionary has \(node.count) parts, not 2")
        }
        keys = try CollectionTree(first, of: keyColumn, in: space)
        values = try CollectionTree(second, of: .nestedMixed, in: space)
        guard keys.count == values.count else {
            throw FormatError(.badCollection, at: root, "a dictionary has \(keys.count) keys, \(values.count) values")
        }
    }

    var count: Int { keys.count }

    /// The key at `position`, a string or an int. Traps outside `0..<count`.
    func key(at position: Int) throws(FormatError) -> Value { try keys.value(at: position) }

    /// The value at `position`. Traps outside `0..<count`.
    func value(at position: Int) throws(FormatError) -> Value { try values.value(at: position) }

    /// Position of a string key, or nil.
    ///
    /// - Complexity: O(log² count)
    func position(of key: UnsafeRawBufferPointer) throws(FormatError) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            guard case .string(let bytes) = try keys.value(at: middle) else { return nil }
            let order = ByteOrder.compare(bytes, key)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Position of a string key, or nil.
    func position(of key: inout String) throws(FormatError) -> Int? {
        let result = key.withUTF8 { bytes in
            Result { () throws(FormatError) in try position(of: UnsafeRawBufferPointer(bytes)) }
        }
        return try result.get()
    }

    /// Calls `body` with the leaves of keys, then with those of values: the trees split independently.
    func forEachLeaf(
        keys keyBody: (ColumnLeaf) throws(FormatError) -> Void, values valueBody: (ColumnLeaf) throws(FormatError) -> Void
    ) throws(FormatError) {
        try keys.forEachLeaf(keyBody)
        try values.forEachLeaf(valueBody)
    }
}
