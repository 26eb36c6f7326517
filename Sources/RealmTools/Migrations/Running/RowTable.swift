import RealmStore

/// Objects by their values in some columns: a hash table of their keys, in which values are compared in place.
///
/// The values of added objects must not change. Takes about 40 bytes per object.
struct RowTable {
    private let table: TableEditor
    private let columns: [Column]
    private let objects: ObjectEditor
    private var heads: [Int: ObjectKey] = [:]
    /// Further objects with different values of the same hash.
    private var others: [Int: [ObjectKey]] = [:]

    init(_ table: TableEditor, _ columns: [Column], _ objects: ObjectEditor) {
        self.table = table
        self.columns = columns
        self.objects = objects
    }

    /// The object with these values, or nil.
    func find(_ values: [Value]) throws(FormatError) -> ObjectKey? {
        let hash = RowTable.hash(values)
        guard let head = heads[hash] else { return nil }
        if try has(head, values) { return head }
        for key in others[hash] ?? [] where try has(key, values) { return key }
        return nil
    }

    /// Adds an object with these values, which are not in the table yet.
    mutating func insert(_ key: ObjectKey, _ values: [Value]) {
        let hash = RowTable.hash(values)
        if heads[hash] == nil { heads[hash] = key } else { others[hash, default: []].append(key) }
    }

    /// Replaces an object by another one with the same values.
    mutating func replace(_ old: ObjectKey, by new: ObjectKey, _ values: [Value]) {
        let hash = RowTable.hash(values)
        if heads[hash] == old { heads[hash] = new }
        if let index = others[hash]?.firstIndex(of: old) { others[hash]?[index] = new }
    }

    /// Adds all objects of the table; of those with the same values, only the first.
    mutating func insertAll() throws(FormatError) {
        for key in try objects.keys(of: table) {
            let values = try self.values(of: key)
            if try find(values) == nil { insert(key, values) }
        }
    }

    /// The values of an object, which are valid until the next change.
    func values(of key: ObjectKey) throws(FormatError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(columns.count)
        let position = try objects.position(of: key, in: table)
        for column in columns { values.append(try table.value(of: column, at: position)) }
        return values
    }

    private func has(_ key: ObjectKey, _ values: [Value]) throws(FormatError) -> Bool {
        let position = try objects.position(of: key, in: table)
        for (column, value) in zip(columns, values) {
            guard try table.value(of: column, at: position).isSame(as: value) else { return false }
        }
        return true
    }

    private static func hash(_ values: [Value]) -> Int {
        if values.count == 1 { return ValueOrder.hash(of: values[0]) }
        var hasher = Hasher()
        for value in values { hasher.combine(ValueOrder.hash(of: value)) }
        return hasher.finalize()
    }
}
