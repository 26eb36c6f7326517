/// A general search index in a write transaction: of a column of single values.
///
/// `root` may change with every call; the holder must store it again. Source: file-format/search-indexes.md, "Inserting
/// into an index" and "Looking up and removing".
struct IndexEditor<Values: IndexedValues> {
    private var tree: IndexTreeEditor
    private let values: Values
    private let isMixed: Bool

    var root: Ref { tree.root }

    /// - Parameters:
    ///   - values: the column's values. They are read only for objects in the index, never for the one being inserted
    ///     or removed.
    ///   - isMixed: the column is of type mixed, where different values may have the same index data.
    init(root: Ref, of values: Values, isMixed: Bool, in arena: Arena) {
        tree = IndexTreeEditor(root: root, in: arena)
        self.values = values
        self.isMixed = isMixed
    }

    /// The root of an index without objects.
    static func makeEmpty(in arena: Arena) throws(FormatError) -> Ref { try IndexTreeEditor.makeEmpty(in: arena) }

    /// Adds an object under `value`; does nothing if it is already there.
    ///
    /// - Complexity: O(length of the value * log of the number of objects); beyond 204 equal bytes, linear in the
    ///   number of objects that share them.
    mutating func insert(_ value: Value, _ key: ObjectKey) throws(FormatError) {
        try tree.insert(IndexedValue(key: key, value: value, isMixed: isMixed, values: values))
    }

    /// Adds objects, each under its value.
    ///
    /// - Parameters:
    ///   - values: those of the objects.
    ///   - keys: the objects; none is in the index.
    mutating func insert(_ values: UnsafeBufferPointer<Value>, _ keys: [ObjectKey]) throws(FormatError) {
        precondition(keys.allSatisfy { $0.value >= 0 }, "only objects are indexed")
        let run = IndexRun(values, keys)
        var position = 0
        var distinct = run.distinct(from: 0)
        while position < run.entries.count {
            if distinct.endIndex <= position { distinct = run.distinct(from: position) }
            let count = try tree.insert(distinct[position...])
            if count == 0 {
                let entry = run.entries[position]
                try insert(values[entry.row], entry.key)
            }
            position += max(count, 1)
        }
    }

    /// Removes an object from under `value`.
    ///
    /// - Returns: false if it was not there.
    @discardableResult
    mutating func remove(_ value: Value, _ key: ObjectKey) throws(FormatError) -> Bool {
        try tree.remove(IndexedValue(key: key, value: value, isMixed: isMixed, values: values))
    }

    /// Moves an object from one value to another.
    ///
    /// Equal numbers of a mixed column may have different paths, so that replacing one by another moves it.
    mutating func replace(_ old: Value, by new: Value, _ key: ObjectKey) throws(FormatError) {
        if ValueOrder.compare(old, new) == 0, IndexData(mixed: old) == IndexData(mixed: new) { return }
        try remove(old, key)
        try insert(new, key)
    }

    /// Removes all objects.
    mutating func removeAll() throws(FormatError) { try tree.removeAll() }
}

/// An object under its value in a general index.
private struct IndexedValue<Values: IndexedValues>: IndexEntry {
    let key: ObjectKey
    let data: IndexData
    private let value: Value
    private let isMixed: Bool
    private let values: Values

    init(key: ObjectKey, value: Value, isMixed: Bool, values: Values) {
        self.key = key
        self.value = value
        self.isMixed = isMixed
        self.values = values
        data = IndexData(mixed: value)
    }

    func ends(at offset: Int) -> Bool { true }

    func mayStand(at offset: Int) -> Bool { true }

    func chunkParting(
        from other: ObjectKey, under chunk: Int32, at offset: Int
    ) throws(FormatError) -> Int32? {
        let next = offset + IndexData.chunkByteCount
        guard next <= IndexData.maximumOffset else { return nil }
        let other = IndexData(mixed: try values.value(of: other))
        return other == data ? nil : other.chunk(at: next)
    }

    func position(in list: KeyListEditor, at offset: Int) throws(FormatError) -> Int {
        let isLastLevel = offset + IndexData.chunkByteCount > IndexData.maximumOffset
        var group = 0..<list.count
        if isMixed || isLastLevel, try !isAllEqual(list) {
            // In files of older formats the lists of the last level have another order, with equal values together.
            group = isLastLevel ? try groupByScan(list) : try groupBySearch(list)
        }
        if let last = group.last, try list.key(at: last) < key { return group.upperBound }
        return try list.partitionPoint(of: group) { other in other < key }
    }

    /// Negative, zero or positive as the value of another object comes before, equals or comes after this one.
    private func order(of other: ObjectKey) throws(FormatError) -> Int {
        other == key ? 0 : ValueOrder.compare(try values.value(of: other), value)
    }

    /// True if all values in the list equal this one, judged by its ends.
    private func isAllEqual(_ list: KeyListEditor) throws(FormatError) -> Bool {
        guard try order(of: list.key(at: 0)) == 0 else { return false }
        return try order(of: list.key(at: list.count - 1)) == 0
    }

    /// The positions of equal values in a list that is ordered by value.
    private func groupBySearch(_ list: KeyListEditor) throws(FormatError) -> Range<Int> {
        let all = 0..<list.count
        let start = try list.partitionPoint(of: all) { (other) throws(FormatError) in try order(of: other) < 0 }
        let end = try list.partitionPoint(of: start..<list.count) { (other) throws(FormatError) in
            try order(of: other) == 0
        }
        return start..<end
    }

    /// The positions of equal values in any list; without any, an empty range before the first greater value.
    private func groupByScan(_ list: KeyListEditor) throws(FormatError) -> Range<Int> {
        let start = try list.firstPosition { (other) throws(FormatError) in try order(of: other) == 0 }
        guard start < list.count else {
            let place = try list.firstPosition { (other) throws(FormatError) in try order(of: other) > 0 }
            return place..<place
        }
        let end = try list.firstPosition(from: start) { (other) throws(FormatError) in try order(of: other) != 0 }
        return start..<end
    }
}
