/// A dictionary: a B+ tree of keys in ascending order beside one of mixed values.
///
/// Source: file-format/collections.md, "Dictionaries".
package struct DictionaryTree {
    private enum Form {
        case trees(keys: CollectionTree, values: CollectionTree)
        case hashed(HashedDictionary)
    }

    private let form: Form

    /// - Parameters:
    ///   - root: `Ref.none` for a dictionary that was never written to, or cleared.
    ///   - hasIntegerKeys: keys are numbers instead of strings.
    package init(_ root: Ref, hasIntegerKeys: Bool, in space: NodeSpace) throws(FormatError) {
        let keyColumn = hasIntegerKeys ? Column.plainIntegers : Column.dictionaryKeys
        guard !root.isNone else {
            form = .trees(
                keys: try CollectionTree(.none, of: keyColumn, in: space),
                values: try CollectionTree(.none, of: .nestedMixed, in: space))
            return
        }
        let node = try space.node(root)
        // The older layout is a cluster tree: its nodes are inner, or leaves of three parts.
        if node.kind.isInner || node.count == 3, !hasIntegerKeys {
            form = .hashed(try HashedDictionary(root, in: space))
            return
        }
        guard node.kind.hasRefs, !node.kind.context, node.count == 2, let first = node.slot(0).ref,
            let second = node.slot(1).ref
        else { throw FormatError(.badCollection, at: root, "a dictionary has \(node.count) parts, not 2") }
        let keys = try CollectionTree(first, of: keyColumn, in: space)
        let values = try CollectionTree(second, of: .nestedMixed, in: space)
        guard keys.count == values.count else {
            throw FormatError(.badCollection, at: root, "a dictionary has \(keys.count) keys, \(values.count) values")
        }
        form = .trees(keys: keys, values: values)
    }

    package var count: Int {
        switch form {
        case .trees(let keys, _): keys.count
        case .hashed(let entries): entries.count
        }
    }

    /// The trees of keys and values; nil in the older layout.
    package var trees: (keys: CollectionTree, values: CollectionTree)? {
        if case .trees(let keys, let values) = form { (keys, values) } else { nil }
    }

    /// The key at `position`, a string or an int. Traps outside `0..<count`.
    package func key(at position: Int) throws(FormatError) -> Value {
        switch form {
        case .trees(let keys, _): try keys.value(at: position)
        case .hashed(let entries): .string(entries.key(at: position))
        }
    }

    /// The value at `position`. Traps outside `0..<count`.
    package func value(at position: Int) throws(FormatError) -> Value {
        switch form {
        case .trees(_, let values): try values.value(at: position)
        case .hashed(let entries): try entries.value(at: position)
        }
    }

    /// The identity of the nested collection at `position`; 0 for other values.
    func identity(at position: Int) throws(FormatError) -> Int64 {
        guard case .trees(_, let values) = form else { return 0 }
        let (leaf, positions) = try values.leaf(containing: position)
        return leaf.identity(position - positions.lowerBound)
    }

    /// Position of a string key, or nil.
    ///
    /// - Complexity: O(log² count)
    func position(of key: UnsafeRawBufferPointer) throws(FormatError) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            guard case .string(let bytes) = try self.key(at: middle) else { return nil }
            let order = ByteOrder.compare(bytes, key)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Throws if the keys are not ascending strings, so that look-ups would miss some.
    ///
    /// - Complexity: O(count)
    func checkOrder() throws(FormatError) {
        var last: UnsafeRawBufferPointer?
        for position in 0..<count {
            guard case .string(let bytes) = try key(at: position),
                last.map({ ByteOrder.compare($0, bytes) < 0 }) ?? true
            else { throw FormatError(.badCollection, at: .none, "the keys of a dictionary are out of order") }
            last = bytes
        }
    }

    /// Position of a string key, or nil.
    func position(of key: inout String) throws(FormatError) -> Int? {
        let result = key.withUTF8 { bytes in
            Result { () throws(FormatError) in try position(of: UnsafeRawBufferPointer(bytes)) }
        }
        return try result.get()
    }
}
